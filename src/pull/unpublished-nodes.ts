/** What a manifest tells of nodes that its source left out, since they are not published. */
import type { LeftOutNode, ManifestTree } from "../formats/manifest.ts";
import type { Kind } from "../operations.ts";

/** Nodes of both kinds that were left out, as often as nodes refer to them. */
export type UnpublishedNodes = readonly (LeftOutNode & { kind: Kind })[];

/** Those of a kind, each once, in the order of their ids. */
export function unpublishedOf(kind: Kind, all: UnpublishedNodes): Pick<ManifestTree, "unpublished"> {
  const byId = new Map(all.filter((node) => node.kind === kind).map(({ id, key }) => [id, { id, key }]));
  if (byId.size === 0) return {};
  return { unpublished: [...byId.values()].sort((one, other) => one.id - other.id) };
}
