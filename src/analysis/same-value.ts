/** Whether two values say the same: as JSON, not as they are written. */
import { type Comparable, comparable, isStructure, type Json, parseValue } from "./json-value.ts";

/** @param one compact JSON */
export function isSameValue(one: string, other: string): boolean {
  if (one === other) return true;
  const pairs: [Json | undefined, Json | undefined][] = [[parseValue(one), parseValue(other)]];
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const a = comparable(pair[0]);
    const b = comparable(pair[1]);
    if (!isStructure(a) || !isStructure(b)) {
      if (a !== b) return false;
      continue;
    }
    const names = commonNames(a, b);
    if (names === undefined) return false;
    for (const name of names) pairs.push([membersOfValue(a)[name], membersOfValue(b)[name]]);
  }
  return true;
}

/** The names of two objects or lists that have the same ones; `undefined` where they do not. */
function commonNames(
  one: Exclude<Comparable, string>,
  other: Exclude<Comparable, string>,
): string[] | undefined {
  if (Array.isArray(one) !== Array.isArray(other)) return undefined;
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return undefined;
  return names.every((name) => Object.hasOwn(other, name)) ? names : undefined;
}

/** A list by the texts of its places, as an object has its members by their names. */
function membersOfValue(value: Exclude<Comparable, string>): Readonly<Record<string, Json>> {
  return value as Record<string, Json>;
}
