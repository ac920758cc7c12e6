/** Reads the file that says what types and properties of an old site are called on the new one. */
import { readFileSync } from "node:fs";
import { TypeMap, type TypeNames } from "../analysis/type-map.ts";
import { withoutMark } from "../byte-order-mark.ts";
import { UsageError } from "../errors.ts";
import { whyUnread } from "../system-error.ts";

/**
 * @returns `undefined` where generations are not compared
 * @throws UsageError where the file cannot be read, or is none
 */
export function readTypeMap({
  map,
  asMigrated,
}: {
  map?: string;
  asMigrated?: boolean;
}): TypeMap | undefined {
  if (map === undefined) return asMigrated ? new TypeMap() : undefined;
  if (!asMigrated) throw new UsageError("--map says what became of types: say --as-migrated too");
  let names: unknown;
  try {
    names = JSON.parse(withoutMark(readFileSync(map, "utf8")));
  } catch (error) {
    throw new UsageError(`--map cannot be read from ${map}: ${whyUnread(error)}`);
  }
  if (areNames(names)) return new TypeMap(names);
  throw new UsageError(
    `--map ${map} is no JSON object of names: it looks like {"oldType": "newType", "oldType.alias": "newAlias", "oldType.gone": null}`,
  );
}

function areNames(value: unknown): value is TypeNames {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((name) => name === null || (typeof name === "string" && name !== ""));
}
