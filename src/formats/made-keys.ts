/** What is told of nodes that have no key of their own, and got one that is made of their id. */
import type { Findings } from "./findings.ts";

/** Notes how many there are, if any. */
export function noteMadeKeys(count: number, file: string, findings: Findings): void {
  if (count === 0) return;
  const text =
    count === 1
      ? "1 node has no key: its own is derived from its id"
      : `${count} nodes have no key: theirs are derived from their ids`;
  findings.note(file, text, "madeKeys");
}
