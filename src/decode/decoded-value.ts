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

/** Returns a decoded value as compact JSON. */
export function jsonOf(value: DecodedValue): string {
  if (value instanceof JsonText) return value.text;
  if (isList(value)) return `[${value.map(jsonOf).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  let members = "";
  for (const name in value) {
    members += `${members === "" ? "" : ","}${JSON.stringify(name)}:${jsonOf(value[name])}`;
  }
  return `{${members}}`;
}

/** `Array.isArray` does not narrow read-only arrays. */
export function isList(value: DecodedValue): value is readonly DecodedValue[] {
  return Array.isArray(value);
}
