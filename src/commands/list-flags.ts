/** The options of every command that prints a list. */
import { aliases, type Flags, type Values } from "./flag.ts";

export const LIST_FLAGS = {
  fields: aliases("--fields <names>", "columns, separated by commas; --fields help lists them", "a field"),
} satisfies Flags;

export type ListFlags = Values<typeof LIST_FLAGS> & { color?: boolean };

const HELP = "help";

/** Whether the command only lists the fields, and reads no data. */
export function isFieldHelp({ fields }: ListFlags): boolean {
  return fields?.includes(HELP) === true;
}
