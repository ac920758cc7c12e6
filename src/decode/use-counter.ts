/** Counts how often types and properties are used in the nodes of a site, while their values are decoded. */

import type { Kind } from "../operations.ts";
import { entryIn } from "../site/map-entries.ts";
import type { Key } from "../site/tree/key.ts";
import type { ValueShape } from "../site/values/value-parts.ts";
import { shapeOf } from "../site/values/value-shape.ts";
import type { CountedValue, ElementCounter, Holder, TypelessPart } from "./decoding.ts";
import { propertyContent } from "./editor-values.ts";

export type PropertyUses = {
  /** The number of nodes and elements in which the property has a value, without settings. */
  filled: number;
  /** The shapes of its values; `undefined` if the editor says what they hold. */
  shapes: Set<ValueShape> | undefined;
  /** The editor that values name; `undefined` if none does. */
  editor: string | undefined;
  /** The aliases of the elements in its values, but for settings and macros in text. */
  holds: Set<string>;
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
  kind: Kind | TypelessPart;
  /** The alias of its type. */
  type: string;
  counts: "nodes" | "elements" | "settings" | "nowhere";
  /** Distinguishes an element from others in its node. Absent for a node. */
  element?: string;
};

/** Nothing, white space, or an empty list, also in a string. */
const EMPTY = /^(?:null|"?(?:\s|\\[nrtf])*(?:\[(?:\s|\\[nrtf])*\](?:\s|\\[nrtf])*)?"?)$/;

/** Without an editor, a text that looks like a number or a key stays a text: `"000000"`, `"1980"`. */
function decodedShape(value: string, shape: ValueShape): ValueShape {
  const isText = value.startsWith('"') && (shape === "number" || shape === "guid" || shape === "guids");
  return isText ? "text" : shape;
}

/** A node counts once, in whatever languages it exists, and so does each element of it. */
export class UseCounter implements ElementCounter {
  /** By kind, then by alias in lower case, in the order of their first use. */
  readonly #uses = new Map<Kind | TypelessPart, Map<string, { alias: string; uses: TypeUses }>>();
  /** The number of elements, without settings. */
  elements = 0;
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
    this.#add({ kind, type, counts: "nodes" }, values);
  }

  /** Adds a property of nodes with a value that holds values of languages within itself. */
  addInnerLanguage(kind: Kind, type: string, alias: string): void {
    this.#usesOf(kind, type).byLanguage.add(alias);
  }

  addElement(
    at: Holder,
    type: string,
    role: "content" | "settings",
    element: string,
    values: Iterable<CountedValue>,
  ): void {
    if (role === "content") this.addHeld(at, type);
    // Elements are in media, too; their types are content types.
    this.#add(
      { kind: "content", type, element, counts: role === "content" ? "elements" : "settings" },
      values,
    );
  }

  addPart(part: TypelessPart, alias: string, element: string, values: Iterable<CountedValue> = []): void {
    const counts = part === "gridControl" || part === "macro" ? "elements" : "nowhere";
    this.#add({ kind: part, type: alias, element: `${part} ${element}`, counts }, values);
  }

  addHeld({ property, type, alias }: Holder, element: string): void {
    const kind = type === property.type ? property.kind : "content";
    if (element !== "") this.of(kind, type)?.properties.get(alias)?.holds.add(element);
  }

  #add({ kind, type, element, counts }: Owner, values: Iterable<CountedValue>): void {
    const uses = this.#usesOf(kind, type);
    const owner = element ?? "";
    if (counts !== "nowhere" && this.#isNew(owner)) {
      uses[counts]++;
      if (counts === "elements") this.elements++;
    }
    for (const { alias, editorAlias, value, shape } of values) {
      let property = uses.properties.get(alias);
      if (property === undefined) {
        const isKnown = propertyContent(editorAlias ?? null).kind !== "unknown";
        property = {
          filled: 0,
          shapes: isKnown ? undefined : new Set(),
          editor: editorAlias ?? undefined,
          holds: new Set(),
        };
        uses.properties.set(alias, property);
      }
      if (EMPTY.test(value)) continue;
      // Settings are no elements.
      if (counts !== "settings" && this.#isNew(`${owner} ${alias}`)) property.filled++;
      property.shapes?.add(shape ?? decodedShape(value, shapeOf(value, editorAlias ?? undefined, alias)));
    }
  }

  /** Returns the uses of a type; `undefined` if nothing has it. Aliases ignore case, as in the CMS. */
  of(kind: Kind, alias: string): TypeUses | undefined {
    return this.#uses.get(kind)?.get(alias.toLowerCase())?.uses;
  }

  /** Returns the aliases of used types or parts, in the order of their first use. */
  typesOf(kind: Kind | TypelessPart): [alias: string, uses: TypeUses][] {
    const found = [...(this.#uses.get(kind)?.values() ?? [])];
    return found.flatMap(({ alias, uses }) => (alias === "" ? [] : [[alias, uses]]));
  }

  #usesOf(kind: Kind | TypelessPart, alias: string): TypeUses {
    const ofKind = entryIn(this.#uses, kind, () => new Map());
    return entryIn(ofKind, alias.toLowerCase(), () => ({
      alias,
      uses: { nodes: 0, elements: 0, settings: 0, properties: new Map(), byLanguage: new Set() },
    })).uses;
  }

  #isNew(part: string): boolean {
    const identity = this.#isMultilingual ? `${this.#node} ${part}` : part;
    const { size } = this.#counted;
    return this.#counted.add(identity).size > size;
  }
}
