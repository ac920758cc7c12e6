/** Data types for people: as a list, and one with its configuration. */
import type { DataType } from "../site/schema/site-types.ts";
import { NONE } from "../text/visible-text.ts";
import { wrapped } from "./fit.ts";
import { type Columns, type TableColumn, tableColumns, tableLines } from "./rows.ts";
import { brush, type ViewOptions } from "./style.ts";

/** The columns of a list of data types. */
export const DATA_TYPE_COLUMNS: Columns<DataType> = {
  name: { about: "name", of: ({ name }) => name, table: { rank: 0 } },
  editor: { about: "alias of the editor", of: ({ editorAlias }) => editorAlias, table: { rank: 1 } },
  column: { about: "column that values are stored in", of: ({ dbType }) => dbType, table: { rank: 3 } },
  key: { about: "key", of: ({ key }) => key, table: { rank: 2 } },
  id: { about: "id", of: ({ id }) => id },
  createDate: { about: "date of creation", of: ({ createDate }) => createDate },
  updateDate: { about: "date of the last change", of: ({ updateDate }) => updateDate },
  config: { about: "configuration, as JSON", of: ({ config }) => ({ json: JSON.stringify(config) }) },
};

type Setting = readonly [name: string, value: string];
const SETTINGS: readonly TableColumn<Setting>[] = [
  { head: "setting", text: ([name]) => name, rank: 0 },
  { head: "value", text: ([, value]) => value, rank: 1 },
];

/** The lines of a list of data types, or of one: its fields, then a row for each setting of its configuration. */
export async function dataTypeLines(
  types: readonly DataType[],
  view: "list" | "one",
  { columns = Number.POSITIVE_INFINITY, color }: ViewOptions,
): Promise<string[]> {
  const { bold } = await brush({ color });
  const layout = { room: columns, kept: 1, wrap: wrapped, paintHead: bold, isSmall: true };
  if (view === "list") return [...tableLines(types, tableColumns(DATA_TYPE_COLUMNS), layout)];
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
    const headless = SETTINGS.map((column) => ({ ...column, head: undefined }));
    return [
      ...wrapped(name, columns).map((line) => bold(line)),
      ...tableLines(fields, headless, layout),
      ...(settings.length === 0 ? [] : ["", ...tableLines(settings, SETTINGS, layout)]),
    ];
  });
}
