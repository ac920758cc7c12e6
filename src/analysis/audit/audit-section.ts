/** What an audit tells: sections, each a table of plain data. */
import type { Kind } from "../../operations.ts";
import type { Key } from "../../tree/key.ts";
import { LAYOUTS } from "../../values/value-parts.ts";
import type { FindQuery } from "../find/criteria.ts";
import type { NodeView } from "../site-nodes.ts";

/** The sections, in the order in which they are told: what an importer stumbles over first. */
export const AUDIT_SECTIONS = [
  "editors",
  "elements",
  "references",
  "leftovers",
  "media",
  "urls",
  "secrets",
  "texts",
  "properties",
  "filled",
] as const;
export type AuditSectionName = (typeof AUDIT_SECTIONS)[number];

/** What may be found wrong, and the section whose rows tell it. */
export const FINDING_SECTIONS = {
  "dead-reference": "references",
  "unpublished-reference": "references",
  leftover: "leftovers",
  "missing-file": "media",
  "orphaned-file": "media",
  "shared-file": "media",
  "unused-media": "media",
  "duplicate-url": "urls",
  secret: "secrets",
  "conflict-marker": "texts",
  "control-character": "texts",
  "broken-encoding": "texts",
} as const satisfies Readonly<Record<string, AuditSectionName>>;
export type AuditFinding = keyof typeof FINDING_SECTIONS;

/** A node to look at. */
export type ExampleNode = { kind: Kind; id: number; key: Key; name: string };

/** Finds the node at a place of a tree. */
export type NodeAt = (kind: Kind, index: number) => ExampleNode;

/** The type of nodes that have none. */
export const NO_TYPE = "";

/** What has a property: nodes of a type, or elements of one that stand in values. */
export type TypeOwner = {
  kind: Kind;
  of: "node" | "element";
  /** The alias; of an element whose types are not at hand, the key. */
  type: string;
};

export function exampleOf(node: NodeView): ExampleNode {
  const { id, key, name } = node.fields();
  return { kind: node.kind, id, key, name };
}

export function ownerOf(node: NodeView): TypeOwner {
  return { kind: node.kind, of: "node", type: node.fields().type ?? NO_TYPE };
}

/** Where something was met. */
export type PropertyUse = { owner: TypeOwner; index: number; alias: string };

/** How the cells of a column are to be read: a share lies between 0 and 1. */
export type AuditColumn = "text" | "count" | "share";

export type AuditRow = {
  /** Absent where no one type is spoken of. */
  owner?: TypeOwner;
  /** One for each column; absent where there is nothing to tell. */
  cells: readonly (string | number | undefined)[];
  /** Absent where the row counts, and finds nothing wrong. */
  finding?: AuditFinding;
  /** One node of those that the row speaks of. */
  node?: ExampleNode;
  /** What lists them all, and no others. Absent if no search does. */
  query?: FindQuery;
};

export type AuditSection = {
  name: AuditSectionName;
  title: string;
  /** By their names, which are those of members in JSON, in the order of cells. */
  columns: Readonly<Record<string, AuditColumn>>;
  /** Those of them that can be done without where there is little room, the last one first. Default: none can. */
  extras?: readonly string[];
  /** What counts most first. */
  rows: readonly AuditRow[];
};

/**
 * The search for the nodes of a type, or for those that use an element of one.
 * @param more what else the nodes must meet
 * @returns `undefined` if the type has no name: no search lists just those nodes
 */
export function queryFor({ kind, of, type }: TypeOwner, more: FindQuery = {}): FindQuery | undefined {
  if (type === NO_TYPE || LAYOUTS.some((layout) => layout === type)) return undefined;
  const query: FindQuery = { kind, ...(of === "node" ? { type } : { element: type }), ...more };
  // An asterisk in an alias would stand for any characters.
  return Object.values(query).some((value) => value.includes("*")) ? undefined : query;
}

/** Sorts rows: by the column of this name, the highest first, then by their texts from the left. */
export function sortedBy(name: string, section: AuditSection): AuditSection {
  const at = Object.keys(section.columns).indexOf(name);
  const rows = section.rows.map((row) => ({ row, count: Number(row.cells[at] ?? 0), texts: textsOf(row) }));
  rows.sort((a, b) => b.count - a.count || compareTexts(a.texts, b.texts));
  return { ...section, rows: rows.map(({ row }) => row) };
}

function textsOf({ cells, owner }: AuditRow): string[] {
  return [owner?.kind ?? "", owner?.of ?? "", owner?.type ?? "", ...cells.map((cell) => String(cell ?? ""))];
}

/** In code-unit order, which is the same everywhere. */
function compareTexts(some: readonly string[], others: readonly string[]): number {
  const at = some.findIndex((text, i) => text !== others[i]);
  return at < 0 ? 0 : some[at] < others[at] ? -1 : 1;
}
