/** Compares two sites, content and media: the differences, and what was not compared. */

import { NoSuchNodeError } from "../../errors.ts";
import { type NodeText, parseNodeRecord } from "../../json/node-text.ts";
import { parseMembers, parseString } from "../../json/outline.ts";
import type { Kind } from "../../operations.ts";
import { entryIn } from "../../site/map-entries.ts";
import { NO_TYPE } from "../../site/schema/type-owner.ts";
import { placeholderFor, SecretRedactor } from "../../site/secrets.ts";
import type { Site } from "../../site/site.ts";
import { describeTarget, type Target } from "../../site/source.ts";
import type { Tree } from "../../site/tree/tree.ts";
import { CHANGE_KINDS, type ChangeCounts, type ChangeKind, noChanges } from "./change-kinds.ts";
import { compareDictionaries, type DictionaryDiff } from "./compare-dictionaries.ts";
import type { CompareRules } from "./compare-nodes.ts";
import { type Change, type ChangedNode, TreeComparison } from "./compare-trees.ts";
import { addValueCounts, type ElementField, noValueCounts, type ValueCounts } from "./compare-values.ts";
import { type DecodedProperties, decodedProperties } from "./decoded-properties.ts";
import { type MatchedBy, type Matches, matchNodes } from "./match-nodes.ts";
import { TypeMap } from "./type-map.ts";

type DiffOptions = {
  kinds: readonly Kind[];
  rules: Omit<CompareRules, "isCompared" | "migrated">;
  matchedBy: MatchedBy;
  /** Compares the meaning of values, for a new site of another generation. Default: compares values as they are. */
  asMigrated?: TypeMap;
  /** Only this node and its old and new descendants. Default: all nodes. */
  below?: Exclude<Target, { by: "root" }>;
  /** Whether the differences keep secrets. Default: secrets are redacted. */
  keepSecrets?: boolean;
};

export type KindDiff = {
  kind: Kind;
  before: Tree;
  after: Tree;
  comparison: TreeComparison;
  /** The changes that are reported. */
  changes: readonly ChangedNode[];
  counts: ChangeCounts;
  /** The number of nodes whose `url` changed only because an ancestor's did. */
  followedUrls: number;
  /**
   * Returns the differences of a changed node, redacted unless secrets are kept.
   * @param isWhole whether the output shows whole nodes and values: the whole text of an added or removed node, which is then
   * redacted too, and stored values not block by block
   */
  describe(changed: ChangedNode, isWhole?: boolean): Change;
};

export type SiteDiff = {
  old: Site;
  new: Site;
  kinds: readonly KindDiff[];
  /** Whether changes of some kinds are not listed. */
  isPart: boolean;
  notCompared: readonly NotCompared[];
  /** Absent if it was not compared. */
  dictionary?: DictionaryDiff;
  /** Results of the value comparison, if values are compared by their meaning. */
  values?: ValueCounts;
  /** The number of values redacted so far. */
  redacted(): number;
};

/** How the values of two sites were compared: as they are stored, or by what they mean. */
export function comparedAs({ values }: Pick<SiteDiff, "values">): "stored" | "meaning" {
  return values === undefined ? "stored" : "meaning";
}

