/** Counts what is met in the properties of nodes, by what it is and where it stands. */
import type { ExampleNode, NodeAt, TypeOwner } from "./audit-section.ts";
import { entryIn } from "./map-entries.ts";

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
  readonly #counts: Counted[] = [];
  /** By the type's owner, of which there is one for each type, then by alias and words. */
  readonly #known = new Map<TypeOwner, Map<string, Counted>>();

  /** @param words what was met */
  add(words: readonly string[], { owner, place, alias }: PropertyPlace): void {
    const known = entryIn(this.#known, owner, () => new Map<string, Counted>());
    const counted = entryIn(known, [alias, ...words].join("\0"), () => {
      const made = { words, owner, alias, count: 0, nodes: 0, example: place, lastPlace: -1 };
      this.#counts.push(made);
      return made;
    });
    counted.count++;
    if (counted.lastPlace !== place) counted.nodes++;
    counted.lastPlace = place;
  }

  /** What was met, with the first node that has it. */
  all(nodeAt: NodeAt): UseCount[] {
    return this.#counts.map(({ example, lastPlace, ...counted }) => ({
      ...counted,
      node: nodeAt(counted.owner.kind, example),
    }));
  }
}
