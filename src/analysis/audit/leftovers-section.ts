/** What older versions have left in values, which later ones do not read. */
import type { Leftover } from "../../values/value-parts.ts";
import { type AuditRow, type AuditSection, type NodeAt, sortedBy } from "./audit-section.ts";
import { type PropertyPlace, UseCounts } from "./use-counts.ts";

/** What stands in a value that has the leftover. Others are all of a value. */
const WRITTEN: Readonly<Record<string, string>> = {
  "integer-local-link": "localLink:",
  "data-id": "data-id",
  rel: "rel=",
  "data-content-udi": "data-content-udi",
};

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
        query: { kind: owner.kind, type: owner.type, property: `${alias}${searchFor(kind, macro)}` },
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

/** What `find --property` takes behind the alias. */
function searchFor(kind: string, macro: string): string {
  const text = kind === "macro" ? macro : WRITTEN[kind];
  return text ? `~${text}` : "";
}
