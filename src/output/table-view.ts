/** The table view: a row for each item of a list. */
import type { ChalkInstance } from "chalk";
import { visible } from "../visible-text.ts";
import { GAP, rowLines, widestOf } from "./columns.ts";
import { fit } from "./fit.ts";
import { DEEPEST_INDENT, type Item, nameOf, typeOf, walk } from "./item.ts";
import { type Below, belowLine } from "./tree-view.ts";

const KEY_WIDTH = 36;
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
  const { heads, widths } = layoutOf(items, columns);
  const nameWidth = widths[heads.indexOf("name")];
  yield* rowLines(
    heads.map((head) => ({ lines: [head], paint: chalk.bold })),
    widths,
  );
  let cutLevel: number | undefined;
  for (const { item, depth } of walk(items)) {
    const indent = "  ".repeat(Math.min(depth, DEEPEST_INDENT, Math.floor(nameWidth / 4)));
    const texts = {
      id: String(item.id),
      key: item.key,
      name: indent + fit(nameOf(item), nameWidth - indent.length),
      type: typeOf(item),
      url: typeof item.url === "string" ? item.url : "",
    };
    yield* rowLines(
      heads.map((head, i) => ({ lines: [head === "name" ? texts.name : fit(texts[head], widths[i])] })),
      widths,
    );
    if (!heads.includes("key")) yield chalk.dim(fit(`  ${item.key}`, columns));
    if (item.children === undefined) cutLevel = depth + 1;
  }
  if (cutLevel !== undefined) yield* belowLine(cutLevel, below, chalk);
}

/** Columns that have no room are left out, the last one first; the key never is. */
function layoutOf(items: Item[], columns: number): Layout {
  const types = new Set<string>();
  let idWidth = 2;
  let hasUrls = false;
  for (const { item } of walk(items)) {
    types.add(typeOf(item));
    idWidth = Math.max(idWidth, String(item.id).length);
    hasUrls ||= typeof item.url === "string" && item.url !== "";
  }
  const typeWidth = widestOf(["type", ...[...types].map(visible)]);
  const beside = columns - idWidth - KEY_WIDTH - 2 * GAP;
  if (beside < NARROWEST_NAME) return { heads: ["id", "name"], widths: [idWidth, columns - idWidth - GAP] };
  const shownType = Math.min(typeWidth, Math.floor(beside / 3));
  const left = beside - shownType - GAP;
  if (left < NARROWEST_NAME) return { heads: ["id", "key", "name"], widths: [idWidth, KEY_WIDTH, beside] };
  const urlWidth = left - GAP - Math.max(WORTHY_NAME, Math.floor(left / 2));
  if (!hasUrls || urlWidth < WORTHY_URL) {
    return { heads: ["id", "key", "name", "type"], widths: [idWidth, KEY_WIDTH, left, shownType] };
  }
  return {
    heads: ["id", "key", "name", "type", "url"],
    widths: [idWidth, KEY_WIDTH, left - GAP - urlWidth, shownType, urlWidth],
  };
}
