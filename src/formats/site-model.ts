/** Builds the trees of a site from the records of a format's reader: links, prunes and orders them, derives ids, makes URLs. */

import { KINDS, type Kind } from "../operations.ts";
import { type Findings, type WarningTopic, warnOfDerivedKeys } from "../site/findings.ts";
import { entryIn } from "../site/map-entries.ts";
import type { UnpublishedNode, UrlsByPage } from "../site/site-data.ts";
import { deriveIds, type Key, keyOfId, ZERO_KEY } from "../site/tree/key.ts";
import { NO_PARENT, preorder } from "../site/tree/preorder.ts";
import type { Tree } from "../site/tree/tree.ts";
import { TreeBuilder } from "../site/tree/tree-builder.ts";
import { nodeUrls, type UrlNode, type UrlOptions } from "../site/urls/node-urls.ts";
import { counted } from "../text/counted.ts";
import { type NodeFields, NodeWriter } from "./node-writer.ts";

/** The reference to a node by its parent or a domain: a key or an id, the same throughout a format. */
type NodeRef = Key | number;

/** A node of the data, with name, publication and values in the language that is read. */
export type SiteRecord = Omit<NodeFields, "id" | "published"> & {
  /** Absent if the format has none: then `buildSite` derives it from the key. */
  id: number | undefined;
  /** Set by `buildSite`. */
  hasDerivedId?: boolean;
  /** Whether the key is derived from the id, as `recordKey` returns it. */
  hasDerivedKey?: boolean;
  /** Absent for a root. */
  parent: NodeRef | undefined;
  /** Why the node is in no tree, whatever the options: it is deleted or in the recycle bin. The reader reports that. */
  removed?: string;
  /** Why visitors do not see the node, such as `it is not published`. */
  unpublished?: string;
  /** Set if it varies by language and exists in others than the one that is read. */
  isElsewhere?: boolean;
  /** Whether it does not vary by language, as its type says or, without a type, its names. Default: that is not known. */
  isInvariant?: boolean;
  /** Why the node cannot be read even with `--include-unpublished`, such as `it has no type`. */
  incomplete?: string;
  /** The last segment of the node's URL, if URLs are made. */
  segment?: string;
  /**
   * The values as a `PropertyWriter` writes them, or a function that reads them when the node is written: it is called once,
   * and never for a node that is left out.
   */
  properties: Buffer | (() => Buffer);
};

/** Why a record is removed, in formats that keep what lies there. */
export const IN_BIN = "it is in the recycle bin";

/** The key of a record: the node's own, or one derived from its id if its own is the zero GUID. */
export function recordKey(key: Key, id: number): { key: Key; hasDerivedKey: boolean } {
  const hasDerivedKey = key === ZERO_KEY;
  return { key: hasDerivedKey ? keyOfId(id) : key, hasDerivedKey };
}

/** How messages name nodes, and which faults are errors. */
export type SiteMessages<R extends SiteRecord> = {
  findings: Findings;
  /** What a message about all nodes of a kind is about. */
  file(kind: Kind): string;
  /** The node, in a message about another one. */
  nameOf(record: R): string;
  /** Why a node has no parent. @param removed why the parent is in no tree; absent if there is no such node */
  missingParent?(parent: NodeRef, removed: string | undefined): string;
  /** A warning about a node, which begins with a verb. */
  warn(record: R, text: string, topic: WarningTopic): void;
  /** @param other the node that the fault is shared with */
  error(record: R, reason: string, other?: R): void;
  /** Whether a cycle of parents is an error. Default: its nodes are left out with a warning each. */
  refusesCycles?: boolean;
};

/** All that a reader has to say. */
type SiteRecords<R extends SiteRecord> = {
  /** No two of a kind have one key or id, whichever links them. Siblings with one `sortOrder` keep this order. */
  records: Readonly<Record<Kind, readonly R[]>>;
  linkedBy: "key" | "id";
  includeUnpublished: boolean;
  /** How the URLs of content are made of segments. Default: records have their URLs. */
  urls?: UrlOptions;
};

