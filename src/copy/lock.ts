/** The lock of a directory: a file with the host and process of its holder, and a heartbeat: the holder touches it. */
import { randomUUID } from "node:crypto";
import { readlinkSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { type Clock, REAL_CLOCK } from "../clock.ts";
import { UsageError, withPath } from "../errors.ts";
import { readState } from "../formats/copy/state-file.ts";
import { LOCK_NAME } from "../formats/copy/unfinished-pull.ts";
import { must, objectOf, TEXT } from "../json/shape.ts";
import { Staging } from "./staging.ts";

type Holder = { id: string; host: string; pid: number };

const HOLDER = objectOf({ id: TEXT, host: TEXT, pid: must((pid) => Number.isInteger(pid), "a process id") });

const HEARTBEAT_MILLISECONDS = 2000;
/** A lock without a heartbeat for this long is stale. */
const SILENCE_MILLISECONDS = 3 * HEARTBEAT_MILLISECONDS;
/** How long another process may take between finding a stale lock and taking it. */
const RACE_MILLISECONDS = 150;

type StagingOptions = {
  /** Names in the staging directory that are removed in the end, since no later run uses them. Default: none. */
  temporary?: readonly string[];
  /** Called if another process takes the lock nevertheless. Default: nothing happens. */
  onLost?: () => void;
  /** Default: REAL_CLOCK. */
  clock?: Clock;
};

/**
 * Runs `work` in the staging directory of a directory that is written, under its lock. The staging directory is removed in the
 * end if it is empty.
 * @throws UsageError if `out` is not a directory that can be written, or a living process holds the lock; errors of `work`
 */
export async function inStaging<T>(
  out: string,
  work: (staging: Staging) => Promise<T>,
  { temporary = [], onLost = () => {}, clock = REAL_CLOCK }: StagingOptions = {},
): Promise<T> {
  const staging = new Staging(out);
  try {
    const release = await takeLock(staging.file(LOCK_NAME), onLost, clock);
    try {
      return await work(staging);
    } finally {
      for (const name of temporary) staging.remove(name);
      release();
    }
  } finally {
    staging.close();
  }
}

/** @returns releases the lock */
async function takeLock(path: string, onLost: () => void, clock: Clock): Promise<() => void> {
  const holder: Holder = { id: randomUUID(), host: host(), pid: process.pid };
  const isOurs = () => readState<Holder>(path, HOLDER)?.id === holder.id;
  if (!createFile(path, holder)) {
    if (await isHeld(path, clock)) {
      throw new UsageError(
        `another process is writing to this directory: wait for it, or stop it (lock: ${path})`,
      );
    }
    // If two processes find a stale lock, the last one to write it holds it.
    withPath(path, () => writeFileSync(path, JSON.stringify(holder)));
    await clock.sleep(RACE_MILLISECONDS);
    if (!isOurs())
      throw new UsageError(`another process has just started to write to this directory (lock: ${path})`);
  }
  const timer = setInterval(() => {
    try {
      if (!isOurs()) onLost();
      else utimesSync(path, new Date(), new Date());
    } catch {
      // The next heartbeat may succeed.
    }
  }, HEARTBEAT_MILLISECONDS);
  timer.unref();
  return () => {
    clearInterval(timer);
    try {
      if (isOurs()) rmSync(path, { force: true });
    } catch {
      // A lock that cannot be removed is stale for the next run.
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
    // On a full disk it was created, but is empty.
    if (code === "ENOSPC" || code === "EDQUOT") rmSync(path, { force: true });
    throw error;
  }
}

/** On the same host, a dead process holds no lock. For another host, or a reused process id, the heartbeat decides. */
async function isHeld(path: string, clock: Clock): Promise<boolean> {
  const holder = readState<Holder>(path, HOLDER);
  const touchedAt = () => statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  const before = touchedAt();
  if (holder?.host === host()) {
    if (!isAlive(holder.pid)) return false;
    if (before !== undefined && Math.abs(Date.now() - before) < SILENCE_MILLISECONDS) return true;
  }
  // The clocks of two machines may differ.
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

/** The host name; on Linux also the namespace of process ids, which each container has. */
function host(): string {
  try {
    return `${hostname()} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return hostname();
  }
}
