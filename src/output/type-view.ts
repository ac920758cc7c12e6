/** Types for people: as a list, and one as a card or as a table of its properties. */
import type { ChalkInstance } from "chalk";
import type { ContentType, MediaType, TypeReference } from "../schema/site-types.ts";
import { counted } from "../text/counted.ts";
import { NONE, visible } from "../text/visible-text.ts";
import { drawTable, GAP, lineRows } from "./draw-table.ts";
import { wordWrapped, wrapped } from "./fit.ts";
import { tableLines } from "./rows.ts";
import { brush, type ViewLook } from "./style.ts";

/** A type, and how many nodes have it; `undefined` where that is not known. */
export type CountedType = { type: ContentType | MediaType; nodes: number | undefined };

const INDENT = "  ";

/** The lines of a list of types, of one type's card, or of its properties. */
export async function typeLines(
  types: readonly CountedType[],
  view: "list" | "card" | "properties",
  { columns = Number.POSITIVE_INFINITY, color }: ViewLook,
): Promise<string[]> {
  const chalk = await brush({ color });
  if (view === "list") return [...typeTable(types, columns, chalk)];
  const show = view === "card" ? typeCard : propertyTable;
  return types.flatMap((one) => [...show(one, columns, chalk)]);
}

/** Yields a row for each type, below the names of the columns. */
function* typeTable(types: readonly CountedType[], columns: number, chalk: ChalkInstance): Generator<string> {
  const hasCounts = types.some(({ nodes }) => nodes !== undefined);
  const rows = types.map(({ type, nodes }) => [
    type.alias,
    type.name ?? NONE,
    ...(hasCounts ? [String(nodes ?? 0)] : []),
    String(propertyCount(type)),
    type.key,
  ]);
  const heads = ["alias", "name", ...(hasCounts ? ["nodes"] : []), "properties", "key"];
  const worth = hasCounts ? [4, 0, 2, 1, 3] : [3, 0, 1, 2];
  yield* rowsBelow(heads, rows, worth, columns, chalk);
}

/** Yields a row for each property, in the order of tabs. */
function* propertyTable(
  { type: { tabs } }: CountedType,
  columns: number,
  chalk: ChalkInstance,
): Generator<string> {
  const rows = tabs.flatMap(({ name, properties }) =>
    properties.map((property) => [
      name ?? NONE,
      property.alias,
      property.name ?? NONE,
      property.editorAlias ?? NONE,
      property.mandatory ? "mandatory" : "",
    ]),
  );
  yield* rowsBelow(["tab", "alias", "name", "editor", ""], rows, [1, 3, 4, 2, 0], columns, chalk);
}

/** Yields the lines of one type's card. */
function* typeCard({ type, nodes }: CountedType, columns: number, chalk: ChalkInstance): Generator<string> {
  yield* wrapped(type.name ?? type.alias, columns).map((line) => chalk.bold(line));
  const counts = [
    ...(nodes === undefined ? [] : [counted(nodes, "node has it", "nodes have it")]),
    counted(propertyCount(type), "property", "properties"),
  ];
  yield* wrapped(counts.join(", "), columns).map((line) => chalk.dim(line));
  yield "";
  const room = columns - FIELD_WIDTH - GAP;
  const fields = fieldsOf(type).flatMap(([name, value]) =>
    lineRows([[chalk.dim(name)], wordWrapped(value, room, "")]),
  );
  yield* drawTable(fields, [FIELD_WIDTH]);
  for (const { name, properties } of type.tabs) {
    yield "";
    yield* wrapped(`${name ?? NONE} (${properties.length})`, columns).map((line) => chalk.bold(line));
    const rows = properties.map((property) => [
      property.alias,
      property.name ?? NONE,
      property.editorAlias ?? NONE,
      property.mandatory ? "mandatory" : "",
    ]);
    yield* cellLines(rows, [0, 2, 3, 1], columns - INDENT.length).map((line) => INDENT + line);
  }
}

const FIELD_WIDTH = "below its nodes".length;

/** Names and values of what a type says of itself. */
function fieldsOf(type: CountedType["type"]): [string, string][] {
  const { alias, key, id, icon, allowedAsRoot, allowedContentTypes, compositions } = type;
  const templates = "allowedTemplate" in type ? type.allowedTemplate : undefined;
  const byDefault = "defaultTemplate" in type ? type.defaultTemplate?.alias : undefined;
  return [
    ["alias", alias],
    ["key", key],
    ["id", String(id)],
    ["icon", icon ?? NONE],
    ["may be a root", allowedAsRoot ? "yes" : "no"],
    ["below its nodes", aliasesOf(allowedContentTypes)],
    ["made of", aliasesOf(compositions)],
    ...(templates === undefined
      ? []
      : [
          ["templates", aliasesOf(templates) + (byDefault ? ` (${byDefault} by default)` : "")] as [
            string,
            string,
          ],
        ]),
  ];
}

function aliasesOf(references: readonly TypeReference[]): string {
  return references.length === 0 ? NONE : references.map(({ alias }) => alias).join(", ");
}

function propertyCount({ tabs }: CountedType["type"]): number {
  return tabs.reduce((sum, { properties }) => sum + properties.length, 0);
}

function* rowsBelow(
  heads: string[],
  rows: string[][],
  worth: number[],
  columns: number,
  chalk: ChalkInstance,
): Generator<string> {
  const [first, ...others] = cellLines([heads, ...rows], worth, columns);
  yield chalk.bold(first);
  yield* others;
}

/**
 * The lines of rows: of columns that do not stand whole in the room there is, only the two that one copies, wrapped.
 * @param worth columns by their worth, those two first
 */
function cellLines(rows: string[][], worth: number[], columns: number): string[] {
  const safe = rows.map((row) => row.map(visible));
  return tableLines(safe, { room: columns, worth, kept: 2, wrap: wrapped });
}
