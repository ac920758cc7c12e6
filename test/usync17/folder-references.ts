/** References within a folder: those to nodes are checked when all nodes are known, those to parents must not be cycles. */
import type { Kind } from "../../src/operations.ts";
import type { Key } from "../../src/site/tree/key.ts";
import type { ReportFinding, Subject } from "./folder-items.ts";

/** What refers to a node. */
type Referrer = {
  subject: Subject;
  name: string;
  /** The alias of the property of a node. */
  property?: string;
};

export type NodeReferences = {
  add(kind: Kind, key: Key): void;
  /** @param text what to report if the node is not in the folder */
  refer(from: Referrer, kind: Kind, key: Key, text: string): void;
  /** Reports references to missing nodes. A folder without nodes of a kind lacks that section: they may be elsewhere. */
  check(): void;
};

/** @param isReported whether it is already reported that a property of a node has a dead reference */
export function nodeReferences(
  report: ReportFinding,
  isReported: (node: Key, property: string) => boolean,
): NodeReferences {
  const keys: Readonly<Record<Kind, Set<Key>>> = { content: new Set(), media: new Set() };
  const waiting: { from: Referrer; kind: Kind; key: Key; text: string }[] = [];
  return {
    add: (kind, key) => keys[kind].add(key),
    refer(from, kind, key, text) {
      if (!keys[kind].has(key)) waiting.push({ from, kind, key, text });
    },
    check() {
      for (const { from, kind, key, text } of waiting) {
        if (keys[kind].size === 0 || keys[kind].has(key)) continue;
        if (from.property !== undefined && isReported(from.name, from.property)) continue;
        report(from.subject, from.name, text);
      }
    },
  };
}

/** One name of each cycle. @param above the name that each name lies below or refers to */
export function firstInCycles(above: ReadonlyMap<string, string>): string[] {
  const found: string[] = [];
  const followedFrom = new Map<string, string>();
  for (const start of above.keys()) {
    let at: string | undefined = start;
    for (; at !== undefined && !followedFrom.has(at); at = above.get(at)) followedFrom.set(at, start);
    if (at !== undefined && followedFrom.get(at) === start) found.push(at);
  }
  return found;
}
