/** Counts the words, images and elements of values, and says which paths are those of pictures. */
import type { NodeIndex } from "./references/resolve-reference.ts";
import type { SiteReader } from "./site-reader.ts";
import type { Element, Layout, ReadableValue, ValueParts } from "./values/value-parts.ts";
import { countWords } from "./values/visible-words.ts";

const IMAGE = /\.(?:apng|avif|bmp|gif|ico|jpe?g|png|svg|tiff?|webp)$/i;

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

/** Returns the value as a whole, and the properties of its elements. */
function visibleValues(parts: ValueParts): readonly ReadableValue[] {
  const elements = parts.elements.filter(({ role }) => role === "content");
  return [parts, ...elements.flatMap(({ properties }) => properties)];
}
