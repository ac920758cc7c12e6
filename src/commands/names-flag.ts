/** `--names FILE`: what types and properties of the old site are called on the new one. */

import { TypeMap, type TypeNames } from "../analysis/diff/type-map.ts";
import { areOfDifferentVersions } from "../analysis/diff/versions.ts";
import { UsageError } from "../errors.ts";
import { anyText } from "../parameter.ts";
import type { SiteData } from "../site/site-data.ts";
import { type Flags, readTextFile, refuseGiven, toggle, type Values, valued } from "./flag.ts";

export const NAMES_FLAG = {
  names: valued("--names <file>", "JSON file with new names of types and properties", anyText("a JSON file")),
} satisfies Flags;

export const AS_MIGRATED_FLAGS = {
  asMigrated: toggle("--as-migrated", "compare what values mean, across versions of Umbraco", {
    defaultText: "if both are known to be of different major versions",
  }),
  noAsMigrated: toggle("--no-as-migrated", "compare values as they are stored"),
  ...NAMES_FLAG,
} satisfies Flags;

/**
 * The names of a comparison across versions: without an option, of two sites that are known to be of different major versions.
 * @returns `undefined` if values are compared as they are stored
 * @throws UsageError for names that are of no use then, and as `readTypeMap` does
 */
export function migratedNames(
  flags: Values<typeof AS_MIGRATED_FLAGS>,
  [old, other]: readonly SiteData[],
): TypeMap | undefined {
  const isMigrated = flags.asMigrated ?? areOfDifferentVersions(old, other);
  if (isMigrated) return readTypeMap(flags) ?? new TypeMap();
  refuseGiven(NAMES_FLAG, flags, "can only be used across versions: add --as-migrated");
  return undefined;
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
