/** Decides between the files of one key, and which nodes belong to the tree. */
import { type Key, ZERO_KEY } from "../../tree/key.ts";
import { Findings, type NoteTopic } from "../findings.ts";
import type { LeftOutNode } from "../manifest.ts";
import type { KindFiles, UsyncNode } from "./read-nodes.ts";

const IN_BIN = "it is in the recycle bin";

/** What is left of the files of one kind. */
type Chosen = {
  /** One node a key, in order of keys. */
  nodes: UsyncNode[];
  /** The keys of removed nodes, and why they were. */
  removed: ReadonlyMap<Key, string>;
};

/**
 * docs/formats.md, Which files count: what is deleted or in the recycle bin is left out; of several live files of one
 * key the one that uSync would apply last is taken.
 * @param files what was read of one kind
 */
export function chooseNodes({ nodes: candidates, deletions }: KindFiles, findings: Findings): Chosen {
  const nodes: UsyncNode[] = [];
  const removed = new Map<Key, string>();
  for (const [key, files] of byKey(candidates)) {
    const removal = removalOf(files, deletions.get(key));
    if (removal === undefined) {
      nodes.push(files.length === 1 ? files[0] : lastApplied(files, findings));
      continue;
    }
    removed.set(key, removal.reason);
    for (const { file, isTrashed } of files) {
      const reason = isTrashed && !deletions.has(key) ? IN_BIN : removal.reason;
      findings.note(file.name, `is left out: ${reason}`, removal.topic);
    }
  }
  return { nodes, removed };
}