type BuiltTrees = {
  /** A tree is absent if errors were found in it. */
  trees: Record<Kind, Tree | undefined>;
  /** The nodes that only `--include-unpublished` brings in. */
  unpublished: UnpublishedNode[];
  /** The keys of nodes that exist in other languages alone. */
  elsewhere: ReadonlySet<Key>;
  /** The paths of pages that do not vary, and have no URL since no domain is of the language that is read. */
  plainPaths: ReadonlyMap<Key, string>;
  /** Absent if URLs are not made. */
  urlsInLanguage: ((code: string) => UrlsByPage) | undefined;
  hasDerivedIds: boolean;
};

/** Makes both trees. Each node is written once, when all that it says is known. */
export function buildSite<R extends SiteRecord>(site: SiteRecords<R>, messages: SiteMessages<R>): BuiltTrees {
  const { records, includeUnpublished } = site;
  const present = KINDS.flatMap((kind) => records[kind].filter(({ removed }) => removed === undefined));
  const hasDerivedIds = deriveIds(present);
  const unpublished: UnpublishedNode[] = [];
  let made: MadeUrls | undefined;
  const build = (kind: Kind) => {
    const links = linkRecords(records[kind], site.linkedBy);
    const outcomes = outcomesOf(links, includeUnpublished, messages);
    reportOutcomes(links, outcomes, messages);
    if (!includeUnpublished) {
      for (const node of onlyIncluded(kind, links, outcomes, messages)) unpublished.push(node);
    }
    return buildTree(kind, links, outcomes, messages, (records, parents) => {
      if (site.urls && kind === "content") made = makeUrls(records, parents, site.urls);
    });
  };
  const elsewhere = new Set(present.flatMap(({ isElsewhere, key }) => (isElsewhere ? [key] : [])));
  const trees = { content: build("content"), media: build("media") };
  const { plainPaths = new Map(), urlsInLanguage } = made ?? {};
  return { trees, unpublished, elsewhere, plainPaths, urlsInLanguage, hasDerivedIds };
}

/** The parent of a record whose parent is not there. */
const MISSING = -2;

/** Records, and for each the index of its parent, `NO_PARENT` or `MISSING`. */
type LinkedRecords<R> = { records: readonly R[]; linkedBy: "key" | "id"; parents: Int32Array };

function linkRecords<R extends SiteRecord>(records: readonly R[], linkedBy: "key" | "id"): LinkedRecords<R> {
  const indexes = new Map(records.map((record, index) => [record[linkedBy], index]));
  const parents = Int32Array.from(records, ({ parent }) =>
    parent === undefined ? NO_PARENT : (indexes.get(parent) ?? MISSING),
  );
  return { records, linkedBy, parents };
}

/** A node that is left out, and why; `top` is the index of the node that takes it along. */
type LeftOut = { text: string; topic: WarningTopic; top: number };
/** The outcome of a record; a record in or below a cycle has no outcome. */
type RecordOutcome = "kept" | "unpublished" | "removed" | LeftOut;
type Outcomes = readonly (RecordOutcome | undefined)[];

