/** The options of every command that prints a list. */
import { aliases, type Flags, toggle, type Values } from "./flag.ts";

export const LIST_FLAGS = {
  fields: aliases(
    "--fields <names>",
    "the columns of csv, json, ndjson or table, between commas; --fields help lists them",
    "names a field",
  ),
  bom: toggle("--bom", "begin csv with a byte order mark, which Excel needs"),
} satisfies Flags;

export type ListFlags = Values<typeof LIST_FLAGS> & { color?: boolean };

const HELP = "help";

/** Whether the fields are to be listed, and nothing is to be read. */
export function isFieldHelp({ fields }: ListFlags): boolean {
  return fields?.includes(HELP) === true;
}
