/** Counts what is met in the properties of nodes, by what it is and where it stands. */
import type { ExampleNode, NodeAt, TypeOwner } from "./audit-section.ts";

/** Where something was met. */
export type PropertyPlace = { owner: TypeOwner; place: number; alias: string };

/** One thing in one property of one type. */
type UseCount = {
  /** What it is, as it was given. */
  words: readonly string[];
  owner: TypeOwner;
  alias: string;
  count: number;
  nodes: number;
  node: ExampleNode;
};

type Counted = Omit<UseCount, "node"> & { example: number; lastPlace: number };

export class UseCounts {
  readonly #counts = new Map<string, Counted>();

  /** @param words what was met */
  add(words: readonly string[], { owner, place, alias }: PropertyPlace): void {
    const name = JSON.stringify([owner.kind, owner.of, owner.type, alias, ...words]);
    let counted = this.#counts.get(name);
    if (counted === undefined) {
      counted = { words, owner, alias, count: 0, nodes: 0, example: place, lastPlace: -1 };
      this.#counts.set(name, counted);
    }
    counted.count++;
    if (counted.lastPlace !== place) counted.nodes++;
    counted.lastPlace = place;
  }

  /** What was met, with the first node that has it. */
  all(nodeAt: NodeAt): UseCount[] {
    return [...this.#counts.values()].map(({ example, lastPlace, ...counted }) => ({
      ...counted,
      node: nodeAt(counted.owner.kind, example),
    }));
  }
}
