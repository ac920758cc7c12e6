/** Which elements stand in values: of which type, in which layout, in which properties. */
import type { Element } from "../../values/value-parts.ts";
import { type AuditRow, type AuditSection, type NodeAt, sortedBy } from "./audit-section.ts";
import { type PropertyPlace, UseCounts } from "./use-counts.ts";

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
        query: { kind: owner.kind, type: owner.type, ...(type ? { element: type } : { property: alias }) },
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
