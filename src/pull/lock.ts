/** The lock of a directory: a file with the holder's host and process, which the holder touches as long as it lives. */
import { randomUUID } from "node:crypto";
import { readFileSync, readlinkSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { UsageError, withPath } from "../errors.ts";
import { faultIn, must, objectOf, TEXT } from "../json/shape.ts";
import { type Clock, REAL_CLOCK } from "../sources/retry.ts";
import { Staging } from "./staging.ts";

type Holder = { id: string; host: string; pid: number };

const HOLDER = objectOf({ id: TEXT, host: TEXT, pid: must((pid) => Number.isInteger(pid), "a process id") });

const HEARTBEAT_MILLISECONDS = 2000;
/** A lock without a heartbeat for this long is stale. */
const SILENCE_MILLISECONDS = 3 * HEARTBEAT_MILLISECONDS;
/** How long another process may take between finding a stale lock and taking it. */
const RACE_MILLISECONDS = 150;

/**
 * Works in the staging directory of a data directory, which no other pull does meanwhile.
 * @param onLost called when another process has taken the lock nevertheless
 * @throws UsageError if `out` is no directory that can take a pull, or a living process holds the lock; errors of `work`
 */
export async function inStaging<T>(
  out: string,
  work: (staging: Staging) => Promise<T>,
  onLost: () => void = () => {},
  clock: Clock = REAL_CLOCK,
): Promise<T> {
  const staging = new Staging(out);
  try {
    const release = await takeLock(staging.file("lock"), onLost, clock);
    try {
      return await work(staging);
    } finally {
      release();
    }
  } finally {
    staging.close();
  }
}

/** @returns releases the lock */
async function takeLock(path: string, onLost: () => void, clock: Clock): Promise<() => void> {
  const holder: Holder = { id: randomUUID(), host: host(), pid: process.pid };
  const isOurs = () => readHolder(path)?.id === holder.id;
  if (!createFile(path, holder)) {
    if (await isHeld(path, clock)) {
      throw new UsageError(
        `another pull is at work in this directory: wait for it, or end it (lock: ${path})`,
      );
    }
    // If two processes find a stale lock, the last to write it has it.
    withPath(path, () => writeFileSync(path, JSON.stringify(holder)));
    await clock.sleep(RACE_MILLISECONDS);
    if (!isOurs()) throw new UsageError(`another pull has just begun in this directory (lock: ${path})`);
  }
  const timer = setInterval(() => {
    try {
      if (!isOurs()) onLost();
      else utimesSync(path, new Date(), new Date());
    } catch {
      // A file that cannot be touched now may be the next time.
    }
  }, HEARTBEAT_MILLISECONDS);
  timer.unref();
  return () => {
    clearInterval(timer);
    try {
      if (isOurs()) rmSync(path, { force: true });
    } catch {
      // A lock that cannot be removed is stale for the next pull.
    }
  };
}

/** @returns false if there is a file already */
function createFile(path: string, holder: Holder): boolean {
  try {
    withPath(path, () => writeFileSync(path, JSON.stringify(holder), { flag: "wx" }));
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    // On a full disk it is created, and stays empty.
    if (code === "ENOSPC" || code === "EDQUOT") rmSync(path, { force: true });
    throw error;
  }
}

/** On the same host a dead process holds nothing. A process of another host, and one that has got an old number, shows by the heartbeat. */
async function isHeld(path: string, clock: Clock): Promise<boolean> {
  const holder = readHolder(path);
  const touchedAt = () => statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  const before = touchedAt();
  if (holder?.host === host()) {
    if (!isAlive(holder.pid)) return false;
    if (before !== undefined && Math.abs(Date.now() - before) < SILENCE_MILLISECONDS) return true;
  }
  // Clocks of two machines are not compared.
  for (let waited = 0; waited < SILENCE_MILLISECONDS; waited += RACE_MILLISECONDS) {
    await clock.sleep(RACE_MILLISECONDS);
    if (touchedAt() !== before) return true;
  }
  return false;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function readHolder(path: string): Holder | undefined {
  try {
    const holder: unknown = JSON.parse(readFileSync(path, "utf8"));
    return faultIn(holder, HOLDER) === undefined ? (holder as Holder) : undefined;
  } catch {
    return undefined;
  }
}

/** The machine's name; on Linux also the namespace of process ids, as containers have one each. */
function host(): string {
  try {
    return `${hostname()} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return hostname();
  }
}
