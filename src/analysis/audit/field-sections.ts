/** Sections about the values of properties: editors by type, empty or constant properties, fill rates, secrets. */

import { countIn, entryIn } from "../../site/map-entries.ts";
import type { typeNamer } from "../../site/schema/find-type.ts";
import type { TypeOwner } from "../../site/schema/type-owner.ts";
import type { IsSecret } from "../../site/secrets.ts";
import type { ValueShape } from "../../site/values/value-parts.ts";
import { holdsNothing, mayBeNested } from "../find/search-text.ts";
import {
  type AuditRow,
  type AuditSection,
  COUNT_COLUMN,
  NODES_COLUMN,
  type NodeAt,
  PROPERTY_COLUMN,
  queryFor,
  sortedBy,
  TEXT_COLUMN,
} from "./audit-section.ts";

/** Fewer values than this are not called constant. */
const FEWEST_VALUES = 2;
/** Values that may be shown; any other value might be a secret. */
const SHOWN_VALUE = /^(?:true|false|"?-?[0-9]{1,3}"?)$/;

/** Lists the editors of each type, with the shapes of their values. */
export function editorsSection({ uses }: FieldTable, nodeAt: NodeAt): AuditSection {
  const counted = uses.map((use) => ({ use, values: sumOfNumbers(use.fields, ({ values }) => values) }));
  const total = sumOfNumbers(counted, ({ values }) => values);
  const rows = counted.flatMap(({ use: { owner, editorAlias, nodes, fields }, values }): AuditRow[] => {
    if (values === 0) return [];
    const example = fields.find((field) => filledIn(field) > 0) ?? fields[0];
    return [
      {
        owner,
        cells: { editor: editorAlias, values, share: values / total, nodes, shapes: shapesText(fields) },
        node: nodeAt(owner.kind, example.example),
        query: editorAlias === undefined ? undefined : queryFor(owner, { editor: editorAlias, in: owner.of }),
      },
    ];
  });
  return sortedBy("values", {
    name: "editors",
    title: "Editors, with the shapes of their values",
    about:
      "An editor is the input field of a property in Umbraco, such as a text box or an image picker. An importer needs a rule for each editor, and for each form in which its values are stored.",
    columns: {
      editor: TEXT_COLUMN,
      values: COUNT_COLUMN,
      share: { of: "share", extra: 0, hiddenIn: "report" },
      nodes: NODES_COLUMN,
      shapes: { of: "text", title: "Forms of values" },
    },
    rows,
  });
}

/** Lists properties that are always empty, or always have the same value. */
export function propertiesSection(
  table: FieldTable,
  nodeAt: NodeAt,
  isSecretProperty: IsSecret,
): AuditSection {
  const rows = fieldsOfTypes(table).flatMap(({ owner, count, field }): AuditRow[] => {
    const what = sameness(field);
    if (what === undefined) return [];
    const { alias, values, use } = field;
    const shown = isSecretProperty(owner, alias) ? undefined : field.only;
    // Any other value might be a secret.
    const value = shown !== undefined && SHOWN_VALUE.test(shown) ? shown : undefined;
    const cells = { property: alias, always: what, values, of: count, value, editor: use.editorAlias };
    const filled = { count: what === "empty" ? 0 : values, of: count };
    const nodes = what === "empty" ? { query: queryFor(owner) } : whoHas(owner, field, nodeAt);
    return [{ owner, cells, filled, ...(value !== undefined && { sameValue: value }), ...nodes }];
  });
  return sortedBy("of", {
    name: "properties",
    title: "Properties that are always empty, or always have the same value",
    label: "always the same",
    about:
      "Properties that no page fills in, or that have one value everywhere: the new site may not need them.",
    mergesTypes: true,
    columns: {
      property: PROPERTY_COLUMN,
      always: { of: "text", role: "same-value", title: "Value" },
      values: { of: "count", hiddenIn: "report" },
      of: { of: "count", hiddenIn: "report" },
      value: { of: "text", hiddenIn: "report" },
      editor: { of: "text", extra: 0 },
    },
    rows,
  });
}

