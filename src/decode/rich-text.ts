/** Decodes rich text: its tags that lead to nodes, show media or are the places of blocks and macros. */
import { keyInName, parseUdi } from "../site/udi.ts";
import { StoredValue } from "../site/values/stored-value.ts";
import {
  attributeOf,
  endOfTag,
  type MacroTag,
  macroOf,
  type Tag,
  TagReader,
  writtenTag,
} from "../site/values/tag-reader.ts";
import {
  type FoundReference,
  idsOfTag,
  kindOfLink,
  linksIn,
  nodeOfTag,
  replaceLinks,
  udiReference,
} from "../site/values/text-references.ts";
import { type DecodedMembers, type DecodedValue, PART } from "./decoded-value.ts";
import type { Decode, Decoding, ValueAt } from "./decoding.ts";
import { derivedKey } from "./element-ids.ts";
import { type AttributeChanges, htmlOf, type MarkupPart, type TagReference } from "./markup.ts";
import { text } from "./plain-values.ts";
import { isUnresolved, type ReferencedNode, referencedNode } from "./referenced-nodes.ts";

/** Decodes the blocks of rich text. */
type DecodeBlocks = (at: ValueAt, decoding: Decoding) => readonly DecodedMembers[];

/** HTML, or from version 13 on an object of markup and blocks. */
export function richText(blocksOf: DecodeBlocks): Decode {
  return (at, decoding) => {
    const entered = at.value.entered();
    const value = entered.member("markup") ?? at.value;
    const isOther = value === at.value && (entered.node.kind === "object" || entered.node.kind === "array");
    if (isOther) decoding.report(at, "malformed-value", at.value.text);
    const stored = value === at.value ? undefined : entered.member("blocks");
    const blocks = stored ? blocksOf({ ...at, value: stored.entered() }, decoding) : [];
    if (/^(?:<p>\s*<\/p>)?$/.test(value.text.trim()) && blocks.length === 0) return null;
    const { parts, macros } = markupParts({ ...at, value }, value.text, decoding);
    return {
      markup: htmlOf(parts),
      blocks: [...blocks, ...macros],
      [PART]: { is: "rich-text", markup: parts },
    };
  };
}

/** Markdown stays as it is, but for links to nodes. */
export const markdown: Decode = (at, decoding) =>
  withoutLinks(at, markupWithMacros(at, at.value.text, decoding), decoding);

/** The tags of links. Tags within each other end the search, so that it is linear. */
const LINK_TAG = /<a\s[^<>]*>/gi;

/** Texts stay as they are, but for tags that lead to a node; a local link outside of one stays, too, as in the CMS. */
export const textWithLinks: Decode = (at, decoding) => {
  const stored = at.value.string;
  if (stored === undefined) return text(at, decoding);
  return stored.replaceAll(LINK_TAG, (tag) =>
    linksIn(tag).length > 0 ? markupWithMacros(at, tag, decoding) : tag,
  );
};

/** Links to nodes outside tags; one that is dead is removed. */
function withoutLinks(at: ValueAt, text: string, decoding: Decoding): string {
  return replaceLinks(text, (found, link) => {
    const node = found && referencedNode(at, found, decoding);
    if (!found) decoding.report(at, "dead-reference", link);
    return (node && urlOf(node)) ?? "";
  });
}

const COMMENT_OR_TAG = /<!--\s*(?=<\?umbraco_macro)|<(?=[a-z?])|<\/\?umbraco_macro>/gi;
const COMMENT_END = /\s*-->/y;
const MACRO_END = /<\/\?umbraco_macro>/gi;
/** What editors write into a block's placeholder. */
const BLOCK_COMMENT = /\s*<!--[^>]*-->/y;

/** Macros stay as they are stored, where there is no list to put them in. */
function markupWithMacros(at: ValueAt, html: string, decoding: Decoding): string {
  return htmlOf(markupParts(at, html, decoding, true).parts);
}

