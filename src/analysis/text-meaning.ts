/** What rich text says: the text that is seen, and where its links and images lead. */
import { readValue } from "../values/read-value.ts";
import { attributeOf, TagReader } from "../values/tag-reader.ts";
import { visibleHtml } from "../values/visible-html.ts";
import { parseValue } from "./json-value.ts";
import { unquotedText } from "./node-record.ts";
import { type Pointed, pointedUrl, type ValueSide } from "./value-meaning.ts";

const MARKUP_EDITOR = "Umbraco.TinyMCE";

/** @param value compact JSON: a text, or from 13 on an object with its `markup` */
export function seenIn(value: string): { text: string; html: string } {
  const json = parseValue(value);
  const inner = typeof json === "string" && /^\s*\{/.test(json) ? parseValue(json) : json;
  const markup =
    typeof inner === "object" && inner !== null && !Array.isArray(inner) ? inner.markup : undefined;
  const html = typeof markup === "string" ? markup : (unquotedText(value) ?? "");
  return { text: visibleHtml(html), html };
}

/** Where each link and image of a text leads: to a node, or to what stands there. */
export function linksIn(html: string, side: ValueSide): Pointed[] {
  const tags = new TagReader(html);
  const opening = /<(?:a|img)\b/gi;
  const links: Pointed[] = [];
  for (let match = opening.exec(html); match; match = opening.exec(html)) {
    const tag = tags.read(match.index);
    if (tag === undefined) continue;
    opening.lastIndex = tag.end;
    const { references } = readValue(
      JSON.stringify(html.slice(match.index, tag.end)),
      MARKUP_EDITOR,
      side.types,
    );
    const found = references.map(side.pointed);
    const link = found.find(({ isFound }) => isFound) ?? found[0];
    const plain = attributeOf(tag, tag.name === "a" ? "href" : "src");
    if (link) links.push(link);
    else if (plain) links.push(pointedUrl(plain));
  }
  return links;
}
