/** Nodes by their names: alone, as a link, as a list of links with their paths. */
import type { LinkedNode, ListedNode, ReferenceDetails, TreeRow } from "../http/explorer/explorer-api.ts";
import { ChangeMarks } from "./change-marks.tsx";
import { kindTitle } from "./locale-text.ts";
import { linkInLanguage, linkTo, type NodeViewName } from "./route.ts";

/** A name may be any text in any direction. */
export function NodeName({ row }: { row: Pick<TreeRow, "name" | "isUnpublished"> }) {
  return (
    <bdi class="node-name" data-unpublished={row.isUnpublished || undefined}>
      {row.name === "" ? <span class="quiet">(no name)</span> : row.name}
    </bdi>
  );
}

type LanguageNode = LinkedNode & Pick<ListedNode, "language" | "isElsewhere">;

/** The link to a node; for one that exists only in other languages, in the first of them. */
export function linkToListed(
  { kind, row: { key }, language, isElsewhere }: LanguageNode,
  of?: NodeViewName,
): string {
  const target = { view: "node", kind, key, of } as const;
  return isElsewhere ? linkInLanguage(language?.split(", ")[0], target) : linkTo(target);
}

/** A link to a node, with its picture if it has one. */
export function NodeLink({ node, of }: { node: LanguageNode; of?: NodeViewName }) {
  const { row, image, language, isElsewhere } = node;
  const suffix = language === undefined ? null : <span class="quiet"> {language}</span>;
  return (
    <a
      class="node-link"
      href={linkToListed(node, of)}
      title={isElsewhere ? `exists only in ${language}` : undefined}
    >
      {image ? <img src={image} alt="" loading="lazy" width="40" height="40" /> : null}
      <span>
        <NodeName row={row} /> <span class="quiet">{row.type}</span>
        {suffix}
      </span>
    </a>
  );
}

/** Links to nodes, each with the names above it. @param of the view of the node. Default: its properties */
export function NodeLinks({ nodes, of }: { nodes: readonly ListedNode[]; of?: NodeViewName }) {
  return (
    <ul class="found-nodes">
      {nodes.map((node) => (
        <li key={`${node.kind} ${node.row.key}`}>
          <ChangeMarks row={{ ...node.row, changedBelow: undefined }} /> <NodeLink node={node} of={of} />
          <span class="link-place quiet">{pathText(node)}</span>
        </li>
      ))}
    </ul>
  );
}

/** The names above a node: `Content › Home`. */
export function pathText({ kind, breadcrumbs }: ListedNode): string {
  return [kindTitle(kind), ...breadcrumbs].join(" › ");
}

const NOT_PUBLISHED = "not-published";

/** Why a reference is dead, or its target is not known. */
const REASONS: Readonly<Record<string, string>> = {
  "no-such-node": "there is no such node",
  [NOT_PUBLISHED]: "the page is not published",
  "other-kind": "the node is in the other tree",
  "no-such-file": "no media node has this file",
  "no-tree": "the data has no such tree",
  "derived-ids": "the data has none of the site's ids",
  "derived-keys": "the data has none of the site's keys",
  "own-file": "a file of this property alone",
  "other-host": "on another host",
};

/** Whether a reference leads nowhere, for another reason than that its page is not published. */
export function isDead({ dead }: ReferenceDetails): boolean {
  return dead !== undefined && dead !== NOT_PUBLISHED;
}

/** Why a reference leads to no node, in words. */
export function reasonFor({ dead, unknown }: ReferenceDetails): string {
  const reason = dead ?? unknown ?? "";
  return REASONS[reason] ?? reason;
}

export function ReferenceList({ references }: { references: readonly ReferenceDetails[] }) {
  if (references.length === 0) return null;
  return (
    <ul class="references">
      {references.map((reference, i) => (
        <li key={`${i} ${reference.text}`}>
          <Reference reference={reference} />
        </li>
      ))}
    </ul>
  );
}

/** @param isBelowHeading whether a heading says already that the reference is dead. Default: false */
export function Reference({
  reference,
  isBelowHeading = false,
}: {
  reference: ReferenceDetails;
  isBelowHeading?: boolean;
}) {
  const { text, node } = reference;
  if (node) return <NodeLink node={node} />;
  return (
    <span class={isDead(reference) ? "dead" : "unknown"}>
      <span class="reason">
        {isDead(reference) && !isBelowHeading ? "Dead reference: " : ""}
        {reasonFor(reference)}
      </span>{" "}
      <code>
        <bdi>{text}</bdi>
      </code>
    </span>
  );
}
