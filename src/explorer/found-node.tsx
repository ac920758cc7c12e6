/** A node that was found: its name with the words marked, where it is, and what else contains them. */
import type { ListedNode } from "../http/explorer/explorer-api.ts";
import { MarkedText } from "./marked-text.tsx";
import { pathText } from "./node-name.tsx";

type FoundProps = { node: ListedNode; query: string | undefined };

/** The name; a node without one is shown by its id. */
export function FoundName({
  node: { row },
  query,
}: { node: Pick<ListedNode, "row"> } & Omit<FoundProps, "node">) {
  return (
    <span class="node-name" data-unpublished={row.isUnpublished || undefined}>
      {row.name === "" ? (
        <span class="quiet">(no name, id {row.id})</span>
      ) : (
        <MarkedText text={row.name} query={query} />
      )}
    </span>
  );
}

/** The names above the node, then the key, URL or value that contains the words, if the name does not. */
export function FoundPath({ node, query }: FoundProps) {
  const { found, row } = node;
  return (
    <>
      <span class="found-place quiet">{pathText(node)}</span>
      {found?.in === "key" ? (
        <span class="found-why">
          <span class="quiet">key</span> <MarkedText text={row.key} query={query} />
        </span>
      ) : found?.text !== undefined ? (
        <span class="found-why">
          <span class="quiet">{found.in === "url" ? "URL" : (found.name ?? found.property)}</span>{" "}
          <MarkedText text={found.text} query={query} />
        </span>
      ) : null}
    </>
  );
}
