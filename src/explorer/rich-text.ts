/** Reads HTML as a tree of the elements that rich text consists of; scripts, styles, forms and all attributes that are not listed here are dropped. */
import { type Tag, TagReader } from "../site/values/tag-reader.ts";
import { withoutHtmlEntities } from "../site/values/visible-html.ts";

export type RichNode = string | RichElement;
export type RichElement = {
  tag: string;
  attributes: Readonly<Record<string, string>>;
  children: RichNode[];
};

/** Elements that are kept. */
const KEPT =
  /^(?:p|h[1-6]|ul|ol|li|blockquote|pre|code|strong|b|em|i|u|s|del|sub|sup|small|br|hr|table|tr|td|th|caption|a|img|figure|figcaption|div|dl|dt|dd)$/;
/** Elements that show something from elsewhere, and macros. */
const EMBEDS = /^(?:iframe|embed|object|video|audio|\?umbraco_macro|umb-rte-embed)$/;
/** Elements without an end. */
const VOID = /^(?:br|hr|img|embed|input|link|meta|base|source|col|wbr|area|track|param|\?umbraco_macro)$/;
/** Elements whose content is no text. */
const SILENT =
  /^(?:script|style|template|textarea|title|noscript|iframe|object|svg|math|select|umb-rte-embed)$/;
const BLOCKS =
  /^(?:p|h[1-6]|ul|ol|li|blockquote|pre|hr|table|tr|td|th|caption|figure|figcaption|div|dl|dt|dd)$/;
/** Elements that end where one of the same group begins. */
const SIBLINGS: readonly RegExp[] = [/^li$/, /^(?:dt|dd)$/, /^(?:td|th)$/, /^tr$/];
/** What such an element does not end beyond. */
const BOUNDS = /^(?:ul|ol|dl|table)$/;
const ATTRIBUTES = [
  "href",
  "src",
  "alt",
  "title",
  "data",
  "colspan",
  "rowspan",
  "data-udi",
  "data-id",
  "rel",
  "macroalias",
  "data-content-udi",
  "data-content-key",
];
const CLOSING = /<\/([a-z][\w:-]*)[^>]*>?/iy;
/** Deeper elements are opened beside their parents. */
const MOST_DEPTH = 60;

/** @param html however broken */
export function readRichText(html: string): RichNode[] {
  const root: RichElement = { tag: "", attributes: {}, children: [] };
  const open: RichElement[] = [root];
  const top = () => open[open.length - 1];
  const reader = new TagReader(html);
  const addText = (text: string) => {
    if (text !== "") top().children.push(withoutHtmlEntities(text));
  };
  const close = (tag: string) => {
    const at = open.findLastIndex((element) => element.tag === tag);
    if (at > 0) open.length = at;
  };
  /** Ends elements that cannot hold the next one. */
  const makeRoom = (tag: string) => {
    if (BLOCKS.test(tag) && top().tag === "p") open.pop();
    const group = SIBLINGS.find((each) => each.test(tag));
    if (!group) return;
    const bound = open.findLastIndex((element) => BOUNDS.test(element.tag));
    const at = open.findLastIndex((element) => group.test(element.tag));
    if (at > Math.max(0, bound)) open.length = at;
  };
  let at = 0;
  while (at < html.length) {
    const bracket = html.indexOf("<", at);
    if (bracket < 0) break;
    addText(html.slice(at, bracket));
    if (html.startsWith("<!--", bracket)) {
      at = endOf(html, "-->", bracket);
      continue;
    }
    CLOSING.lastIndex = bracket;
    const closing = CLOSING.exec(html);
    if (closing) {
      close(closing[1].toLowerCase());
      at = bracket + closing[0].length;
      continue;
    }
    const tag = reader.read(bracket);
    if (!tag) {
      addText("<");
      at = bracket + 1;
      continue;
    }
    at = endOf(html, ">", tag.end);
    if (EMBEDS.test(tag.name)) top().children.push(elementOf(tag));
    else if (KEPT.test(tag.name)) {
      makeRoom(tag.name);
      const element = elementOf(tag);
      top().children.push(element);
      if (!VOID.test(tag.name) && open.length < MOST_DEPTH) open.push(element);
    }
    if (SILENT.test(tag.name) && !VOID.test(tag.name)) {
      const end = new RegExp(`</${tag.name}`, "gi");
      end.lastIndex = at;
      at = end.exec(html) ? endOf(html, ">", end.lastIndex) : html.length;
    }
  }
  if (at < html.length) addText(html.slice(at));
  return root.children;
}

function endOf(html: string, wanted: string, from: number): number {
  const at = html.indexOf(wanted, from);
  return at < 0 ? html.length : at + wanted.length;
}

function elementOf({ name, attributes }: Tag): RichElement {
  const kept = attributes.filter((attribute) => ATTRIBUTES.includes(attribute.name));
  return {
    tag: name,
    attributes: Object.fromEntries(kept.map((attribute) => [attribute.name, attribute.value])),
    children: [],
  };
}