/** Decides about each record by itself, then passes that down the tree. */
function outcomesOf<R extends SiteRecord>(
  { records, parents, linkedBy }: LinkedRecords<R>,
  includeUnpublished: boolean,
  { nameOf, missingParent }: SiteMessages<R>,
): Outcomes {
  const withoutParent = (parent: NodeRef, removed: string | undefined) =>
    missingParent?.(parent, removed) ??
    (removed === undefined
      ? `no node has the ${linkedBy} ${parent} of its parent`
      : `its parent, ${parent}, is left out: ${removed}`);
  const ownOutcome = (
    { parent, removed, unpublished, incomplete }: R,
    index: number,
  ): RecordOutcome | undefined => {
    const leftOut = (text: string, topic: WarningTopic): LeftOut => ({ text, topic, top: index });
    const above = records[parents[index]];
    if (removed !== undefined) return "removed";
    if (unpublished !== undefined && !includeUnpublished) return leftOut(unpublished, "unpublished");
    if (incomplete !== undefined) return leftOut(incomplete, "incomplete");
    if (parent === undefined) return unpublished === undefined ? "kept" : "unpublished";
    const isLost = above === undefined || above.removed !== undefined;
    return isLost ? leftOut(withoutParent(parent, above?.removed), "withoutParent") : undefined;
  };
  const outcomes = records.map(ownOutcome);
  const children = childrenOf(parents);
  const decided = [...outcomes.keys()].filter((index) => outcomes[index] !== undefined);
  for (const index of decided) {
    const outcome = outcomes[index];
    for (const child of children.get(index) ?? []) {
      if (outcome === undefined || outcomes[child] !== undefined) continue;
      if (typeof outcome === "object") {
        const text = `it lies below ${nameOf(records[outcome.top])}, which is left out`;
        const isUnpublished = outcome.topic === "unpublished" || outcome.topic === "below";
        outcomes[child] = { text, topic: isUnpublished ? "below" : "belowThese", top: outcome.top };
      } else outcomes[child] = records[child].unpublished === undefined ? outcome : "unpublished";
      decided.push(child);
    }
  }
  return outcomes;
}

function childrenOf(parents: Int32Array): Map<number, number[]> {
  const children = new Map<number, number[]>();
  parents.forEach((parent, index) => {
    entryIn(children, parent, () => []).push(index);
  });
  return children;
}

function isKept(outcome: RecordOutcome | undefined): outcome is "kept" | "unpublished" {
  return outcome === "kept" || outcome === "unpublished";
}

/** Reports each node that is left out, and each cycle, in order of records. */
function reportOutcomes<R extends SiteRecord>(
  { records, parents }: LinkedRecords<R>,
  outcomes: Outcomes,
  { warn, error, nameOf, refusesCycles }: SiteMessages<R>,
): void {
  const inCircles: number[] = [];
  records.forEach((record, index) => {
    const outcome = outcomes[index];
    if (typeof outcome === "object") warn(record, `is left out: ${outcome.text}`, outcome.topic);
    else if (outcome === undefined) inCircles.push(index);
  });
  if (!refusesCycles) {
    for (const index of inCircles)
      warn(records[index], "is left out: its ancestors lead in a circle", "withoutParent");
    return;
  }
  for (const cycle of cyclesAmong(inCircles, parents)) {
    const [first] = cycle.map((index) => records[index]).sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
    const reason =
      cycle.length === 1 ? "is its own parent" : `is its own ancestor, in a circle of ${cycle.length} nodes`;
    error(first, reason);
  }
}

/** @param indexes of records that lie in cycles or below them */
function cyclesAmong(indexes: readonly number[], parents: Int32Array): number[][] {
  const seen = new Set<number>();
  return indexes.flatMap((first) => {
    const way: number[] = [];
    let at = first;
    for (; !seen.has(at); at = parents[at]) {
      seen.add(at);
      way.push(at);
    }
    const start = way.indexOf(at);
    return start < 0 ? [] : [way.slice(start)];
  });
}

/** The nodes that only `--include-unpublished` keeps. */
function onlyIncluded<R extends SiteRecord>(
  kind: Kind,
  links: LinkedRecords<R>,
  outcomes: Outcomes,
  messages: SiteMessages<R>,
): UnpublishedNode[] {
  if (!links.records.some(({ unpublished }) => unpublished !== undefined)) return [];
  return outcomesOf(links, true, messages).flatMap((outcome, index) => {
    const { id, key } = links.records[index];
    return isKept(outcome) && !isKept(outcomes[index]) && id !== undefined
      ? [{ kind, id, key, parent: links.records[links.parents[index]]?.key }]
      : [];
  });
}

