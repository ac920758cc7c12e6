/** The card of one node: its name and breadcrumbs, its fields, properties and children. */
import type { ChalkInstance } from "chalk";
import { BYTE } from "../json/grammar.ts";
import { TextCursor } from "../json/outline.ts";
import { NONE, visible } from "../text/visible-text.ts";
import { columnsFor, GAP, lineRows, paddedLine } from "./draw-table.ts";
import { brokenUp, fit, widthOf, wrapped } from "./fit.ts";
import { type Below, belowLine, nameOfItem, type TreeItem, treeView } from "./tree-view.ts";

/** Values that users copy: URLs, paths, UDIs and lists of them, which have no spaces; not texts and objects. */
const COPIED = /^(?:[\x21-\x7a\x7c-\x7e]+|\/\S+)$/;
/** Longer values are cut, since nobody copies them. */
const MOST_LINES = 12;
/** The share of a line that names and editors may take; the rest is for values. */
const WIDEST_NAMES = 2 / 3;
/** Columns that names and editors may always take if `NARROWEST_VALUE` columns are left for values. */
const USUAL_NAMES = 60;
const NARROWEST_VALUE = 20;
/** Priority of alias, name and editor: the name comes last, since nobody copies it. */
const ALIAS_EDITOR_NAME = [0, 2, 1];
/** Columns that a value below its name is indented by. */
const INDENT = 2;
const NO_NAMES: ReadonlyMap<string, string> = new Map();

/**
 * Yields the lines.
 * @param names the names of properties by alias, if they are known
 */
export function* card(
  node: TreeItem,
  { fields, properties, names = NO_NAMES }: WrittenValues & { names?: ReadonlyMap<string, string> },
  columns: number,
  below: Below,
  chalk: ChalkInstance,
): Generator<string> {
  const path = node.path ?? [];
  yield* wrapped(nameOfItem(node), columns).map((line) => chalk.bold(line));
  yield* wrapped(breadcrumbsLine(path), columns).map((line) => chalk.dim(line));
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

/** The level of a node, and its ancestors, root first. */
function breadcrumbsLine(path: TreeItem[]): string {
  const level = `level ${path.length + 1}`;
  return path.length === 0 ? level : `${level}, in ${path.map(nameOfItem).join(" › ")}`;
}

/**
 * Rows that end with a value; the cells before it are dimmed and wrapped. A value that users copy is wrapped below its row
 * if it has no room beside the others; any other value is cut.
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
  for (const [i, row] of rows.entries()) {
    const value = row.at(-1) ?? "";
    const isBelow = value.length > room && value.length < columns * MOST_LINES && COPIED.test(value);
    const names = before[i].map((text, column) =>
      wrapped(text, widths[column]).map((line) => chalk.dim(line)),
    );
    for (const cells of lineRows([...names, isBelow ? [] : [fit(value, room)]]))
      yield paddedLine(cells, widths);
    if (isBelow) yield* brokenUp(value, columns - INDENT).map((line) => " ".repeat(INDENT) + line);
  }
}

/** Members of a node that its card does not list among the fields. */
const NOT_FIELDS = ["name", "path", "properties", "children"].map((name) => `"${name}"`);
const PROPERTIES = '"properties"';
/** Longer than any line. */
const LONGEST_SHOWN = 16 * 1024;
/** A JSON string that may be cut: without its closing quote and without half an escape. */
const BEGUN_STRING = /^"(?:[^"\\]|\\(?:u[0-9a-f]{4}|[^u]))*/;

/** Rows of text, in the order of the answer. */
type WrittenValues = {
  /** Name and value. */
  fields: string[][];
  /** Alias, editor alias (empty if there is none) and value. */
  properties: string[][];
};

/** Returns the value of a property as it is shown. */
export type RedactValue = (property: { alias: string; editorAlias: string; value: string }) => string;

/**
 * Cuts texts that are longer than any line.
 * @param answer a node, in well-formed JSON
 */
export function readWrittenValues(answer: Buffer, redact: RedactValue): WrittenValues {
  const cursor = new TextCursor(answer.toString());
  const values: WrittenValues = { fields: [], properties: [] };
  cursor.accept(BYTE.openBrace);
  for (let name = cursor.name(); name !== undefined; name = cursor.name()) {
    if (name === PROPERTIES) values.properties = readShownProperties(cursor, redact);
    else if (NOT_FIELDS.includes(name)) cursor.skip();
    else values.fields.push([shownText(name), shownText(cursor.value().slice(0, LONGEST_SHOWN))]);
  }
  return values;
}

function readShownProperties(cursor: TextCursor, redact: RedactValue): string[][] {
  const rows: string[][] = [];
  cursor.accept(BYTE.openBrace);
  for (let alias = cursor.name(); alias !== undefined; alias = cursor.name()) {
    const texts = { editorAlias: "", value: "null" };
    for (const { name, value } of cursor.members()) {
      if (name === '"value"') texts.value = value;
      else if (name === '"editorAlias"' && value !== "null") texts.editorAlias = shownText(value);
    }
    const value = redact({ alias: shownText(alias), ...texts });
    rows.push([shownText(alias), texts.editorAlias, shownText(value.slice(0, LONGEST_SHOWN))]);
  }
  cursor.accept(BYTE.closeBrace);
  return rows;
}

/** A string without quotes and escapes; other values as JSON. */
function shownText(json: string): string {
  const string = BEGUN_STRING.exec(json);
  return string ? JSON.parse(`${string[0]}"`) : json;
}
