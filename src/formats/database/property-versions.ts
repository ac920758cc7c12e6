/** Counts the property data of all versions of a site, by SQL. */
import type { PropertyVersions } from "../data-format.ts";
import { type Database, rows } from "./sql.ts";
import { damaged, VALUES } from "./umbraco-tables.ts";

/** The table or view that is counted: `versionId`, `propertyTypeId` and `bytes` of each row of property data. */
export const VALUE_SIZES = "propertyDataSize";

/** The tables that are read besides. */
export const COUNTED_TABLES: readonly string[] = [
  "umbracoNode",
  "umbracoContentVersion",
  "umbracoDocumentVersion",
  "umbracoElementVersion",
  "cmsPropertyType",
  "cmsContentType",
];

/** Makes the view of a SQLite database, whose own table has the values of all versions. */
export function createSizes(database: Database): void {
  database.run(`
    create temp view ${VALUE_SIZES} as
    select versionId, propertyTypeId,
      ifnull(length(cast(varcharValue as blob)), 0) + ifnull(length(cast(textValue as blob)), 0) as bytes
    from main.${VALUES} not indexed`);
}

// A published version of a document or a library element is another row than the current one, which editors see.
const COUNTS = `
  select iif(d.published or e.published, 'published', iif(v.current, 'current', 'old')) as state,
    case n.nodeObjectType
      when 'C66BA18E-EAF3-4CFF-8A22-41B16D66A972' then 'content'
      when 'B796F64C-1F99-4FFB-B886-4BF4BC011A9C' then 'media' end as kind,
    count(distinct v.id) as versions, count(*) as rows, sum(s.bytes) as bytes`;
const TABLES = `
  from ${VALUE_SIZES} s
  join umbracoContentVersion v on v.id = s.versionId
  join umbracoNode n on n.id = v.nodeId
  left join umbracoDocumentVersion d on d.id = v.id
  left join umbracoElementVersion e on e.id = v.id`;

const BY_NODE = `${COUNTS}, n.id, ifnull(n.text, '') as name ${TABLES} group by n.id, state order by n.id, state`;
const BY_PROPERTY = `
  ${COUNTS}, ifnull(t.alias, '') as type, p.Alias as alias ${TABLES}
  join cmsPropertyType p on p.id = s.propertyTypeId
  left join cmsContentType t on t.nodeId = p.contentTypeId
  group by kind, p.id, state order by kind, p.id, state`;

/**
 * @param database with `VALUE_SIZES` and the other tables
 * @throws SqliteFault if the table of values is damaged
 */
export function readPropertyVersions(database: Database): PropertyVersions {
  try {
    return {
      nodes: [...rows<PropertyVersions["nodes"][number]>(database, BY_NODE)],
      properties: [...rows<PropertyVersions["properties"][number]>(database, BY_PROPERTY)],
    };
  } catch (error) {
    throw damaged(error, database, VALUES);
  }
}
