/** Reads the values of pickers: lists of ids, GUIDs and UDIs, XML of old versions, and objects that refer to a node. */

import type { Kind } from "../../operations.ts";
import { parseKey, ZERO_KEY } from "../tree/key.ts";
import { kindOfEntity, parseUdi, type Udi } from "../udi.ts";
import type { Editor } from "./editors.ts";
import type { StoredValue } from "./stored-value.ts";
import { attributeOf, type Tag, tagsIn } from "./tag-reader.ts";
import {
  type FoundReference,
  isMediaPath,
  nodeId,
  nodeKey,
  pageAt,
  referenceTo,
  udiReference,
} from "./text-references.ts";

/** A reference, and its path in the object. */
type Picked = { path: readonly string[]; found: FoundReference };

/** Members with the id of a node. */
const ID_MEMBERS: readonly string[] = ["id", "link", "internal", "itemId", "nodeId", "imageId"];
const UDI_MEMBERS = ["udi", "link", "internal", "unique"];
/** Ids that mean no node. */
const ID = /^-?\d{1,10}$/;
/** Members with the type of a link. */
const TYPE_MEMBERS = ["type", "mode", "linkType"];
/** Types of links to other sites, or to other entities than nodes. */
const OUTSIDE = ["external", "url", "member", "custom"];
/** Types of links to nodes. */
const INSIDE = ["", "internal", "content", "document", "media"];
/** How a link of a known editor is read. */
export const LINK_EDITOR: Editor = { reads: "links", kind: "content" };

/**
 * Returns the nodes in a text that consists of references only.
 * @returns `undefined` for any other text
 */
export function pickedInText(text: string, editor: Editor | undefined): FoundReference[] | undefined {
  if (editor?.reads === "nodes") return pickedInList(text, editor.kind) ?? pickedInXml(text);
  const page = editor?.reads === "links" ? pageAt(text) : undefined;
  return page ? [page] : pickedInXml(text);
}

/**
 * Reads ids and GUIDs of nodes, separated by commas.
 * @returns `undefined` for any other text
 */
function pickedInList(text: string, kind: Kind | undefined): FoundReference[] | undefined {
  const found: FoundReference[] = [];
  for (const part of text.split(",")) {
    const name = part.trim();
    if (name === "") continue;
    const udi = parseUdi(name);
    const reference = udi ? udiReference(udi) : referenceTo(name, kind);
    if (reference) found.push(reference);
    // Ids and GUIDs that mean no node, and UDIs of other entities.
    else if (!(udi || ID.test(name) || parseKey(name) === ZERO_KEY)) return undefined;
  }
  return found;
}

/**
 * Returns the references of an object whose members have no syntax of their own.
 * @param editor `undefined` if unknown: then only unambiguous references are returned
 */
export function pickedInObject(value: StoredValue, editor: Editor | undefined): Picked[] {
  const named = pickedMedia(value, editor) ?? pickedUnique(value, editor);
  if (named) return [named];
  return editor?.reads === "links" || editor?.reads === "nodes" ? pickedIds(value, editor) : [];
}

/** Members of a media picker 3 item besides `mediaKey`. Imports and older versions write fewer of them. */
const MEDIA_ITEM_MEMBERS = ["mediaKey", "mediaTypeAlias", "crops", "focalPoint"];

/**
 * Whether an object is an item of media picker 3, with or without a key of its own.
 * @param editor the editor of the value; if it picks media, the object may have any other members
 */
export function isMediaItem(value: StoredValue, editor: Editor | undefined): boolean {
  if (!value.at("mediaKey")) return false;
  if (value.at("key") || picksMedia(editor)) return true;
  return value.node.names.every((name) => MEDIA_ITEM_MEMBERS.includes(name));
}

function picksMedia(editor: Editor | undefined): boolean {
  return editor?.kind === "media" && (editor.reads === "nodes" || editor.reads === "links");
}

function pickedMedia(value: StoredValue, editor: Editor | undefined): Picked | undefined {
  const written = value.stringAt("mediaKey");
  const key = nodeKey(written);
  if (written === undefined || key === undefined || !isMediaItem(value, editor)) return undefined;
  const target = { by: "key", key } as const;
  return { path: ["mediaKey"], found: { kind: "media", target, syntax: "media-key", text: written } };
}

/** The format of pickers from version 14 on. In a node picker, the type may be missing. */
function pickedUnique(value: StoredValue, editor: Editor | undefined): Picked | undefined {
  const written = value.stringAt("unique");
  const key = nodeKey(written);
  const type = value.stringAt("type");
  const isPicked = type === undefined && editor?.reads === "nodes";
  const kind = isPicked ? editor.kind : kindOfType(type);
  if (written === undefined || key === undefined || !(isPicked || kind)) return undefined;
  return { path: ["unique"], found: { kind, target: { by: "key", key }, syntax: "unique", text: written } };
}

/** Whether an object is a link, by its members: of the CMS in any version, or of a package. */
export function isLink(value: StoredValue): boolean {
  const has = (name: string) => value.has(name);
  if (has("url")) return has("name") || has("udi") || linkedId(value) !== undefined;
  return (has("caption") && has("link")) || (has("name") && has("udi")) || (has("meta") && has("typeData"));
}

/**
 * How a link whose editor is unknown is read.
 * @returns `undefined` if the object is no link, or if its number may be the id of something else than a node
 */
