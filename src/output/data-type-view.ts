/** Data types for people: as a list, and one with its configuration. */
import type { DataType } from "../schema/site-types.ts";
import { NONE } from "../text/visible-text.ts";
import { wrapped } from "./fit.ts";
import { type TableColumn, tableLines } from "./rows.ts";
import { brush, type ViewLook } from "./style.ts";

const COLUMNS: readonly TableColumn<DataType>[] = [
  { head: "name", text: ({ name }) => name, rank: 0 },
  { head: "editor", text: ({ editorAlias }) => editorAlias ?? NONE, rank: 1 },
  { head: "column", text: ({ dbType }) => dbType ?? NONE, rank: 3 },
  { head: "key", text: ({ key }) => key, rank: 2 },
];

type Setting = readonly [name: string, value: string];
const SETTINGS: readonly TableColumn<Setting>[] = [
  { head: "setting", text: ([name]) => name, rank: 0 },
  { head: "value", text: ([, value]) => value, rank: 1 },
];

/** The lines of a list of data types, or of one: its fields, then a row for each setting of its configuration. */
export async function dataTypeLines(
  types: readonly DataType[],
  view: "list" | "one",
  { columns = Number.POSITIVE_INFINITY, color }: ViewLook,
): Promise<string[]> {
  const { bold } = await brush({ color });
  const layout = { room: columns, kept: 1, wrap: wrapped };
  if (view === "list") {
    const [heads, ...lines] = tableLines(types, COLUMNS, layout);
    return [bold(heads), ...lines];
  }
  return types.flatMap(({ name, config, ...type }) => {
    const fields: Setting[] = [
      ["editor", type.editorAlias ?? NONE],
      ["column", type.dbType ?? NONE],
      ["key", type.key],
      ["id", String(type.id)],
    ];
    const settings = Object.entries(config).map(
      ([setting, value]): Setting => [setting, typeof value === "string" ? value : JSON.stringify(value)],
    );
    const headless = SETTINGS.map((column) => ({ ...column, head: "" }));
    const [, ...shown] = tableLines(fields, headless, layout);
    const lines = [...wrapped(name, columns).map((line) => bold(line)), ...shown];
    if (settings.length === 0) return lines;
    const [heads, ...rows] = tableLines(settings, SETTINGS, layout);
    return [...lines, "", bold(heads), ...rows];
  });
}
