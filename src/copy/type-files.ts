/** The files of types in a copy, beside its nodes. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Manifest } from "../formats/copy/manifest.ts";
import { TYPE_FILES } from "../formats/type-lists.ts";
import type { TypeKind } from "../operations.ts";
import type { TypeLists } from "../site/schema/site-types.ts";
import type { Staging } from "./staging.ts";
import { removeWhenFree } from "./when-free.ts";

/** The types of each kind that is written; a kind that is absent stays as it is. */
export type CopiedTypes = { [K in TypeKind]?: TypeLists[K] };

/**
 * Writes types beside the nodes, and into the manifest. If there are none, those of an earlier pull are removed.
 * @param manifest changed
 */
export async function putTypes(
  staging: Staging,
  manifest: Manifest,
  source: string,
  written: CopiedTypes,
): Promise<void> {
  for (const [kind, types] of Object.entries(written) as [TypeKind, TypeLists[TypeKind]][]) {
    const file = TYPE_FILES[kind];
    if (types.length > 0) {
      const text = `${JSON.stringify(types)}\n`;
      staging.write(file, text);
      await staging.put(file);
      const sha256 = createHash("sha256").update(text).digest("hex");
      const entry = { source, file, bytes: Buffer.byteLength(text), sha256, count: types.length };
      manifest.types = { ...manifest.types, [kind]: entry };
    } else if (manifest.types?.[kind]) {
      await removeWhenFree(join(staging.out, file));
      manifest.types = { ...manifest.types, [kind]: undefined };
    }
  }
}
