/** Decoded values: plain JSON values, JSON texts that are written as they are, and objects that know what they were made of. */
import type { MarkupPart } from "./markup.ts";

/** JSON that is written as it is: numbers with their digits, values of unknown editors. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A decoded value. The members of objects are in the order in which they are written. */
export type DecodedValue =
  | null
  | boolean
  | number
  | string
  | JsonText
  | readonly DecodedValue[]
  | DecodedMembers;

/** What an object was made of. JSON does not have it: its members are what importers read. */
export const PART: unique symbol = Symbol("part");

/** An object of decoded values. */
export type DecodedMembers = { readonly [name: string]: DecodedValue; readonly [PART]?: DecodedPart };

/** What a decoded object is, with all that was stored of it and its members do not have. */
export type DecodedPart = { is: "rich-text"; markup: readonly MarkupPart[] };

/** A name without escapes in JSON, as nearly all have. */
const PLAIN_NAME = /^\w*$/;

/** Returns a decoded value as compact JSON. */
export function jsonOf(value: DecodedValue): string {
  if (value instanceof JsonText) return value.text;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  let items = "";
  if (isList(value)) {
    for (const item of value) items += `${items === "" ? "" : ","}${jsonOf(item)}`;
    return `[${items}]`;
  }
  for (const name in value) {
    const quoted = PLAIN_NAME.test(name) ? `"${name}"` : JSON.stringify(name);
    items += `${items === "" ? "" : ","}${quoted}:${jsonOf(value[name])}`;
  }
  return `{${items}}`;
}

/** `Array.isArray` does not narrow read-only arrays. */
export function isList(value: DecodedValue): value is readonly DecodedValue[] {
  return Array.isArray(value);
}

/** Whether a value is an object, and no JSON text. */
export function isObject(value: DecodedValue | undefined): value is DecodedMembers {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof JsonText);
}

/** What a decoded object is. */
export type DecodedObject =
  | "rich-text"
  | "block-grid"
  | "blocks"
  | "block"
  | "link"
  | "media"
  | "content"
  | "image"
  /** A colour, a range, the JSON of a package. */
  | "other";

/**
 * Tells what a decoded object is by its members. Who reads decoded values asks here, so that the shape of an export is known in one
 * place; what has no types, as an export that was parsed, is read in the same way.
 */
export function decodedObject(value: object): DecodedObject {
  const members = value as Readonly<Record<string, unknown>>;
  const { markup, items, content } = members;
  if (typeof markup === "string") return "rich-text";
  if (Array.isArray(items)) return "gridColumns" in members ? "block-grid" : "blocks";
  if (typeof content === "object" && content !== null && "settings" in members) return "block";
  if ("linkType" in members) return "link";
  if ("mediaType" in members) return "media";
  if ("contentType" in members && "route" in members) return "content";
  return "focalPoint" in members && typeof members.url === "string" ? "image" : "other";
}
