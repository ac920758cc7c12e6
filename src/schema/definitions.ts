/** Types as a site keeps them: each with its own tabs and properties, naming the types that it is made of. */
import type { Kind } from "../operations.ts";
import type { Key } from "../tree/key.ts";

/** How a type names another, or a template: by key, or where that is not told by alias alone. */
export type NamedThing = {
  /** Default: one is made of the key. */
  id?: number;
  key: Key | undefined;
  alias: string;
  /** Of a template, where that is told. */
  name?: string;
};

export type TabDefinition = {
  id?: number;
  /** Absent before uSync 9: then it is made of the type's key and the tab's name. */
  key: Key | undefined;
  /** A group within a tab has the tab's alias before its own: `content/search`. Absent in older versions. */
  alias?: string;
  name: string;
  sortOrder: number;
};

export type PropertyDefinition = {
  id?: number;
  /** Where it is absent, it is made of the type's key and the property's alias. */
  key: Key | undefined;
  alias: string;
  name: string;
  description: string | null;
  sortOrder: number;
  editorAlias: string | null;
  /** Where its key is absent, that is made of the editor's alias. */
  dataType: { id?: number; key: Key | undefined };
  mandatory: boolean;
  /** Whether values may differ by culture, which they do only where the type varies too. */
  varies: boolean;
  /** One of the type's own tabs, or none. */
  tab: TabDefinition | undefined;
};

export type TypeDefinition = {
  id?: number;
  key: Key;
  alias: string;
  name: string;
  icon: string | null;
  allowedAsRoot: boolean;
  /** What may stand below its nodes. */
  allowed: readonly NamedThing[];
  /** The alias of the template that its nodes have where they choose none. */
  defaultTemplate: string | undefined;
  templates: readonly NamedThing[];
  /** Whether its nodes differ by culture. */
  varies: boolean;
  /** The types that it takes properties from: its parent, then its compositions. */
  bases: readonly NamedThing[];
  tabs: readonly TabDefinition[];
  properties: readonly PropertyDefinition[];
  /** Where it is written, for findings. */
  file: string;
};

export type DataTypeDefinition = {
  /** Default: one is made of the key. */
  id?: number;
  key: Key;
  name: string;
  /** As the CMS writes it, in any case: `Nvarchar`. */
  dbType?: string;
  editorAlias?: string;
  /** ISO 8601. */
  createDate?: string;
  /** JSON text. Text that holds no JSON object counts as no configuration. */
  config?: string;
};

/** The definitions of each kind. */
export type SiteDefinitions = Readonly<Record<Kind, Definitions>>;

/** All definitions of one kind. */
export class Definitions {
  /** In code-unit order of aliases. */
  readonly all: readonly TypeDefinition[];
  readonly #byKey = new Map<Key, TypeDefinition>();
  readonly #byAlias = new Map<string, TypeDefinition>();

  /** @param definitions of which no two have one key or one alias */
  constructor(definitions: readonly TypeDefinition[]) {
    this.all = definitions.toSorted((a, b) => (a.alias < b.alias ? -1 : 1));
    for (const definition of definitions) {
      this.#byKey.set(definition.key, definition);
      this.#byAlias.set(definition.alias, definition);
    }
  }

  /** @returns `undefined` where there is no such type */
  find({ key, alias }: Pick<NamedThing, "key" | "alias">): TypeDefinition | undefined {
    return (key === undefined ? undefined : this.#byKey.get(key)) ?? this.#byAlias.get(alias);
  }

  /** The type, then those that it is made of and those that they are, nearest first; they may well lead in circles. */
  familyOf(definition: TypeDefinition): TypeDefinition[] {
    const family = new Set([definition]);
    for (const member of family) {
      for (const base of member.bases) {
        const found = this.find(base);
        if (found) family.add(found);
      }
    }
    return [...family];
  }
}

/** The properties of a family by alias: of two with one alias the nearest counts. */
export function propertiesOf(family: readonly TypeDefinition[]): Map<string, PropertyDefinition> {
  const properties = new Map<string, PropertyDefinition>();
  for (const { properties: own } of family) {
    for (const property of own) if (!properties.has(property.alias)) properties.set(property.alias, property);
  }
  return properties;
}
