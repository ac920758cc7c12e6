/** The nodes that references in values point to: resolved, reported if there are none, and as values show them. */
import type { Kind } from "../operations.ts";
import type { Key } from "../site/tree/key.ts";
import type { FoundReference } from "../site/values/text-references.ts";
import { type DecodedMembers, PART, type PickedEntry } from "./decoded-value.ts";
import type { ContentSummary, Decoding, MediaSummary, NodeSummary, ValueAt } from "./decoding.ts";

/** A reference that the data cannot resolve: it stays as it is stored. */
type UnresolvedNode = { kind: Kind; isUnresolved: true; key: Key | null; legacyId: number | null };

export type ReferencedNode = NodeSummary | UnresolvedNode;

export function isUnresolved(node: ReferencedNode): node is UnresolvedNode {
  return "isUnresolved" in node;
}

/**
 * Resolves a reference.
 * @param kind the tree if the reference does not say. Default: content
 * @returns `undefined` if the node is missing or not published, which is reported; so is one that is not visible in the language
 */
export function referencedNode(
  at: ValueAt,
  found: FoundReference,
  decoding: Decoding,
  kind: Kind = "content",
): ReferencedNode | undefined {
  const resolved = decoding.site.resolve(found);
  if (resolved.state === "found") {
    if (resolved.isElsewhere) decoding.report(at, "other-language", found.text);
    return resolved.node;
  }
  decoding.report(at, resolved.state === "dead" ? "dead-reference" : "unresolved-id", found.text);
  if (resolved.state === "dead") return undefined;
  const { target } = found;
  return {
    kind: found.kind ?? kind,
    isUnresolved: true,
    key: target.by === "key" ? target.key : null,
    legacyId: target.by === "id" ? target.id : null,
  };
}

/** The id of a node; one that could not be resolved may have the site's own integer instead. */
export function idMembers(node: ReferencedNode, name: string, decoding: Decoding): DecodedMembers {
  const hasLegacyId = isUnresolved(node) && node.legacyId !== null && decoding.site.mode !== "delivery";
  return { [name]: node.key, ...(hasLegacyId && { legacyId: node.legacyId }) };
}

/** A picked node, without properties unless they are expanded. */
export function pickedNode(at: ValueAt, node: ReferencedNode, decoding: Decoding): DecodedMembers {
  const properties = isUnresolved(node) ? {} : (at.expansion?.properties(node) ?? {});
  return node.kind === "media"
    ? pickedMedia(node, decoding, properties)
    : pickedContent(node, decoding, properties);
}

function pickedContent(node: ReferencedNode, decoding: Decoding, properties: DecodedMembers): DecodedMembers {
  const known = node as Partial<ContentSummary>;
  return {
    contentType: known.type ?? null,
    name: known.name ?? null,
    createDate: known.createDate ?? null,
    updateDate: known.updateDate ?? null,
    route: known.route ?? null,
    ...idMembers(node, "id", decoding),
    properties,
    [PART]: { is: "content", key: node.key, type: known.type ?? "" },
  };
}

/** Crops and focal point of an item override those of the media node. */
type LocalCrops = PickedEntry & { crops: readonly DecodedMembers[] };

const NO_ENTRY: PickedEntry = { key: undefined, focalPoint: null };

export function pickedMedia(
  node: ReferencedNode,
  decoding: Decoding,
  properties: DecodedMembers,
  local?: LocalCrops,
): DecodedMembers {
  const known = node as Partial<MediaSummary>;
  return {
    focalPoint: local?.focalPoint ?? known.focalPoint ?? null,
    crops: mergedCrops(local?.crops ?? [], known.crops ?? []),
    ...idMembers(node, "id", decoding),
    name: known.name ?? null,
    mediaType: known.type ?? null,
    url: known.url ?? null,
    extension: known.extension ?? null,
    width: known.width ?? null,
    height: known.height ?? null,
    bytes: known.bytes ?? null,
    properties,
    [PART]: { is: "media", key: node.key, type: known.type ?? "", entry: local ?? NO_ENTRY },
  };
}

/** @param local crops that take precedence if they have coordinates */
export function mergedCrops(
  local: readonly DecodedMembers[],
  others: readonly DecodedMembers[],
): DecodedMembers[] {
  const crops = new Map(local.map((crop) => [crop.alias, crop]));
  for (const other of others) {
    const own = crops.get(other.alias);
    if (own === undefined) crops.set(other.alias, other);
    else if (own.coordinates === null) crops.set(own.alias, { ...own, coordinates: other.coordinates });
  }
  return [...crops.values()];
}