/** Lists how many nodes or elements of each type have a value in each property. */
export function filledSection(table: FieldTable, nodeAt: NodeAt): AuditSection {
  const rows = fieldsOfTypes(table).flatMap(({ owner, shown, field }): AuditRow[] => {
    if (shown === 0) return [];
    const { alias, use, filled } = field;
    const cells = { property: alias, share: filled / shown, filled, of: shown, editor: use.editorAlias };
    const nodes = filled > 0 ? whoHas(owner, field, nodeAt) : {};
    return [{ owner, cells, filled: { count: filled, of: shown }, ...nodes }];
  });
  return sortedBy("of", {
    name: "filled",
    title: "Fill rate of each property",
    label: "fill rates",
    about:
      "How many pages or elements of each type have a value in each property. Settings are not elements.",
    columns: {
      property: PROPERTY_COLUMN,
      share: { of: "share", role: "fill-rate", title: "Filled in" },
      filled: { of: "count", hiddenIn: "report" },
      of: { of: "count", hiddenIn: "report" },
      editor: { of: "text", extra: 0 },
    },
    rows,
  });
}

/**
 * Lists filled properties whose alias or name looks like a secret, and properties with secrets inside their values
 * (`inside`: their names). Values are never shown.
 */
export function secretsSection(
  table: FieldTable,
  nodeAt: NodeAt,
  isSecretProperty: IsSecret,
  namesOf: ReturnType<typeof typeNamer>,
): AuditSection {
  const rows = fieldsOfTypes(table).flatMap(({ owner, field }): AuditRow[] => {
    const name = namesOf(owner).properties.get(field.alias);
    const filled = filledIn(field);
    const isSecret = isSecretProperty(owner, field.alias);
    if (filled === 0 || !(isSecret || field.inside.length > 0)) return [];
    const inside = [...new Set(field.inside)].toSorted().join(", ");
    const count = isSecret ? filled : field.inside.length;
    const cells = {
      property: field.alias,
      called: name,
      values: count,
      editor: field.use.editorAlias,
      ...(isSecret ? {} : { inside }),
    };
    return [{ owner, cells, finding: "secret", ...whoHas(owner, field, nodeAt) }];
  });
  const hasInner = rows.some(({ cells }) => cells.inside !== undefined);
  return sortedBy("values", {
    name: "secrets",
    title: "Properties that look like secrets",
    about: hasInner
      ? "Properties whose names look like passwords or keys, and properties whose values contain such names. An audit never contains their values."
      : "Properties whose names look like passwords or keys. An audit never contains their values.",
    mergesTypes: true,
    columns: {
      property: PROPERTY_COLUMN,
      called: { of: "text", hiddenIn: "report" },
      values: COUNT_COLUMN,
      editor: TEXT_COLUMN,
      ...(hasInner && { inside: TEXT_COLUMN }),
    },
    rows,
  });
}

/** Each property of each type, with the number of nodes or elements of the type. */
function fieldsOfTypes({ types }: FieldTable): (Omit<TypeFields, "fields"> & { field: Field })[] {
  return types.flatMap(({ fields, ...type }) =>
    [...fields.values()].flat().map((field) => ({ ...type, field })),
  );
}

/** Returns an example node with a value in a property, and the search for all of them. */
function whoHas(owner: TypeOwner, field: Field, nodeAt: NodeAt): Pick<AuditRow, "node" | "query"> {
  if (filledIn(field) === 0) return {};
  const { alias } = field;
  // If a property has two editors, each has its row; `=` and `~` in an alias would be read as a test of the value.
  const isOne = !field.hasNamesake && !/[=~]/.test(alias);
  return {
    node: nodeAt(owner.kind, field.example),
    query: isOne ? queryFor(owner, { property: alias, in: owner.of }) : undefined,
  };
}

function sameness(field: Field): "empty" | "the same" | undefined {
  if (filledIn(field) === 0) return "empty";
  return field.only !== undefined && field.values >= FEWEST_VALUES ? "the same" : undefined;
}

