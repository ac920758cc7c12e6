/** Rows of an audit as people read them: with the names of types and properties, and the path of the node. */

import { typeNamer } from "../../site/schema/find-type.ts";
import type { SiteTypes } from "../../site/schema/site-types.ts";
import type { SiteTrees } from "../../site/site-data.ts";
import { SiteNode } from "../../site/site-nodes.ts";
import { NodeNames } from "../../site/tree/node-names.ts";
import type { AuditRow, AuditSection, ExampleNode } from "./audit-section.ts";

type RecordNode = ExampleNode & {
  /** The names of its ancestors, root first. */
  path: string[];
  url?: string;
  /** Whether it exists only in another language than the one that is read. */
  isElsewhere?: true;
};

/** A row with names. */
export type AuditRecord = Omit<AuditRow, "cells" | "owner" | "node"> & {
  /** By column; null for an empty cell. */
  cells: Record<string, string | number | null>;
  /** The alias, and the name if types are known. */
  owner?: NonNullable<AuditRow["owner"]> & { name?: string };
  /** What the type calls the property of the row. */
  propertyName?: string;
  node?: RecordNode;
};

/** A section without its rows, as reports and the explorer read it. */
export function sectionHead({
  name,
  title,
  label,
  about,
  subject,
  mergesTypes,
  columns,
  unchecked,
}: AuditSection) {
  return {
    name,
    title,
    ...(label !== undefined && { label }),
    ...(about !== undefined && { about }),
    ...(subject && { subject }),
    ...(mergesTypes && { mergesTypes }),
    columns: Object.entries(columns).map(([name, { of, title, role, hiddenIn }]) => ({
      name,
      of,
      title: title ?? `${name[0].toUpperCase()}${name.slice(1)}`,
      ...(role && { role }),
      ...(hiddenIn && hiddenIn !== "terminal" && { isHidden: true }),
    })),
    ...(unchecked !== undefined && { unchecked }),
  };
}

/** Makes the function that adds names to a row. */
export function auditRecorder(
  trees: SiteTrees,
  types: SiteTypes,
): (row: AuditRow, section: Pick<AuditSection, "columns">) => AuditRecord {
  const names = { content: new NodeNames(trees.content), media: new NodeNames(trees.media) };
  const namesOf = typeNamer(types);
  const located = (node: ExampleNode): RecordNode => {
    const index = trees[node.kind].findKey(node.key);
    if (index < 0) return { ...node, path: [], isElsewhere: true };
    const { url } = new SiteNode(node.kind, trees[node.kind], index).brief();
    return { ...node, path: names[node.kind].above(index), ...(url !== undefined && { url }) };
  };
  return ({ cells, owner, finding, node, query, leadsTo, filled, sameValue }, { columns }) => {
    const type = owner && namesOf(owner);
    const propertyName = type?.properties.get(String(cells.property));
    return {
      cells: Object.fromEntries(Object.keys(columns).map((name) => [name, cells[name] ?? null])),
      ...(owner && { owner: { ...owner, ...(type?.name && { name: type.name }) } }),
      ...(propertyName !== undefined && { propertyName }),
      ...(finding && { finding }),
      ...(node && { node: located(node) }),
      ...(leadsTo && { leadsTo }),
      ...(filled && { filled }),
      ...(sameValue !== undefined && { sameValue }),
      ...(query && { query }),
    };
  };
}
