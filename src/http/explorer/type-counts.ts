/** How many nodes each type has, counted a node a step. */
import { siteNodes } from "../../analysis/site-nodes.ts";
import type { TypeCount } from "../../explorer-answers.ts";
import { KINDS, type Kind } from "../../operations.ts";
import { findType } from "../../schema/find-type.ts";
import type { ExploredSite } from "./explored-site.ts";

/** @returns the most frequent first; nodes without a type are left out */
export function* typeSteps({ trees, types }: ExploredSite): Generator<void, TypeCount[], void> {
  const counts: Record<Kind, Map<string, number>> = { content: new Map(), media: new Map() };
  for (const node of siteNodes(trees)) {
    const { type } = node.fields();
    if (type) counts[node.kind].set(type, (counts[node.kind].get(type) ?? 0) + 1);
    yield;
  }
  const found = KINDS.flatMap((kind) =>
    Array.from(counts[kind], ([alias, nodes]): TypeCount => {
      const known = findType<Kind>(types[kind], { by: "alias", alias });
      return { kind, alias, name: known?.name ?? null, nodes };
    }),
  );
  return found.sort((one, other) => other.nodes - one.nodes);
}
