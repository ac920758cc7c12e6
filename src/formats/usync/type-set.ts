/** What nodes are read by: each property's editor, and what varies by culture. */
import { type Definitions, propertiesOf } from "../../schema/definitions.ts";
import type { EditorAliases } from "../editor-aliases.ts";
import { type PropertyKind, propertyKind } from "../node-writer.ts";

/** A property of a type. */
type PropertyType = PropertyKind & {
  /** Whether its values differ by culture; `undefined` where its type does not tell. */
  varies: boolean | undefined;
};

/** A type with its full set of properties. */
export type NodeType = {
  alias: string;
  /** Whether nodes differ by culture; `undefined` where there is no such type. */
  varies: boolean | undefined;
  /** The aliases of types that are not there and that would tell more of it: itself, or what it is made of. */
  missing: readonly string[];
  property(alias: string): PropertyType;
};

/** All types of one kind. */
export class TypeSet {
  readonly #definitions: Definitions;
  readonly #editors: EditorAliases;
  readonly #types = new Map<string, NodeType>();

  constructor(definitions: Definitions, editors: EditorAliases) {
    this.#definitions = definitions;
    this.#editors = editors;
  }

  /** The type of this alias, also where there is none: then nothing is known of its properties. */
  find(alias: string): NodeType {
    const known = this.#types.get(alias);
    if (known) return known;
    const type = this.#resolve(alias);
    this.#types.set(alias, type);
    return type;
  }

  #resolve(alias: string): NodeType {
    const definition = this.#definitions.find({ key: undefined, alias });
    const family = definition ? this.#definitions.familyOf(definition) : [];
    const declared = propertiesOf(family);
    const bases = family.flatMap((member) => member.bases).filter((base) => !this.#definitions.find(base));
    const missing = definition ? [...new Set(bases.map((base) => base.alias))] : [alias];
    const properties = new Map<string, PropertyType>();
    const property = (name: string): PropertyType => {
      const found = properties.get(name);
      if (found) return found;
      const own = declared.get(name);
      const editorAlias = own?.editorAlias ?? this.#editors.find(alias, name) ?? null;
      // A property varies only where its type does.
      const varies = own && definition ? definition.varies && own.varies : undefined;
      const made = { ...propertyKind(name, editorAlias), varies };
      properties.set(name, made);
      return made;
    };
    return { alias, varies: definition?.varies, missing, property };
  }
}
