/** The table views: a row for each item of a list, a card for one node. */
import type { ChalkInstance } from "chalk";
import Table from "cli-table3";
import { visible } from "../visible-text.ts";
import { fit } from "./fit.ts";
import { DEEPEST_INDENT, type Item, nameOf, typeOf, walk } from "./item.ts";
import { treeView } from "./tree-view.ts";
import type { WrittenValues } from "./written-values.ts";

/** From here on the list has room for keys. */
const COLUMNS_FOR_KEYS = 100;
const KEY_WIDTH = 36;
const ID_WIDTH = 11;
/** Columns between two cells. */
const GAP = 2;
/** Rows that are laid out together: a table is laid out as a whole, and a list can be long. */
const ROWS_AT_ONCE = 100;
/** The characters of a table's borders, of which it shall have none. */
const NO_BORDERS = Object.fromEntries(
  ["top", "bottom", "left", "right", "mid"].flatMap((side) => [
    [side, ""],
    [`${side}-mid`, ""],
    [`${side}-left`, ""],
    [`${side}-right`, ""],
  ]),
);

/** Yields the lines of a list's table: each item, and each below it. */
export function* listTable(items: Item[], columns: number, chalk: ChalkInstance): Generator<string> {
  const typeWidth = Math.floor(columns / 4);
  const keyWidth = columns < COLUMNS_FOR_KEYS ? 0 : KEY_WIDTH;
  const nameWidth = columns - ID_WIDTH - typeWidth - 2 * GAP - (keyWidth && keyWidth + GAP);
  const widths = [ID_WIDTH, nameWidth, typeWidth, keyWidth].filter((width) => width > 0);
  const pick = (cells: string[]) => cells.slice(0, widths.length);
  let rows = [pick(["id", "name", "type", "key"].map((head) => chalk.bold(head)))];
  let cutLevel: number | undefined;
  for (const { item, depth } of walk(items)) {
    const indent = "  ".repeat(Math.min(depth, DEEPEST_INDENT, Math.floor(nameWidth / 4)));
    const name = indent + fit(nameOf(item), nameWidth - indent.length);
    rows.push(pick([String(item.id), name, fit(typeOf(item), typeWidth), item.key]));
    if (item.children === undefined) cutLevel = depth + 1;
    if (rows.length < ROWS_AT_ONCE) continue;
    yield table(rows, widths);
    rows = [];
  }
  if (rows.length > 0) yield table(rows, widths);
  if (cutLevel !== undefined) yield chalk.dim(`below level ${cutLevel} not shown: --depth all`);
}

/** Yields the lines of one node's card: its name and place, its fields, properties and children. */
export function* card(
  node: Item,
  { fields, properties }: WrittenValues,
  columns: number,
  chalk: ChalkInstance,
): Generator<string> {
  const path = node.path ?? [];
  yield chalk.bold(fit(nameOf(node), columns));
  yield chalk.dim(fit(placeOf(path), columns));
  yield "";
  yield cells(fields, columns, chalk);
  if (properties.length > 0) {
    yield "";
    yield chalk.bold(`properties (${properties.length})`);
    yield cells(properties, columns, chalk);
  }
  if (node.children === undefined || node.children.length > 0) {
    yield "";
    if (node.children) yield chalk.bold(`children (${node.children.length})`);
    else yield chalk.dim(`below level ${path.length + 1} not shown: --depth all`);
    yield* treeView(node.children ?? [], path.length + 2, columns, chalk);
  }
}

/** Where a node stands below its ancestors, root first. */
function placeOf(path: Item[]): string {
  const level = `level ${path.length + 1}`;
  return path.length === 0 ? level : `${level}, in ${path.map(nameOf).join(" › ")}`;
}

/** Rows of text, the last column taking what the others leave, the others being dimmed but for the first. */
function cells(rows: string[][], columns: number, chalk: ChalkInstance): string {
  const last = rows[0].length - 1;
  const widest = Math.floor(columns / (last * 2));
  const widths = rows[0]
    .slice(0, last)
    .map((_, i) => Math.min(widest, Math.max(...rows.map((row) => visible(row[i]).length))));
  widths.push(columns - widths.reduce((sum, width) => sum + width + GAP, 0));
  return table(
    rows.map((row) =>
      row.map((text, i) => (i === last ? fit(text, widths[i]) : chalk.dim(fit(text, widths[i])))),
    ),
    widths,
  );
}

function table(rows: string[][], widths: number[]): string {
  const layout = new Table({
    chars: { ...NO_BORDERS, middle: " ".repeat(GAP) },
    colWidths: widths,
    // Colour is chalk's business: cli-table3 would add its own even to a pipe.
    style: { "padding-left": 0, "padding-right": 0, head: [], border: [], compact: true },
  });
  layout.push(...rows);
  return layout.toString().replace(/ +$/gm, "");
}
