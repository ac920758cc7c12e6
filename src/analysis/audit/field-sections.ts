/** What the values of properties tell: editors by type, what is always empty or always the same, how much is filled in. */
import { LAYOUTS } from "../../values/value-parts.ts";
import type { SecretProperties } from "../secrets.ts";
import {
  type AuditRow,
  type AuditSection,
  NO_TYPE,
  type NodeAt,
  type NodeQuery,
  sortedBy,
  type TypeOwner,
} from "./audit-section.ts";
import { countShape, type Field, type FieldTable, filledIn, type ShapeCount } from "./field-table.ts";

/** Of fewer values than this nobody can say that they are always the same. */
const FEWEST_VALUES = 2;
/** Values that are shown: any other might be a secret. */
const SHOWN_VALUE = /^(?:true|false|"?-?[0-9]{1,3}"?)$/;

/** Which editors there are on which types, and what stands in their values. */
export function editorsSection({ uses }: FieldTable, nodeAt: NodeAt): AuditSection {
  const counted = uses.map((use) => ({ use, values: sumOf(use.fields, ({ values }) => values) }));
  const total = sumOf(counted, ({ values }) => values);
  const rows = counted.flatMap(({ use: { owner, editorAlias, nodes, fields }, values }): AuditRow[] => {
    if (values === 0) return [];
    const example = fields.find((field) => filledIn(field) > 0) ?? fields[0];
    return [
      {
        owner,
        cells: [editorAlias, values, values / total, nodes, shapesText(fields)],
        node: nodeAt(owner.kind, example.example),
        query: { ...queryOf(owner), ...(editorAlias === undefined ? {} : { editor: editorAlias }) },
      },
    ];
  });
  return sortedBy("values", {
    name: "editors",
    title: "Editors, and what their values hold",
    columns: { editor: "text", values: "count", share: "share", nodes: "count", shapes: "text" },
    extras: ["share"],
    rows,
  });
}

/** Properties that nobody fills in, and those in which all say the same. */
export function propertiesSection(
  table: FieldTable,
  nodeAt: NodeAt,
  secrets: SecretProperties,
): AuditSection {
  const rows = fieldsOf(table).flatMap(({ owner, count, field }): AuditRow[] => {
    const what = sameness(field);
    if (what === undefined) return [];
    const { alias, values, use } = field;
    const shown = secrets.has(owner, alias) ? undefined : shownValue(field);
    const cells = [alias, what, values, count, shown, use.editorAlias];
    return [{ owner, cells, ...whoHas(owner, field, nodeAt) }];
  });
  return sortedBy("of", {
    name: "properties",
    title: "Properties that are always empty, or always the same",
    columns: {
      property: "text",
      always: "text",
      values: "count",
      of: "count",
      value: "text",
      editor: "text",
    },
    extras: ["editor"],
    rows,
  });
}

/** How many of a type have something in each property. */
export function filledSection(table: FieldTable, nodeAt: NodeAt): AuditSection {
  const rows = fieldsOf(table).map(({ owner, count, field }): AuditRow => {
    const { alias, use } = field;
    const filled = filledIn(field);
    const cells = [alias, filled / count, filled, count, use.editorAlias];
    return { owner, cells, ...whoHas(owner, field, nodeAt) };
  });
  return sortedBy("of", {
    name: "filled",
    title: "How often each property is filled in",
    columns: { property: "text", share: "share", filled: "count", of: "count", editor: "text" },
    extras: ["editor"],
    rows,
  });
}

/**
 * Properties that have a value, and whose alias or name looks like that of a secret. The value itself is told nowhere.
 * @param nameOf gives the name that a type has for a property, where it is known
 */
export function secretsSection(
  table: FieldTable,
  nodeAt: NodeAt,
  secrets: SecretProperties,
  nameOf: (owner: TypeOwner, alias: string) => string | undefined,
): AuditSection {
  const rows = fieldsOf(table).flatMap(({ owner, field }): AuditRow[] => {
    const name = nameOf(owner, field.alias);
    const filled = filledIn(field);
    if (filled === 0 || !secrets.has(owner, field.alias)) return [];
    const cells = [field.alias, name, filled, field.use.editorAlias];
    return [{ owner, cells, finding: "secret", ...whoHas(owner, field, nodeAt) }];
  });
  return sortedBy("values", {
    name: "secrets",
    title: "Properties that look like secrets",
    columns: { property: "text", called: "text", values: "count", editor: "text" },
    rows,
  });
}

/** Each property of each type, with how many have the type. */
function fieldsOf({ types }: FieldTable): { owner: TypeOwner; count: number; field: Field }[] {
  return types.flatMap(({ owner, count, fields }) =>
    [...fields.values()].flat().map((field) => ({ owner, count, field })),
  );
}

/** What lists the nodes that have the type, or elements of it; all of the kind where it has no name. */
function queryOf({ kind, of, type }: TypeOwner): NodeQuery {
  if (of === "node") return type === NO_TYPE ? { kind } : { kind, type };
  return LAYOUTS.some((layout) => layout === type) ? { kind } : { kind, element: type };
}

/** A node that has something in a property, and what lists all that do. */
function whoHas(owner: TypeOwner, field: Field, nodeAt: NodeAt): Pick<AuditRow, "node" | "query"> {
  if (filledIn(field) === 0) return { query: queryOf(owner) };
  return { node: nodeAt(owner.kind, field.example), query: { ...queryOf(owner), property: field.alias } };
}

function sameness(field: Field): "empty" | "the same" | undefined {
  if (filledIn(field) === 0) return "empty";
  return field.only !== undefined && field.values >= FEWEST_VALUES ? "the same" : undefined;
}

/** The value that all have, where it gives nothing away. */
function shownValue({ only }: Field): string | undefined {
  return only !== undefined && SHOWN_VALUE.test(only) ? only : undefined;
}

/** `udi 12, empty 3`. */
function shapesText(fields: readonly Field[]): string {
  const counts: ShapeCount[] = [];
  for (const { shape, count } of fields.flatMap(({ shapes }) => shapes)) countShape(counts, shape, count);
  counts.sort((a, b) => b.count - a.count || (a.shape < b.shape ? -1 : 1));
  return counts.map(({ shape, count }) => `${shape} ${count}`).join(", ");
}

function sumOf<T>(all: readonly T[], numberOf: (one: T) => number): number {
  return all.reduce((sum, one) => sum + numberOf(one), 0);
}
