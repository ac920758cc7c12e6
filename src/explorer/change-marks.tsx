/** What was done to a node since the earlier state: a sign that is also a word. */
import type { TreeRow } from "../http/explorer/explorer-answers.ts";
import { countOf } from "./in-words.ts";

const SIGNS: Readonly<Record<string, string>> = {
  added: "+",
  gone: "−",
  moved: "→",
  renamed: "~",
  retyped: "~",
  reordered: "↕",
  changed: "~",
};

export function ChangeMarks({ row: { verbs = [], changedBelow } }: { row: TreeRow }) {
  return (
    <>
      {verbs.length > 0 ? (
        <span class="change" data-verb={verbs[0]} title={verbs.join(", ")}>
          <span aria-hidden="true">{SIGNS[verbs[0]] ?? "~"}</span>
          <span class="hidden"> {verbs.join(", ")} </span>
        </span>
      ) : null}
      {changedBelow ? (
        <span class="changed-below" title={`${countOf(changedBelow, "change", "changes")} below`}>
          <span aria-hidden="true">•</span>
          <span class="hidden"> {countOf(changedBelow, "change", "changes")} below </span>
        </span>
      ) : null}
    </>
  );
}
