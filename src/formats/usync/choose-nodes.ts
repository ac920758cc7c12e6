/** Decides between the files of one key, and which keys are no nodes at all. */
import type { Key } from "../../tree/key.ts";
import type { Findings } from "../findings.ts";
import type { SiteNode } from "./site-node.ts";

const IN_BIN = "it is in the recycle bin";

/** A node and whatever goes with it. */
export type Candidate = { node: SiteNode };

/** What is left of the files of one kind. */
export type Chosen<T extends Candidate> = {
  /** One candidate a key, in order of keys. */
  nodes: T[];
  /** The keys of removed nodes, and why they were. */
  removed: ReadonlyMap<Key, string>;
};

/**
 * FORMATS.md, rules 1 to 3: what is deleted or in the recycle bin is left out; of several live files of one key the one
 * that uSync would apply last is taken.
 * @param deletions the keys that are deleted, and the files that say so
 */
export function chooseNodes<T extends Candidate>(
  candidates: readonly T[],
  deletions: ReadonlyMap<Key, string>,
  findings: Findings,
): Chosen<T> {
  const byKey = new Map<Key, T | T[]>();
  for (const candidate of candidates) {
    const { key } = candidate.node;
    const others = byKey.get(key);
    if (others === undefined) byKey.set(key, candidate);
    else if (Array.isArray(others)) others.push(candidate);
    else byKey.set(key, [others, candidate]);
  }
  const nodes: T[] = [];
  const removed = new Map<Key, string>();
  for (const key of [...byKey.keys()].sort()) {
    const group = byKey.get(key);
    const files = Array.isArray(group) ? group : group ? [group] : [];
    const removal = removalOf(files, deletions.get(key));
    if (removal === undefined) {
      nodes.push(files.length === 1 ? files[0] : lastApplied(files, findings));
      continue;
    }
    removed.set(key, removal.reason);
    for (const { node } of files) {
      const reason = node.isTrashed && !deletions.has(key) ? IN_BIN : removal.reason;
      findings.note(node.file.name, `is left out: ${reason}`, removal.topic);
    }
  }
  return { nodes, removed };
}

function removalOf(files: readonly Candidate[], deletion: string | undefined) {
  if (deletion !== undefined) return { reason: `${deletion} deletes it`, topic: "deleted nodes, left out" };
  const trashed = files.find(({ node }) => node.isTrashed);
  if (!trashed) return undefined;
  const reason = files.length > 1 ? `${IN_BIN}, says ${trashed.node.file.name}` : IN_BIN;
  return { reason, topic: "nodes in the recycle bin, left out" };
}

function lastApplied<T extends Candidate>(files: readonly T[], findings: Findings): T {
  let last = files[0];
  for (const next of files) if (isAppliedAfter(next.node, last.node)) last = next;
  for (const { node } of files) {
    if (node === last.node) continue;
    findings.note(
      node.file.name,
      `is left out: ${last.node.file.name} has the same key, ${node.key}, and is what uSync would apply last`,
      "files of a key that another file has too, left out",
    );
  }
  return last;
}

function isAppliedAfter(node: SiteNode, other: SiteNode): boolean {
  const difference = rank(node) - rank(other);
  return difference === 0 ? node.file.place > other.file.place : difference > 0;
}

function rank({ level, sortOrder = 0 }: SiteNode): number {
  return level * 1000 + sortOrder;
}
