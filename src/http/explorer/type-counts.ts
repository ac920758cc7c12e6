/** How many nodes each type has, counted a little at a time, so that others are answered meanwhile. */
import { setImmediate as letOthers } from "node:timers/promises";
import { siteNodes } from "../../analysis/site-nodes.ts";
import type { TypeCount } from "../../explorer-answers.ts";
import { KINDS, type Kind } from "../../operations.ts";
import { findType } from "../../schema/find-type.ts";
import type { ExploredSite } from "./explored-site.ts";

/** How long others wait at most, in milliseconds. */
const SLICE_MILLISECONDS = 15;

/** @returns the most frequent first; nodes without a type are left out */
export async function typeCounts({ trees, types }: ExploredSite): Promise<TypeCount[]> {
  const counts: Record<Kind, Map<string, number>> = { content: new Map(), media: new Map() };
  let until = performance.now() + SLICE_MILLISECONDS;
  for (const node of siteNodes(trees)) {
    const { type } = node.fields();
    if (type) counts[node.kind].set(type, (counts[node.kind].get(type) ?? 0) + 1);
    if (performance.now() < until) continue;
    await letOthers();
    until = performance.now() + SLICE_MILLISECONDS;
  }
  const found = KINDS.flatMap((kind) =>
    Array.from(counts[kind], ([alias, nodes]): TypeCount => {
      const known = findType<Kind>(types[kind], { by: "alias", alias });
      return { kind, alias, name: known?.name ?? null, nodes };
    }),
  );
  return found.sort((one, other) => other.nodes - one.nodes);
}
