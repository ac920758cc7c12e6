/** Decoded values: plain JSON values, JSON texts that are written as they are, and objects that know what they were made of. */
import type { Kind } from "../operations.ts";
import type { Key } from "../site/tree/key.ts";
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

/** A link as it is stored. */
export type StoredLink = {
  url: string | null;
  queryString: string | null;
  title: string | null;
  target: string | null;
  /** The language of the page that it leads to, if the link names one. */
  culture: string | null;
};

/** What an item of a media picker has of its own. */
export type PickedEntry = { key: Key | undefined; focalPoint: DecodedMembers | null };

/** What a decoded object is, with what was stored of it and its members do not have. Keys are `null` if the data does not have them. */
export type DecodedPart =
  | { is: "rich-text"; markup: readonly MarkupPart[] }
  | { is: "block-grid" | "blocks" | "block" }
  | { is: "image" }
  /** The text that a property of it has as it is stored, in the language that is read. */
  | { is: "element"; stored(alias: string): string | undefined }
  /** `kind`: that of the node that it leads to; absent if it leads to a URL. */
  | { is: "link"; kind?: Kind; key: Key | null; stored: StoredLink }
  /** `type`: the alias of its type, empty if it is not known. */
  | { is: "content"; key: Key | null; type: string }
  | { is: "media"; key: Key | null; type: string; entry: PickedEntry };

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

/** What a decoded object is; `undefined` for a colour, a range, the JSON of a package. */
export function partOf(value: DecodedValue | undefined): DecodedPart | undefined {
  return isObject(value) ? value[PART] : undefined;
}
