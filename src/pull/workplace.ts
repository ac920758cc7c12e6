/** The folder in which a pull gathers what it gets, beside the data that is there until the new copy is complete. */
import { existsSync, mkdirSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DataError, UsageError } from "../errors.ts";
import { MANIFEST_NAME, type Manifest } from "../formats/manifest.ts";
import { KINDS } from "../operations.ts";

/** The folder's name in the directory that is pulled into. */
export const WORKPLACE = ".pull";

/** On Windows a file that someone reads cannot be replaced for that moment. */
const RENAME_TRIES = 20;
const RENAME_PAUSE_MILLISECONDS = 100;

export class Workplace {
  /** The directory that is pulled into. */
  readonly out: string;
  /** Where the pull gathers what it gets. */
  readonly path: string;

  /** @throws UsageError where the directory cannot take a pull */
  constructor(out: string) {
    this.out = out;
    this.path = join(out, WORKPLACE);
    const other = KINDS.map((kind) => `${kind}.json`).find((name) => existsSync(join(out, name)));
    if (other !== undefined) {
      throw new UsageError(
        `${out} holds ${other}, and would not load with what a pull writes beside it: try another --out`,
      );
    }
    if (statSync(out, { throwIfNoEntry: false })?.isDirectory() === false) {
      throw new UsageError(`--out ${out} is a file: it names a directory`);
    }
    try {
      mkdirSync(this.path, { recursive: true });
    } catch (error) {
      throw new DataError(`${out} cannot be written: ${(error as Error).message}`, { cause: error });
    }
  }

  /** Where a file is gathered that will have this name. */
  file(name: string): string {
    return join(this.path, name);
  }

  /** Puts a file that was gathered in its place, where it replaces the one that is there. */
  async put(name: string, as: string = name): Promise<void> {
    const target = join(this.out, as);
    mkdirSync(dirname(target), { recursive: true });
    for (let tries = 1; ; tries++) {
      try {
        renameSync(join(this.path, name), target);
        return;
      } catch (error) {
        const { code = "" } = error as NodeJS.ErrnoException;
        if (!/^(?:EPERM|EACCES|EBUSY)$/.test(code) || tries === RENAME_TRIES) throw error;
        await sleep(RENAME_PAUSE_MILLISECONDS);
      }
    }
  }

  /** Puts the manifest in its place. To be called when all else is there. */
  async putManifest(manifest: Manifest): Promise<void> {
    writeFileSync(join(this.path, MANIFEST_NAME), `${JSON.stringify(manifest, undefined, 2)}\n`, {
      flush: true,
    });
    await this.put(MANIFEST_NAME);
  }

  remove(name: string): void {
    rmSync(join(this.path, name), { recursive: true, force: true });
  }

  /** Goes away, unless something is left in it. */
  close(): void {
    try {
      rmdirSync(this.path);
    } catch {
      // What is left in it is for the next pull.
    }
  }
}
