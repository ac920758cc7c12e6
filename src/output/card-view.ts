/** The card of one node: its name and place, its fields, properties and children. */
import type { ChalkInstance } from "chalk";
import { visible } from "../text/visible-text.ts";
import { type Cell, columnsFor, drawTable, GAP, lineRows } from "./draw-table.ts";
import { brokenUp, fit, wrapped } from "./fit.ts";
import { type Item, nameOf } from "./item.ts";
import { type Below, belowLine, treeView } from "./tree-view.ts";
import type { WrittenValues } from "./written-values.ts";

/** What one copies: URLs, paths, UDIs and lists of them, which have no spaces; texts and objects are none. */
const COPIED = /^(?:[\x21-\x7a\x7c-\x7e]+|\/\S+)$/;
/** A value that would take more lines is no such thing either. */
const MOST_LINES = 12;
/** What names and editors may take of a line, the rest being for values. */
const WIDEST_NAMES = 2 / 3;
/** They may take so many columns in any case, where values still have as many as the other says. */
const USUAL_NAMES = 60;
const NARROWEST_VALUE = 20;
/** Of alias, name and editor, the name gives way: nobody copies it. */
const ALIAS_EDITOR_NAME = [0, 2, 1];
/** What a value that stands below its name is indented by. */
const INDENT = 2;
/** Stands where a property has no editor, or no name. */
const NONE = "–";
const NO_NAMES: ReadonlyMap<string, string> = new Map();

/**
 * Yields the lines.
 * @param written with the names of properties, where they are known
 */
export function* card(
  node: Item,
  { fields, properties, names = NO_NAMES }: WrittenValues & { names?: ReadonlyMap<string, string> },
  columns: number,
  below: Below,
  chalk: ChalkInstance,
): Generator<string> {
  const path = node.path ?? [];
  yield* wrapped(nameOf(node), columns).map((line) => chalk.bold(line));
  yield* wrapped(placeOf(path), columns).map((line) => chalk.dim(line));
  yield "";
  yield* valueLines(fields, columns, chalk);
  if (properties.length > 0) {
    yield "";
    yield chalk.bold(`properties (${properties.length})`);
    yield* valueLines(
      properties.map(([alias, editor, value]) => [
        alias,
        ...(names.size > 0 ? [names.get(alias) ?? NONE] : []),
        editor || NONE,
        value,
      ]),
      columns,
      chalk,
    );
  }
  const { children } = node;
  const cut = children === undefined ? belowLine(path.length + 1, below, chalk) : [];
  if (cut.length > 0 || (children ?? []).length > 0) yield "";
  if (children && children.length > 0) {
    yield chalk.bold(`children (${children.length})`);
    yield* treeView(children, path.length + 2, columns, below, chalk);
  }
  yield* cut;
}

/** Where a node stands below its ancestors, root first. */
function placeOf(path: Item[]): string {
  const level = `level ${path.length + 1}`;
  return path.length === 0 ? level : `${level}, in ${path.map(nameOf).join(" › ")}`;
}

/**
 * Rows that end with a value, the cells before it being dimmed. Those are wrapped, and so is a value that one copies, below
 * its row where it has no room beside; any other is cut.
 */
function* valueLines(rows: string[][], columns: number, chalk: ChalkInstance): Generator<string> {
  if (rows.length === 0) return;
  const texts = rows.map((row) => row.slice(0, -1).map(visible));
  const beforeValues = Math.max(
    Math.floor(columns * WIDEST_NAMES),
    Math.min(USUAL_NAMES, columns - NARROWEST_VALUE),
  );
  const worth = texts[0].length === ALIAS_EDITOR_NAME.length ? ALIAS_EDITOR_NAME : undefined;
  const { shown, widths } = columnsFor(texts, beforeValues, worth, 2);
  const before = texts.map((row) => shown.map((column) => row[column]));
  const room = columns - widths.reduce((sum, width) => sum + width + GAP, 0);
  const cells = rows.flatMap((row, i) => {
    const value = row.at(-1) ?? "";
    const isBelow = value.length > room && value.length < columns * MOST_LINES && COPIED.test(value);
    const names = before[i].map((text, column) =>
      wrapped(text, widths[column]).map((line) => chalk.dim(line)),
    );
    const beside = lineRows([...names, isBelow ? [] : [fit(value, room)]]);
    return isBelow ? [...beside, ...belowRows(value, columns, widths.length + 1)] : beside;
  });
  yield* drawTable(cells, widths);
}

/** A value below its name, over all columns. */
function belowRows(value: string, columns: number, colSpan: number): Cell[][] {
  const style = { "padding-left": INDENT };
  return brokenUp(value, columns - INDENT).map((content) => [{ content, colSpan, style }]);
}
