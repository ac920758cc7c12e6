/** The columns of a table of nodes, which the URL of a view names. */
import type { ListedNode } from "../http/explorer/explorer-api.ts";
import type { Query } from "./route.ts";

/** Fields of nodes that can be columns. */
export const FIELDS = [
  { name: "type", title: "Type", of: ({ row }: ListedNode) => row.type },
  { name: "url", title: "URL", of: ({ row }: ListedNode) => row.url ?? "" },
  { name: "updateDate", title: "Updated", of: ({ row }: ListedNode) => row.updateDate ?? "" },
  { name: "children", title: "Children", of: ({ row }: ListedNode) => row.children },
  { name: "id", title: "Id", of: ({ row }: ListedNode) => row.id },
  { name: "key", title: "Key", of: ({ row }: ListedNode) => row.key },
] as const;
const DEFAULT_FIELDS = "type";
/** Fields by name, and properties by alias. */
export type Columns = { fields: readonly string[]; aliases: readonly string[] };

/** The columns that the URL names. */
export function chosenColumns({ fields = DEFAULT_FIELDS, columns = "" }: Query): Columns {
  return { fields: fields.split(","), aliases: columns.split(",").filter((alias) => alias !== "") };
}

/**
 * The option with which `migrations find` prints the columns that were chosen; empty if none were.
 * @param quoted quotes a value for a shell
 */
export function fieldsOption(state: Query, quoted: (text: string) => string): string {
  if (state.fields === undefined && state.columns === undefined) return "";
  const { fields, aliases } = chosenColumns(state);
  const known = FIELDS.flatMap(({ name }) => (fields.includes(name) ? [name] : []));
  return ` --fields ${quoted(["name", ...known, ...aliases.map((alias) => `property:${alias}`)].join(","))}`;
}
