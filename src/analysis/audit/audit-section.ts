/** The sections of an audit, each a table of plain data. */

import type { Kind } from "../../operations.ts";
import { NO_TYPE, type TypeOwner } from "../../site/schema/type-owner.ts";
import type { SiteNode } from "../../site/site-nodes.ts";
import type { Key } from "../../site/tree/key.ts";
import { LAYOUTS } from "../../site/values/value-parts.ts";
import type { FindQuery } from "../find/criteria.ts";

/** In the order in which they are printed: the most frequent obstacles of an import first. */
export const AUDIT_SECTIONS = [
  "editors",
  "elements",
  "references",
  "leftovers",
  "media",
  "files",
  "urls",
  "secrets",
  "texts",
  "properties",
  "filled",
] as const;
/** Sections that are made only if they are requested by name, since they read more than the others. */
export const REQUESTED_SECTIONS = ["markup"] as const;
export type AuditSectionName = (typeof AUDIT_SECTIONS | typeof REQUESTED_SECTIONS)[number];

/** What an audit can find, and the section that reports it. */
export const FINDING_SECTIONS = {
  "dead-reference": "references",
  "unpublished-reference": "references",
  leftover: "leftovers",
  "missing-file": "media",
  "orphaned-file": "media",
  "shared-file": "media",
  "unused-media": "media",
  "unlisted-file": "files",
  "duplicate-url": "urls",
  secret: "secrets",
  "conflict-marker": "texts",
  "control-character": "texts",
  "broken-encoding": "texts",
} as const satisfies Readonly<Record<string, AuditSectionName>>;
export type AuditFinding = keyof typeof FINDING_SECTIONS;

/** An example node for a row. */
export type ExampleNode = { kind: Kind; id: number; key: Key; name: string };

/** Returns the node with this index in the tree of a kind. */
export type NodeAt = (kind: Kind, index: number) => ExampleNode;

export function exampleOf(node: SiteNode): ExampleNode {
  const { id, key, name } = node.fields();
  return { kind: node.kind, id, key, name };
}

export function ownerOf(node: SiteNode): TypeOwner {
  return { kind: node.kind, of: "node", type: node.fields().type ?? NO_TYPE };
}

/** A property of a node. */
export type PropertyUse = { owner: TypeOwner; index: number; alias: string };

/** A column, and how it is shown. */
export type AuditColumn = {
  /** How its cells are printed: a share is between 0 and 1. */
  of: "text" | "count" | "share";
  /** What a report calls it. Default: its name. */
  title?: string;
  /**
   * What its cells are, so that a report can do more than print them: the alias of a property, a count of nodes that the
   * row's search finds, `filled` of the row as a share, or the value that all have. Default: only what `of` says.
   */
  role?: "property" | "nodes" | "fill-rate" | "same-value";
  /** If set, a narrow terminal drops the column, the highest number first. Default: it is always shown. */
  extra?: number;
  /** Where it is left out, since other columns or the heading say the same. Default: nowhere. */
  hiddenIn?: "terminal" | "report" | "both";
};

/** The value of a cell; undefined if it is empty. */
export type AuditCell = string | number | undefined;

/** What a reference leads to that is not there, or not published. */
export type DeadTarget = {
  kind: Kind | "node";
  /** The id, key or path that the value names. */
  target: string;
  why: "no-such-node" | "not-published" | "other-kind" | "no-such-file";
  /** How often the property refers to it. */
  count: number;
  /** The codes of the languages whose values do, if the site has several. */
  language?: string;
};

export type AuditRow = {
  /** Absent if the row is not about one type. */
  owner?: TypeOwner;
  /** By column. */
  cells: Readonly<Record<string, AuditCell>>;
  /** Absent if the row only counts. */
  finding?: AuditFinding;
  /** An example of the nodes that the row is about. */
  node?: ExampleNode;
  /** All nodes of the row, if they are listed. Default: `node` only. */
  nodes?: readonly ExampleNode[];
  /** What a dead reference leads to, and where that cannot be a cell. Absent in all other sections. */
  leadsTo?: DeadTarget;
  /** How many of the nodes or elements of the type have a value in the property of the row. Default: not counted. */
  filled?: { count: number; of: number };
  /** The value that all of these have, if it may be shown. */
  sameValue?: string;
  /** A search for exactly the nodes of the row. Absent if no search finds them. */
  query?: FindQuery;
};

export type AuditSection = {
  name: AuditSectionName;
  title: string;
  /** What a list of sections calls it. Default: its name. */
  label?: string;
  /** What the section is about, for readers who do not know Umbraco's terms. Default: the title says it. */
  about?: string;
  /** What each row is about, whose column comes first: one node, or the nodes that share something. Default: a type; its node is an example. */
  subject?: "page" | "media" | "pages";
  /** Whether one question often has a row for each of many types, so that a report shows them as one. */
  mergesTypes?: true;
  /** By their names in JSON, in order. */
  columns: Readonly<Record<string, AuditColumn>>;
  /** The highest counts first. */
  rows: readonly AuditRow[];
  /** Set if the data lacks what the section checks: a sentence that says so. */
  unchecked?: string;
};

/**
 * Returns the search for the nodes of a type, or for nodes that use an element of a type.
 * @param more further criteria
 * @returns `undefined` if no search finds exactly these nodes, because the type has no name
 */
export function queryFor({ kind, of, type }: TypeOwner, more: FindQuery = {}): FindQuery | undefined {
  if (type === NO_TYPE || LAYOUTS.some((layout) => layout === type)) return undefined;
  const query: FindQuery = { kind, ...(of === "node" ? { type } : { element: type }), ...more };
  // A literal asterisk in an alias would match any characters.
  return Object.values(query).some((value) => value.includes("*")) ? undefined : query;
}

/** Columns of each kind that need nothing else. */
export const TEXT_COLUMN: AuditColumn = { of: "text" };
export const COUNT_COLUMN: AuditColumn = { of: "count" };
export const PROPERTY_COLUMN: AuditColumn = { of: "text", role: "property" };
export const NODES_COLUMN: AuditColumn = { of: "count", role: "nodes" };

/** Sorts rows by the column with this name, descending, then by their texts from left to right. */
export function sortedBy(name: string, section: AuditSection): AuditSection {
  const texts = (row: AuditRow) => textsOf(row, section);
  const rows = section.rows.map((row) => ({ row, count: Number(row.cells[name] ?? 0), texts: texts(row) }));
  rows.sort((a, b) => b.count - a.count || compareTexts(a.texts, b.texts));
  return { ...section, rows: rows.map(({ row }) => row) };
}

function textsOf({ cells, owner }: AuditRow, { columns }: Pick<AuditSection, "columns">): string[] {
  const texts = Object.keys(columns).map((name) => String(cells[name] ?? ""));
  return [owner?.kind ?? "", owner?.of ?? "", owner?.type ?? "", ...texts];
}

/** In code-unit order, which does not depend on the locale. */
function compareTexts(some: readonly string[], others: readonly string[]): number {
  const at = some.findIndex((text, i) => text !== others[i]);
  return at < 0 ? 0 : some[at] < others[at] ? -1 : 1;
}
