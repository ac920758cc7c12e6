/** The content and media types of a database: what each has itself, and the full set of properties that its nodes have. */
import { type PropertyKind, propertyKind } from "../node-text.ts";
import type { SqliteDatabase } from "./sqlite/sqlite-database.ts";

/** The bit of `variations` that says that values differ by language; the other says that they do by segment. */
const BY_CULTURE = 1;

/** A property of a type. */
export type TypeProperty = {
  /** Of the property itself, which values name. */
  id: number;
  alias: string;
  kind: PropertyKind;
  /** Whether values differ by language on nodes of this type. */
  varies: boolean;
};

/** What nodes of a type have. */
export type NodeType = {
  alias: string;
  /** Whether nodes differ by language. */
  varies: boolean;
  /** Those of its parents and its compositions too, in order of their aliases, as uSync writes them. */
  properties: readonly TypeProperty[];
};

/** A property as the type has it that declares it. */
type Declared = { id: number; alias: string; editorAlias: string | null; varies: boolean };

/** A type as its own row has it. */
type Definition = { alias: string; varies: boolean; declared: Declared[]; bases: number[] };

/** All types, by the ids of their nodes. */
export function readNodeTypes(database: SqliteDatabase): Map<number, NodeType> {
  const definitions = readDefinitions(database);
  return new Map(
    Array.from(definitions, ([id, { alias, varies }]) => {
      const properties = allDeclared(id, definitions).map(
        (own): TypeProperty => ({
          id: own.id,
          alias: own.alias,
          // Numbers have columns of their own: no editor makes one of a text.
          kind: { ...propertyKind(own.alias, own.editorAlias), editorAlias: null },
          // A property varies only where the type of the node does too.
          varies: varies && own.varies,
        }),
      );
      return [id, { alias, varies, properties: properties.sort(byAlias) }];
    }),
  );
}

function readDefinitions(database: SqliteDatabase): Map<number, Definition> {
  const definitions = new Map<number, Definition>();
  for (const row of database.rows("cmsContentType", ["nodeId", "alias", "variations"])) {
    const varies = isByCulture(row.optionalId(2));
    definitions.set(row.id(0), { alias: row.text(1) ?? "", varies, declared: [], bases: [] });
  }
  const editors = new Map<number, string>();
  for (const row of database.rows("umbracoDataType", ["nodeId", "propertyEditorAlias"])) {
    editors.set(row.id(0), row.text(1) ?? "");
  }
  const columns = ["id", "contentTypeId", "Alias", "dataTypeId", "variations"];
  for (const row of database.rows("cmsPropertyType", columns)) {
    definitions.get(row.id(1))?.declared.push({
      id: row.id(0),
      alias: row.text(2) ?? "",
      editorAlias: editors.get(row.id(3)) || null,
      varies: isByCulture(row.optionalId(4)),
    });
  }
  const links = ["parentContentTypeId", "childContentTypeId"];
  for (const row of database.rows("cmsContentType2ContentType", links)) {
    definitions.get(row.id(1))?.bases.push(row.id(0));
  }
  return definitions;
}

/** Its own properties, then those of the types it is made of, which may lead in circles. Of one alias the first counts. */
function allDeclared(id: number, definitions: ReadonlyMap<number, Definition>): Declared[] {
  const all = new Map<string, Declared>();
  const ids = new Set([id]);
  for (const next of ids) {
    const definition = definitions.get(next);
    for (const property of definition?.declared ?? []) {
      if (!all.has(property.alias)) all.set(property.alias, property);
    }
    for (const base of definition?.bases ?? []) ids.add(base);
  }
  return [...all.values()];
}

function byAlias({ alias }: TypeProperty, other: TypeProperty): number {
  const [a, b] = [alias.toLowerCase(), other.alias.toLowerCase()];
  if (a === b) return alias < other.alias ? -1 : 1;
  return a < b ? -1 : 1;
}

function isByCulture(variations: number | undefined): boolean {
  return ((variations ?? 0) & BY_CULTURE) !== 0;
}
