/** Gives every test the same environment, whatever variables the shell has set. */
import { existsSync, statfsSync } from "node:fs";

for (const name of Object.keys(process.env)) {
  if (/^(?:MIGRATIONS_|NO_COLOR$|FORCE_COLOR$)/.test(name)) delete process.env[name];
}

/** A file system in memory, on Linux. */
const MEMORY = "/dev/shm";
const LEAST_BYTES = 2 ** 31;

// Tests write and remove thousands of small files, and wait for the disk at each removal and each `fsync`.
if (existsSync(MEMORY)) {
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize > LEAST_BYTES) process.env.TMPDIR = MEMORY;
}
