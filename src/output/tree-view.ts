/** The tree view: a line for each node, with its name, type and id. */

import type { ChalkInstance } from "chalk";
import { UsageError } from "../errors.ts";
import { fit, widthOf } from "./fit.ts";
import { DEEPEST_INDENT } from "./style.ts";

/** An item, or a node, which also has `path`. Numbers are doubles: `readWrittenValues` has them as they were written. */
export type TreeItem = {
  id: number;
  key: string;
  children?: TreeItem[];
  path?: TreeItem[];
  [field: string]: unknown;
};

/** @throws UsageError if the answer is longer than a string can be */
export function parseAnswer(answer: Buffer): TreeItem | TreeItem[] {
  try {
    return JSON.parse(answer.toString("utf8"));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_STRING_TOO_LONG") {
      throw new UsageError("the answer is too long for this view: try --format ndjson, or a smaller --depth");
    }
    throw error;
  }
}

/** Printed if a node has no name. */
export const NO_NAME = "(no name)";

export function nameOfItem(item: TreeItem): string {
  return typeof item.name === "string" && item.name !== "" ? item.name : NO_NAME;
}

export function typeOfItem(item: TreeItem): string {
  return typeof item.type === "string" ? item.type : "";
}

/** Items in preorder, each with its depth below the first ones. */
function* walk(items: TreeItem[]): Generator<{ item: TreeItem; depth: number; isLast: boolean }> {
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

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const LEFT_TO_RIGHT_MARK = "\u200e";
const NARROWEST_NAME = 12;
const NARROWEST_TYPE = 4;
/** Columns that a level is indented by. */
const STEP = 3;

/** Whether there are nodes below the deepest level of an answer; a site does not report it. */
export type Below = "nothing" | "something" | "unknown";

/**
 * Yields a line for each item and each below it.
 * @param level the level of the items
 * @param columns the columns of the terminal; infinite if lines may have any length
 */
export function* treeView(
  items: TreeItem[],
  level: number,
  columns: number,
  below: Below,
  chalk: ChalkInstance,
): Generator<string> {
  // At most half of the line goes to indenting, so that names stay readable.
  const deepest = Math.min(DEEPEST_INDENT, Math.floor(columns / 2 / STEP));
  /** For each depth, the prefix of the children of its last node. */
  const stems = [""];
  let cutLevel: number | undefined;
  for (const { item, depth, isLast } of walk(items)) {
    const indented = Math.min(depth, deepest);
    const stem = stems[indented - 1] ?? "";
    stems[indented] = indented === 0 ? "" : stem + (isLast ? "   " : "│  ");
    if (item.children === undefined) cutLevel = level + depth;
    const indent = indented === 0 ? "" : stem + (isLast ? "└─ " : "├─ ");
    yield chalk.dim(indent) + itemLine(item, columns - indent.length, chalk);
  }
  if (cutLevel !== undefined) yield* belowLine(cutLevel, below, chalk);
}

/** A line that reports that deeper levels are left out, if there are any. */
export function belowLine(level: number, below: Below, chalk: ChalkInstance): string[] {
  if (below === "nothing") return [];
  return [
    chalk.dim(`below level ${level} not ${below === "something" ? "shown" : "requested"}: --depth all`),
  ];
}

/** A name; if it has right-to-left letters, a mark after it keeps the following text on its right. */
export function withDirectionMark(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? name + LEFT_TO_RIGHT_MARK : name;
}

/** A name, its type and its id in so many columns, which may be infinite. */
function itemLine(item: TreeItem, columns: number, chalk: ChalkInstance): string {
  const id = String(item.id);
  const room = columns - id.length - 3;
  const type = fit(typeOfItem(item), Math.max(room - NARROWEST_NAME, NARROWEST_TYPE));
  const name = fit(nameOfItem(item), Math.max(room - widthOf(type), NARROWEST_TYPE));
  return `${withDirectionMark(name)}  ${chalk.dim(type === "" ? id : `${type} ${id}`)}`;
}
