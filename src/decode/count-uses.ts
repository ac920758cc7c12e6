/** Counts the uses of types and properties in a site whose lines are not written. */

import { KINDS, type Kind } from "../operations.ts";
import { isSameLanguage } from "../site/languages.ts";
import { entryIn } from "../site/map-entries.ts";
import type { Site } from "../site/site.ts";
import { NodeLines } from "./node-lines.ts";
import { UseCounter } from "./use-counter.ts";

/**
 * Counts the uses in all languages of a site, which are read one after the other.
 * @param kinds Default: both
 * @param uses what was counted so far. Default: nothing
 */
export async function countUses(
  site: Site,
  kinds: readonly Kind[] = KINDS,
  uses = new UseCounter(site.otherLanguages.length > 0),
): Promise<UseCounter> {
  if (kinds.length === 0) return uses;
  // In the order in which the lines of a site are made.
  for await (const other of site.inOtherLanguages()) countLanguage(other, kinds, uses);
  countLanguage(site, kinds, uses);
  return uses;
}

function countLanguage(site: Site, kinds: readonly Kind[], uses: UseCounter): void {
  const lines = new NodeLines(site, { uses });
  /** Languages inside values (Vorto). */
  const inner = new Map<string, NodeLines>();
  for (const kind of kinds) {
    for (let index = 0; index < site.trees[kind].size; index++) {
      for (const code of lines.count(kind, index)) {
        if (isSameLanguage(code, site.culture)) continue;
        entryIn(inner, code, () => new NodeLines(site, { uses }, code)).count(kind, index);
      }
    }
  }
}