/** The nodes of each key, in order of keys; of one key in the order they came in. */
function byKey(nodes: readonly UsyncNode[]): [Key, UsyncNode[]][] {
  const groups = new Map<Key, UsyncNode[]>();
  for (const node of nodes) {
    const group = groups.get(node.key);
    if (group) group.push(node);
    else groups.set(node.key, [node]);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
}

function removalOf(files: readonly UsyncNode[], deletion: string | undefined) {
  if (deletion !== undefined) return { reason: `${deletion} deletes it`, topic: "deleted" } as const;
  const trashed = files.find(({ isTrashed }) => isTrashed);
  if (!trashed) return undefined;
  const reason = files.length > 1 ? `${IN_BIN}, says ${trashed.file.name}` : IN_BIN;
  return { reason, topic: "inBin" } as const;
}

function lastApplied(files: readonly UsyncNode[], findings: Findings): UsyncNode {
  const last = files.reduce((last, next) => (isAppliedAfter(next, last) ? next : last));
  for (const node of files) {
    if (node === last) continue;
    findings.note(
      node.file.name,
      `is left out: ${last.file.name} has the same key, ${node.key}, and is what uSync would apply last`,
      "sameKey",
    );
  }
  return last;
}

function isAppliedAfter(node: UsyncNode, other: UsyncNode): boolean {
  const difference = rank(node) - rank(other);
  return difference === 0 ? node.file.place > other.file.place : difference > 0;
}

function rank({ level, sortOrder = 0 }: UsyncNode): number {
  return level * 1000 + sortOrder;
}

/** Why a node is left out. */
type Reason = { text: string; topic: NoteTopic };
/**
 * What becomes of a node; `unpublished` where it is kept and the site does not show it, `pending` while its ancestors are
 * looked at, `circular` where they lead nowhere.
 */
type Fate = Reason | "kept" | "unpublished" | "pending" | "circular";

/**
 * docs/formats.md, Which files count: what is not published, and what has no parent, is left out with all below it.
 * @returns the nodes that are left, in the order they came in
 */
export function keepNodes(
  chosen: Chosen,
  options: { includeUnpublished?: boolean },
  findings: Findings,
): UsyncNode[] {
  const fates = new Fates(chosen, options.includeUnpublished === true, findings);
  return chosen.nodes.filter((node, index) => {
    const fate = fates.settle(index);
    if (typeof fate === "object") findings.note(node.file.name, `is left out: ${fate.text}`, fate.topic);
    if (fate === "unpublished") node.isPublished = false;
    return fate === "kept" || fate === "unpublished";
  });
}

/**
 * The nodes that only `--include-unpublished` keeps.
 * @param kept the nodes that are kept without it
 */
export function unpublishedAmong(chosen: Chosen, kept: readonly UsyncNode[]): LeftOutNode[] {
  if (chosen.nodes.every(({ isPublished }) => isPublished)) return [];
  const fates = new Fates(chosen, true, new Findings());
  const isKept = new Set(kept);
  return chosen.nodes.flatMap((node, index) => {
    if (isKept.has(node) || node.id === undefined) return [];
    const fate = fates.settle(index);
    return fate === "kept" || fate === "unpublished" ? [{ id: node.id, key: node.key }] : [];
  });
}

class Fates {
  readonly #nodes: readonly UsyncNode[];
  readonly #removed: ReadonlyMap<Key, string>;
  readonly #includeUnpublished: boolean;
  readonly #findings: Findings;
  readonly #indexes: ReadonlyMap<Key, number>;
  readonly #fates: (Fate | undefined)[] = [];

  constructor({ nodes, removed }: Chosen, includeUnpublished: boolean, findings: Findings) {
    this.#nodes = nodes;
    this.#removed = removed;
    this.#includeUnpublished = includeUnpublished;
    this.#findings = findings;
    this.#indexes = new Map(nodes.map(({ key }, index) => [key, index]));
  }

  /** Walks up to the first ancestor whose fate is known, or needs no other, and tells all on the way. */
  settle(start: number): Fate {
    const way: number[] = [];
    let index = start;
    let fate = this.#fates[index];
    while (fate === undefined) {
      this.#fates[index] = "pending";
      const found = this.#look(this.#nodes[index]);
      if (typeof found !== "number") {
        this.#fates[index] = fate = found;
        break;
      }
      way.push(index);
      index = found;
      fate = this.#fates[index];
    }
    if (fate === "pending") {
      this.#reportCycle(way.slice(way.indexOf(index)));
      fate = "circular";
    }
    if (way.length === 0) return fate;
    return this.#passDown(typeof fate === "object" ? below(this.#nodes[index]) : fate, way);
  }

  /** @param way from the node that was asked for up to the one whose parent's fate is `fate` */
  #passDown(fate: Fate, way: readonly number[]): Fate {
    let passed = fate;
    for (const index of way.toReversed()) {
      if (passed === "kept" && !this.#nodes[index].isPublished) passed = "unpublished";
      this.#fates[index] = passed;
    }
    return passed;
  }

  /** The fate of a node by itself, or the index of its parent, which decides it. */
  #look({ isPublished, parentKey }: UsyncNode): Fate | number {
    if (!isPublished && !this.#includeUnpublished) {
      return { text: "it is not published", topic: "unpublished" };
    }
    if (parentKey === ZERO_KEY) return isPublished ? "kept" : "unpublished";
    return this.#indexes.get(parentKey) ?? withoutParent(parentKey, this.#removed.get(parentKey));
  }

  #reportCycle(cycle: readonly number[]): void {
    const names = cycle.map((index) => this.#nodes[index].file.name).sort();
    const reason =
      names.length === 1 ? "is its own parent" : `is its own ancestor, in a circle of ${names.length} nodes`;
    this.#findings.error(names[0], () => "", reason);
  }
}

function below({ file }: UsyncNode): Reason {
  return { text: `it lies below ${file.name}, which is left out`, topic: "below" };
}

function withoutParent(parentKey: Key, reason: string | undefined): Reason {
  const topic = "withoutParent";
  return reason === undefined
    ? { text: `no node has the key ${parentKey} of its parent`, topic }
    : { text: `its parent, ${parentKey}, is left out: ${reason}`, topic };
}
