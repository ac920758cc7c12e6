/** Decoded values: plain JSON values, and JSON texts that are written as they are. */

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
  | { readonly [name: string]: DecodedValue };

/** An object of decoded values. */
export type DecodedMembers = { readonly [name: string]: DecodedValue };

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
