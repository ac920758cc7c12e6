/** Faults in the text of values, by node. */
import type { Tree } from "../../tree/tree.ts";
import { type AuditRow, type AuditSection, type NodeAt, sortedBy } from "./audit-section.ts";
import { type TextFault, TextFaults } from "./text-faults.ts";
import type { PropertyPlace } from "./use-counts.ts";

export class TextFaultList {
  readonly #faults: TextFaults;
  readonly #found: { fault: TextFault; where: PropertyPlace }[] = [];

  /** @param trees whose values are looked at */
  constructor(trees: readonly Tree[]) {
    this.#faults = new TextFaults(trees);
  }

  /** Whether any value can have a fault. */
  get mayHave(): boolean {
    return !this.#faults.areNone;
  }

  /** @param value compact JSON */
  add(value: string, where: PropertyPlace): void {
    for (const fault of this.#faults.in(value)) this.#found.push({ fault, where });
  }

  section(nodeAt: NodeAt): AuditSection {
    const rows = this.#found.map(
      ({ fault: { finding, text, count }, where: { owner, place, alias } }): AuditRow => ({
        owner,
        cells: [finding, count, alias, text],
        finding,
        node: nodeAt(owner.kind, place),
        // What cannot be typed cannot be searched for.
        ...(finding === "control-character" ? {} : { query: { kind: owner.kind, text } }),
      }),
    );
    return sortedBy("count", {
      name: "texts",
      title: "Faults in texts",
      columns: { fault: "text", count: "count", property: "text", text: "text" },
      rows,
    });
  }
}
