/** Counts how often types and properties are used in the nodes of a site, in one pass over their values. */

import type { Kind } from "../operations.ts";
import type { Site } from "../site/site.ts";
import type { Key } from "../site/tree/key.ts";
import type { Layout, ValueParts, ValueShape } from "../site/values/value-parts.ts";

export type PropertyUses = {
  /** In how many nodes and elements it has a value. */
  filled: number;
  /** The shapes of its values. */
  shapes: Set<ValueShape>;
  /** The editor that values name; `undefined` if none does. */
  editor: string | undefined;
};

export type TypeUses = { nodes: number; elements: number; properties: Map<string, PropertyUses> };

/** Elements whose aliases are not those of types, and which are decoded without a type. */
const TYPELESS: readonly Layout[] = ["grid", "vorto"];

/** A property of a node with what its value consists of. */
type CountedValue = { alias: string; editorAlias: string | null | undefined; parts: ValueParts };

/** A node counts once, in whatever languages it exists. */
export class UseCounter {
  readonly #uses: Readonly<Record<Kind, Map<string, TypeUses>>> = { content: new Map(), media: new Map() };
  /** Whether elements of grids were added, whose aliases are those of grid editors and layouts. */
  hasGrids = false;
  /** What counted in another language, if the site has several. */
  readonly #counted: Set<string> | undefined;

  /** @param isMultilingual whether nodes are added in several languages */
  constructor(isMultilingual: boolean) {
    this.#counted = isMultilingual ? new Set() : undefined;
  }

  /** @param type the alias of the node's type */
  add(kind: Kind, key: Key, type: string, values: Iterable<CountedValue>): void {
    const own = this.#usesOf(kind, type);
    if (this.#isNew(key)) own.nodes++;
    for (const { alias, editorAlias, parts } of values) {
      this.#fill(own, alias, editorAlias, parts.shape, key);
      for (const { type: named, layout, pointer, properties } of parts.elements) {
        if (layout === "grid") this.hasGrids = true;
        if (TYPELESS.includes(layout)) continue;
        const identity = this.#counted && `${key} ${alias} ${pointer}`;
        // Elements are in media, too; their types are content types.
        const element = this.#usesOf("content", named.alias ?? named.key ?? "");
        if (this.#isNew(identity)) element.elements++;
        for (const each of properties) {
          this.#fill(element, each.alias, each.editorAlias, each.shape, identity);
        }
      }
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

  readonly #aliases: Readonly<Record<Kind, Set<string>>> = { content: new Set(), media: new Set() };

  #usesOf(kind: Kind, alias: string): TypeUses {
    const name = alias.toLowerCase();
    const known = this.#uses[kind].get(name);
    if (known) return known;
    const uses: TypeUses = { nodes: 0, elements: 0, properties: new Map() };
    this.#uses[kind].set(name, uses);
    if (alias !== "") this.#aliases[kind].add(alias);
    return uses;
  }

  #fill(
    { properties }: TypeUses,
    alias: string,
    editorAlias: string | null | undefined,
    shape: ValueShape,
    identity: string | undefined,
  ): void {
    const uses = properties.get(alias) ?? { filled: 0, shapes: new Set(), editor: editorAlias ?? undefined };
    properties.set(alias, uses);
    if (shape === "empty") return;
    uses.shapes.add(shape);
    if (this.#isNew(this.#counted && `${identity} ${alias}`)) uses.filled++;
  }

  #isNew(identity: string | undefined): boolean {
    if (!this.#counted || identity === undefined) return true;
    if (this.#counted.has(identity)) return false;
    this.#counted.add(identity);
    return true;
  }
}

/** Counts the uses in all languages of a site, which are read one after the other. */
export async function countUses(site: Site): Promise<UseCounter> {
  const counter = new UseCounter(site.otherLanguages.length > 0);
  const count = (one: Site) => {
    for (const node of one.nodes()) {
      const values = one.values(node).map(({ property: { alias, editorAlias }, parts }) => ({
        alias,
        editorAlias,
        parts,
      }));
      counter.add(node.kind, node.tree.keyAt(node.index), node.brief().type ?? "", values);
    }
  };
  count(site);
  for await (const other of site.inOtherLanguages()) count(other);
  return counter;
}
