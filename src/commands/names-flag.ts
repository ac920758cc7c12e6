/** `--names FILE`: what types and properties of the old site are called on the new one. */

import { TypeMap, type TypeNames } from "../analysis/diff/type-map.ts";
import { UsageError } from "../errors.ts";
import { anyText } from "../parameter.ts";
import { type Flags, readTextFile, toggle, type Values, valued } from "./flag.ts";

export const NAMES_FLAG = {
  names: valued("--names <file>", "JSON file with new names of types and properties", anyText("a JSON file")),
} satisfies Flags;

export const AS_MIGRATED_FLAGS = {
  asMigrated: toggle("--as-migrated", "compare what values mean, across versions of Umbraco"),
  names: { ...NAMES_FLAG.names, needs: "asMigrated" },
} satisfies Flags;

/** The names of a comparison across versions. @returns `undefined` without `--as-migrated` */
export function migratedNames(flags: Values<typeof AS_MIGRATED_FLAGS>): TypeMap | undefined {
  return flags.asMigrated ? (readTypeMap(flags) ?? new TypeMap()) : undefined;
}

/**
 * @returns `undefined` if no file is given
 * @throws UsageError if the file cannot be read, or has no names
 */
export function readTypeMap({ names: path }: Values<typeof NAMES_FLAG>): TypeMap | undefined {
  if (path === undefined) return undefined;
  const failure = `--names cannot be read from ${path}`;
  const text = readTextFile(path, failure);
  let names: unknown;
  try {
    names = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${failure}: ${(error as Error).message}`);
  }
  if (areNames(names)) return new TypeMap(names);
  throw new UsageError(
    `--names ${path} must be a JSON object of names: {"oldType": "newType", "oldType.alias": "newAlias", "oldType.removed": null}`,
  );
}

function areNames(value: unknown): value is TypeNames {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((name) => name === null || (typeof name === "string" && name !== ""));
}
