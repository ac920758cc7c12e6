/** An answer as the views for people see it: parsed, with names to show. */
import { UsageError } from "../errors.ts";

/** The deepest level that a view indents further than the one above it. */
export const DEEPEST_INDENT = 40;

/** An item, or a node, which also has `path`. Numbers are doubles: `readWrittenValues` has them as they were written. */
export type Item = {
  id: number;
  key: string;
  children?: Item[];
  path?: Item[];
  [field: string]: unknown;
};

/** @throws UsageError where the answer is longer than a string can be */
export function parseAnswer(answer: Buffer): Item | Item[] {
  try {
    return JSON.parse(answer.toString("utf8"));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_STRING_TOO_LONG") {
      throw new UsageError("the answer is too long for this view: try --format ndjson, or a smaller --depth");
    }
    throw error;
  }
}

/** Stands where a name would. */
export const NO_NAME = "(no name)";

export function nameOf(item: Item): string {
  return typeof item.name === "string" && item.name !== "" ? item.name : NO_NAME;
}

export function typeOf(item: Item): string {
  return typeof item.type === "string" ? item.type : "";
}

/** Items in preorder, each with its depth below the first ones. */
export function* walk(items: Item[]): Generator<{ item: Item; depth: number; isLast: boolean }> {
  const stack = [{ items, next: 0 }];
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const item = top.items[top.next++];
    if (item === undefined) {
      stack.pop();
      continue;
    }
    yield { item, depth: stack.length - 1, isLast: top.next === top.items.length };
    if (item.children && item.children.length > 0) stack.push({ items: item.children, next: 0 });
  }
}
