/** Renames and removes files that other programs may have open: Windows refuses both until they close them. */
import { renameSync, rmSync } from "node:fs";
import { REAL_CLOCK } from "../clock.ts";

/** On Windows the file, or a file in the folder, is open; on other systems a permission is missing. */
const OPEN_CODES = new Set(["EACCES", "EBUSY", "ENOTEMPTY", "EPERM"]);

const TRIES = 20;
const PAUSE_MILLISECONDS = 100;

/**
 * Renames a file or a folder, and replaces a file of that name.
 * @throws the system's error if the file is still open after two seconds, and any other at once
 */
export function renameWhenFree(from: string, to: string): Promise<void> {
  return whenFree(() => renameSync(from, to));
}

/**
 * Removes a file or a folder with its contents, if it exists.
 * @throws as `renameWhenFree`
 */
export function removeWhenFree(path: string): Promise<void> {
  return whenFree(() => rmSync(path, { recursive: true, force: true }));
}

/**
 * Retries an action that Windows refuses while a file is open.
 * @param clock default: REAL_CLOCK
 * @throws the last error of `action`
 */
export async function whenFree(action: () => void, clock = REAL_CLOCK): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      action();
      return;
    } catch (error) {
      const { code = "" } = error as NodeJS.ErrnoException;
      if (!OPEN_CODES.has(code) || tries === TRIES) throw error;
      await clock.sleep(PAUSE_MILLISECONDS);
    }
  }
}
