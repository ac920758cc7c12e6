/** Decodes links: pickers of URLs, related links of version 7, and those of packages. */

import { knownEditor } from "../site/values/editors.ts";
import { LINK_EDITOR, linkEditor, linksInXml, referenceOfObject } from "../site/values/picked-references.ts";
import type { StoredValue } from "../site/values/stored-value.ts";
import { attributeOf, type Tag } from "../site/values/tag-reader.ts";
import { type FoundReference, linksIn } from "../site/values/text-references.ts";
import { type DecodedMembers, type DecodedValue, PART, type StoredLink } from "./decoded-value.ts";
import type { Decode, Decoding, ValueAt } from "./decoding.ts";
import { idMembers, isUnresolved, type ReferencedNode, referencedNode } from "./referenced-nodes.ts";

/** Always a list; without links, there is no value. */
export const links: Decode = (at, decoding) => {
  const entered = at.value.entered();
  const inXml = linksInXml(entered.text.trim());
  if (inXml) return inXml.flatMap((link) => linkOfTag({ ...at, value: entered }, link, decoding));
  const items = (entered.member("items") ?? entered).entered();
  const list = items.node.kind === "array" ? items.items() : [items];
  if (list.length === 0) return null;
  return list.flatMap((item) => linkOf({ ...at, value: item.entered() }, decoding) ?? []);
};

function linkOf(at: ValueAt, decoding: Decoding): DecodedMembers | undefined {
  const { value } = at;
  if (value.node.kind === "string" && value.text.trim() !== "")
    return externalLink({ url: value.text, queryString: null, title: null, target: null, culture: null });
  if (value.node.kind !== "object") {
    decoding.report(at, "malformed-value", value.written);
    return undefined;
  }
  const parts = partsOf(value);
  const found = destinationOf(at, parts.url);
  const node = found && referencedNode(at, found, decoding);
  if (found && !node) return undefined;
  const link = node ? nodeLink(node, parts, decoding) : externalLink(parts);
  return { ...link, ...childLinks(at, decoding) };
}

/** Links of navigations hold others. */
function childLinks(at: ValueAt, decoding: Decoding): DecodedMembers | undefined {
  const children = at.value.member("children")?.entered();
  if (!children || children.items().length === 0) return undefined;
  return { children: links({ ...at, value: children }, decoding) };
}

function partsOf(value: StoredValue): StoredLink {
  const first = (...names: string[]) => {
    for (const name of names) {
      const text = value.memberText(name);
      if (text) return text;
    }
    return null;
  };
  const meta = value.member("meta");
  const isNewWindow = [value, meta].some((each) =>
    /^(?:true|1)$/i.test(each?.member("newWindow")?.text ?? ""),
  );
  return {
    url: first("url", "link") ?? value.member("typeData")?.memberText("url") ?? null,
    queryString: first("queryString", "querystring", "hashtarget"),
    title: first("name", "title", "caption") ?? (meta?.memberText("title") || null),
    target: first("target") ?? (isNewWindow ? "_blank" : null),
    culture: first("culture"),
  };
}

/** The node that a link leads to; `undefined` for URLs. */
function destinationOf({ value, editorAlias }: ValueAt, url: string | null): FoundReference | undefined {
  const editor = knownEditor(editorAlias) ? LINK_EDITOR : linkEditor(value);
  return referenceOfObject(value, editor) ?? linksIn(url ?? "")[0]?.found;
}

function nodeLink(node: ReferencedNode, parts: StoredLink, decoding: Decoding): DecodedMembers {
  const { queryString, target } = parts;
  const isMedia = node.kind === "media";
  const known = isUnresolved(node) ? undefined : node;
  const isPath = parts.url !== null && !/^umb:|^\d+$/i.test(parts.url) && linksIn(parts.url).length === 0;
  const stored = isUnresolved(node) && isPath ? parts.url : null;
  const url = known?.kind === "media" ? withQuery(known.url, queryString) : stored;
  return {
    url,
    queryString,
    title: parts.title ?? known?.name ?? null,
    target,
    ...idMembers(node, "destinationId", decoding),
    destinationType: known?.type ?? null,
    route: (known?.kind === "content" ? known.route : null) as DecodedValue,
    linkType: isMedia ? "Media" : "Content",
    culture: isMedia ? null : parts.culture,
    [PART]: { is: "link", kind: node.kind, key: node.key, stored: parts },
  };
}

function externalLink(stored: StoredLink): DecodedMembers {
  const { url, queryString, title, target } = stored;
  return {
    url: withQuery(url, queryString),
    queryString,
    title,
    target,
    destinationId: null,
    destinationType: null,
    route: null,
    linkType: "External",
    culture: null,
    [PART]: { is: "link", key: null, stored },
  };
}

function withQuery(url: string | null, query: string | null): string | null {
  return url === null ? query : url + (query ?? "");
}

/** A link in the XML of versions 4 to 6. */
function linkOfTag(
  at: ValueAt,
  { tag, found }: { tag: Tag; found: FoundReference | undefined },
  decoding: Decoding,
): DecodedMembers[] {
  const parts: StoredLink = {
    url: attributeOf(tag, "link") ?? "",
    queryString: null,
    title: attributeOf(tag, "title") || null,
    target: attributeOf(tag, "newwindow") === "1" ? "_blank" : null,
    culture: null,
  };
  if (found === undefined) return [externalLink(parts)];
  const node = referencedNode(at, found, decoding);
  return node ? [nodeLink(node, parts, decoding)] : [];
}
