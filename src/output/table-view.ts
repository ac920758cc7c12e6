/** The table view: a row for each item of a list. */
import type { ChalkInstance } from "chalk";
import { visible } from "../text/visible-text.ts";
import { type Cell, drawTable, GAP } from "./draw-table.ts";
import { fit, widthOf } from "./fit.ts";
import { DEEPEST_INDENT } from "./style.ts";
import { type Below, belowLine, type Item, nameOf, typeOf, walk } from "./tree-view.ts";

const KEY_WIDTH = 36;
/** What a name is indented by for each level. */
const INDENT = "  ";
/** Where a name has less room than this beside a key, the key stands below it. */
const NARROWEST_NAME = 16;
/** Names and urls are worth so many columns before another column is shown. */
const WORTHY_NAME = 24;
const WORTHY_URL = 24;

/** The columns that are shown, by their heads, and what they take. The key is always one of them. */
type Layout = { heads: readonly ("id" | "key" | "name" | "type" | "url")[]; widths: readonly number[] };

/** Yields the lines of a list's table: each item, and each below it. */
export function* listTable(
  items: Item[],
  columns: number,
  below: Below,
  chalk: ChalkInstance,
): Generator<string> {
  const layout = layoutOf(items, columns);
  let cutLevel: number | undefined;
  const rows = function* (): Generator<Cell[]> {
    yield layout.heads.map((head) => chalk.bold(head));
    for (const { item, depth } of walk(items)) {
      yield rowOf(item, depth, layout);
      // The key stands below its item if there is no room beside it.
      const content = chalk.dim(fit(INDENT + item.key, columns));
      if (!layout.heads.includes("key")) yield [{ content, colSpan: layout.heads.length }];
      if (item.children === undefined) cutLevel = depth + 1;
    }
  };
  yield* drawTable(rows(), layout.widths.slice(0, -1));
  if (cutLevel !== undefined) yield* belowLine(cutLevel, below, chalk);
}

function rowOf(item: Item, depth: number, { heads, widths }: Layout): Cell[] {
  const nameWidth = widths[heads.indexOf("name")];
  const indent = INDENT.repeat(Math.min(depth, DEEPEST_INDENT, Math.floor(nameWidth / 4)));
  const texts = {
    id: String(item.id),
    key: item.key,
    name: nameOf(item),
    type: typeOf(item),
    url: typeof item.url === "string" ? item.url : "",
  };
  return heads.map((head, i) =>
    head === "name" ? indent + fit(texts.name, nameWidth - indent.length) : fit(texts[head], widths[i]),
  );
}

/** What the columns need, but for the key. */
type Needs = { id: number; name: number; type: number; url: number };

function needsOf(items: Item[]): Needs {
  const needs = { id: "id".length, name: "name".length, type: "type".length, url: 0 };
  for (const { item, depth } of walk(items)) {
    const indent = Math.min(depth, DEEPEST_INDENT) * INDENT.length;
    needs.id = Math.max(needs.id, String(item.id).length);
    needs.name = Math.max(needs.name, indent + widthOf(visible(nameOf(item))));
    needs.type = Math.max(needs.type, widthOf(visible(typeOf(item))));
    if (typeof item.url === "string")
      needs.url = Math.max(needs.url, widthOf(visible(item.url)), "url".length);
  }
  return needs;
}

/** Columns that have no room are left out, the last one first; the key never is. */
function layoutOf(items: Item[], columns: number): Layout {
  const needs = needsOf(items);
  const beside = columns - needs.id - KEY_WIDTH - 2 * GAP;
  if (beside < NARROWEST_NAME) return { heads: ["id", "name"], widths: [needs.id, columns - needs.id - GAP] };
  const worthyName = Math.min(needs.name, WORTHY_NAME);
  const type = Math.max(Math.min(needs.type, beside - GAP - worthyName), Math.floor(beside / 3));
  const shownType = Math.min(type, needs.type);
  const left = beside - shownType - GAP;
  if (left < NARROWEST_NAME) return { heads: ["id", "key", "name"], widths: [needs.id, KEY_WIDTH, beside] };
  const name = Math.min(needs.name, Math.max(WORTHY_NAME, Math.floor(left / 2), left - GAP - needs.url));
  if (needs.url === 0 || left - GAP - name < Math.min(needs.url, WORTHY_URL)) {
    return { heads: ["id", "key", "name", "type"], widths: [needs.id, KEY_WIDTH, left, shownType] };
  }
  return {
    heads: ["id", "key", "name", "type", "url"],
    widths: [needs.id, KEY_WIDTH, name, shownType, left - GAP - name],
  };
}
