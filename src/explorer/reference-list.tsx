/** What a value refers to: the nodes with their pictures, and what leads nowhere. */
import type { ReferenceDetails } from "../http/explorer/explorer-answers.ts";
import { NodeLink } from "./node-name.tsx";

const NOT_PUBLISHED = "not-published";

/** Why a reference leads nowhere, or nobody knows. */
const REASONS: Readonly<Record<string, string>> = {
  "no-such-node": "there is no such node",
  [NOT_PUBLISHED]: "the page is not published",
  "other-kind": "the node is in the other tree",
  "no-such-file": "no media node has this file",
  "no-tree": "the data has no such tree",
  "derived-ids": "the data has none of the site's ids",
  "made-keys": "the data has none of the site's keys",
  "own-file": "a file of this property alone",
  "other-host": "on another host",
};

/** Whether a reference leads nowhere, for another reason than that its page is not published. */
export function isDead({ dead }: ReferenceDetails): boolean {
  return dead !== undefined && dead !== NOT_PUBLISHED;
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

function Reference({ reference }: { reference: ReferenceDetails }) {
  const { text, node, dead, unknown } = reference;
  if (node) return <NodeLink node={node} />;
  return (
    <span class={isDead(reference) ? "dead" : "unknown"}>
      <code>
        <bdi>{text}</bdi>
      </code>
      <span class="reason">
        {isDead(reference) ? "dead: " : ""}
        {REASONS[dead ?? unknown ?? ""] ?? dead ?? unknown}
      </span>
    </span>
  );
}
