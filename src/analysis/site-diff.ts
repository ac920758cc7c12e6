/** Compares two sites, content and media: what is different, what was passed over, and what of it was not compared at all. */
import { NoSuchNodeError } from "../errors.ts";
import type { Kind } from "../operations.ts";
import { describeTarget, type Target } from "../source.ts";
import type { Tree } from "../tree/tree.ts";
import { type ChangeCounts, type CompareRules, noChanges } from "./compare-rules.ts";
import { type ChangedNode, TreeComparison } from "./compare-trees.ts";
import { type MatchedBy, matchNodes } from "./match-nodes.ts";
import { FieldsTold, type NotCompared } from "./not-compared.ts";

/** A site as it is compared. */
export type ComparedSite = {
  /** Where it was read from, as it was given. */
  place: string;
  /** The name of its format, or `site`. */
  format: string;
  /** The version of what wrote it, where that is told. */
  version?: string;
  trees: Readonly<Record<Kind, Tree>>;
  /** What its format can tell of nodes beside id, key and properties. Default: whatever somebody has written. */
  fields?: readonly string[];
  /** Whether ids were made of keys. */
  hasDerivedIds?: boolean;
};

export type DiffOptions = {
  kinds: readonly Kind[];
  rules: Omit<CompareRules, "isTold">;
  matchedBy: MatchedBy;
  /** Only this node and what is or was below it. Default: all nodes. */
  below?: Exclude<Target, { by: "root" }>;
};

export type KindDiff = {
  kind: Kind;
  before: Tree;
  after: Tree;
  comparison: TreeComparison;
  /** Those that are told. */
  changes: readonly ChangedNode[];
  counts: ChangeCounts;
  /** How many nodes have another `url` only because an ancestor has. */
  followedUrls: number;
};

export type SiteDiff = {
  old: ComparedSite;
  new: ComparedSite;
  kinds: readonly KindDiff[];
  notCompared: readonly NotCompared[];
};

/** @throws NoSuchNodeError where neither site has the node that all is to be below */
export function diffSites(old: ComparedSite, other: ComparedSite, options: DiffOptions): SiteDiff {
  const fields = new FieldsTold([old, other]);
  const kinds = options.kinds.map((kind) => diffKind(kind, old, other, options, fields));
  const { below } = options;
  if (below && !kinds.some(({ before, after }) => rangeOf(before, below) || rangeOf(after, below))) {
    const [kind = "content"] = options.kinds;
    throw new NoSuchNodeError(
      `there is no ${describeTarget(kind, below)} in ${old.place} nor in ${other.place}`,
    );
  }
  return { old, new: other, kinds, notCompared: fields.notCompared(options.rules.dates) };
}

function diffKind(
  kind: Kind,
  old: ComparedSite,
  other: ComparedSite,
  { rules, matchedBy, below }: DiffOptions,
  fields: FieldsTold,
): KindDiff {
  const before = old.trees[kind];
  const after = other.trees[kind];
  const told = { ...rules, isTold: fields.of(kind) };
  const comparison = new TreeComparison(before, after, told, matchNodes(before, after, matchedBy));
  const isBelow = within(before, after, below);
  const changes = comparison.changes.filter(isBelow);
  const counts = noChanges();
  for (const { verbs } of changes) for (const verb of verbs) counts[verb]++;
  const followedUrls = comparison.followedUrls.filter((is) => isBelow({ was: -1, is })).length;
  return { kind, before, after, comparison, changes, counts, followedUrls };
}

/** Whether a node stands or stood in the part of the tree that is asked for. Default: in all of it. */
export function within(
  before: Tree,
  after: Tree,
  below: DiffOptions["below"],
): (node: Pick<ChangedNode, "was" | "is">) => boolean {
  if (below === undefined) return () => true;
  const [were, are] = [rangeOf(before, below), rangeOf(after, below)];
  const isIn = (place: number, range: Range | undefined) =>
    range !== undefined && place >= range.first && place < range.end;
  return ({ was, is }) => isIn(was, were) || isIn(is, are);
}

type Range = { first: number; end: number };

function rangeOf(tree: Tree, node: NonNullable<DiffOptions["below"]>): Range | undefined {
  const first = node.by === "id" ? tree.findId(node.id) : tree.findKey(node.key);
  return first < 0 ? undefined : { first, end: tree.columns.end[first] };
}

/** The sums over both kinds. */
export function countAll({ kinds }: SiteDiff): ChangeCounts {
  const sums = noChanges();
  for (const { counts } of kinds) {
    for (const verb of Object.keys(sums) as (keyof ChangeCounts)[]) sums[verb] += counts[verb];
  }
  return sums;
}