/** @throws NoSuchNodeError if neither site has the node of `below` */
export function diffSites(old: Site, other: Site, options: DiffOptions): SiteDiff {
  const { below, asMigrated, matchedBy, rules, keepSecrets = false } = options;
  let redactor: SecretRedactor | undefined;
  const matches = {
    content: matchNodes(old.trees.content, other.trees.content, matchedBy),
    media: matchNodes(old.trees.media, other.trees.media, matchedBy),
  };
  const propertiesOf = decodedProperties(old, other, matches, asMigrated ?? new TypeMap());
  const fields = comparedFields([old, other], asMigrated !== undefined);
  const kinds = options.kinds.map((kind) => {
    const properties = propertiesOf(kind);
    const compareRules = { ...rules, migrated: asMigrated && properties, isCompared: fields.of(kind) };
    const trees = { kind, before: old.trees[kind], after: other.trees[kind] };
    const compared = diffKind(trees, compareRules, matches[kind], below);
    const describe: KindDiff["describe"] = (changed, isWhole = false) => {
      const described = compared.comparison.describe(changed);
      const change =
        isWhole || asMigrated
          ? described
          : withBlocks(described, () => trees.before.text(changed.was), properties);
      return redactor ? redactedChange(kind, change, isWhole, redactor) : change;
    };
    return { ...compared, describe };
  });
  if (
    below &&
    !kinds.some(({ before, after }) => rangeOfSubtree(before, below) || rangeOfSubtree(after, below))
  ) {
    const [kind = "content"] = options.kinds;
    throw new NoSuchNodeError(
      `there is no ${describeTarget(kind, below)} in ${old.path} nor in ${other.path}`,
    );
  }
  if (!keepSecrets && kinds.some(({ changes }) => changes.length > 0)) {
    redactor = new SecretRedactor([old.types(), other.types()]);
  }
  const values = noValueCounts();
  for (const { comparison } of kinds) addValueCounts(values, comparison.values);
  const notCompared = fields.notCompared(rules.dates);
  const redacted = () => redactor?.count ?? 0;
  const isPart = rules.changeKinds.size < CHANGE_KINDS.length;
  return { old, new: other, kinds, isPart, notCompared, redacted, ...(asMigrated && { values }) };
}

function diffKind(
  trees: Pick<KindDiff, "kind" | "before" | "after">,
  rules: CompareRules,
  matches: Matches,
  below: DiffOptions["below"],
): Omit<KindDiff, "describe"> {
  const { before, after } = trees;
  const isBelow = isWithinSubtree(before, after, below);
  const comparison = new TreeComparison(before, after, { rules, matches, isCounted: isBelow });
  const changes = comparison.changes.filter(isBelow);
  const counts = noChanges();
  for (const { changeKinds } of changes) for (const changeKind of changeKinds) counts[changeKind]++;
  const followedUrls = comparison.followedUrls.filter((is) => isBelow({ was: -1, is })).length;
  return { ...trees, comparison, changes, counts, followedUrls };
}

/** Returns a test whether a node is or was in the part of the tree to compare. Default: always. */
function isWithinSubtree(
  before: Tree,
  after: Tree,
  below: DiffOptions["below"],
): (node: Pick<ChangedNode, "was" | "is">) => boolean {
  if (below === undefined) return () => true;
  const [were, are] = [rangeOfSubtree(before, below), rangeOfSubtree(after, below)];
  const isIn = (index: number, range: Range | undefined) =>
    range !== undefined && index >= range.first && index < range.end;
  return ({ was, is }) => isIn(was, were) || isIn(is, are);
}

type Range = { first: number; end: number };

function rangeOfSubtree(tree: Tree, node: NonNullable<DiffOptions["below"]>): Range | undefined {
  const first = node.by === "id" ? tree.findId(node.id) : tree.findKey(node.key);
  return first < 0 ? undefined : { first, end: tree.columns.end[first] };
}

/** Compares the dictionaries, too, as far as both sites can have one. @param changeKinds the kinds that are listed */
export function withDictionary(diff: SiteDiff, changeKinds: ReadonlySet<ChangeKind>): SiteDiff {
  const sites = [diff.old, diff.new];
  const [old, other] = sites.map(({ dictionary }) => dictionary?.());
  if (old && other) return { ...diff, dictionary: compareDictionaries(old, other, changeKinds) };
  const without = sites.find(({ dictionary }) => dictionary === undefined);
  const isNamed = without !== undefined && (old ?? other ?? []).length > 0;
  if (!isNamed) return diff;
  const reason = `not in ${without.format}`;
  return { ...diff, notCompared: [...diff.notCompared, { field: "dictionary", reason }] };
}

