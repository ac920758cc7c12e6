/** Compares JSON values regardless of how they are written, and finds where they differ. */
import { pointerBelow } from "../json/grammar.ts";
import {
  compactOutline,
  enteredOutline,
  type JsonNode,
  type JsonOutline,
  openedOutline,
  stringOf,
} from "../json/outline.ts";

/** Numbers with more digits may not fit into a double, and are compared as text. */
const LONGEST_NUMBER = 15;

const NUMBER = /^-?\d+(?:\.\d+)?$/;

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
    before: pair.before && compactOutline(pair.before),
    after: pair.after && compactOutline(pair.after),
  }));
}

/** A string that holds JSON is compared as that JSON. */
function* differingPairs(one: string, other: string): Generator<PairAt<JsonOutline>, void> {
  const pairs: PairAt<JsonOutline>[] = [
    { pointer: "", before: openedOutline(one), after: openedOutline(other) },
  ];
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const was = pair.before && enteredOutline(pair.before);
    const is = pair.after && enteredOutline(pair.after);
    if (was && is && isStructure(was.node) && was.node.kind === is.node.kind) {
      pushBelow(pairs, pair.pointer, was, is);
    } else if (comparable(was, is) !== comparable(is, was)) yield pair;
  }
}

/** Pushes the members of two objects or arrays, the last first. */
function pushBelow(pairs: PairAt<JsonOutline>[], pointer: string, was: JsonOutline, is: JsonOutline): void {
  const [earlier, later] = [was, is].map(({ text, node: { names, items } }) => {
    return new Map(items.map((node, i): [string | number, JsonOutline] => [names[i] ?? i, { text, node }]));
  });
  for (const name of [...new Set([...earlier.keys(), ...later.keys()])].reverse()) {
    const [before, after] = [earlier.get(name), later.get(name)];
    pairs.push({ pointer: pointerBelow(pointer, [name]), before, after });
  }
}

/** Whether a value is an object or an array. */
export function isStructure({ kind }: JsonNode): boolean {
  return kind === "object" || kind === "array";
}

/** The text of a scalar: a string's own, empty for null, and of a number the same however it is written. */
function textOfScalar({ text, node }: JsonOutline): string {
  if (node.kind === "string") return stringOf(text, node) ?? "";
  const written = text.slice(node.start, node.end);
  if (node.kind === "number") return comparableNumber(written);
  return written === "null" ? "" : written;
}

/** The same text for each way to write a number; numbers with more than 15 characters stay as they are. */
export function comparableNumber(text: string): string {
  return text.length <= LONGEST_NUMBER ? String(Number(text)) : text;
}

/**
 * Scalars that differ only in line ends and surrounding white space are equal, and a text that holds a number equals that
 * number; objects and arrays equal themselves only.
 */
function comparable(
  outline: JsonOutline | undefined,
  other: JsonOutline | undefined,
): string | JsonNode | undefined {
  if (outline === undefined || isStructure(outline.node)) return outline?.node;
  const text = textOfScalar(outline).replaceAll("\r\n", "\n").trim();
  return other?.node.kind === "number" && NUMBER.test(text) ? comparableNumber(text) : text;
}
