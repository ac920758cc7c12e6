/** Nodes by their names: alone, as a link, as a list of links with their places. */
import type { LinkedNode, PlacedLink, TreeRow } from "../http/explorer/explorer-answers.ts";
import { ChangeMarks } from "./change-marks.tsx";
import { kindTitle } from "./in-words.ts";
import { linkTo } from "./route.ts";

/** A name may be any text in any direction. */
export function NodeName({ row }: { row: Pick<TreeRow, "name" | "isUnpublished"> }) {
  return (
    <bdi class="node-name" data-unpublished={row.isUnpublished || undefined}>
      {row.name === "" ? <span class="quiet">(no name)</span> : row.name}
    </bdi>
  );
}

/** A link to a node, with its picture where there is one; of a node that exists only in another language, its name alone. */
export function NodeLink({ node }: { node: LinkedNode & Pick<PlacedLink, "language" | "isElsewhere"> }) {
  const { kind, row, image, language, isElsewhere } = node;
  const behind = language === undefined ? null : <span class="quiet">{language}</span>;
  if (isElsewhere) {
    return (
      <span class="node-link" title={`exists only in ${language}`}>
        <span>
          <NodeName row={row} /> <span class="quiet">{row.type}</span> {behind}
        </span>
      </span>
    );
  }
  return (
    <a class="node-link" href={linkTo({ view: "node", kind, key: row.key })}>
      {image ? <img src={image} alt="" loading="lazy" width="40" height="40" /> : null}
      <span>
        <NodeName row={row} /> <span class="quiet">{row.type}</span> {behind}
      </span>
    </a>
  );
}

/** Links to nodes that stand apart from their places. */
export function PlacedNodes({ nodes }: { nodes: readonly PlacedLink[] }) {
  return (
    <ul class="found-nodes">
      {nodes.map((node) => (
        <li key={`${node.kind} ${node.row.key}`}>
          <ChangeMarks row={{ ...node.row, changedBelow: undefined }} /> <NodeLink node={node} />
          <span class="link-place quiet">{placeIn(node)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Where a node stands: `Content › Home`. */
export function placeIn({ kind, place }: PlacedLink): string {
  return [kindTitle(kind), ...place].join(" › ");
}
