/** What differs between two values: the parts of JSON that differ, items paired by key, and the words of texts that differ. */
import { isEmptyValue } from "../analysis/diff/empty-values.ts";
import { sequenceDiff } from "../text/sequence-diff.ts";
import { type ExactJson, isExactObject, isNest, unnested, WrittenNumber } from "./exact-json.ts";

/** A part that differs; a side that has no such part is `undefined`. */
export type PartDifference = {
  /** Names of members, and positions of items from 1. */
  path: readonly string[];
  before: ExactJson | undefined;
  after: ExactJson | undefined;
};

/** More parts are not listed. */
const MOST_PARTS = 200;
/** The members by which items of a list are paired: keys of blocks, aliases of values. */
const NAMES = ["key", "udi", "contentKey", "contentUdi", "alias", "id"];

/** The parts in which two values differ, in the order of the new value; strings that hold JSON are entered. */
export function differences(
  before: ExactJson | undefined,
  after: ExactJson | undefined,
  path: readonly string[] = [],
): PartDifference[] {
  const [one, other] = [before, after].map((value) => (value === undefined ? undefined : unnested(value)));
  if (JSON.stringify(one) === JSON.stringify(other)) return [];
  if (Array.isArray(one) && Array.isArray(other)) {
    return paired(one, other)
      .flatMap(([was, is, name]) => differences(was, is, [...path, name]))
      .slice(0, MOST_PARTS);
  }
  if (isExactObject(one) && isExactObject(other)) {
    const names = [...new Set([...Object.keys(other), ...Object.keys(one)])];
    return names.flatMap((name) => differences(one[name], other[name], [...path, name])).slice(0, MOST_PARTS);
  }
  return [{ path, before: one, after: other }];
}

/** Items of two lists: by key if all have one, else by position. */
function paired(
  before: readonly ExactJson[],
  after: readonly ExactJson[],
): [was: ExactJson | undefined, is: ExactJson | undefined, name: string][] {
  const [were, are] = [keyed(before), keyed(after)];
  if (!were || !are) {
    const length = Math.max(before.length, after.length);
    return Array.from({ length }, (_, i) => [before[i], after[i], String(i + 1)]);
  }
  const now = after.map((is, i): [ExactJson | undefined, ExactJson | undefined, string] => {
    return [were.get(keyOf(is) ?? ""), is, String(i + 1)];
  });
  const gone = before.flatMap((was, i): [ExactJson, undefined, string][] =>
    are.has(keyOf(was) ?? "") ? [] : [[was, undefined, String(i + 1)]],
  );
  return [...now, ...gone];
}

/** @returns `undefined` if an item has no key, or two have the same */
function keyed(items: readonly ExactJson[]): Map<string, ExactJson> | undefined {
  const map = new Map<string, ExactJson>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === undefined || map.has(key)) return undefined;
    map.set(key, item);
  }
  return map;
}

function keyOf(item: ExactJson): string | undefined {
  if (!isExactObject(item)) return undefined;
  const name = NAMES.find((each) => typeof item[each] === "string");
  return name === undefined ? undefined : `${name} ${item[name]}`;
}

/** A run of words, and whether the other text lacks it. */
export type WordRun = { text: string; isOwn: boolean };

/** Texts that differ by more words are marked as a whole. */
const MOST_EDITS = 1000;

/** Both texts in runs of words; words that only one text has are marked. */
export function wordDifferences(before: string, after: string): { before: WordRun[]; after: WordRun[] } {
  const all = sequenceDiff(wordsOf(before), wordsOf(after), MOST_EDITS);
  const runs = (other: "+" | "-") =>
    all.flatMap(({ sign, items }) => (sign === other ? [] : [{ text: items.join(""), isOwn: sign !== " " }]));
  return { before: runs("+"), after: runs("-") };
}

/** Keys, words, spaces and other characters. */
function wordsOf(text: string): string[] {
  return text.match(/[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}|[\p{L}\p{N}]+|\s+|./gisu) ?? [];
}

/** Whether neither side of a part says anything: one is empty, the other is empty in another way or missing. */
export function isOfEmptyValues({ before, after }: PartDifference): boolean {
  return [before, after].every((value) => isEmptyValue(value === undefined ? value : JSON.stringify(value)));
}

/** A part as a text: a string as it is, anything else as JSON with the digits of its numbers. */
export function textOf(value: ExactJson | undefined): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  if (value instanceof WrittenNumber) return value.digits;
  if (!isNest(value)) return String(value);
  if (Array.isArray(value)) return `[${value.map((item) => quoted(item)).join(", ")}]`;
  return `{ ${Object.entries(value)
    .map(([name, item]) => `${name}: ${quoted(item)}`)
    .join(", ")} }`;
}

function quoted(value: ExactJson): string {
  return typeof value === "string" ? JSON.stringify(value) : value === null ? "null" : textOf(value);
}