/** Sums the counts of both kinds, and of the dictionary. */
export function countAll({ kinds, dictionary }: SiteDiff): ChangeCounts {
  const sums = noChanges();
  for (const { counts } of [...kinds, ...(dictionary ? [dictionary] : [])]) {
    for (const changeKind of CHANGE_KINDS) sums[changeKind] += counts[changeKind];
  }
  return sums;
}

function withBlocks(change: Change, before: () => NodeText, properties: DecodedProperties): Change {
  const { difference, text } = change;
  if (!difference || difference.properties.length === 0) return change;
  const [was, is] = [before(), text].map((each) => parseNodeRecord(each));
  return {
    ...change,
    difference: { ...difference, properties: properties.withBlocks(was, is, difference.properties) },
  };
}

/** Redacts the secrets in a change. */
function redactedChange(kind: Kind, change: Change, isWhole: boolean, redactor: SecretRedactor): Change {
  const { difference, text } = change;
  if (difference === undefined) return isWhole ? { ...change, text: redactor.node(kind, text) } : change;
  if (difference.properties.length === 0) return change;
  const node = parseNodeRecord(text);
  const editors = parseMembers(node.properties);
  const is = parseString(node.fields.get("type"));
  const types = { was: parseString(difference.before.get("type")) ?? is, is };
  const properties = difference.properties.map((property) => {
    const { alias, differences } = property;
    const editorAlias = parseString(parseMembers(editors.get(alias) ?? "{}").get("editorAlias"));
    // The property is a secret if it is one in the old or in the new type.
    const redact = (value: string | undefined) => {
      if (value === undefined) return undefined;
      const once = redactor.value({ kind, type: types.is }, { alias, editorAlias, value });
      return types.was === types.is
        ? once
        : redactor.value({ kind, type: types.was }, { alias, editorAlias, value: once });
    };
    const isSecret = (fields: readonly ElementField[]) =>
      [types.was, types.is].some((type) =>
        redactor.isSecret({ kind, of: "node", type: type ?? NO_TYPE }, alias),
      ) ||
      fields.some(({ type, alias: field }) =>
        redactor.isSecret({ kind, of: "element", type: type ?? "" }, field),
      );
    const { count } = redactor;
    const parts = differences?.map((part) => {
      const show = (value: string | undefined) =>
        value !== undefined && isSecret(part.fields) ? placeholderFor(value) : redact(value);
      return { ...part, before: show(part.before), after: show(part.after) };
    });
    // The parts repeat the values above, which are counted once.
    redactor.count = count;
    const whole = { ...property, before: redact(property.before), after: redact(property.after) };
    return parts ? { ...whole, differences: parts } : whole;
  });
  return { ...change, difference: { ...difference, properties } };
}

type NotCompared = { field: string; reason: string };

const DATES = ["createDate", "updateDate"];
/** Fields that a format has only sometimes: with `--urls`, or in later versions. */
const AT_TIMES: readonly string[] = ["url", "updateDate"];
/** Fields that are compared between sites of different generations. */
const BETWEEN_GENERATIONS: readonly string[] = ["name", "type", ...DATES];
/** The format in which `template` is an id. */
const WITH_TEMPLATE_IDS = "umbraco.config";

/**
 * Decides which fields are compared, and records fields that were found but not compared.
 * @param isMigrated whether the sites are of different generations
 */
