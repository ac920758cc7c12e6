/** Counts nodes by their types. */

import type { Kind } from "../../operations.ts";
import { entryIn } from "../../site/map-entries.ts";
import { findType } from "../../site/schema/find-type.ts";
import type { SiteTypes } from "../../site/schema/site-types.ts";
import { shortened } from "../../text/visible-text.ts";
import type { TypeCount } from "./explorer-api.ts";
import { LONGEST_NAME } from "./tree-levels.ts";

export class TypeCounter {
  readonly #counts = new Map<string, { kind: Kind; alias: string; nodes: number }>();

  /** Aliases ignore case, as in the CMS. A node without a type is not counted. */
  add(kind: Kind, alias: string | undefined, nodes = 1): void {
    if (!alias) return;
    entryIn(this.#counts, `${kind} ${alias.toLowerCase()}`, () => ({ kind, alias, nodes: 0 })).nodes += nodes;
  }

  /** @returns at most so many types, the most frequent first, with their names */
  list(types: SiteTypes, most: number): TypeCount[] {
    return [...this.#counts.values()]
      .sort((one, other) => other.nodes - one.nodes)
      .slice(0, most)
      .map(({ kind, alias, nodes }) => {
        const name = findType(types[kind], { by: "alias", alias })?.name || null;
        return { kind, alias: shortened(alias, LONGEST_NAME), name, nodes };
      });
  }
}
