/** Types for people: as a list, and one as a card or as a table of its properties. */
import type { ChalkInstance } from "chalk";
import type { ContentType, MediaType, TypeReference } from "../schema/site-types.ts";
import { counted } from "../text/counted.ts";
import { NONE } from "../text/visible-text.ts";
import { drawTable, GAP, lineRows } from "./draw-table.ts";
import { wordWrapped, wrapped } from "./fit.ts";
import { type TableColumn, tableLines } from "./rows.ts";
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
  if (view === "list") return typeTable(types, columns, chalk);
  const show = view === "card" ? typeCard : propertyTable;
  return types.flatMap((one) => [...show(one, columns, chalk)]);
}

const TYPE_COLUMNS: readonly TableColumn<CountedType>[] = [
  { head: "alias", text: ({ type }) => type.alias, rank: 1 },
  { head: "name", text: ({ type }) => type.name ?? NONE, rank: 3 },
  { head: "nodes", text: ({ nodes = 0 }) => String(nodes), rank: 2 },
  { head: "properties", text: ({ type }) => String(propertyCount(type)), rank: 4 },
  { head: "key", text: ({ type }) => type.key, rank: 0 },
];

type Property = CountedType["type"]["tabs"][number]["properties"][number];

const PROPERTY_COLUMNS: readonly TableColumn<Property>[] = [
  { head: "alias", text: ({ alias }) => alias, rank: 0 },
  { head: "name", text: ({ name }) => name ?? NONE, rank: 3 },
  { head: "editor", text: ({ editorAlias }) => editorAlias ?? NONE, rank: 1 },
  { head: "", text: ({ mandatory }) => (mandatory ? "mandatory" : ""), rank: 2 },
];

/** The first two columns by rank are what one copies, so they are shown whole. */
const COPIED = { kept: 1, wrap: wrapped };

function typeTable(types: readonly CountedType[], room: number, chalk: ChalkInstance): string[] {
  const hasCounts = types.some(({ nodes }) => nodes !== undefined);
  const columns = TYPE_COLUMNS.filter(({ head }) => hasCounts || head !== "nodes");
  return [...tableLines(types, columns, { ...COPIED, room, paintHead: chalk.bold })];
}

/** A row for each property, in the order of tabs. */
function propertyTable({ type }: CountedType, room: number, chalk: ChalkInstance): string[] {
  const rows = type.tabs.flatMap(({ name: tab, properties }) =>
    properties.map((property) => ({ ...property, tab })),
  );
  const tab: TableColumn<(typeof rows)[number]> = { head: "tab", text: ({ tab }) => tab ?? NONE, rank: 4 };
  return [...tableLines(rows, [tab, ...PROPERTY_COLUMNS], { ...COPIED, room, paintHead: chalk.bold })];
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
    const headless = PROPERTY_COLUMNS.map((column) => ({ ...column, head: undefined }));
    for (const line of tableLines(properties, headless, { ...COPIED, room: columns - INDENT.length })) {
      yield INDENT + line;
    }
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
