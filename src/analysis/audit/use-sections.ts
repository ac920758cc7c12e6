/** What is met in the properties of nodes, counted by where it stands: elements, and leftovers of older versions. */
import type { Element, Leftover } from "../../values/value-parts.ts";
import { entryIn } from "../map-entries.ts";
import {
  type AuditRow,
  type AuditSection,
  type ExampleNode,
  NO_TYPE,
  type NodeAt,
  type NodeQuery,
  type PropertyPlace,
  sortedBy,
  type TypeOwner,
} from "./audit-section.ts";

/** One thing in one property of one type. */
type Counted = {
  /** What it is, as it was given. */
  words: readonly string[];
  owner: TypeOwner;
  alias: string;
  count: number;
  nodes: number;
  /** Where the first node stands that has it, and the one that was counted last. */
  example: number;
  lastPlace: number;
};

/** Counts what is met in properties, by what it is and where it stands. */
class UseCounts {
  readonly #counts = new Map<string, Counted>();

  /** @param words what was met */
  add(words: readonly string[], { owner, place, alias }: PropertyPlace): void {
    const name = JSON.stringify([owner.kind, owner.of, owner.type, alias, ...words]);
    const counted = entryIn(this.#counts, name, () => {
      return { words, owner, alias, count: 0, nodes: 0, example: place, lastPlace: -1 };
    });
    counted.count++;
    if (counted.lastPlace !== place) counted.nodes++;
    counted.lastPlace = place;
  }

  /** What was met, with the first node that has it. */
  all(nodeAt: NodeAt): (Counted & { node: ExampleNode })[] {
    return Array.from(this.#counts.values(), (counted) => ({
      ...counted,
      node: nodeAt(counted.owner.kind, counted.example),
    }));
  }
}

/** Which elements stand in values: of which type, in which layout, in which properties. */
export class ElementUses {
  readonly #uses = new UseCounts();

  /** @param elements of one value */
  add(elements: readonly Element[], where: PropertyPlace): void {
    for (const element of elements) {
      const parent = element.parent === undefined ? undefined : elements[element.parent];
      const within = parent ? elementType(parent) : "";
      this.#uses.add([element.type.alias ?? element.type.key ?? "", element.layout, within], where);
    }
  }

  section(nodeAt: NodeAt): AuditSection {
    const rows = this.#uses.all(nodeAt).map(
      ({ words: [type, layout, within], owner, alias, count, nodes, node }): AuditRow => ({
        owner,
        cells: [type || layout, count, nodes, alias, layout, within || undefined],
        node,
        query: queryFor(owner, type ? { element: type } : { property: alias }),
      }),
    );
    return sortedBy("elements", {
      name: "elements",
      title: "Elements in values, and where they stand",
      columns: {
        element: "text",
        elements: "count",
        nodes: "count",
        property: "text",
        layout: "text",
        within: "text",
      },
      rows,
    });
  }
}

/** What an element's type is called: its alias, its key where the types do not know it, else what holds it. */
export function elementType({ type, layout }: Pick<Element, "type" | "layout">): string {
  return type.alias ?? type.key ?? layout;
}

/** What older versions have left in values, which later ones do not read. */
export class LeftoverUses {
  readonly #uses = new UseCounts();

  add(leftovers: readonly Leftover[], where: PropertyPlace): void {
    for (const { kind, text } of leftovers) this.#uses.add([kind, kind === "macro" ? text : ""], where);
  }

  section(nodeAt: NodeAt): AuditSection {
    const rows = this.#uses.all(nodeAt).map(
      ({ words: [kind, macro], owner, alias, count, nodes, node }): AuditRow => ({
        owner,
        cells: [kind, count, nodes, alias, macro || undefined],
        finding: "leftover",
        node,
        query: queryFor(owner, { leftover: `${alias}:${kind}${kind === "macro" ? `=${macro}` : ""}` }),
      }),
    );
    return sortedBy("count", {
      name: "leftovers",
      title: "Leftovers of older versions",
      columns: { leftover: "text", count: "count", nodes: "count", property: "text", macro: "text" },
      rows,
    });
  }
}

/** What lists nodes of a type by more; `undefined` if the nodes have no type, since no search lists just those. */
function queryFor({ kind, type }: TypeOwner, more: NodeQuery): NodeQuery | undefined {
  return type === NO_TYPE ? undefined : { kind, type, ...more };
}
