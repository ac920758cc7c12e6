/** The result of a pull: what was expected, what the copy has, and what is missing. */
import type { ChangeCounts } from "../analysis/diff/change-kinds.ts";
import type { FileFailure, ListFailure, NodeFailure } from "../formats/copy/manifest.ts";
import type { Kind } from "../operations.ts";

/** The result of a pull. */
export type PullResult = {
  kinds: KindResult[];
  files?: { expected: number; got: number; bytes: number; failures: FileFailure[] };
  /** How many failures are accepted, and left out of the lists of failures. Default: `--accept` was not given. */
  accepted?: number;
};

/** The result of one kind. */
export type KindResult = {
  kind: Kind;
  /** The nodes that the site lists. */
  expected: number;
  got: number;
  /** The nodes that are unchanged since the last pull, and were not fetched. */
  kept: number;
  /** The changes against the earlier copy. Default: there was none. */
  changes?: ChangeCounts;
  failures: NodeFailure[];
  /** Incomplete lists. */
  unlisted: ListFailure[];
  /** The ids of nodes that disappeared from the listing during the pull. */
  vanished: number[];
};

/** How many nodes, files and lists of children a pull could not fetch. */
export function missingCount({ kinds, files }: PullResult): number {
  const trees = kinds.map(({ failures, unlisted }) => failures.length + unlisted.length);
  return trees.reduce((sum, count) => sum + count, files?.failures.length ?? 0);
}
