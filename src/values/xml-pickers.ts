/** What pickers of versions 4 to 6 kept as XML: nodes that were picked, and related links. */
import type { Kind } from "../operations.ts";
import { attributeOf, type Tag, TagReader } from "./tag-reader.ts";
import { type FoundReference, nodeId } from "./text-references.ts";

/** `<MultiNodePicker type="content"><nodeId>1234</nodeId>…` and `<links><link type="internal" link="1234" …/>…`. */
const BEGINS = /^<(?:MultiNodePicker|links)[\s>]/i;
const TAG = /<(?=[a-z])/gi;
const ID_BEHIND = /\s*>\s*(\d{1,10})\s*</y;

/** @returns `undefined` where the text is none of them */
export function pickedInXml(text: string): FoundReference[] | undefined {
  if (!BEGINS.test(text)) return undefined;
  const found: FoundReference[] = [];
  const reader = new TagReader(text);
  let kind: Kind | undefined = "content";
  for (const { index } of text.matchAll(TAG)) {
    const tag = reader.read(index);
    if (tag?.name === "multinodepicker") kind = attributeOf(tag, "type") === "media" ? "media" : "content";
    const name = tag && idIn(text, tag);
    const id = name === undefined ? undefined : nodeId(name);
    if (name !== undefined && id !== undefined)
      found.push({ kind, target: { by: "id", id }, syntax: "id", text: name });
  }
  return found;
}

function idIn(text: string, tag: Tag): string | undefined {
  if (tag.name === "link")
    return attributeOf(tag, "type") === "internal" ? attributeOf(tag, "link") : undefined;
  if (tag.name !== "nodeid") return undefined;
  ID_BEHIND.lastIndex = tag.end;
  return ID_BEHIND.exec(text)?.[1];
}
