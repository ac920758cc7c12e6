/** Types as a site stores them: each with its own tabs and properties, and references to its compositions. */
import type { Kind } from "../../operations.ts";
import type { Key } from "../tree/key.ts";

/** A reference to a type or a template: by key, or by alias if the key is not known. */
export type TypeOrTemplate = {
  /** Default: derived from the key. */
  id?: number;
  key: Key | undefined;
  alias: string;
  /** Of a template, if it is known. */
  name?: string;
};

export type TabDefinition = {
  id?: number;
  /** Absent before uSync 9: then derived from the type's key and the tab's name. */
  key: Key | undefined;
  /** A group within a tab has the tab's alias before its own: `content/search`. Absent in older versions. */
  alias?: string;
  name: string;
  sortOrder: number;
  /** Whether it is a tab that holds groups. Default: a group, the only kind in older versions. */
  isTab?: boolean;
};

/** How values of a type or a property vary. */
export type Variation = "nothing" | "culture" | "segment" | "both";

export function variesByCulture(variation: Variation): boolean {
  return variation === "culture" || variation === "both";
}

export function variesBySegment(variation: Variation): boolean {
  return variation === "segment" || variation === "both";
}

/** How a property varies in a type, which can be another type than the one that defines the property. */
export function commonVariation(ofProperty: Variation, ofType: Variation): Variation {
  if (ofType === "both" || ofType === ofProperty) return ofProperty;
  return ofProperty === "both" ? ofType : "nothing";
}

/** What a property's definition says to editors. Absent parts are empty. */
export type PropertyValidation = {
  /** A regular expression that values must match. */
  pattern?: string;
  patternMessage?: string;
  mandatoryMessage?: string;
};

export type PropertyDefinition = {
  id?: number;
  /** If absent, derived from the type's key and the property's alias. */
  key: Key | undefined;
  alias: string;
  name: string;
  description: string | null;
  sortOrder: number;
  editorAlias: string | null;
  /** If its key is absent, it is derived from the editor's alias. */
  dataType: { id?: number; key: Key | undefined };
  mandatory: boolean;
  validation?: PropertyValidation;
  /** Whether editors see its name above the value. Default: beside it. */
  labelOnTop?: boolean;
  /** Counts only if the type varies, too. */
  variation: Variation;
  /** One of the type's own tabs, or none. */
  tab: TabDefinition | undefined;
};

export type TypeDefinition = {
  id?: number;
  key: Key;
  alias: string;
  name: string;
  icon: string | null;
  /** Default: none. */
  description?: string;
  /** The data type of the list in which editors see the nodes below. Default: they see a tree. */
  listView?: Key;
  allowedAsRoot: boolean;
  /** The types of nodes that can be created below. */
  allowed: readonly TypeOrTemplate[];
  /** The alias of the default template. */
  defaultTemplate: string | undefined;
  templates: readonly TypeOrTemplate[];
  variation: Variation;
  /** Whether it is a type of elements, not of nodes. */
  isElement: boolean;
  /** The key of the type that it lies below, which is the first of `bases`. Absent if it lies below none. */
  parent?: Key;
  /** The types that it inherits properties from: its parent, then its compositions. */
  bases: readonly TypeOrTemplate[];
  tabs: readonly TabDefinition[];
  properties: readonly PropertyDefinition[];
  /** Its file, for findings. */
  file: string;
};

export type DataTypeDefinition = {
  /** Default: derived from the key. */
  id?: number;
  key: Key;
  name: string;
  /** As the CMS writes it, in any case: `Nvarchar`. */
  dbType?: string;
  editorAlias?: string;
  /** The alias of the editor's interface, from version 14 on. */
  editorUi?: string;
  /** ISO 8601. */
  createDate?: string;
  /** JSON text. Text that holds no JSON object counts as no configuration. */
  config?: string;
  /** The texts of options by the ids that versions up to 7 store. Default: none are known */
  preValues?: ReadonlyMap<string, string>;
};

/** The list of the nodes below a page in every Umbraco, where a type says only that there is one. */
export const DEFAULT_LIST_VIEW: Key = "c0808dd3-8133-4e4b-8ce8-e2bea84a96a4";

/** The definitions of each kind. */
export type SiteDefinitions = Readonly<Record<Kind, Definitions>>;

/** All definitions of one kind. */
export class Definitions {
  /** In code-unit order of aliases. */
  readonly all: readonly TypeDefinition[];
  readonly #byKey = new Map<Key, TypeDefinition>();
  readonly #byAlias = new Map<string, TypeDefinition>();

  /** @param definitions with unique keys and aliases */
  constructor(definitions: readonly TypeDefinition[]) {
    this.all = definitions.toSorted((a, b) => (a.alias < b.alias ? -1 : 1));
    for (const definition of definitions) {
      this.#byKey.set(definition.key, definition);
      this.#byAlias.set(definition.alias, definition);
    }
  }

  /** @returns `undefined` if there is no such type */
  find({ key, alias }: Pick<TypeOrTemplate, "key" | "alias">): TypeDefinition | undefined {
    return (key === undefined ? undefined : this.#byKey.get(key)) ?? this.#byAlias.get(alias);
  }

  /** The type and all types that it inherits from, nearest first. References can be circular. */
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

/** The properties of a family by alias. If several have one alias, the nearest wins. */
export function propertiesOf(family: readonly TypeDefinition[]): Map<string, PropertyDefinition> {
  const properties = new Map<string, PropertyDefinition>();
  for (const { properties: own } of family) {
    for (const property of own) if (!properties.has(property.alias)) properties.set(property.alias, property);
  }
  return properties;
}
