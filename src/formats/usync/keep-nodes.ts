/** Decides which nodes of one kind belong to its tree. */
import { type Key, ZERO_KEY } from "../../tree/key.ts";
import type { Findings } from "../findings.ts";
import type { Candidate, Chosen } from "./choose-nodes.ts";
import type { SiteNode } from "./site-node.ts";

/** Why a node is left out. */
type Reason = { text: string; topic: string };
/** What becomes of a node; `pending` while its ancestors are looked at, `circular` where they lead nowhere. */
type Fate = Reason | "kept" | "pending" | "circular";

/**
 * FORMATS.md, rules 4 and 5: what is not published, and what has no parent, is left out with all below it.
 * @returns the nodes that are left, in the order they came in
 */
export function keepNodes<T extends Candidate>(
  chosen: Chosen<T>,
  options: { includeUnpublished: boolean },
  findings: Findings,
): T[] {
  const fates = new Fates(chosen, options, findings);
  return chosen.nodes.filter(({ node }, index) => {
    const fate = fates.settle(index);
    if (typeof fate === "object") findings.note(node.file.name, `is left out: ${fate.text}`, fate.topic);
    return fate === "kept";
  });
}

class Fates {
  readonly #nodes: readonly Candidate[];
  readonly #removed: ReadonlyMap<Key, string>;
  readonly #includeUnpublished: boolean;
  readonly #findings: Findings;
  readonly #indexes: ReadonlyMap<Key, number>;
  readonly #fates: (Fate | undefined)[] = [];

  constructor(
    { nodes, removed }: Chosen<Candidate>,
    { includeUnpublished }: { includeUnpublished: boolean },
    findings: Findings,
  ) {
    this.#nodes = nodes;
    this.#removed = removed;
    this.#includeUnpublished = includeUnpublished;
    this.#findings = findings;
    this.#indexes = new Map(nodes.map(({ node }, index) => [node.key, index]));
  }

  /** Walks up to the first ancestor whose fate is known, or needs no other, and tells all on the way. */
  settle(start: number): Fate {
    const way: number[] = [];
    let index = start;
    let fate = this.#fates[index];
    while (fate === undefined) {
      this.#fates[index] = "pending";
      const found = this.#look(this.#nodes[index].node);
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
    const passed = typeof fate === "object" ? below(this.#nodes[index].node) : fate;
    for (const each of way) this.#fates[each] = passed;
    return passed;
  }

  /** The fate of a node by itself, or the index of its parent, which decides it. */
  #look({ isPublished, parentKey }: SiteNode): Fate | number {
    if (!isPublished && !this.#includeUnpublished) {
      return { text: "it is not published", topic: "nodes that are not published, left out" };
    }
    if (parentKey === ZERO_KEY) return "kept";
    return this.#indexes.get(parentKey) ?? withoutParent(parentKey, this.#removed.get(parentKey));
  }

  #reportCycle(cycle: readonly number[]): void {
    const names = cycle.map((index) => this.#nodes[index].node.file.name).sort();
    const reason =
      names.length === 1 ? "is its own parent" : `is its own ancestor, in a circle of ${names.length} nodes`;
    this.#findings.error(names[0], () => "", reason);
  }
}

function below({ file }: SiteNode): Reason {
  return { text: `it lies below ${file.name}, which is left out`, topic: "nodes below those, left out" };
}

function withoutParent(parentKey: Key, reason: string | undefined): Reason {
  const topic = "nodes without their parent, left out";
  return reason === undefined
    ? { text: `no node has the key ${parentKey} of its parent`, topic }
    : { text: `its parent, ${parentKey}, is left out: ${reason}`, topic };
}
