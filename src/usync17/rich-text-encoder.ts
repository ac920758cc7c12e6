/** Writes rich text: links and images refer to nodes by key again, blocks have their places in the markup. */
import { isList, isObject } from "../decode/decoded-value.ts";
import { parseKey } from "../site/tree/key.ts";
import { writeUdi } from "../site/udi.ts";
import { attributeOf, endOfTag, type Tag, TagReader, writtenTag } from "../site/values/tag-reader.ts";
import { BlockWriter, macroType } from "./block-encoders.ts";
import { richTextValue } from "./block-value.ts";
import type { Encode, Encoding } from "./encoding.ts";

export const encodedRichText: Encode = (value, at, encoding) => {
  const { model } = encoding;
  const blocks = new BlockWriter(at, encoding, (name, item) =>
    item.layout === "macro" ? macroType(name, at, encoding) : model.elementType(name),
  );
  if (typeof value === "string") return richTextValue(value, blocks.parts(EDITOR, []));
  if (!isObject(value) || typeof value.markup !== "string") return undefined;
  const items = value.blocks !== undefined && isList(value.blocks) ? value.blocks : [];
  const layout = items.flatMap((item) => blocks.add(item)?.entry ?? []);
  return richTextValue(storedMarkup(value.markup, blocks, encoding), blocks.parts(EDITOR, layout));
};

const EDITOR = "Umbraco.RichText";

const MACRO = /<umb-macro data-content-id="([^"]*)">(?:<\/umb-macro>)?/g;
const TAG = /<(?=[a-z])/gi;

function storedMarkup(markup: string, blocks: BlockWriter, encoding: Encoding): string {
  const html = markup
    .replace(MACRO, (_, id) => `<umb-rte-block data-content-id="${id}"></umb-rte-block>`)
    .replaceAll("</umb-macro>", "");
  const reader = new TagReader(html);
  let written = "";
  let from = 0;
  for (const { index } of html.matchAll(TAG)) {
    if (index < from) continue;
    const tag = reader.read(index);
    if (tag === undefined) continue;
    const end = endOfTag(html, tag);
    written += html.slice(from, index) + storedTag(tag, html.slice(index, end), blocks, encoding);
    from = end;
  }
  return written + html.slice(from);
}

/** Attributes that the decoder adds. */
const ADDED = [
  "data-destination-id",
  "data-destination-type",
  "data-link-type",
  "data-start-item-id",
  "data-start-item-path",
];

function storedTag(tag: Tag, source: string, blocks: BlockWriter, encoding: Encoding): string {
  const changes = new Map<string, string | undefined>();
  const block = attributeOf(tag, "data-content-id");
  if (/^umb-rte-block/.test(tag.name) && block !== undefined) {
    changes.set("data-content-id", undefined);
    changes.set("data-content-key", blocks.keyOf(block));
  }
  const key = parseKey(attributeOf(tag, "data-destination-id") ?? "");
  if (key !== undefined) {
    for (const name of ADDED) changes.set(name, undefined);
    if (tag.name === "img") changes.set("data-udi", writeUdi("media", key));
    else {
      const kind = attributeOf(tag, "data-link-type") === "Media" ? "media" : "content";
      changes.set("type", kind === "media" ? "media" : "document");
      changes.set(
        "href",
        `/{localLink:${key}}${suffixOf(attributeOf(tag, "href") ?? "", encoding.urlOf(kind, key))}`,
      );
    }
  }
  return changes.size === 0 ? source : writtenTag(tag, source, changes);
}

/** What follows the URL of a node: a query, a fragment, or both. */
function suffixOf(href: string, url: string | undefined): string {
  if (url !== undefined && href.startsWith(url)) return href.slice(url.length);
  return /[?#].*$/s.exec(href)?.[0] ?? "";
}
