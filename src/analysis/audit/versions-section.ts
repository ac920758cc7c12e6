/** The section about versions: the property data that in-place upgrades process, by version state, property and node. */
import type { PropertyVersions, VersionState } from "../../formats/data-format.ts";
import type { Kind } from "../../operations.ts";
import { entryIn } from "../map-entries.ts";
import { type AuditRow, type AuditSection, type ExampleNode, sortedBy } from "./audit-section.ts";

/** In the order of rows. */
const STATES: readonly VersionState[] = ["published", "current", "old"];

type Count = PropertyVersions["nodes"][number] | PropertyVersions["properties"][number];

/** The states of a property or a node added up. */
class Total {
  versions = 0;
  rows = 0;
  bytes = 0;
  oldRows = 0;
  oldBytes = 0;

  add({ state, versions, rows, bytes }: Count): void {
    this.versions += versions;
    this.rows += rows;
    this.bytes += bytes;
    if (state !== "old") return;
    this.oldRows += rows;
    this.oldBytes += bytes;
  }

  get cells(): readonly number[] {
    return [this.versions, this.rows, this.bytes, this.oldRows, this.oldBytes];
  }
}

/**
 * @param versions absent if the data has no versions
 * @param kinds the kinds to report on. Members, blueprints and elements of the library are reported if both are
 * @param nodeOf returns a node of the trees, or `undefined` if they lack it
 */
export function versionsSection(
  versions: PropertyVersions | undefined,
  kinds: readonly Kind[],
  nodeOf: (kind: Kind, id: number) => ExampleNode | undefined,
): AuditSection {
  const isReported = ({ kind }: Count) => (kind ? kinds.includes(kind) : kinds.length > 1);
  const nodes = versions?.nodes.filter(isReported) ?? [];
  const properties = versions?.properties.filter(isReported) ?? [];
  const states = totals(nodes, ({ state }) => state);
  const byState = STATES.flatMap((state): AuditRow[] => {
    const total = states.get(state)?.total;
    return total ? [{ cells: ["state", state, ...total.cells] }] : [];
  });
  const byProperty = [
    ...totals(properties, ({ kind, type, alias }) => JSON.stringify([kind, type, alias])).values(),
  ];
  const byNode = [...totals(nodes, ({ id }) => String(id)).values()];
  const section: Omit<AuditSection, "rows"> = {
    name: "versions",
    title: "Property data of all versions, which in-place upgrades process",
    columns: {
      by: "text",
      called: "text",
      versions: "count",
      rows: "count",
      bytes: "count",
      "old rows": "count",
      "old bytes": "count",
    },
    extras: ["versions", "old rows"],
  };
  const sorted = (rows: readonly AuditRow[]) => sortedBy("bytes", { ...section, rows }).rows;
  return {
    ...section,
    rows: [
      ...byState,
      ...sorted(
        byProperty.map(({ of: { kind, type, alias }, total }) => ({
          cells: ["property", kind ? alias : `${type}.${alias}`, ...total.cells],
          ...(kind && { owner: { kind, of: "node", type } }),
        })),
      ),
      ...sorted(
        byNode.map(({ of: { kind, id, name }, total }) => {
          const node = kind && nodeOf(kind, id);
          return { cells: ["node", node?.name ?? `${name} (${id})`, ...total.cells], ...(node && { node }) };
        }),
      ),
    ],
  };
}

/** Adds up the counts that have the same name, with the first of them. */
function totals<Of extends Count>(
  counts: readonly Of[],
  nameOf: (count: Of) => string,
): Map<string, { of: Of; total: Total }> {
  const all = new Map<string, { of: Of; total: Total }>();
  for (const count of counts)
    entryIn(all, nameOf(count), () => ({ of: count, total: new Total() })).total.add(count);
  return all;
}
