/** What a property can hold: its kind in a content model, and the form of its decoded values. */

/** The kinds of properties in a content model, independent of Umbraco's editors. */
export type PropertyKind =
  | "text"
  | "multilineText"
  | "richText"
  | "markdown"
  | "boolean"
  | "integer"
  | "decimal"
  | "date"
  | "time"
  | "dateTime"
  | "choice"
  | "tags"
  | "color"
  | "email"
  | "content"
  | "media"
  | "member"
  | "image"
  | "file"
  | "link"
  | "texts"
  | "blocks"
  | "blockGrid"
  | "slider"
  | "label"
  | "json"
  | "unknown";

/** The JSON that a decoded value has, if it is not null. */
export type DecodedForm =
  | "string"
  | "number"
  | "boolean"
  | "strings"
  /** A text, or several if several are chosen, since the configuration does not say. */
  | "string-or-strings"
  | "color"
  | "rich-text"
  | "picked-content"
  | "picked-contents"
  | "picked-media"
  /** Pages and media; a text for members, since the configuration does not say what is picked. */
  | "picked-nodes"
  | "image"
  | "links"
  | "blocks"
  | "single-block"
  | "block-grid"
  | "range"
  /** A text or a number. */
  | "scalar"
  | "any";

/** What a property holds. */
export type PropertyContent = {
  kind: PropertyKind;
  /** Whether it can hold several values. */
  many: boolean;
  form: DecodedForm;
  /** Whether the value is one JSON value or a list, where the form does not say it. */
  shape?: "one" | "list";
  /** The texts that can be chosen, in order. Absent if the configuration has none. */
  options?: readonly string[];
  /** Keys or aliases of types: of blocks, of picked nodes or media. Absent if any type is allowed. */
  allowed?: readonly string[];
  /** The fewest and the most items; of numbers, the smallest and the largest; of texts, the most characters. */
  min?: number;
  max?: number;
};

/** Forms whose values are lists; those of others are one value, unless they can be either. */
const LISTS: readonly DecodedForm[] = ["strings", "picked-contents", "picked-media", "links"];
const EITHER: readonly DecodedForm[] = ["string-or-strings", "picked-nodes", "any"];

/** Returns whether values of a form are lists; `undefined` if they can be either. */
export function shapeOfForm(form: DecodedForm): "one" | "list" | undefined {
  if (EITHER.includes(form)) return undefined;
  return LISTS.includes(form) ? "list" : "one";
}
