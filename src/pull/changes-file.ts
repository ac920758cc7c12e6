/** Writes changes.ndjson: the changes of the last pull that changed the copy. */
import { closeSync, existsSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { type ChangeCounts, noChanges } from "../analysis/change-verbs.ts";
import { changeLine, TreeComparison } from "../analysis/compare-trees.ts";
import { withPath } from "../errors.ts";
import { type Manifest, readManifest } from "../formats/manifest.ts";
import type { Kind } from "../operations.ts";
import { NodesIndex } from "./nodes-file.ts";
import type { PullResult } from "./pull-events.ts";
import type { Staging } from "./staging.ts";

export const CHANGES_NAME = "changes.ndjson";

export class ChangesFile {
  readonly #staging: Staging;
  readonly #path: string;
  readonly #file: number;
  #hasLines = false;
  #isOpen = true;

  /** Begins the file in the staging directory. */
  constructor(staging: Staging) {
    this.#staging = staging;
    this.#path = staging.file(CHANGES_NAME);
    this.#file = withPath(this.#path, () => openSync(this.#path, "w"));
  }

  /**
   * Adds the changes of one kind, whose new file is in the staging directory.
   * @param sha256 of the new file
   * @throws the system's errors, with a path
   */
  async add(kind: Kind, before: NodesIndex, sha256: string): Promise<ChangeCounts> {
    const counts = noChanges();
    if (sha256 === before.sha256) return counts;
    const after = await NodesIndex.open(this.#staging.file(`${kind}.ndjson`));
    try {
      const comparison = new TreeComparison(before, after);
      for (const changed of comparison.changes) {
        for (const verb of changed.verbs) counts[verb]++;
        this.#hasLines = true;
        const line = changeLine(kind, comparison.describe(changed));
        withPath(this.#path, () => writeSync(this.#file, `${line}\n`));
      }
      return counts;
    } finally {
      after.close();
    }
  }

  /** Puts the file in place if there are changes; otherwise the earlier file stays. */
  async put(): Promise<void> {
    this.#closeFile();
    if (this.#hasLines) await this.#staging.put(CHANGES_NAME);
  }

  /** Closes the file, and removes it if it was not put in place. */
  close(): void {
    this.#closeFile();
    this.#staging.remove(CHANGES_NAME);
  }

  #closeFile(): void {
    if (this.#isOpen) closeSync(this.#file);
    this.#isOpen = false;
  }
}

/**
 * Writes and counts the changes against the copy that is there, if any.
 * @param manifest of the new copy
 * @param result changed
 */
export async function tellChanges(manifest: Manifest, result: PullResult, staging: Staging): Promise<void> {
  const there = readManifest(staging.out);
  const changes = new ChangesFile(staging);
  try {
    for (const ofKind of result.kinds) {
      const file = there?.[ofKind.kind]?.file;
      if (file === undefined || !existsSync(join(staging.out, file))) continue;
      const before = await NodesIndex.open(join(staging.out, file));
      try {
        ofKind.changes = await changes.add(ofKind.kind, before, manifest[ofKind.kind]?.sha256 ?? "");
      } finally {
        before.close();
      }
    }
    await changes.put();
  } finally {
    changes.close();
  }
}