function markupParts(
  at: ValueAt,
  html: string,
  decoding: Decoding,
  keepsMacros = false,
): { parts: MarkupPart[]; macros: DecodedMembers[] } {
  const reader = new TagReader(html);
  const macros: DecodedMembers[] = [];
  const parts: MarkupPart[] = [];
  let text = "";
  const add = (part: MarkupPart) => {
    if (typeof part === "string") text += part;
    else {
      parts.push(text, part);
      text = "";
    }
  };
  let from = 0;
  let lastMacroEnd = -1;
  for (const { index } of html.matchAll(MACRO_END)) lastMacroEnd = index;
  const next = (start: number) => {
    COMMENT_OR_TAG.lastIndex = start;
    return COMMENT_OR_TAG.exec(html);
  };
  for (let match = next(0); match; match = next(from)) {
    const [found] = match;
    text += html.slice(from, match.index);
    const isComment = found.startsWith("<!--");
    const isEnd = found.startsWith("</");
    if (isEnd || (isComment && keepsMacros)) {
      add(keepsMacros ? found : { is: "macro-end", html: "</umb-macro>" });
      from = match.index + found.length;
      continue;
    }
    const start = isComment ? match.index + found.length : match.index;
    const tag = reader.read(start);
    const end = tag === undefined ? start + 1 : endOfTag(html, tag);
    const macro = tag && !keepsMacros ? macroOf(tag) : undefined;
    if (tag === undefined) text += html.slice(match.index, end);
    else if (macro) {
      const item = decodedMacro(at, macro, html.slice(start, end), macros.length, decoding);
      macros.push(item);
      const id = String((item.content as DecodedMembers).id);
      const isClosed = /[/?]\s*>?$/.test(html.slice(start, end)) || end > lastMacroEnd;
      add({ is: "macro", id, html: `<umb-macro data-content-id="${id}">${isClosed ? "</umb-macro>" : ""}` });
      COMMENT_END.lastIndex = end;
      from = end + (isComment ? (COMMENT_END.exec(html)?.[0].length ?? 0) : 0);
      continue;
    } else add(tagPart(at, tag, html.slice(start, end), decoding));
    from = end;
    if (tag && isBlockTag(tag)) {
      BLOCK_COMMENT.lastIndex = end;
      from += BLOCK_COMMENT.exec(html)?.[0].length ?? 0;
    }
  }
  parts.push(text + html.slice(from));
  return { parts, macros };
}

function isBlockTag({ name }: Tag): boolean {
  return name === "umb-rte-block" || name === "umb-rte-block-inline";
}

/** A tag that leads to a node or is a block's place: what public JSON shows of that, and the reference if the data has the key. */
type Referring = { shown: AttributeChanges; reference: TagReference | undefined };

function tagPart(at: ValueAt, tag: Tag, source: string, decoding: Decoding): MarkupPart {
  if (tag.attributes.length === 0) return source;
  const changes: AttributeChanges = new Map();
  const referring = referenceOfTag(at, tag, changes, decoding);
  for (const { name, value } of tag.attributes) {
    if (changes.has(name) || referring?.shown.has(name)) continue;
    const replaced = withoutLinks(at, value, decoding);
    if (replaced !== value) changes.set(name, replaced);
  }
  if (referring) {
    const { shown, reference } = referring;
    const html = writtenTag(tag, source, new Map([...changes, ...shown]));
    return reference ? { ...reference, html, tag, source, changes } : html;
  }
  return changes.size === 0 ? source : writtenTag(tag, source, changes);
}

/** @param changes receives those that are made however the tag is written @returns `undefined` for a tag that refers to nothing */
function referenceOfTag(
  at: ValueAt,
  tag: Tag,
  changes: AttributeChanges,
  decoding: Decoding,
): Referring | undefined {
  if (tag.name === "a" || tag.name === "area") return linkOfTag(at, tag, changes, decoding);
  if (tag.name === "img") return imageOfTag(at, tag, changes, decoding);
  return isBlockTag(tag) ? blockOfTag(tag, changes) : undefined;
}

/** A link to a node, by a local link, a UDI or an id. */
function linkOfTag(
  at: ValueAt,
  tag: Tag,
  changes: AttributeChanges,
  decoding: Decoding,
): Referring | undefined {
  const href = attributeOf(tag, "href") ?? "";
  const target = linkTarget(tag, href);
  if (target === undefined) return undefined;
  removeIds(tag, changes);
  const { found, isLocal, suffix } = target;
  if (isLocal && kindOfLink(tag)) changes.set("type", undefined);
  const node = found && referencedNode(at, found, decoding);
  if (!found) decoding.report(at, "dead-reference", href);
  const shown: AttributeChanges = new Map();
  if (!node) {
    changes.set("href", undefined);
    return { shown, reference: undefined };
  }
  const url = urlOf(node);
  if (url !== undefined) shown.set("href", withSuffix(url, suffix));
  else if (isLocal || !isUnresolved(node)) shown.set("href", undefined);
  if (node.kind === "content" && !isUnresolved(node) && node.route) {
    shown.set("data-start-item-path", node.route.startItem.path);
    shown.set("data-start-item-id", node.route.startItem.id);
  }
  setDestinationId(node, shown, decoding);
  if (!isUnresolved(node)) shown.set("data-destination-type", node.type);
  shown.set("data-link-type", node.kind === "media" ? "Media" : "Content");
  const { kind, key } = node;
  return { shown, reference: key === null ? undefined : { is: "link", kind, key, suffix } };
}

/** Removes the attributes by which a tag names a node. */
function removeIds(tag: Tag, changes: AttributeChanges): void {
  changes.set("data-udi", undefined);
  for (const { syntax } of idsOfTag(tag)) changes.set(syntax, undefined);
}

