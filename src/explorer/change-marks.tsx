/** What was done to a node since the earlier state: a sign that is also a word. */
import { CHANGE_SIGNS } from "../analysis/diff/change-kinds.ts";
import type { TreeRow } from "../http/explorer/explorer-api.ts";
import { countOf } from "./locale-text.ts";

export function ChangeMarks({ row: { changeKinds = [], changedBelow } }: { row: TreeRow }) {
  return (
    <>
      {changeKinds.length > 0 ? (
        <span class="change" data-change={changeKinds[0]} title={changeKinds.join(", ")}>
          <span aria-hidden="true">{CHANGE_SIGNS[changeKinds[0]]}</span>
          <span class="hidden"> {changeKinds.join(", ")} </span>
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
