/** Where two values differ, by JSON pointers (RFC 6901). */
import { type Comparable, comparable, isStructure, type Json, parseValue } from "./json-value.ts";

/** What stands there on each side, as compact JSON; `undefined` where nothing does. */
type ValueDifference = { pointer: string; before: string | undefined; after: string | undefined };

const TOO_DEEP = '"(nested too deeply to be shown)"';

type Pair = { pointer: string; before: Json | undefined; after: Json | undefined };

/**
 * A string that holds JSON is entered as if it were that JSON.
 * @param before compact JSON
 */
export function valueDifferences(before: string, after: string): ValueDifference[] {
  const differences: ValueDifference[] = [];
  const pairs: Pair[] = [{ pointer: "", before: parseValue(before), after: parseValue(after) }];
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const was = comparable(pair.before);
    const is = comparable(pair.after);
    if (isStructure(was) && isStructure(is) && Array.isArray(was) === Array.isArray(is)) {
      pairs.push(...below(pair.pointer, was, is).reverse());
    } else if (isStructure(was) || isStructure(is) || was !== is) {
      differences.push({ pointer: pair.pointer, before: written(pair.before), after: written(pair.after) });
    }
  }
  return differences;
}

function below(pointer: string, was: Exclude<Comparable, string>, is: Exclude<Comparable, string>): Pair[] {
  const [before, after] = [new Map(Object.entries(was)), new Map(Object.entries(is))];
  return [...new Set([...before.keys(), ...after.keys()])].map((name) => ({
    pointer: `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`,
    before: before.get(name),
    after: after.get(name),
  }));
}

/** What is nested deeper than can be written again is told as such. */
function written(value: Json | undefined): string | undefined {
  try {
    return value === undefined ? undefined : JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return TOO_DEEP;
    throw error;
  }
}
