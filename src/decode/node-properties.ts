/** The decoded properties of a node, with null for those of its type that have no value, and how they vary by language. */
import type { Kind } from "../operations.ts";
import { entryIn } from "../site/map-entries.ts";
import { variesByCulture } from "../site/schema/definitions.ts";
import { findType } from "../site/schema/find-type.ts";
import type { TypeLists } from "../site/schema/site-types.ts";
import { SiteNode } from "../site/site-nodes.ts";
import type { DecodedLanguage } from "./decoded-language.ts";
import type { DecodedValue } from "./decoded-value.ts";
import type { Expansion, StoredProperty } from "./decoding.ts";

/** How a node varies by language; `undefined` if the data does not say. */
export type NodeVariation = {
  node: boolean | undefined;
  property: (alias: string) => boolean | undefined;
};

type NodeType = {
  /** The aliases of its properties; none if the type is not known. */
  aliases: readonly string[];
  variation: NodeVariation;
};

export class NodeProperties {
  readonly #language: DecodedLanguage;
  readonly #types: TypeLists;
  readonly #known = new Map<string, NodeType>();

  constructor(language: DecodedLanguage, types: TypeLists) {
    this.#language = language;
    this.#types = types;
  }

  /** @param expansionOf what is expanded in a property. Default: nothing */
  of(
    kind: Kind,
    index: number,
    expansionOf?: (alias: string) => Expansion | undefined,
  ): Map<string, DecodedValue> {
    const { trees, culture, decoder, uses } = this.#language;
    const { type, key } = this.#language.summary(kind, index);
    const { aliases, variation } = this.#type(kind, type);
    const properties = new Map<string, DecodedValue>();
    const found = [...new SiteNode(kind, trees[kind], index).properties()];
    uses?.addNode(kind, key, type, found);
    for (const { alias, editorAlias, value } of found) {
      const stored: StoredProperty = {
        node: key,
        kind,
        type,
        alias,
        editorAlias,
        value,
        culture: variation.property(alias) ? culture : undefined,
        expansion: expansionOf?.(alias),
      };
      properties.set(alias, decoder.property(stored));
    }
    for (const alias of aliases) if (!properties.has(alias)) properties.set(alias, null);
    return properties;
  }

  /** How nodes of a type vary by language. */
  variation(kind: Kind, type: string): NodeVariation {
    return this.#type(kind, type).variation;
  }

  #type(kind: Kind, alias: string): NodeType {
    return entryIn(this.#known, `${kind} ${alias}`, () => {
      const type = findType<TypeLists["media"][number]>(this.#types[kind], { by: "alias", alias });
      const traits = type && this.#types.traits?.get(type.key);
      return {
        aliases: type?.tabs.flatMap(({ properties }) => properties.map((property) => property.alias)) ?? [],
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