export function linkEditor(value: StoredValue): Editor | undefined {
  if (!isLink(value)) return undefined;
  const has = (name: string) => value.has(name);
  if (!has("url") && has("caption")) {
    return has("isInternal") || has("internal") || has("newWindow") ? LINK_EDITOR : undefined;
  }
  if (linkedId(value) === undefined) return LINK_EDITOR;
  const type = typeOfLink(value);
  if (!INSIDE.includes(type) && !OUTSIDE.includes(type)) return undefined;
  const url = value.stringAt("url") ?? "";
  // Videos and products of other sites have ids, too.
  const isInSite = url === "" || url === "#" || /^(?:~\/|\/(?!\/))/.test(url);
  return isInSite || has("target") || has("isMedia") ? LINK_EDITOR : undefined;
}

function linkedId(value: StoredValue): number | undefined {
  const id = value.at("id");
  return id && nodeId(scalarText(id));
}

function typeOfLink(value: StoredValue): string {
  const types = TYPE_MEMBERS.map((name) => value.stringAt(name));
  return types.find((name) => name !== undefined)?.toLowerCase() ?? "";
}

function pickedIds(value: StoredValue, editor: Editor): Picked[] {
  const type = typeOfLink(value);
  const isOutside = OUTSIDE.includes(type) || flagIn(value, "isInternal") === false;
  // If the object has a UDI too, its id may be from another site.
  if (isOutside || namesByUdi(value)) return [];
  const kind = flaggedKind(value) ?? kindOfType(type) ?? kindOfFile(value) ?? editor.kind;
  const picked: Picked[] = [];
  const pick = (path: readonly string[], item: StoredValue | undefined) => {
    const found = item && referenceTo(scalarText(item), kind);
    // A GUID in `id` may be that of the link itself; an image of a grid in uSync 7 has that of the media node.
    const isOfNode = path[0] !== "id" || value.has("image");
    if (found && (found.target.by === "id" || isOfNode)) picked.push({ path, found });
  };
  for (const name of ID_MEMBERS) pick([name], value.at(name));
  const inner = value.at("typeData");
  if (inner) pick(["typeData", `${type}Id`], inner.at(`${type}Id`));
  return picked;
}

function flaggedKind(value: StoredValue): Kind | undefined {
  const isMedia = flagIn(value, "isMedia");
  return isMedia === undefined ? undefined : isMedia ? "media" : "content";
}

/** A link whose URL is that of a file leads to media. */
function kindOfFile(value: StoredValue): Kind | undefined {
  return isMediaPath(value.stringAt("url") ?? "") ? "media" : undefined;
}

/** Returns a number or string as text. */
function scalarText(value: StoredValue): string {
  return value.node.kind === "number" ? value.written : (value.string?.trim() ?? "");
}

function udisIn(value: StoredValue): Udi[] {
  return UDI_MEMBERS.flatMap((name) => parseUdi(value.stringAt(name)?.trim() ?? "") ?? []);
}

/** Whether an object refers to an entity by UDI. */
export function namesByUdi(value: StoredValue): boolean {
  return udisIn(value).length > 0;
}

/** The node that an object refers to, by UDI or by members that have no syntax of their own. */
export function referenceOfObject(
  value: StoredValue,
  editor: Editor | undefined,
): FoundReference | undefined {
  const named = udisIn(value).find((udi) => udiReference(udi));
  return udiReference(named) ?? pickedInObject(value, editor)[0]?.found;
}

function flagIn(value: StoredValue, name: string): boolean | undefined {
  const flag = value.member(name);
  return flag?.node.kind === "literal" ? flag.written === "true" : undefined;
}

function kindOfType(type: string | undefined): Kind | undefined {
  return type?.toLowerCase() === "content" ? "content" : kindOfEntity(type);
}

/** XML of versions 4 to 6. */
const NODES = /^<MultiNodePicker[\s>]/i;
const LINKS = /^<links[\s>/]/i;
const NODE_TAG = /<(?:MultiNodePicker|nodeId)(?=[\s>])/gi;
const LINK_TAG = /<link\s/gi;
const ID_BEHIND = /\s*>\s*(\d{1,10})\s*</y;

/** @returns `undefined` for any other text */
function pickedInXml(text: string): FoundReference[] | undefined {
  if (LINKS.test(text)) return linksInXml(text)?.flatMap(({ found }) => found ?? []);
  return NODES.test(text) ? nodesInXml(text) : undefined;
}

/** `<MultiNodePicker type="content"><nodeId>1234</nodeId>…`. */
function nodesInXml(text: string): FoundReference[] {
  let kind: Kind = "content";
  return [...tagsIn(text, NODE_TAG)].flatMap((tag): FoundReference[] => {
    if (tag.name === "multinodepicker") kind = attributeOf(tag, "type") === "media" ? "media" : "content";
    if (tag.name !== "nodeid") return [];
    ID_BEHIND.lastIndex = tag.end;
    const found = idReference(ID_BEHIND.exec(text)?.[1], kind);
    return found ? [found] : [];
  });
}

/**
 * `<links><link title="…" link="1234" type="internal" newwindow="1"/>…`.
 * @returns each link with the node that it leads to, which external ones do not have; `undefined` for any other text
 */
export function linksInXml(text: string): { tag: Tag; found: FoundReference | undefined }[] | undefined {
  if (!LINKS.test(text)) return undefined;
  return Array.from(tagsIn(text, LINK_TAG), (tag) => {
    const type = attributeOf(tag, "type");
    const id = type === "external" ? undefined : attributeOf(tag, "link");
    return { tag, found: idReference(id, type === "media" ? "media" : "content") };
  });
}

function idReference(text: string | undefined, kind: Kind): FoundReference | undefined {
  const id = text === undefined ? undefined : nodeId(text);
  return text === undefined || id === undefined
    ? undefined
    : { kind, target: { by: "id", id }, syntax: "id", text };
}
