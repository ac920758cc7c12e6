/** The files of types in a copy, beside its nodes. */
import { createHash } from "node:crypto";
import type { Manifest } from "../formats/copy/manifest.ts";
import { TYPE_FILES } from "../formats/type-lists.ts";
import { TYPE_KINDS, type TypeKind } from "../operations.ts";
import type { TypeLists } from "../site/schema/site-types.ts";
import type { Staging } from "./staging.ts";

/** The types of each kind that is written; the file of another kind stays as it is. */
export type CopiedTypes = { [K in TypeKind]?: TypeLists[K] };

type TypeEntries = NonNullable<Manifest["types"]>;

/**
 * Writes types into the staging directory.
 * @param source of the types, as the manifest names it
 * @param before the entries of the earlier manifest
 * @returns the entries of the new manifest, if there are any; the staged files; and those of kinds that have no types any more
 */
export function stageTypes(
  staging: Staging,
  source: string,
  types: CopiedTypes,
  before: TypeEntries | undefined,
): { entries: TypeEntries | undefined; files: string[]; obsolete: string[] } {
  const entries: TypeEntries = { ...before };
  const files: string[] = [];
  const obsolete: string[] = [];
  for (const kind of TYPE_KINDS) {
    const list = types[kind];
    if (list === undefined) continue;
    const file = TYPE_FILES[kind];
    if (list.length === 0) {
      if (entries[kind]) obsolete.push(file);
      delete entries[kind];
      continue;
    }
    const text = `${JSON.stringify(list)}\n`;
    staging.write(file, text);
    files.push(file);
    const sha256 = createHash("sha256").update(text).digest("hex");
    entries[kind] = { source, file, bytes: Buffer.byteLength(text), sha256, count: list.length };
  }
  return { entries: before || files.length > 0 ? entries : undefined, files, obsolete };
}
