/** The card of one node: its name and place, its fields, properties and children. */
import type { ChalkInstance } from "chalk";
import { BYTE } from "../json/grammar.ts";
import { TolerantCursor } from "../json/tolerant-cursor.ts";
import { NONE, visible } from "../text/visible-text.ts";
import { type Cell, columnsFor, drawTable, GAP, lineRows } from "./draw-table.ts";
import { brokenUp, fit, widthOf, wrapped } from "./fit.ts";
import { type Below, belowLine, type Item, nameOf, treeView } from "./tree-view.ts";

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
  const needs = texts[0].map((_, column) => ({
    whole: texts.reduce((widest, row) => Math.max(widest, widthOf(row[column])), 0),
  }));
  const { shown, widths } = columnsFor(needs, beforeValues, worth, 2);
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

/** Members of a node that have a place of their own in its card. */
const APART = ["name", "path", "properties", "children"].map((name) => `"${name}"`);
const PROPERTIES = '"properties"';
/** More of a text than fits a line. */
const LONGEST_SHOWN = 16 * 1024;
/** A string in JSON as far as it goes, but for its closing quote and half an escape. */
const BEGUN_STRING = /^"(?:[^"\\]|\\(?:u[0-9a-f]{4}|[^u]))*/;

/** Rows of text, in the order of the answer. */
type WrittenValues = {
  /** Name and value. */
  fields: string[][];
  /** Alias, editor alias (empty where there is none) and value. */
  properties: string[][];
};

/** Gives the value of a property as it is shown. */
export type RedactValue = (property: { alias: string; editorAlias: string; value: string }) => string;

/**
 * Texts are cut where they are longer than any line.
 * @param answer a node, in well-formed JSON
 */
export function readWrittenValues(answer: Buffer, redact: RedactValue): WrittenValues {
  const cursor = new TolerantCursor(answer.toString());
  const values: WrittenValues = { fields: [], properties: [] };
  cursor.accept(BYTE.openBrace);
  for (let name = cursor.name(); name !== undefined; name = cursor.name()) {
    if (name === PROPERTIES) values.properties = readProperties(cursor, redact);
    else if (APART.includes(name)) cursor.skip();
    else values.fields.push([unquoted(name), unquoted(cursor.value().slice(0, LONGEST_SHOWN))]);
  }
  return values;
}

function readProperties(cursor: TolerantCursor, redact: RedactValue): string[][] {
  const rows: string[][] = [];
  cursor.accept(BYTE.openBrace);
  for (let alias = cursor.name(); alias !== undefined; alias = cursor.name()) {
    const texts = { editorAlias: "", value: "null" };
    for (const { name, value } of cursor.members()) {
      if (name === '"value"') texts.value = value;
      else if (name === '"editorAlias"' && value !== "null") texts.editorAlias = unquoted(value);
    }
    const value = redact({ alias: unquoted(alias), ...texts });
    rows.push([unquoted(alias), texts.editorAlias, unquoted(value.slice(0, LONGEST_SHOWN))]);
  }
  cursor.accept(BYTE.closeBrace);
  return rows;
}

/** A string as what it says, all else as JSON. */
function unquoted(json: string): string {
  const string = BEGUN_STRING.exec(json);
  return string ? JSON.parse(`${string[0]}"`) : json;
}
