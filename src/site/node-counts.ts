/** Counts what a page consists of: words, pictures, links and elements. One function for the completeness report and for lists of fields. */
import type { Kind } from "../operations.ts";
import type { NodeIndex } from "./references/resolve-reference.ts";
import type { SiteReader } from "./site-reader.ts";
import { attributeOf, TagReader } from "./values/tag-reader.ts";
import type { Element, Layout, ReadableValue, Reference, ValueParts } from "./values/value-parts.ts";
import { countWords, markupIn } from "./values/visible-words.ts";

export type NodeCounts = Record<NodeCount, number>;

/** In the order in which they are printed. */
export const NODE_COUNTS = ["words", "images", "links", "elements"] as const;
export type NodeCount = (typeof NODE_COUNTS)[number];

const IMAGE = /\.(?:apng|avif|bmp|gif|ico|jpe?g|png|svg|tiff?|webp)$/i;
const OPENING = /<(?:a|area|img)(?=[\s/>])/gi;

/** Returns the tree of the node that a reference leads to and the path of its file; `undefined` if it is dead. */
type ResolveTarget = (reference: Reference) => { kind: Kind; url: string | undefined } | undefined;

/** Whether a path or URL is that of a picture, by its extension. */
export function isImagePath(path: string): boolean {
  return IMAGE.test(path.replace(/[?#].*$/s, ""));
}

/**
 * Counts the words that a visitor can read in a value, elements included. Settings of blocks are for templates and do
 * not count.
 */
export function wordsIn(parts: ValueParts): number {
  return visibleValues(parts).reduce((sum, value) => sum + countWords(value), 0);
}

/** An element as it is counted. */
type ShownElement = {
  /** The alias or the key of its type, or the alias of a macro; empty if the value says neither. */
  type: string;
  layout: Layout | "macro";
  /** The element that holds it. */
  parent: Element | undefined;
};

/**
 * Returns the elements of a value that visitors see: blocks, items of nested content, controls of a grid, macros. Settings are
 * none of their own, nor are values by language.
 */
export function shownElements({ elements, leftovers }: ValueParts): ShownElement[] {
  const shown: ShownElement[] = [];
  for (const { role, layout, isHidden, type, parent } of elements) {
    if (role !== "content" || layout === "vorto" || isHidden) continue;
    const holder = parent === undefined ? undefined : elements[parent];
    shown.push({ type: type.alias ?? type.key ?? "", layout, parent: holder });
  }
  for (const { kind, text, element, isInText } of leftovers) {
    const holder = element === undefined ? undefined : elements[element];
    if (kind !== "macro" || !isInText || holder?.isHidden || holder?.role === "settings") continue;
    shown.push({ type: text, layout: "macro", parent: holder });
  }
  return shown;
}

/** Counts the elements of a value. */
export function elementsIn(parts: ValueParts): number {
  return shownElements(parts).length;
}

/** Counts the different images of the media tree that a node refers to, but for itself. */
export function imagesIn(
  values: Iterable<ValueParts>,
  { resolve, at }: Pick<SiteReader, "resolve" | "at">,
  { kind, index }: NodeIndex,
): number {
  const images = new Set<number>();
  for (const { references } of values) {
    for (const reference of references) {
      const found = resolve(reference);
      if (found.state !== "found" || found.kind !== "media") continue;
      if (kind === "media" && found.index === index) continue;
      const { url } = at(found).brief();
      if (url !== undefined && isImagePath(url)) images.add(found.index);
    }
  }
  return images.size;
}

/**
 * Counts what a node consists of. Pictures are tags `<img>` in rich text, picked media with the extension of a picture,
 * and pictures that the node stores itself; links are tags `<a>` and `<area>` with a target, and everything else that
 * is picked. The same picture counts as often as it occurs.
 */
export function countNode(values: Iterable<ValueParts>, resolve: ResolveTarget): NodeCounts {
  const counts: NodeCounts = { words: 0, images: 0, links: 0, elements: 0 };
  for (const value of values) {
    counts.words += wordsIn(value);
    counts.elements += elementsIn(value);
    for (const each of visibleValues(value)) for (const html of markupIn(each)) addTags(html, counts);
    for (const reference of value.references) {
      if (reference.from === "picker") counts[isPicture(reference, resolve) ? "images" : "links"]++;
    }
  }
  return counts;
}

/** Returns the value as a whole, and the properties of its elements. */
function visibleValues(parts: ValueParts): readonly ReadableValue[] {
  const elements = parts.elements.filter(({ role }) => role === "content");
  return [parts, ...elements.flatMap(({ properties }) => properties)];
}

function addTags(html: string, counts: NodeCounts): void {
  const tags = new TagReader(html);
  for (const { index } of html.matchAll(OPENING)) {
    const tag = tags.read(index);
    if (tag?.name === "img") counts.images++;
    else if (tag && attributeOf(tag, "href")) counts.links++;
  }
}

function isPicture(reference: Reference, resolve: ResolveTarget): boolean {
  const { target, kind } = reference;
  if (target.by === "path") return isImagePath(target.path);
  const found = resolve(reference);
  if (!found) return kind === "media";
  return found.kind === "media" && found.url !== undefined && isImagePath(found.url);
}