/** `udi 12, empty 3`. */
function shapesText(fields: readonly Field[]): string {
  const counts = new Map<ValueShape, number>();
  for (const { shapes } of fields) for (const [shape, count] of shapes) countIn(counts, shape, count);
  const sorted = [...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  return sorted.map(([shape, count]) => `${shape} ${count}`).join(", ");
}

function sumOfNumbers<T>(all: readonly T[], numberOf: (one: T) => number): number {
  return all.reduce((sum, one) => sum + numberOf(one), 0);
}

/** A type of nodes or elements. */
type TypeFields = {
  owner: TypeOwner;
  /** The number of nodes or elements of the type, and without settings and what visitors do not see. */
  count: number;
  shown: number;
  /** By alias. If a property has two editors, there are two fields. */
  fields: Map<string, Field[]>;
};

/** The properties of one editor in one type. */
type EditorUse = {
  owner: TypeOwner;
  editorAlias: string | undefined;
  /** The number of nodes with such a property, empty or not. */
  nodes: number;
  fields: Field[];
  /** The index of the node that was counted last. */
  lastIndex: number;
};

/** A property of a type. */
export type Field = {
  alias: string;
  use: EditorUse;
  /** Whether the type has another property of this alias, with another editor. */
  hasNamesake: boolean;
  /** The number of occurrences. */
  values: number;
  /** How many of these have each shape. */
  shapes: Map<ValueShape, number>;
  /** The number of nodes and elements in which it has a value, without settings and what visitors do not see. */
  filled: number;
  /** The value that all occurrences share, as compact JSON; `undefined` if they differ. */
  only: string | undefined;
  /** The names of secrets inside its values, once for each secret. */
  inside: string[];
  /** The index of a node with the property, not empty if possible. */
  example: number;
};

/** By alias. */
const typesOf = () => ({ node: new Map<string, TypeFields>(), element: new Map<string, TypeFields>() });

/** No node. */
const NO_INDEX = -1;

export class FieldTable {
  readonly types: TypeFields[] = [];
  readonly uses: EditorUse[] = [];
  // Not one map by all three, since long names would take most of the time.
  readonly #types = { content: typesOf(), media: typesOf() };

  /** Counts a node or element of a type. @param isShown default: it is no setting, and visitors see it */
  meet(kind: TypeOwner["kind"], of: TypeOwner["of"], type: string, isShown = true): TypeFields {
    const known = entryIn(this.#types[kind][of], type, () => {
      const made = { owner: { kind, of, type }, count: 0, shown: 0, fields: new Map() };
      this.types.push(made);
      return made;
    });
    known.count++;
    if (isShown) known.shown++;
    return known;
  }

  /**
   * @param index of the node, in its tree
   * @param value compact JSON
   * @param isShown as for `meet`
   */
  add(
    type: TypeFields,
    index: number,
    { alias, editorAlias, value }: { alias: string; editorAlias: string | null | undefined; value: string },
    given: ValueShape,
    isShown = true,
  ): Field {
    // Only lists and objects can be empty despite their shape.
    const shape = mayBeNested(value) && holdsNothing(value) ? "empty" : given;
    const field = this.#field(type, alias, editorAlias ?? undefined, index);
    const { use } = field;
    if (use.lastIndex !== index) {
      use.lastIndex = index;
      use.nodes++;
    }
    if (field.values === 0) field.only = value;
    else if (field.only !== undefined && field.only !== value) field.only = undefined;
    if (shape !== "empty" && filledIn(field) === 0) field.example = index;
    field.values++;
    if (isShown && shape !== "empty") field.filled++;
    countIn(field.shapes, shape);
    return field;
  }

  /** Adds a property of a type that no node or element may have. */
  declare(type: TypeFields, alias: string, editorAlias: string | undefined): void {
    if (!type.fields.has(alias)) this.#field(type, alias, editorAlias, NO_INDEX);
  }

  #field(
    { owner, fields }: TypeFields,
    alias: string,
    editorAlias: string | undefined,
    index: number,
  ): Field {
    const named = fields.get(alias);
    if (named) for (const known of named) if (known.use.editorAlias === editorAlias) return known;
    const use = this.#use(owner, editorAlias);
    const hasNamesake = named !== undefined;
    const field: Field = {
      alias,
      use,
      hasNamesake,
      values: 0,
      shapes: new Map(),
      filled: 0,
      only: undefined,
      inside: [],
      example: index,
    };
    use.fields.push(field);
    if (named) {
      named.push(field);
      for (const each of named) each.hasNamesake = true;
    } else fields.set(alias, [field]);
    return field;
  }

  /** A linear search: there are few, and it runs once per field. */
  #use(owner: TypeOwner, editorAlias: string | undefined): EditorUse {
    const known = this.uses.find((use) => use.owner === owner && use.editorAlias === editorAlias);
    if (known) return known;
    const use = { owner, editorAlias, nodes: 0, fields: [], lastIndex: NO_INDEX };
    this.uses.push(use);
    return use;
  }
}

/** Counts the occurrences that are not empty. */
function filledIn({ values, shapes }: Field): number {
  return values - (shapes.get("empty") ?? 0);
}
