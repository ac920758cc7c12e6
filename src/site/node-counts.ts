/** Counts the words, images and elements of values. */
import type { NodeIndex, Resolution } from "./references/resolve-reference.ts";
import type { SiteReader } from "./site-reader.ts";
import { isImagePath } from "./values/file-urls.ts";
import type { Element, Layout, ValueParts } from "./values/value-parts.ts";
import { countWords } from "./values/visible-words.ts";

/**
 * Counts the words that a visitor can read in a value, elements included. Settings of blocks are for templates and do
 * not count.
 */
export function wordsIn(parts: ValueParts): number {
  let words = countWords(parts);
  for (const { role, properties } of parts.elements)
    if (role === "content") for (const property of properties) words += countWords(property);
  return words;
}

/** An element as it is counted. */
export type ShownElement = {
  /** The alias or the key of its type, or the alias of a macro; empty if the value says neither. */
  type: string;
  layout: Layout | "macro";
  /** The element that holds it. */
  parent: Element | undefined;
};

/** Whether an element counts as one: visitors see it. Settings do not, nor do the values by language of Vorto. */
export function isShown({ role, layout, isHidden }: Element): boolean {
  return role === "content" && layout !== "vorto" && !isHidden;
}

/** Returns the elements of a value that visitors see: blocks, items of nested content, controls of a grid, macros. */
export function shownElements({ elements, leftovers }: ValueParts): ShownElement[] {
  const shown: ShownElement[] = [];
  for (const element of elements) {
    if (!isShown(element)) continue;
    const { layout, type, parent } = element;
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

/**
 * Counts the different images of the media tree that a node refers to, but for itself.
 * @param found what its references lead to
 */
export function imagesAmong(
  found: Iterable<Resolution>,
  { at }: Pick<SiteReader, "at">,
  { kind, index }: NodeIndex,
): number {
  const images = new Set<number>();
  for (const each of found) {
    if (each.state !== "found" || each.kind !== "media") continue;
    if (kind === "media" && each.index === index) continue;
    const { url } = at(each).brief();
    if (url !== undefined && isImagePath(url)) images.add(each.index);
  }
  return images.size;
}
