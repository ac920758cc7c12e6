/** Counts what stands in each property of each type, of nodes and of the elements in their values. */
import type { Shape } from "../../values/value-parts.ts";
import { entryIn } from "../map-entries.ts";
import type { TypeOwner } from "./audit-section.ts";

/** A type that nodes or elements have. */
export type TypeFields = {
  owner: TypeOwner;
  /** How many have it. */
  count: number;
  /** By alias. A property with two editors is two. */
  fields: Map<string, Field[]>;
};

/** Properties of one editor in one type. */
type EditorUse = {
  owner: TypeOwner;
  editorAlias: string | undefined;
  /** How many nodes have such a property, whether or not it is empty. */
  nodes: number;
  fields: Field[];
  /** Where the node stands that was counted last. */
  lastPlace: number;
};

/** A property of a type. */
export type Field = {
  alias: string;
  use: EditorUse;
  /** How often it is there. */
  values: number;
  shapes: ShapeCount[];
  /** The value that all have, as compact JSON; `undefined` where they differ. */
  only: string | undefined;
  /** Where a node that has it stands in its tree: one where it is not empty, if there is any. */
  example: number;
};

/** How many values have a shape. A property has few shapes, most often the same again. */
export type ShapeCount = { shape: Shape; count: number };

/** Of what stands nowhere. */
const NO_PLACE = -1;

export class FieldTable {
  readonly types: TypeFields[] = [];
  readonly uses: EditorUse[] = [];
  readonly #types = new Map<string, TypeFields>();

  /** The type of a node or an element that has been met. */
  meet(kind: TypeOwner["kind"], of: TypeOwner["of"], type: string): TypeFields {
    const known = entryIn(this.#types, `${kind} ${of} ${type}`, () => {
      const made = { owner: { kind, of, type }, count: 0, fields: new Map() };
      this.types.push(made);
      return made;
    });
    known.count++;
    return known;
  }

  /**
   * @param place of the node, in its tree
   * @param value compact JSON
   */
  add(
    type: TypeFields,
    place: number,
    { alias, editorAlias, value }: { alias: string; editorAlias: string | null | undefined; value: string },
    shape: Shape,
  ): void {
    const field = this.#field(type, alias, editorAlias ?? undefined, place);
    const { use } = field;
    if (use.lastPlace !== place) {
      use.lastPlace = place;
      use.nodes++;
    }
    if (field.values === 0) field.only = value;
    else if (field.only !== undefined && field.only !== value) field.only = undefined;
    if (shape !== "empty" && isEmpty(field)) field.example = place;
    field.values++;
    countShape(field.shapes, shape);
  }

  /** Knows a property that a type has, whether or not any node or element tells it. */
  declare(type: TypeFields, alias: string, editorAlias: string | undefined): void {
    if (!type.fields.has(alias)) this.#field(type, alias, editorAlias, NO_PLACE);
  }

  #field(
    { owner, fields }: TypeFields,
    alias: string,
    editorAlias: string | undefined,
    place: number,
  ): Field {
    const named = fields.get(alias);
    if (named) for (const known of named) if (known.use.editorAlias === editorAlias) return known;
    const use = this.#use(owner, editorAlias);
    const field = { alias, use, values: 0, shapes: [], only: undefined, example: place };
    use.fields.push(field);
    if (named) named.push(field);
    else fields.set(alias, [field]);
    return field;
  }

  /** Few enough to be looked for one by one, and only once for each field. */
  #use(owner: TypeOwner, editorAlias: string | undefined): EditorUse {
    const known = this.uses.find((use) => use.owner === owner && use.editorAlias === editorAlias);
    if (known) return known;
    const use = { owner, editorAlias, nodes: 0, fields: [], lastPlace: NO_PLACE };
    this.uses.push(use);
    return use;
  }
}

/** How often a property is not empty. */
export function filledIn({ shapes }: Field): number {
  return shapes.reduce((sum, { shape, count }) => (shape === "empty" ? sum : sum + count), 0);
}

function isEmpty({ shapes }: Field): boolean {
  return shapes.length === 0 || (shapes.length === 1 && shapes[0].shape === "empty");
}

/** Adds to the count of a shape. */
export function countShape(shapes: ShapeCount[], shape: Shape, count = 1): void {
  for (const each of shapes) {
    if (each.shape !== shape) continue;
    each.count += count;
    return;
  }
  shapes.push({ shape, count });
}
