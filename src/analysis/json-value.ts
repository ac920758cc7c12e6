/** Compares JSON values regardless of how they are written, and finds where they differ. */
import { pointerBelow } from "../json/grammar.ts";

/** Numbers with more digits may not fit into a double, and are compared as text. */
const LONGEST_NUMBER = 15;
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
const MAY_BE_LONG_NUMBER = /[\d.eE+-]{16}/;
const TOO_DEEP = '"(nested too deeply to be shown)"';

export type Json = string | number | boolean | null | Structure;
type Structure = Json[] | { [name: string]: Json };

/** The values at one JSON pointer (RFC 6901); `undefined` if a side has none. */
type PairAt<T> = { pointer: string; before: T | undefined; after: T | undefined };

/** @param one compact JSON */
export function isSameValue(one: string, other: string): boolean {
  return one === other || differingPairs(one, other).next().done === true;
}

/**
 * @param before compact JSON
 * @returns the differences as compact JSON
 */
export function valueDifferences(before: string, after: string): PairAt<string>[] {
  return Array.from(differingPairs(before, after), (pair) => ({
    pointer: pair.pointer,
    before: written(pair.before),
    after: written(pair.after),
  }));
}

/** A string that holds JSON is compared as that JSON. */
function* differingPairs(one: string, other: string): Generator<PairAt<Json>, void> {
  const pairs: PairAt<Json>[] = [{ pointer: "", before: parseValue(one), after: parseValue(other) }];
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const was = comparable(pair.before);
    const is = comparable(pair.after);
    if (isStructure(was) && isStructure(is) && Array.isArray(was) === Array.isArray(is)) {
      pushBelow(pairs, pair.pointer, was, is);
    } else if (isStructure(was) || was !== is) yield pair;
  }
}

/** Pushes the members of two objects or arrays, the last first. */
function pushBelow(pairs: PairAt<Json>[], pointer: string, was: Structure, is: Structure): void {
  const names = Object.keys(was);
  for (const name of Object.keys(is)) if (!Object.hasOwn(was, name)) names.push(name);
  for (const name of names.reverse()) {
    const [before, after] = [memberOfStructure(was, name), memberOfStructure(is, name)];
    pairs.push({ pointer: pointerBelow(pointer, [name]), before, after });
  }
}

/** The member with a name, or the item with an index as text. */
function memberOfStructure(value: Structure, name: string): Json | undefined {
  return Object.hasOwn(value, name) ? (value as Record<string, Json>)[name] : undefined;
}

/** `JSON.stringify` recurses, so very deep values are replaced by a note. */
function written(value: Json | undefined): string | undefined {
  try {
    return value === undefined ? undefined : JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return TOO_DEEP;
    throw error;
  }
}

/** @returns `undefined` if the text is no JSON */
export function parseValue(json: string): Json | undefined {
  try {
    const value = JSON.parse(json);
    if (!MAY_BE_LONG_NUMBER.test(json)) return value;
    // Only valid JSON: in any other text the pattern takes quadratic time.
    return JSON.parse(
      json.replace(TOKEN, (token) =>
        !token.startsWith('"') && token.length > LONGEST_NUMBER ? `"${token}"` : token,
      ),
    );
  } catch {
    return undefined;
  }
}

export function isStructure(value: unknown): value is Structure {
  return typeof value === "object" && value !== null;
}

/**
 * Returns objects and arrays as they are, and everything else as text: line ends and surrounding white space do not
 * matter, null equals empty text, and a number equals its text.
 */
function comparable(value: Json | undefined): Structure | string | undefined {
  if (typeof value === "string") return fromText(value.replaceAll("\r\n", "\n").trim());
  if (value === null) return "";
  return typeof value === "object" || value === undefined ? value : String(value);
}

function fromText(text: string): Structure | string {
  if (!(/^\{.*\}$/s.test(text) || /^\[.*\]$/s.test(text))) return text;
  const value = parseValue(text);
  return isStructure(value) ? value : text;
}
