/** Counts how often types and properties are used in the nodes of a site, while their values are decoded. */

import type { Kind } from "../operations.ts";
import type { Key } from "../site/tree/key.ts";
import type { ValueShape } from "../site/values/value-parts.ts";
import { shapeOf } from "../site/values/value-shape.ts";
import { propertyContent } from "./property-kinds.ts";

export type PropertyUses = {
  /** The number of nodes and elements in which the property has a value. */
  filled: number;
  /** The shapes of its values; `undefined` if the editor says what they hold. */
  shapes: Set<ValueShape> | undefined;
  /** The editor that values name; `undefined` if none does. */
  editor: string | undefined;
};

export type TypeUses = {
  nodes: number;
  /** Without settings. */
  elements: number;
  settings: number;
  properties: Map<string, PropertyUses>;
  /** Properties of nodes with values that hold those of several languages within themselves. */
  byLanguage: Set<string>;
};

/** What has properties: a node, or an element in one. */
type Owner = {
  kind: Kind;
  /** The alias of its type. */
  type: string;
  /** Tells an element from others in its node. Absent for a node. */
  element?: string;
  isSettings?: boolean;
};

type CountedValue = {
  alias: string;
  editorAlias: string | null | undefined;
  /** JSON text. */
  value: string;
};

/** Nothing, white space, or an empty list, also in a string. */
const EMPTY = /^(?:null|"?(?:\s|\\[nrtf])*(?:\[(?:\s|\\[nrtf])*\](?:\s|\\[nrtf])*)?"?)$/;

/** Without an editor, a text that looks like a number or a key stays a text: `"000000"`, `"1980"`. */
function decodedShape(value: string, shape: ValueShape): ValueShape {
  const isText = value.startsWith('"') && (shape === "number" || shape === "guid" || shape === "guids");
  return isText ? "text" : shape;
}

/** A node counts once, in whatever languages it exists, and so does each element of it. */
export class UseCounter {
  readonly #uses: Readonly<Record<Kind, Map<string, TypeUses>>> = { content: new Map(), media: new Map() };
  readonly #aliases: Readonly<Record<Kind, Set<string>>> = { content: new Set(), media: new Set() };
  /** The number of elements, without settings. */
  elements = 0;
  /** Whether elements of grids were added, whose aliases are those of grid editors and layouts. */
  hasGrids = false;
  /** What counted of the node that was added last, or of all nodes if they are added once for each language. */
  readonly #counted = new Set<string>();
  readonly #isMultilingual: boolean;
  #node: Key | undefined;

  /** @param isMultilingual whether nodes are added in several languages, one language after the other */
  constructor(isMultilingual: boolean) {
    this.#isMultilingual = isMultilingual;
  }

  /** Elements of a node are added after it, before the next node. */
  addNode(kind: Kind, key: Key, type: string, values: Iterable<CountedValue>): void {
    if (key !== this.#node && !this.#isMultilingual) this.#counted.clear();
    this.#node = key;
    this.#add({ kind, type }, values);
  }

  /** Adds a property of nodes with a value that holds values of languages within itself. */
  addInnerLanguage(kind: Kind, type: string, alias: string): void {
    this.#usesOf(kind, type).byLanguage.add(alias);
  }

  /**
   * @param role settings do not count as elements, but their values do
   * @param element distinguishes the element from the others of the node that was added last, in all languages
   */
  addElement(
    type: string,
    role: "content" | "settings",
    element: string,
    values: Iterable<CountedValue>,
  ): void {
    // Elements are in media, too; their types are content types.
    this.#add({ kind: "content", type, element, isSettings: role === "settings" }, values);
  }

  /** Adds an element that has no type: a control of a grid, or a macro. @param element as for `addElement` */
  addTypeless(element: string): void {
    if (this.#isNew(element)) this.elements++;
  }

  #add({ kind, type, element, isSettings }: Owner, values: Iterable<CountedValue>): void {
    const uses = this.#usesOf(kind, type);
    const owner = element ?? "";
    if (this.#isNew(owner)) {
      if (element === undefined) uses.nodes++;
      else if (isSettings) uses.settings++;
      else {
        uses.elements++;
        this.elements++;
      }
    }
    for (const { alias, editorAlias, value } of values) {
      let property = uses.properties.get(alias);
      if (property === undefined) {
        const isKnown = propertyContent(editorAlias ?? null).kind !== "unknown";
        property = { filled: 0, shapes: isKnown ? undefined : new Set(), editor: editorAlias ?? undefined };
        uses.properties.set(alias, property);
      }
      if (EMPTY.test(value)) continue;
      if (this.#isNew(`${owner} ${alias}`)) property.filled++;
      property.shapes?.add(decodedShape(value, shapeOf(value, editorAlias ?? undefined, alias)));
    }
  }

  /** Returns the uses of a type; `undefined` if nothing has it. Aliases ignore case, as in the CMS. */
  of(kind: Kind, alias: string): TypeUses | undefined {
    return this.#uses[kind].get(alias.toLowerCase());
  }

  /** Returns the aliases of used types, in the order of their first use. */
  typesOf(kind: Kind): [alias: string, uses: TypeUses][] {
    return [...this.#aliases[kind]].map((alias) => [alias, this.#usesOf(kind, alias)]);
  }

  #usesOf(kind: Kind, alias: string): TypeUses {
    const name = alias.toLowerCase();
    const known = this.#uses[kind].get(name);
    if (known) return known;
    const uses: TypeUses = {
      nodes: 0,
      elements: 0,
      settings: 0,
      properties: new Map(),
      byLanguage: new Set(),
    };
    this.#uses[kind].set(name, uses);
    if (alias !== "") this.#aliases[kind].add(alias);
    return uses;
  }

  #isNew(part: string): boolean {
    const identity = this.#isMultilingual ? `${this.#node} ${part}` : part;
    const { size } = this.#counted;
    return this.#counted.add(identity).size > size;
  }
}
