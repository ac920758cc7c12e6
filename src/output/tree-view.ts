/** The tree view: a line for each node, with its name, type and id. */
import type { ChalkInstance } from "chalk";
import stringWidth from "string-width";
import { visible } from "../visible-text.ts";
import { fit } from "./fit.ts";
import { DEEPEST_INDENT, type Item, nameOf, typeOf, walk } from "./item.ts";

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const LEFT_TO_RIGHT_MARK = "\u200e";
const NARROWEST_NAME = 12;
const NARROWEST_TYPE = 4;
/** Columns that a level is indented by. */
const STEP = 3;

/** What there is below the level to which an answer goes; a site does not tell. */
export type Below = "nothing" | "something" | "unknown";

/**
 * Yields a line for each item and each below it.
 * @param level the level of the items
 * @param columns how many columns there are; absent where lines may be of any length
 */
export function* treeView(
  items: Item[],
  level: number,
  columns: number | undefined,
  below: Below,
  chalk: ChalkInstance,
): Generator<string> {
  // At most half of the line goes to indenting, so that names stay readable.
  const deepest = Math.min(DEEPEST_INDENT, Math.floor((columns ?? Number.POSITIVE_INFINITY) / 2 / STEP));
  /** For each depth, what stands before the children of the last node there. */
  const stems = [""];
  let cutLevel: number | undefined;
  for (const { item, depth, isLast } of walk(items)) {
    const indented = Math.min(depth, deepest);
    const stem = stems[indented - 1] ?? "";
    stems[indented] = indented === 0 ? "" : stem + (isLast ? "   " : "│  ");
    if (item.children === undefined) cutLevel = level + depth;
    yield line(item, indented === 0 ? "" : stem + (isLast ? "└─ " : "├─ "), columns, chalk);
  }
  if (cutLevel !== undefined) yield* belowLine(cutLevel, below, chalk);
}

/** The line that says what is left out below a level, where there is something. */
export function belowLine(level: number, below: Below, chalk: ChalkInstance): string[] {
  if (below === "nothing") return [];
  return [
    chalk.dim(`below level ${level} not ${below === "something" ? "shown" : "asked for"}: --depth all`),
  ];
}

/** A name with a mark that keeps what follows on the right, where its letters run right to left. */
export function inItsPlace(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? name + LEFT_TO_RIGHT_MARK : name;
}

function line(item: Item, indent: string, columns: number | undefined, chalk: ChalkInstance): string {
  const id = String(item.id);
  let name = visible(nameOf(item));
  let type = visible(typeOf(item));
  if (columns !== undefined) {
    const room = columns - indent.length - id.length - 3;
    type = fit(typeOf(item), Math.max(room - NARROWEST_NAME, NARROWEST_TYPE));
    name = fit(nameOf(item), Math.max(room - stringWidth(type), NARROWEST_TYPE));
  }
  return `${chalk.dim(indent)}${inItsPlace(name)}  ${chalk.dim(type === "" ? id : `${type} ${id}`)}`;
}
