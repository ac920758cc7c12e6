/** Sections about the contents of properties, counted by property: elements, and leftovers of older versions. */

import { entryIn } from "../../site/map-entries.ts";
import type { ShownElement } from "../../site/node-counts.ts";
import { elementType, type TypeOwner } from "../../site/schema/type-owner.ts";
import type { Leftover } from "../../site/values/value-parts.ts";
import {
  type AuditRow,
  type AuditSection,
  COUNT_COLUMN,
  type ExampleNode,
  NODES_COLUMN,
  type NodeAt,
  PROPERTY_COLUMN,
  type PropertyUse,
  queryFor,
  sortedBy,
  TEXT_COLUMN,
} from "./audit-section.ts";

/** The uses of one thing in one property of one type. */
type Counted = {
  /** The identity of the thing, as passed to `add`. */
  words: readonly string[];
  owner: TypeOwner;
  alias: string;
  count: number;
  nodes: number;
  /** The index of the first node with the thing, and of the one counted last. */
  example: number;
  lastIndex: number;
};

/** Counts uses by thing and property. */
class UseCounts {
  /** By owner, since long names would take most of the time. */
  readonly #counts = new Map<TypeOwner, Map<string, Counted>>();

  /** @param words identify the thing */
  add(words: readonly string[], { owner, index, alias }: PropertyUse): void {
    const ofOwner = entryIn(this.#counts, owner, () => new Map<string, Counted>());
    const counted = entryIn(ofOwner, nameOfUse(words, alias), () => {
      return { words, owner, alias, count: 0, nodes: 0, example: index, lastIndex: -1 };
    });
    counted.count++;
    if (counted.lastIndex !== index) counted.nodes++;
    counted.lastIndex = index;
  }

  /** Returns the number of nodes with the thing, counted under an empty alias. */
  nodesWith(words: readonly string[], owner: TypeOwner): number {
    return this.#counts.get(owner)?.get(nameOfUse(words, ""))?.nodes ?? 0;
  }

  /** Returns all counts, each with its first node. */
  all(nodeAt: NodeAt): (Counted & { node: ExampleNode })[] {
    return [...this.#counts.values()].flatMap((ofOwner) =>
      Array.from(ofOwner.values(), (counted) => ({
        ...counted,
        node: nodeAt(counted.owner.kind, counted.example),
      })),
    );
  }
}

function nameOfUse(words: readonly string[], alias: string): string {
  return `${alias}\n${words.join("\n")}`;
}

/** Counts the elements in values by type, layout and property. */
export class ElementUses {
  readonly #uses = new UseCounts();
  /** The same elements regardless of the property. */
  readonly #anywhere = new UseCounts();

  /** @param shown those of one value */
  add(shown: readonly ShownElement[], where: PropertyUse): void {
    for (const { type, layout, parent } of shown) {
      this.#uses.add([type, layout, parent ? elementType(parent) : ""], where);
      this.#anywhere.add([type], { ...where, alias: "" });
    }
  }

  section(nodeAt: NodeAt): AuditSection {
    const rows = this.#uses.all(nodeAt).map(
      ({ words: [type, layout, within], owner, alias, count, nodes, node }): AuditRow => ({
        owner,
        cells: {
          element: type || layout,
          elements: count,
          nodes,
          property: alias,
          layout,
          within: within || undefined,
        },
        node,
        // A search finds the elements in any property, so it is offered only if that gives the same nodes.
        query:
          type && layout !== "macro" && nodes === this.#anywhere.nodesWith([type], owner)
            ? queryFor(owner, { element: type })
            : undefined,
      }),
    );
    return sortedBy("elements", {
      name: "elements",
      title: "Elements, with the properties that hold them",
      about:
        "An element is a set of properties inside a value, such as a block in a list of blocks, a control in a grid or a macro, that visitors see. Settings are not elements.",
      columns: {
        element: TEXT_COLUMN,
        elements: COUNT_COLUMN,
        nodes: NODES_COLUMN,
        property: PROPERTY_COLUMN,
        layout: TEXT_COLUMN,
        within: { of: "text", title: "Inside" },
      },
      rows,
    });
  }
}

/** Counts leftovers: parts of values that later versions do not read. */
export class LeftoverUses {
  readonly #uses = new UseCounts();

  add(leftovers: readonly Leftover[], where: PropertyUse): void {
    for (const { kind, text } of leftovers) this.#uses.add([kind, kind === "macro" ? text : ""], where);
  }

  section(nodeAt: NodeAt): AuditSection {
    const rows = this.#uses.all(nodeAt).map(
      ({ words: [kind, macro], owner, alias, count, nodes, node }): AuditRow => ({
        owner,
        cells: { leftover: kind, count, nodes, property: alias, macro: macro || undefined },
        finding: "leftover",
        node,
        // The criterion cannot express aliases with these characters.
        query: /[:=]/.test(alias)
          ? undefined
          : queryFor(owner, { leftover: `${alias}:${kind}${kind === "macro" ? `=${macro}` : ""}` }),
      }),
    );
    return sortedBy("count", {
      name: "leftovers",
      title: "Leftovers of older versions",
      about:
        "Values in a form that only older Umbraco versions read: an importer has to convert or drop them.",
      mergesTypes: true,
      columns: {
        leftover: TEXT_COLUMN,
        count: { of: "count", title: "Times" },
        nodes: NODES_COLUMN,
        property: PROPERTY_COLUMN,
        macro: TEXT_COLUMN,
      },
      rows,
    });
  }
}
