/** The name of a node, which may be any text in any direction. */
import type { TreeRow } from "../explorer-answers.ts";

export function NodeName({ row }: { row: Pick<TreeRow, "name" | "isUnpublished"> }) {
  return (
    <bdi class="node-name" data-unpublished={row.isUnpublished || undefined}>
      {row.name === "" ? <span class="quiet">(no name)</span> : row.name}
    </bdi>
  );
}
