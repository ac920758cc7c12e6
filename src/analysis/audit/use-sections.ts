/** What is met in the properties of nodes, counted by where it stands: elements, and leftovers of older versions. */
import type { Element, Leftover } from "../../values/value-parts.ts";
import { entryIn } from "../map-entries.ts";
import {
  type AuditRow,
  type AuditSection,
  type ExampleNode,
  type NodeAt,
  type PropertyUse,
  queryFor,
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
  lastIndex: number;
};

/** Counts what is met in properties, by what it is and where it stands. */
class UseCounts {
  readonly #counts = new Map<string, Counted>();

  /** @param words what was met */
  add(words: readonly string[], { owner, index, alias }: PropertyUse): void {
    const counted = entryIn(this.#counts, nameOf(words, owner, alias), () => {
      return { words, owner, alias, count: 0, nodes: 0, example: index, lastIndex: -1 };
    });
    counted.count++;
    if (counted.lastIndex !== index) counted.nodes++;
    counted.lastIndex = index;
  }

  /** How many nodes have what was met without regard to the property. */
  nodesWith(words: readonly string[], owner: TypeOwner): number {
    return this.#counts.get(nameOf(words, owner, ""))?.nodes ?? 0;
  }

  /** What was met, with the first node that has it. */
  all(nodeAt: NodeAt): (Counted & { node: ExampleNode })[] {
    return Array.from(this.#counts.values(), (counted) => ({
      ...counted,
      node: nodeAt(counted.owner.kind, counted.example),
    }));
  }
}

function nameOf(words: readonly string[], { kind, of, type }: TypeOwner, alias: string): string {
  return JSON.stringify([kind, of, type, alias, ...words]);
}

/** Which elements stand in values: of which type, in which layout, in which properties. */
export class ElementUses {
  readonly #uses = new UseCounts();
  /** The same elements, wherever they stand in nodes of a type. */
  readonly #anywhere = new UseCounts();

  /** @param elements of one value */
  add(elements: readonly Element[], where: PropertyUse): void {
    for (const element of elements) {
      const parent = element.parent === undefined ? undefined : elements[element.parent];
      const within = parent ? elementType(parent) : "";
      const type = element.type.alias ?? element.type.key ?? "";
      this.#uses.add([type, element.layout, within], where);
      this.#anywhere.add([type], { ...where, alias: "" });
    }
  }

  section(nodeAt: NodeAt): AuditSection {
    const rows = this.#uses.all(nodeAt).map(
      ({ words: [type, layout, within], owner, alias, count, nodes, node }): AuditRow => ({
        owner,
        cells: [type || layout, count, nodes, alias, layout, within || undefined],
        node,
        // A search finds the elements wherever they stand: if that is in other nodes too, it is not offered.
        query:
          type && nodes === this.#anywhere.nodesWith([type], owner)
            ? queryFor(owner, { element: type })
            : undefined,
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

  add(leftovers: readonly Leftover[], where: PropertyUse): void {
    for (const { kind, text } of leftovers) this.#uses.add([kind, kind === "macro" ? text : ""], where);
  }

  section(nodeAt: NodeAt): AuditSection {
    const rows = this.#uses.all(nodeAt).map(
      ({ words: [kind, macro], owner, alias, count, nodes, node }): AuditRow => ({
        owner,
        cells: [kind, count, nodes, alias, macro || undefined],
        finding: "leftover",
        node,
        // The criterion cannot name a property whose alias has its signs.
        query: /[:=]/.test(alias)
          ? undefined
          : queryFor(owner, { leftover: `${alias}:${kind}${kind === "macro" ? `=${macro}` : ""}` }),
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