function comparedFields(sites: readonly Site[], isMigrated: boolean) {
  const reasons = new Map<string, string>();
  const absenceReason = (field: string, kind: Kind): string | undefined => {
    const withIds = sites.filter(({ format }) => format === WITH_TEMPLATE_IDS);
    if (field === "template" && withIds.length === 1) return `ids in ${WITH_TEMPLATE_IDS}`;
    // If the other site comes from a format of the CMS, a field that no node has was never exported.
    const isMixed = sites.some(({ fields }) => fields !== undefined);
    const site = sites.find(({ fields, trees }) => {
      if (fields && !fields.includes(field)) return true;
      const isSure = fields ? !AT_TIMES.includes(field) : !isMixed;
      return !isSure && !hasField(trees[kind], field);
    });
    return site && `not in ${site.format}`;
  };
  const reasonFor = (field: string, kind: Kind): string | undefined => {
    if (!isMigrated) return absenceReason(field, kind);
    return BETWEEN_GENERATIONS.includes(field) ? undefined : "each generation has its own";
  };
  return {
    /** @returns a test whether a field of nodes of this kind is compared */
    of: (kind: Kind) => {
      const known = new Map<string, boolean>();
      return (field: string) =>
        entryIn(known, field, () => {
          const reason = reasonFor(field, kind);
          if (reason !== undefined) reasons.set(field, reason);
          return reason === undefined;
        });
    },
    /** Returns the fields that were not compared. */
    notCompared: (hasDates: boolean): NotCompared[] => {
      const dates = hasDates ? [] : DATES.map((field) => ({ field, reason: "see --dates" }));
      const isDerived = sites.some(({ hasDerivedIds }) => hasDerivedIds);
      const others = [...reasons].filter(([field]) => hasDates || !DATES.includes(field));
      return [
        ...dates,
        ...(isDerived ? [{ field: "id", reason: "derived" }] : []),
        ...others.map(([field, reason]) => ({ field, reason })),
      ];
    },
  };
}

/** Whether any node has the field. */
function hasField(tree: Tree, field: string): boolean {
  const member = Buffer.from(`${JSON.stringify(field)}:`);
  for (let index = 0; index < tree.size; index++)
    if (tree.text(index, "fields").includes(member)) return true;
  return tree.size === 0;
}

/** A change, with the number of descendants that were added, moved or removed with the node. */
export type ListedChange = ChangedNode & { below: number };

export function listedChanges(diff: KindDiff): ListedChange[] {
  const added = topmostChanges(diff, "is");
  const removed = topmostChanges(diff, "was");
  const along = movedDescendants(diff);
  return diff.changes.flatMap((change) => {
    const { was, is, changeKinds } = change;
    const below =
      was < 0 ? added.get(is) : is < 0 ? removed.get(was) : changeKinds.includes("moved") ? along(is) : 0;
    return below === undefined ? [] : [{ ...change, below }];
  });
}

/**
 * Returns the topmost added (`is`) or removed (`was`) nodes by index, with the number of added or removed descendants.
 */
function topmostChanges({ changes, before, after }: KindDiff, side: "was" | "is"): Map<number, number> {
  const tree = side === "is" ? after : before;
  /** By index, the topmost ancestor that changed too. */
  const topOf = new Map<number, number>();
  const counts = new Map<number, number>();
  const other = side === "is" ? "was" : "is";
  const alone = changes.filter((change) => change[other] < 0).map((change) => change[side]);
  // Removed nodes are listed by their old position, so their order can differ from the tree's.
  for (const index of alone.sort((a, b) => a - b)) {
    const top = topOf.get(tree.parentAt(index));
    topOf.set(index, top ?? index);
    counts.set(top ?? index, top === undefined ? 0 : (counts.get(top) ?? 0) + 1);
  }
  return counts;
}

/** Returns a function that counts the nodes that moved with an ancestor. The counts are made on first use. */
function movedDescendants({ after, comparison }: KindDiff): (index: number) => number {
  let counts: Int32Array | undefined;
  const count = () => {
    const { wasAt } = comparison.matches;
    const sums = new Int32Array(after.size);
    /** By index, the moved ancestor that a node moved with, or -1. */
    const movedWith = new Int32Array(after.size).fill(-1);
    for (let index = 0; index < after.size; index++) {
      if (wasAt[index] < 0) continue;
      const parent = after.parentAt(index);
      if (comparison.isMoved(index)) movedWith[index] = index;
      else if (parent >= 0) movedWith[index] = movedWith[parent];
      if (movedWith[index] >= 0 && movedWith[index] !== index) sums[movedWith[index]]++;
    }
    return sums;
  };
  return (index) => {
    counts ??= count();
    return counts[index];
  };
}
