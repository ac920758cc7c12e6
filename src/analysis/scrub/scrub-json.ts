/** Makes up the texts and numbers in JSON, and in JSON that lies in strings; all else stays as it is written. */

import { pointerBelow } from "../../json/grammar.ts";
import { type JsonNode, nodeIn, stringOf } from "../../values/json-outline.ts";
import { madeUpNumber } from "./made-up.ts";
import { type ScrubbedPart, type ScrubCounts, scrubText } from "./scrub-text.ts";

/** Tells what is made up of the text or number at a place; `undefined`: it stays. A string of JSON is entered as if it were that JSON. */
export type PartAt = (pointer: string) => ScrubbedPart | undefined;

/** Each level of JSON in strings doubles the backslashes: what lies deeper was not written by any editor. */
const MOST_STRINGS = 40;
const FEWEST_DIGITS = 7;

/**
 * @param json well-formed
 * @param counts what is added to
 */
export function scrubJson(
  json: string,
  partAt: PartAt,
  counts: ScrubCounts,
  pointer = "",
  strings = 0,
): string {
  const root = nodeIn(json);
  if (!root) return json;
  let made = "";
  let at = 0;
  const open: { node: JsonNode; pointer: string }[] = [{ node: root, pointer }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, pointer: here } = next;
    for (let i = node.items.length - 1; i >= 0; i--) {
      const step = node.kind === "object" ? node.names[i] : i;
      open.push({ node: node.items[i], pointer: pointerBelow(here, [step]) });
    }
    const leaf = scrubLeaf(json, node, { partAt, counts, pointer: here, strings });
    if (leaf === undefined) continue;
    made += json.slice(at, node.start) + leaf;
    at = node.end;
  }
  return made + json.slice(at);
}

type LeafPlace = { partAt: PartAt; counts: ScrubCounts; pointer: string; strings: number };

/** @returns `undefined` where nothing is changed */
function scrubLeaf(json: string, node: JsonNode, place: LeafPlace): string | undefined {
  if (node.kind === "number") return scrubNumber(json.slice(node.start, node.end), place);
  const text = stringOf(json, node);
  const made = text === undefined ? undefined : scrubString(text, place);
  return made === text ? undefined : JSON.stringify(made);
}

function scrubNumber(text: string, { partAt, counts, pointer }: LeafPlace): string | undefined {
  const part = partAt(pointer);
  const isMadeUp = part === "all" || (part === "phone" && text.length >= FEWEST_DIGITS);
  if (!isMadeUp) return undefined;
  counts[part === "all" ? "properties" : "phones"]++;
  return madeUpNumber(text);
}

function scrubString(text: string, { partAt, counts, pointer, strings }: LeafPlace): string {
  if (strings < MOST_STRINGS && isJson(text)) return scrubJson(text, partAt, counts, pointer, strings + 1);
  const part = partAt(pointer);
  return part === undefined ? text : scrubText(text, part, counts);
}

function isJson(text: string): boolean {
  if (!/^\s*(?:\{.*\}|\[.*\])\s*$/s.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
