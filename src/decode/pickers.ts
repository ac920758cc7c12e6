/** Decodes pickers of pages and media: ids, GUIDs, UDIs, XML of old versions, and objects. */

import { parseKey } from "../site/tree/key.ts";
import { parseUdi } from "../site/udi.ts";
import { type Editor, PAGE_EDITOR } from "../site/values/editors.ts";
import { pickedInText, referenceOfObject } from "../site/values/picked-references.ts";
import type { StoredValue } from "../site/values/stored-value.ts";
import { type FoundReference, referenceTo, udiReference } from "../site/values/text-references.ts";
import { treeIn } from "./configuration.ts";
import type { DecodedMembers, DecodedValue } from "./decoded-value.ts";
import type { Decode, Decoding, ValueAt } from "./decoding.ts";
import { configuredCrops, cropsIn, focalPointIn } from "./media-crops.ts";
import { UNSUPPORTED } from "./plain-values.ts";
import { pickedMedia, pickedNode, referencedNode } from "./referenced-nodes.ts";

/** A reference, and where it is stored. */
type PickedAt = { found: FoundReference; value: StoredValue };

/** One page. */
export const contentPicker: Decode = (at, decoding) => {
  const [first = null] = pickedNodes(at, decoding, PAGE_EDITOR);
  return first;
};

/** A page, or the text of a property that is no reference. The Delivery API has none. */
export const redirect: Decode = (at, decoding) => {
  if (decoding.site.mode === "delivery") return null;
  const { text } = at.value;
  const isReference = pickedInText(text.trim(), PAGE_EDITOR) !== undefined;
  return isReference ? contentPicker(at, decoding) : text;
};

/** Pages, media or members, by the data type. */
export const treePicker: Decode = (at, decoding) => {
  const kind = treeIn(at.configuration);
  const { text } = at.value.entered();
  if (kind === "member" || /^\s*umb:\/\/member\//i.test(text)) return UNSUPPORTED;
  // Media has no crops here, as in the Delivery API.
  return pickedNodes(at, decoding, { reads: "nodes", kind }).map(
    ({ focalPoint: _, crops: __, ...picked }) => picked,
  );
};

/** Nodes of both trees, which the references themselves name. */
export const nodes: Decode = (at, decoding) => pickedNodes(at, decoding, { reads: "nodes" });

/** Library elements, which are no nodes: only their ids are known. */
export const elementPicker: Decode = (at, decoding) => {
  const items = at.value.entered().items();
  if (items.length === 0) return null;
  return items.map((item) => {
    decoding.report({ ...at, value: item }, "unresolved-id", item.text);
    return { contentType: null, id: parseKey(item.text) ?? item.text, properties: {} };
  });
};

/** Media, with the crops that the data type sets. */
export const mediaPicker: Decode = (at, decoding) => {
  const entered = at.value.entered();
  const decoded = pickedIn({ ...at, value: entered }, decoding, {
    reads: "nodes",
    kind: "media",
  }).flatMap(({ found, value }): DecodedValue[] => {
    const item = { ...at, value };
    const node = referencedNode(item, found, decoding, "media");
    if (node === undefined) return [];
    const local = {
      key: value.has("mediaKey") ? parseKey(value.memberText("key") ?? "") : undefined,
      focalPoint: focalPointIn(value),
      crops: configuredCrops(cropsIn(value), at.configuration),
    };
    const properties = "isUnresolved" in node ? {} : (at.expansion?.properties(node) ?? {});
    return [pickedMedia(node, decoding, properties, local)];
  });
  return decoded.length === 0 && isEmptyList(entered) ? null : decoded;
};

function isEmptyList({ node }: StoredValue): boolean {
  return node.kind === "array" && node.items.length === 0;
}

function pickedNodes(at: ValueAt, decoding: Decoding, editor: Editor): DecodedMembers[] {
  return pickedIn({ ...at, value: at.value.entered() }, decoding, editor).flatMap(({ found, value }) => {
    const item = { ...at, value };
    const node = referencedNode(item, found, decoding, editor.kind);
    return node === undefined ? [] : [pickedNode(item, node, decoding)];
  });
}

/** The references of a picker; other parts of the value are reported. */
function pickedIn(at: ValueAt, decoding: Decoding, editor: Editor): PickedAt[] {
  const { value } = at;
  if (value.node.kind === "array")
    return value.items().flatMap((item) => pickedIn({ ...at, value: item.entered() }, decoding, editor));
  if (value.node.kind === "object") return pickedInItem(at, decoding, editor);
  const text = value.text.trim();
  const found = value.node.kind === "number" ? [referenceTo(text, editor.kind)] : pickedInText(text, editor);
  if (found === undefined) decoding.report(at, "malformed-value", text);
  else for (const other of otherEntities(text)) decoding.report(at, "dead-reference", other);
  return (found ?? []).flatMap((each) => (each ? [{ found: each, value }] : []));
}

function pickedInItem(at: ValueAt, decoding: Decoding, editor: Editor): PickedAt[] {
  const { value } = at;
  const found =
    referenceOfObject(value, editor) ??
    referenceTo(value.memberText("unique") ?? value.memberText("key") ?? "", editor.kind);
  if (found) return [{ found, value }];
  decoding.report(at, "malformed-value", value.written);
  return [];
}

/** UDIs that are neither pages nor media. */
function otherEntities(text: string): string[] {
  return text.includes("umb://")
    ? text.split(",").filter((part) => /^\s*umb:/i.test(part) && !udiReference(parseUdi(part.trim())))
    : [];
}
