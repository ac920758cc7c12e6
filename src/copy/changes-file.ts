/** Writes changes.ndjson: the changes of the last pull that changed the copy. */
import { closeSync, openSync, writeSync } from "node:fs";
import { type ChangeCounts, noChanges } from "../analysis/diff/change-kinds.ts";
import { TreeComparison } from "../analysis/diff/compare-trees.ts";
import { withPath } from "../errors.ts";
import type { Kind } from "../operations.ts";
import { changeLine } from "./change-line.ts";
import { NodesIndex } from "./nodes-file.ts";
import type { Staging } from "./staging.ts";

export const CHANGES_NAME = "changes.ndjson";

/** The new nodes file of a kind, which is in the staging directory, and the one that it replaces. */
type Replaced = { kind: Kind; before: NodesIndex; sha256: string };

/**
 * Writes the changes into the staging directory; no file if there are none, so that the earlier list stays.
 * @returns the counts of each kind
 * @throws the system's errors, with a path
 */
export async function writeChanges(
  staging: Staging,
  replaced: readonly Replaced[],
): Promise<ReadonlyMap<Kind, ChangeCounts>> {
  const path = staging.file(CHANGES_NAME);
  const file = withPath(path, () => openSync(path, "w"));
  const countsOf = new Map<Kind, ChangeCounts>();
  let hasLines = false;
  try {
    for (const { kind, before, sha256 } of replaced) {
      const counts = noChanges();
      countsOf.set(kind, counts);
      if (sha256 === before.sha256) continue;
      const after = await NodesIndex.open(staging.file(`${kind}.ndjson`));
      try {
        const comparison = new TreeComparison(before, after);
        for (const changed of comparison.changes) {
          for (const changeKind of changed.changeKinds) counts[changeKind]++;
          hasLines = true;
          const line = changeLine(kind, comparison.describe(changed));
          withPath(path, () => writeSync(file, `${line}\n`));
        }
      } finally {
        after.close();
      }
    }
  } finally {
    closeSync(file);
    if (!hasLines) staging.remove(CHANGES_NAME);
  }
  return countsOf;
}
