/** The decoded properties of a node, with null for those of its type that have no value, and how they vary by language. */
import type { Kind } from "../operations.ts";
import { entryIn } from "../site/map-entries.ts";
import { variesByCulture } from "../site/schema/definitions.ts";
import { findType } from "../site/schema/find-type.ts";
import { orderedProperties } from "../site/schema/property-order.ts";
import type { MediaType, TypeLists } from "../site/schema/site-types.ts";
import { SiteNode } from "../site/site-nodes.ts";
import { canHoldElements } from "../site/values/editors.ts";
import type { DecodedValue } from "./decoded-value.ts";
import type { Expansion, StoredProperty } from "./decoding.ts";
import type { SiteInLanguage } from "./site-in-language.ts";

/** How a node varies by language; `undefined` if the data does not say. */
export type NodeVariation = {
  node: boolean | undefined;
  property: (alias: string) => boolean | undefined;
};

type NodeType = {
  /** The aliases of its properties in order; none if the type is not known. */
  aliases: readonly string[];
  variation: NodeVariation;
};

export class NodeProperties {
  readonly #language: SiteInLanguage;
  readonly #types: TypeLists;
  readonly #known = new Map<string, NodeType>();

  constructor(language: SiteInLanguage, types: TypeLists) {
    this.#language = language;
    this.#types = types;
  }

  /**
   * Returns the properties in the order of the type, then the properties that the type lacks.
   * @param expansionOf what is expanded in a property. Default: nothing
   */
  of(
    kind: Kind,
    index: number,
    expansionOf?: (alias: string) => Expansion | undefined,
  ): Map<string, DecodedValue> {
    const { decoder } = this.#language;
    const { aliases } = this.#type(kind, this.#language.summary(kind, index).type);
    const properties = new Map<string, DecodedValue>(aliases.map((alias) => [alias, null]));
    for (const stored of this.#stored(kind, index))
      properties.set(stored.alias, decoder.property({ ...stored, expansion: expansionOf?.(stored.alias) }));
    return properties;
  }

  /** Counts the node with its elements, without decoding values that hold none. */
  count(kind: Kind, index: number): void {
    const { decoder } = this.#language;
    for (const stored of this.#stored(kind, index)) {
      const type = decoder.types.ofNode(kind, stored.type);
      const editor = stored.editorAlias ?? type?.properties.get(stored.alias)?.editorAlias;
      if (canHoldElements(editor ?? null)) decoder.property(stored);
    }
  }

  /** The properties of a node, which is counted. */
  #stored(kind: Kind, index: number): StoredProperty[] {
    const { trees, culture, uses } = this.#language;
    const { type, key } = this.#language.summary(kind, index);
    const { variation } = this.#type(kind, type);
    const found = new SiteNode(kind, trees[kind], index).properties();
    uses?.addNode(kind, key, type, found);
    return found.map(({ alias, editorAlias, value }) => ({
      node: key,
      kind,
      type,
      alias,
      editorAlias,
      value,
      culture: variation.property(alias) ? culture : undefined,
    }));
  }

  /** How nodes of a type vary by language. */
  variation(kind: Kind, type: string): NodeVariation {
    return this.#type(kind, type).variation;
  }

  #type(kind: Kind, alias: string): NodeType {
    return entryIn(this.#known, `${kind} ${alias}`, () => {
      const type = findType<MediaType>(this.#types[kind], { by: "alias", alias });
      const traits = type && this.#types.traits?.get(type.key);
      return {
        aliases: type
          ? orderedProperties<MediaType>(type, this.#types[kind]).map(({ property }) => property.alias)
          : [],
        variation: {
          node: traits && variesByCulture(traits.variation),
          property: (property) => {
            const own = traits?.properties.get(property);
            return own && variesByCulture(own.variation);
          },
        },
      };
    });
  }
}
