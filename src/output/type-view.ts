/** Types for people: as a list, and one as a card. */
import type { ChalkInstance } from "chalk";
import type { ContentType, MediaType, TypeReference } from "../site/schema/site-types.ts";
import { counted } from "../text/counted.ts";
import { NONE } from "../text/visible-text.ts";
import { GAP, lineRows, smallTable } from "./draw-table.ts";
import { wordWrapped, wrapped } from "./fit.ts";
import { type Columns, type TableColumn, tableColumns, tableLines } from "./rows.ts";
import { brush, type ViewOptions } from "./style.ts";

/** A type, and how many nodes have it; `undefined` if unknown. */
export type CountedType = { type: ContentType | MediaType; nodes: number | undefined };

const INDENT = "  ";

/** The lines of a list of types, or of one type's card. */
export async function typeLines(
  types: readonly CountedType[],
  view: "list" | "card",
  { columns = Number.POSITIVE_INFINITY, color }: ViewOptions,
): Promise<string[]> {
  const chalk = await brush({ color });
  if (view === "list") return typeTable(types, columns, chalk);
  return types.flatMap((one) => [...typeCard(one, columns, chalk)]);
}

const aliasesOfAll = (references: readonly TypeReference[]) => references.map(({ alias }) => alias);

/** The columns of a list of types. */
export const TYPE_COLUMNS: Columns<CountedType> = {
  alias: { about: "alias", of: ({ type }) => type.alias, table: { rank: 1 } },
  name: { about: "name", of: ({ type }) => type.name, table: { rank: 3 } },
  nodes: {
    about: "number of nodes that have the type, if the data is local",
    of: ({ nodes }) => nodes,
    table: { rank: 2 },
  },
  properties: {
    about: "number of properties, those of compositions included",
    of: ({ type }) => propertyCount(type),
    table: { rank: 4 },
  },
  key: { about: "key", of: ({ type }) => type.key, table: { rank: 0 } },
  id: { about: "id", of: ({ type }) => type.id },
  icon: { about: "icon", of: ({ type }) => type.icon },
  root: { about: "whether nodes of the type may be roots", of: ({ type }) => type.allowedAsRoot },
  children: {
    about: "aliases of the types that nodes below may have",
    of: ({ type }) => aliasesOfAll(type.allowedContentTypes),
  },
  compositions: {
    about: "aliases of its compositions",
    of: ({ type }) => aliasesOfAll(type.compositions),
  },
  templates: {
    about: "aliases of the templates",
    of: ({ type }) => ("allowedTemplate" in type ? aliasesOfAll(type.allowedTemplate) : undefined),
  },
};

type Property = CountedType["type"]["tabs"][number]["properties"][number];

const PROPERTY_COLUMNS: readonly TableColumn<Property>[] = [
  { head: "alias", text: ({ alias }) => alias, rank: 0 },
  { head: "name", text: ({ name }) => name ?? NONE, rank: 3 },
  { head: "editor", text: ({ editorAlias }) => editorAlias ?? NONE, rank: 1 },
  { head: "", text: ({ mandatory }) => (mandatory ? "mandatory" : ""), rank: 2 },
];

/** Users copy the first two columns by rank, so they are shown whole. */
const COPIED = { kept: 1, wrap: wrapped, isSmall: true };

function typeTable(types: readonly CountedType[], room: number, chalk: ChalkInstance): string[] {
  return [...tableLines(types, tableColumns(TYPE_COLUMNS), { ...COPIED, room, paintHead: chalk.bold })];
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
  const fields = fieldsOfType(type).flatMap(([name, value]) =>
    lineRows([[chalk.dim(name)], wordWrapped(value, room, "")]),
  );
  yield* smallTable(fields, [FIELD_WIDTH]);
  for (const { name, properties } of type.tabs) {
    yield "";
    yield* wrapped(`${name ?? NONE} (${properties.length})`, columns).map((line) => chalk.bold(line));
    const headless = PROPERTY_COLUMNS.map((column) => ({ ...column, head: undefined }));
    for (const line of tableLines(properties, headless, { ...COPIED, room: columns - INDENT.length })) {
      yield INDENT + line;
    }
  }
}

const FIELD_WIDTH = "allowed children".length;

/** Names and values of the fields of a type. */
function fieldsOfType(type: CountedType["type"]): [string, string][] {
  const { alias, key, id, icon, allowedAsRoot, allowedContentTypes, compositions } = type;
  const templates = "allowedTemplate" in type ? type.allowedTemplate : undefined;
  const byDefault = "defaultTemplate" in type ? type.defaultTemplate?.alias : undefined;
  return [
    ["alias", alias],
    ["key", key],
    ["id", String(id)],
    ["icon", icon ?? NONE],
    ["allow as root", allowedAsRoot ? "yes" : "no"],
    ["allowed children", aliasesOfTypes(allowedContentTypes)],
    ["compositions", aliasesOfTypes(compositions)],
    ...(templates === undefined
      ? []
      : [
          ["templates", aliasesOfTypes(templates) + (byDefault ? ` (${byDefault} by default)` : "")] as [
            string,
            string,
          ],
        ]),
  ];
}

function aliasesOfTypes(references: readonly TypeReference[]): string {
  return aliasesOfAll(references).join(", ") || NONE;
}

function propertyCount({ tabs }: CountedType["type"]): number {
  return tabs.reduce((sum, { properties }) => sum + properties.length, 0);
}
