/** Reads the values of the versions that count, in the language that is read. */
import type { ChosenNode } from "./choose-versions.ts";
import type { SiteNodeType } from "./node-types.ts";
import { NodeValues, type ValueColumns } from "./node-values.ts";
import type { SiteLanguage } from "./site-languages.ts";
import type { SiteNotes } from "./site-notes.ts";
import type { SqliteDatabase } from "./sqlite/sqlite-database.ts";

const COLUMNS = [
  ...["versionId", "propertyTypeId", "languageId", "segment"],
  ...["intValue", "decimalValue", "dateValue", "varcharValue", "textValue"],
];
const [VERSION, PROPERTY, LANGUAGE, SEGMENT, ...VALUES] = COLUMNS.keys();
const [integer, decimal, date, shortText, longText] = VALUES;
const VALUE_COLUMNS: ValueColumns = { integer, decimal, date, shortText, longText };

/** Those of all nodes. Rows of other versions, of other languages, and of segments are passed over. */
export function readValues(
  database: SqliteDatabase,
  nodes: readonly ChosenNode[],
  language: SiteLanguage | undefined,
  notes: SiteNotes,
): NodeValues {
  const values = new NodeValues(nodes);
  const nodeOfVersion = new Map(nodes.map(({ version }, node) => [version.id, node]));
  const places = new PropertyPlaces();
  for (const row of database.rows("umbracoPropertyData", COLUMNS)) {
    const node = nodeOfVersion.get(row.id(VERSION));
    if (node === undefined) continue;
    const { type, row: own } = nodes[node];
    const place = places.find(type, row.id(PROPERTY));
    if (place === undefined) continue;
    const { varies, alias } = type.properties[place];
    if (row.optionalId(LANGUAGE) !== (varies ? language?.id : undefined)) continue;
    if (row.text(SEGMENT) === undefined) values.set(node, place, row, VALUE_COLUMNS);
    else {
      const text = `has a value of ${alias} for a segment, which is not read`;
      notes.node(own.id, text, "values of segments, not read");
    }
  }
  return values;
}

/** For each type, where its properties stand. */
class PropertyPlaces {
  readonly #places = new Map<SiteNodeType, Map<number, number>>();

  find(type: SiteNodeType, id: number): number | undefined {
    let places = this.#places.get(type);
    if (!places) {
      places = new Map(type.properties.map((property, place) => [property.id, place]));
      this.#places.set(type, places);
    }
    return places.get(id);
  }
}