function buildTree<R extends SiteRecord>(
  kind: Kind,
  { records, parents }: LinkedRecords<R>,
  outcomes: Outcomes,
  messages: SiteMessages<R>,
  addUrls: (records: readonly R[], parents: Int32Array) => void,
): Tree | undefined {
  const indexes = [...outcomes.keys()].filter((index) => isKept(outcomes[index]));
  const rows = new Map(indexes.map((index, row) => [index, row]));
  const kept = indexes.map((index) => records[index]);
  const parentRows = Int32Array.from(indexes, (index) => rows.get(parents[index]) ?? NO_PARENT);
  addUrls(kept, parentRows);
  const builder = new TreeBuilder();
  const writer = new NodeWriter(builder);
  builder.reserve(kept.length);
  kept.forEach((record, row) => {
    const { id, key, sortOrder = 0, properties } = record;
    if (id === undefined) throw new Error(`${key} has no id`);
    builder.addRow(parentRows[row]);
    builder.setId(row, id);
    builder.setKey(row, key);
    builder.setSortOrder(row, sortOrder);
    const published = outcomes[indexes[row]] === "unpublished" ? false : undefined;
    writer.write(
      row,
      { ...record, id, published },
      typeof properties === "function" ? properties() : properties,
    );
  });
  warnOfDerived(kind, kept, messages);
  return builder.build((row, reason, other) =>
    messages.error(kept[row], reason, other === undefined ? undefined : kept[other]),
  );
}

type MadeUrls = Pick<BuiltTrees, "plainPaths"> & { urlsInLanguage(code: string): UrlsByPage };

/** Sets the URLs of records. A record without a URL that exists in every language gets a path. */
function makeUrls(records: readonly SiteRecord[], parents: Int32Array, options: UrlOptions): MadeUrls {
  const sortOrders = Float64Array.from(records, ({ sortOrder = 0 }) => sortOrder);
  // What keeps them from being a tree is reported when it is built.
  const { rowAt, parent } = preorder(records.length, parents, sortOrders, () => {});
  const nodes = Array.from(rowAt, (row, index): UrlNode => {
    const { key, segment, isInvariant } = records[row];
    return { key, parent: parent[index], segment, isInvariant };
  });
  const own = nodeUrls(nodes, options);
  own.forEach((url, index) => {
    records[rowAt[index]].url = url;
  });
  const { isDefaultCulture = true } = options;
  return {
    plainPaths: isDefaultCulture ? new Map() : plainPathsOf(nodes, own, options),
    urlsInLanguage: (code) => {
      // The segments of pages that vary belong to languages that have pages.
      const inAll = nodes.map((node) => (node.isInvariant ? node : { ...node, segment: undefined }));
      const urls = nodeUrls(inAll, { ...options, culture: code, isDefaultCulture: false });
      const pageUrls = nodes.flatMap(({ key, isInvariant }, index): [Key, string][] => {
        const url = urls[index];
        return isInvariant && url !== undefined ? [[key, url]] : [];
      });
      return { pageUrls: new Map(pageUrls), plainPaths: plainPathsOf(inAll, urls, options) };
    },
  };
}

/** The paths of pages that do not vary and have no URL in the language. */
function plainPathsOf(
  nodes: readonly UrlNode[],
  urls: readonly (string | undefined)[],
  options: UrlOptions,
): Map<Key, string> {
  const paths = nodeUrls(nodes, { ...options, domains: [], isDefaultCulture: true });
  const found = nodes.flatMap(({ key, isInvariant }, index): [Key, string][] => {
    const path = paths[index];
    return isInvariant && urls[index] === undefined && path !== undefined ? [[key, path]] : [];
  });
  return new Map(found);
}

function warnOfDerived<R extends SiteRecord>(
  kind: Kind,
  kept: readonly R[],
  { findings, file }: SiteMessages<R>,
): void {
  warnOfDerivedKeys(kept.filter(({ hasDerivedKey }) => hasDerivedKey).length, file(kind), findings);
  const count = kept.filter(({ hasDerivedId }) => hasDerivedId).length;
  if (count === 0) return;
  findings.warn(file(kind), `ids are derived from keys: ${counted(count, "node")}`, "derivedIds", { count });
}
