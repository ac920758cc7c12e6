/** Content and media types: which properties a type has, with its parents' and its compositions'. */
import type { EditorAliases } from "../editor-aliases.ts";
import { type PropertyKind, propertyKind } from "../node-text.ts";
import type { ConfigFile, ConfigReader } from "./config-file.ts";
import type { UsyncFile } from "./find-files.ts";

/** A property of a type. */
export type PropertyType = PropertyKind & {
  /** Whether its values differ by culture; `undefined` where its type does not tell. */
  varies: boolean | undefined;
};

/** A type with its full set of properties. */
export type NodeType = {
  alias: string;
  /** Whether nodes differ by culture; `undefined` where there is no such type. */
  varies: boolean | undefined;
  property(alias: string): PropertyType;
};

/** A type as its file has it. */
type Definition = {
  key: string;
  alias: string;
  varies: boolean;
  properties: Map<string, { editorAlias: string | null; varies: boolean }>;
  /** The types it takes properties from: keys and aliases, in lower case. */
  bases: { key: string; alias: string }[];
};

/** All types of one kind. */
export class TypeSet {
  readonly #byAlias = new Map<string, Definition>();
  readonly #byKey = new Map<string, Definition>();
  readonly #editors: EditorAliases;
  readonly #types = new Map<string, NodeType>();

  constructor(definitions: readonly Definition[], editors: EditorAliases) {
    this.#editors = editors;
    for (const definition of definitions) {
      this.#byAlias.set(definition.alias, definition);
      if (definition.key !== "") this.#byKey.set(definition.key, definition);
    }
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
    const definition = this.#byAlias.get(alias);
    const declared = definition && this.#allProperties(definition);
    const properties = new Map<string, PropertyType>();
    const property = (name: string): PropertyType => {
      const found = properties.get(name);
      if (found) return found;
      const own = declared?.get(name);
      const editorAlias = own?.editorAlias ?? this.#editors.find(alias, name) ?? null;
      // A property varies only where its type does.
      const varies = own && definition ? definition.varies && own.varies : undefined;
      const made = { ...propertyKind(name, editorAlias), varies };
      properties.set(name, made);
      return made;
    };
    return { alias, varies: definition?.varies, property };
  }

  /** The type's own properties, then those of the types it is made of, which may well lead in circles. */
  #allProperties(definition: Definition): Definition["properties"] {
    const all: Definition["properties"] = new Map();
    const pending = [definition];
    const seen = new Set(pending);
    for (const next of pending) {
      for (const [alias, property] of next.properties) if (!all.has(alias)) all.set(alias, property);
      for (const { key, alias } of next.bases) {
        const base = this.#byKey.get(key) ?? this.#byAlias.get(alias);
        if (base && !seen.has(base)) {
          seen.add(base);
          pending.push(base);
        }
      }
    }
    return all;
  }
}

/** Reads `ContentTypes/*.config`, `MediaTypes/*.config`, and what uSync 7 has in their place. */
export function readTypes(
  files: readonly UsyncFile[],
  reader: ConfigReader,
  editors: EditorAliases,
): TypeSet {
  const definitions: Definition[] = [];
  const deleted = new Set<string>();
  for (const file of files) {
    const config = reader.read(file);
    if (!config) continue;
    const { attributes, name } = config.root;
    if (name !== "Empty") definitions.push(definitionIn(config));
    else if (attributes.Change === "Delete") deleted.add(lower(attributes.Key));
  }
  return new TypeSet(
    definitions.filter(({ key }) => !deleted.has(key)),
    editors,
  );
}

function definitionIn({ root }: ConfigFile): Definition {
  const info = root.child("Info");
  const parents = ["Parent", "Master"].map((name) => info?.child(name));
  const bases = [...parents, ...(info?.child("Compositions")?.children ?? [])];
  const properties: Definition["properties"] = new Map();
  for (const property of root.child("GenericProperties")?.children ?? []) {
    const alias = property.child("Alias")?.text ?? "";
    const editorAlias = property.child("Type")?.text || null;
    properties.set(alias, { editorAlias, varies: variesByCulture(property.child("Variations")?.text) });
  }
  return {
    // uSync 7 has key and alias inside.
    key: lower(root.attributes.Key ?? info?.child("Key")?.text),
    alias: root.attributes.Alias ?? info?.child("Alias")?.text ?? "",
    varies: variesByCulture(info?.child("Variations")?.text),
    properties,
    bases: bases.flatMap((base) => (base ? [{ key: lower(base.attributes.Key), alias: base.text }] : [])),
  };
}

/** `Nothing`, `Culture`, `Segment` or `CultureAndSegment`. */
function variesByCulture(variations: string | undefined): boolean {
  return variations?.startsWith("Culture") ?? false;
}

function lower(key: string | undefined): string {
  return key?.toLowerCase() ?? "";
}
