/** Renames and removes files that others may be reading: Windows refuses both for as long as they do. */
import { renameSync, rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** How Windows says that someone has a file open, or one in a folder. Others say the same of a right that lacks. */
const HELD_CODES = new Set(["EACCES", "EBUSY", "ENOTEMPTY", "EPERM"]);

const TRIES = 20;
const PAUSE_MILLISECONDS = 100;

/**
 * Gives a file or a folder another name. A file that has that name is replaced.
 * @throws the system's error where it is still held after two seconds, and at once any other
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
 * Does what may be refused for as long as someone holds a file, as often as it takes.
 * @throws what `action` throws the last time
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
