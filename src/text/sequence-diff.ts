/** The shortest difference between two sequences: of lines in the shell, of words in the explorer. */

import { diffArrays } from "diff";

/** A run of items, and which sequence has it: both (` `), the old one (`-`) or the new one (`+`). */
type Run = { sign: " " | "-" | "+"; items: readonly string[] };

/**
 * The runs of both sequences, in order.
 * @param mostEdits sequences that differ by more are removed and added as a whole: a minimal difference takes seconds
 */
export function sequenceDiff(was: readonly string[], is: readonly string[], mostEdits: number): Run[] {
  const parts = diffArrays([...was], [...is], { maxEditLength: mostEdits });
  if (!parts) {
    return [
      { sign: "-", items: was },
      { sign: "+", items: is },
    ];
  }
  return parts.map(({ value, removed, added }) => ({
    sign: removed ? "-" : added ? "+" : " ",
    items: value,
  }));
}
