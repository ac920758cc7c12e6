/** Counts the values of properties that look like secrets, which importers need as they are. */
import type { Kind } from "../operations.ts";
import type { SiteTypes } from "../site/schema/site-types.ts";
import { secretProperties } from "../site/secrets.ts";
import type { UseCounter } from "./use-counter.ts";

export function countSecrets(types: SiteTypes, kinds: readonly Kind[], uses: UseCounter): number {
  const isSecret = secretProperties([types]);
  let count = 0;
  for (const kind of kinds) {
    for (const [type, { properties }] of uses.typesOf(kind)) {
      for (const [alias, { filled }] of properties) {
        if (isSecret({ kind, of: "node", type }, alias)) count += filled;
      }
    }
  }
  return count;
}
