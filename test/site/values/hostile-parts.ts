/** Shared by the tests of hostile values: editors, keys, and a check of the tree of elements. */
import { ElementTypes } from "../../../src/site/values/element-types.ts";
import type { Element } from "../../../src/site/values/value-parts.ts";

export const TYPES = new ElementTypes({ content: [] });

export const HEX = "0123456789abcdef0123456789abcdef";

export const GUID = "01234567-89ab-cdef-0123-456789abcdef";

export const EDITORS = [
  null,
  "Umbraco.MultiNodeTreePicker",
  "Umbraco.TinyMCE",
  "Umbraco.RelatedLinks",
  "Umbraco.ImageCropper",
];

/** Whether each element comes after its parent. */
export function isSoundTree(elements: readonly Element[]): boolean {
  return elements.every(({ parent }, i) => parent === undefined || parent < i);
}
