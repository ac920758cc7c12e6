/** Values as they are compared: JSON in a string is as good as that JSON, and numbers keep all their digits. */

/** A number with more digits may not fit into a double, and is compared as it is written. */
const LONGEST_NUMBER = 15;
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** What is compared: objects and lists as they are, all else as text, in which null is empty. */
export type Comparable = { readonly [name: string]: Json } | Json[] | string;

/** @returns `undefined` for what is no JSON */
export function parseValue(json: string): Json | undefined {
  try {
    return JSON.parse(json.replace(TOKEN, (token) => (isLong(token) ? `"${token}"` : token)));
  } catch {
    return undefined;
  }
}

/** Line ends and outer white space make no difference, nor do empty text and null, or a number and its text. */
export function comparable(value: Json | undefined): Comparable | undefined {
  if (typeof value === "string") return fromText(value.replaceAll("\r\n", "\n").trim());
  if (value === null) return "";
  return typeof value === "object" || value === undefined ? value : String(value);
}

export function isStructure(value: unknown): value is Exclude<Comparable, string> {
  return typeof value === "object" && value !== null;
}

function fromText(text: string): Comparable {
  if (!(/^\{.*\}$/s.test(text) || /^\[.*\]$/s.test(text))) return text;
  const value = parseValue(text);
  return isStructure(value) ? value : text;
}

function isLong(token: string): boolean {
  return !token.startsWith('"') && token.length > LONGEST_NUMBER;
}
