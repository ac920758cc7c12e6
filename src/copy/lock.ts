/** The lock of a directory: a file with the id of the process that writes there. */
import { rmSync, writeFileSync } from "node:fs";
import { UsageError, withPath } from "../errors.ts";
import { readState } from "../formats/copy/state-file.ts";
import { LOCK_NAME } from "../formats/copy/unfinished-pull.ts";
import { must, objectOf } from "../json/shape.ts";
import { Staging } from "./staging.ts";

const HOLDER = objectOf({ pid: must((pid) => Number.isInteger(pid), "a process id") });

type StagingOptions = {
  /** Names in the staging directory that are removed in the end, since no later run uses them. Default: none. */
  temporary?: readonly string[];
  /** Called if the lock of a run that has ended is taken over. Default: nothing happens. */
  onWarning?: ((text: string) => void) | undefined;
};

/**
 * Runs `work` in the staging directory of a directory that is written, under its lock. The staging directory is removed in the
 * end if it is empty.
 * @throws UsageError if `out` is not a directory that can be written, or another process holds the lock; errors of `work`
 */
export async function inStaging<T>(
  out: string,
  work: (staging: Staging) => Promise<T>,
  { temporary = [], onWarning = () => {} }: StagingOptions = {},
): Promise<T> {
  const staging = new Staging(out);
  try {
    takeLock(staging.file(LOCK_NAME), out, onWarning);
    try {
      return await work(staging);
    } finally {
      for (const name of [...temporary, LOCK_NAME]) staging.remove(name);
    }
  } finally {
    staging.close();
  }
}

function takeLock(path: string, out: string, onWarning: (text: string) => void): void {
  if (createLock(path)) return;
  const pid = readState<{ pid: number }>(path, HOLDER)?.pid;
  // In containers, which share no process ids, two runs often have the same one.
  const isHeld = pid !== undefined && pid !== process.pid && isAlive(pid);
  if (!isHeld) rmSync(path, { force: true });
  if (isHeld || !createLock(path)) {
    const holder = pid === undefined ? "another process" : `process ${pid}`;
    throw new UsageError(
      `${holder} is writing to ${out}: wait for it, or, if that is another program, remove ${path}`,
    );
  }
  onWarning(`${out} was locked by a run that has ended: the lock is taken over`);
}

/** @returns false if there is a lock already */
function createLock(path: string): boolean {
  try {
    withPath(path, () => writeFileSync(path, JSON.stringify({ pid: process.pid }), { flag: "wx" }));
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    // On a full disk it was created, but is empty.
    if (code === "ENOSPC" || code === "EDQUOT") rmSync(path, { force: true });
    throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