/** The id of a node; one that could not be resolved may have the site's own integer instead. */
function setDestinationId(node: ReferencedNode, shown: AttributeChanges, decoding: Decoding): void {
  if (node.key !== null) shown.set("data-destination-id", node.key);
  else if (isUnresolved(node) && decoding.site.mode !== "delivery")
    shown.set("data-legacy-id", String(node.legacyId));
}

/** The node of a link, and the query and fragment after it. */
type TagTarget = { found: FoundReference | undefined; isLocal: boolean; suffix: string };

function linkTarget(tag: Tag, href: string): TagTarget | undefined {
  const [link] = linksIn(href, kindOfLink(tag));
  if (link) return { found: link.found, isLocal: true, suffix: href.slice(link.end) };
  const udi = udiReference(parseUdi(href.trim()));
  if (udi) return { found: udi, isLocal: true, suffix: "" };
  const found = nodeOfTag(tag);
  return found && { found, isLocal: false, suffix: /[?#].*$/s.exec(href)?.[0] ?? "" };
}

function urlOf(node: ReferencedNode): string | undefined {
  if (isUnresolved(node)) return undefined;
  const url = node.kind === "media" ? node.url : node.route?.path;
  return url ?? undefined;
}

/** A query continues another one. */
function withSuffix(url: string, suffix: string): string {
  return url.includes("?") && suffix.startsWith("?") ? `${url}&${suffix.slice(1)}` : url + suffix;
}

function imageOfTag(
  at: ValueAt,
  tag: Tag,
  changes: AttributeChanges,
  decoding: Decoding,
): Referring | undefined {
  const src = attributeOf(tag, "src")?.trim() ?? "";
  const found = nodeOfTag(tag) ?? udiReference(parseUdi(src.replace(/[?#].*$/s, "")));
  if (found === undefined) return undefined;
  removeIds(tag, changes);
  const node = referencedNode(at, found, decoding, "media");
  const url = node && urlOf(node);
  const query = /\?[^#]*/.exec(src)?.[0] ?? "";
  if (url !== undefined) changes.set("src", withSuffix(url, query));
  // The file of a path may still be there; a reference, or a query alone, is no address.
  else if (/^(?:umb:|[?#]|$)/i.test(src)) changes.set("src", undefined);
  const shown: AttributeChanges = new Map();
  if (node) setDestinationId(node, shown, decoding);
  return { shown, reference: node && node.key !== null ? { is: "image", key: node.key } : undefined };
}

/** The placeholder of a block; from version 15 on it has a GUID, before a UDI. */
function blockOfTag(tag: Tag, changes: AttributeChanges): Referring | undefined {
  const name = attributeOf(tag, "data-content-key") ?? attributeOf(tag, "data-content-udi");
  if (name === undefined) return undefined;
  changes.set("data-content-key", undefined);
  changes.set("data-content-udi", undefined);
  const id = keyInName(name);
  const shown = new Map([["data-content-id", id]]);
  return { shown, reference: id === undefined ? undefined : { is: "block", id } };
}

/** The item of `blocks` that a macro becomes. */
function decodedMacro(
  at: ValueAt,
  { alias, parameters }: MacroTag,
  source: string,
  index: number,
  decoding: Decoding,
): DecodedMembers {
  // Tags are read with their names in lower case, which aliases are not.
  const spelled = new Map(
    Array.from(source.matchAll(/[^\s=<>"'/\\]+(?=\s*=)/g), ([name]) => [name.toLowerCase(), name]),
  );
  const named = parameters.map(({ name, value }) => ({ name: spelled.get(name) ?? name, value }));
  return macroItem(at, alias ?? null, named, `macro ${index}`, decoding);
}

/**
 * A macro as an item.
 * @param place distinguishes it from others in the value
 */
export function macroItem(
  at: ValueAt,
  alias: string | null,
  parameters: readonly { name: string; value: string }[],
  place: string,
  decoding: Decoding,
): DecodedMembers {
  decoding.site.uses?.addPart(
    "macro",
    alias ?? "",
    `${at.property.alias}${at.value.pointer} ${place}`,
    parameters.map(({ name, value }) => ({ alias: name, value: JSON.stringify(value) })),
  );
  const properties = parameters.map(({ name, value }): [string, DecodedValue] => {
    const stored = StoredValue.ofText(value, at.value.pointer);
    const parameter = { ...at, value: stored, alias: name, editorAlias: undefined, configuration: {} };
    return [name, value === "" ? null : decoding.decodeByForm(parameter)];
  });
  return {
    content: {
      contentType: alias,
      id: derivedKey(at, place),
      properties: Object.fromEntries(properties),
    },
    settings: null,
    ...(decoding.site.mode !== "delivery" && { layout: "macro" }),
    [PART]: { is: "block" },
  };
}
