/** Renames and removes files that others may be reading: Windows refuses both for as long as they do. */
import { renameSync, rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** Windows reports so that a file, or one in a folder, is open; other systems, that a right is missing. */
const HELD_CODES = new Set(["EACCES", "EBUSY", "ENOTEMPTY", "EPERM"]);

const TRIES = 20;
const PAUSE_MILLISECONDS = 100;

/**
 * Renames a file or a folder; a file of that name is replaced.
 * @throws the system's error if the file is still open after two seconds, and any other at once
 */
export function renameWhenFree(from: string, to: string): Promise<void> {
  return whenFree(() => renameSync(from, to));
}

/**
 * Removes a file, or a folder with all that is in it, if it is there.
 * @throws as `renameWhenFree`
 */
export function removeWhenFree(path: string): Promise<void> {
  return whenFree(() => rmSync(path, { recursive: true, force: true }));
}

/**
 * Repeats an action that Windows refuses while a file is open.
 * @throws the last error of `action`
 */
export async function whenFree(action: () => void): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      action();
      return;
    } catch (error) {
      const { code = "" } = error as NodeJS.ErrnoException;
      if (!HELD_CODES.has(code) || tries === TRIES) throw error;
      await sleep(PAUSE_MILLISECONDS);
    }
  }
}
