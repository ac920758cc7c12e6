/** Changes of a site grouped by what changed: nodes in which the same fields and properties differ are one group. */
import type { Kind } from "../../operations.ts";
import { entryIn } from "../../site/map-entries.ts";
import { SiteNode } from "../../site/site-nodes.ts";
import { CHANGE_KINDS, type ChangeKind } from "./change-kinds.ts";
import type { ChangedNode } from "./compare-trees.ts";
import { differInEmptyParts } from "./empty-values.ts";
import type { KindDiff } from "./site-diff.ts";

/** A changed node, and what a list of changes is filtered by. */
export type GroupedNode = Pick<ChangedNode, "was" | "is"> & {
  kind: Kind;
  /** The alias of its type; empty if it has none. */
  type: string;
};

type ChangeGroup = {
  /** Differs between groups, and stays the same while the groups do. */
  id: string;
  changeKinds: readonly ChangeKind[];
  /** The names of fields and the aliases of properties that differ, but for empty parts; none if the nodes were added or removed. */
  fields: readonly string[];
  properties: readonly string[];
  nodes: GroupedNode[];
};

/** Added and removed nodes come first, then the largest group, last the nodes that differ in empty parts alone. Takes a step for each node. */
export function* changeGroupSteps(kinds: readonly KindDiff[]): Generator<void, ChangeGroup[], void> {
  const groups = new Map<string, ChangeGroup>();
  for (const { kind, before, after, changes, comparison } of kinds) {
    for (const change of changes) {
      const { was, is, changeKinds } = change;
      const { difference } = comparison.describe(change);
      const fields = difference
        ? [...new Set([...difference.before.keys(), ...difference.after.keys()])].sort()
        : [];
      const properties = (difference?.properties ?? [])
        .filter(({ before, after, differences }) => differences || !differInEmptyParts(before, after))
        .map(({ alias }) => alias)
        .sort();
      const id = [changeKinds.join("+"), ...fields.map((name) => `.${name}`), ...properties].join(" ");
      const view = is < 0 ? new SiteNode(kind, before, was) : new SiteNode(kind, after, is);
      const group = entryIn(groups, id, () => ({ id, changeKinds, fields, properties, nodes: [] }));
      group.nodes.push({ kind, was, is, type: view.brief().type ?? "" });
      yield;
    }
  }
  return [...groups.values()].sort(
    (one, other) =>
      rankOfGroup(one) - rankOfGroup(other) ||
      other.nodes.length - one.nodes.length ||
      orderOf(one) - orderOf(other),
  );
}

/** 0 for added nodes, 1 for removed ones, 2 for others, 3 for nodes that differ only in empty parts. */
function rankOfGroup(group: ChangeGroup): number {
  const { changeKinds, fields, properties } = group;
  const isEmpty = changeKinds.join() === "changed" && fields.length + properties.length === 0;
  return isEmpty ? 3 : Math.min(orderOf(group), 2);
}

/** The position of its first kind of change among all kinds. */
function orderOf({ changeKinds: [first] }: ChangeGroup): number {
  return CHANGE_KINDS.indexOf(first);
}
