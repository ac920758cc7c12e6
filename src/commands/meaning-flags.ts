/** The options by which two sites of different versions of Umbraco are compared. */

import { TypeMap, type TypeNames } from "../analysis/diff/compare-meanings.ts";
import { UsageError } from "../errors.ts";
import { anyText } from "../parameter.ts";
import { type Flags, readTextFile, toggle, type Values, valued } from "./flag.ts";

export const MEANING_FLAGS = {
  asMigrated: toggle("--as-migrated", "compare what values mean, across versions of Umbraco"),
  map: valued("--map <file>", "JSON file with new names of types and properties", anyText("a JSON file"), {
    needs: "asMigrated",
  }),
} satisfies Flags;

/**
 * What types and properties of the old site are called on the new one.
 * @returns `undefined` without `--as-migrated`
 * @throws UsageError if the file cannot be read, or is none
 */
export function readTypeMap({ map, asMigrated }: Values<typeof MEANING_FLAGS>): TypeMap | undefined {
  if (map === undefined) return asMigrated ? new TypeMap() : undefined;
  const failure = `--map cannot be read from ${map}`;
  const text = readTextFile(map, failure);
  let names: unknown;
  try {
    names = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${failure}: ${(error as Error).message}`);
  }
  if (areNames(names)) return new TypeMap(names);
  throw new UsageError(
    `--map ${map} must be a JSON object of names: {"oldType": "newType", "oldType.alias": "newAlias", "oldType.removed": null}`,
  );
}

function areNames(value: unknown): value is TypeNames {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((name) => name === null || (typeof name === "string" && name !== ""));
}
