/** What nodes have by their types: the full set of properties, with those of parents and compositions. */
import { propertiesOf, type TypeDefinition } from "../../schema/definitions.ts";
import { type PropertyKind, propertyKind } from "../node-writer.ts";
import type { SiteSchema } from "./read-schema.ts";
import type { SqliteDatabase } from "./sqlite/sqlite-database.ts";

/** A property of a type. */
type SiteNodeProperty = {
  /** Of the property itself, which values name. */
  id: number;
  alias: string;
  kind: PropertyKind;
  /** Whether values differ by language on nodes of this type. */
  varies: boolean;
};

/** What nodes of a type have. */
export type SiteNodeType = {
  alias: string;
  /** Whether nodes differ by language. */
  varies: boolean;
  /** In order of their aliases, as uSync writes them. */
  properties: readonly SiteNodeProperty[];
};

/** Ids begin at 1. */
const NO_ID = 0;

/** The types of nodes, by the ids of nodes. */
export function readNodeTypes(database: SqliteDatabase, schema: SiteSchema): Map<number, SiteNodeType> {
  const types = new Map<number, SiteNodeType>();
  for (const [id, definition] of schema.byId) types.set(id, nodeType(definition, schema));
  const found = new Map<number, SiteNodeType>();
  for (const row of database.rows("umbracoContent", ["nodeId", "contentTypeId"])) {
    const type = types.get(row.id(1));
    if (type) found.set(row.id(0), type);
  }
  return found;
}

function nodeType(definition: TypeDefinition, { content, media }: SiteSchema): SiteNodeType {
  const definitions = content.find(definition) === definition ? content : media;
  const properties = [...propertiesOf(definitions.familyOf(definition)).values()].map(
    ({ id = NO_ID, alias, editorAlias, varies }): SiteNodeProperty => ({
      id,
      alias,
      // Numbers have columns of their own: no editor makes one of a text.
      kind: { ...propertyKind(alias, editorAlias), editorAlias: null },
      // A property varies only where the type of the node does too.
      varies: definition.varies && varies,
    }),
  );
  return { alias: definition.alias, varies: definition.varies, properties: properties.sort(byAlias) };
}

function byAlias({ alias }: SiteNodeProperty, other: SiteNodeProperty): number {
  const [a, b] = [alias.toLowerCase(), other.alias.toLowerCase()];
  if (a === b) return alias < other.alias ? -1 : 1;
  return a < b ? -1 : 1;
}
