/** The types of real databases, if ../shared exists, compared with the oracle by SQL. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Database, SqlValue } from "sql.js";
import { describe, expect, it } from "vitest";
import { loadDatabase } from "../../../src/formats/database/load-database.ts";
import { KINDS, type Kind } from "../../../src/operations.ts";
import { Findings } from "../../../src/site/findings.ts";
import { SHARED } from "../../support/repository.ts";
import { imageWithLog } from "./plain-log.ts";
import { OBJECT_TYPES, openImage, query } from "./site-database.ts";

async function typesOf(path: string) {
  const { types } = await loadDatabase(path, {}, new Findings());
  const findings = new Findings();
  const made = types(findings);
  return { ...made, warnings: findings.warnings.map(({ file, text }) => `${file}: ${text}`) };
}

/** Types by SQL: without the tabs of their compositions, lists in order of ids. */
function plainTypes(database: Database, kind: Kind) {
  const objectType = kind === "content" ? OBJECT_TYPES.contentType : OBJECT_TYPES.mediaType;
  const rows = query(
    database,
    `select n.id, lower(n.uniqueId) as key, t.alias, n.text as name, t.icon, t.allowAtRoot from cmsContentType t
     join umbracoNode n on n.id = t.nodeId where n.nodeObjectType = ? order by t.alias collate binary`,
    [objectType],
  );
  const related = (sql: string, id: SqlValue) => query(database, sql, [id]).map((row) => row.id);
  return rows.map(({ allowAtRoot, ...row }) => ({
    ...row,
    allowedAsRoot: allowAtRoot === 1,
    allowed: related(
      "select AllowedId as id from cmsContentTypeAllowedContentType where Id = ? order by 1",
      row.id,
    ),
    compositions: related(
      `with recursive made(id) as (select parentContentTypeId from cmsContentType2ContentType where childContentTypeId = ?
         union select parentContentTypeId from cmsContentType2ContentType join made on childContentTypeId = made.id)
         select id from made order by 1`,
      row.id,
    ),
    templates: related(
      "select templateNodeId as id from cmsDocumentType where contentTypeNodeId = ? order by 1",
      row.id,
    ),
    defaultTemplate: related(
      "select templateNodeId as id from cmsDocumentType where contentTypeNodeId = ? and IsDefault = 1",
      row.id,
    )[0],
    properties: query(
      database,
      `select p.id, lower(p.UniqueID) as key, p.Alias as alias, p.Name as name, p.Description as description,
         d.propertyEditorAlias as editorAlias, p.dataTypeId, p.mandatory, g.text as tab from cmsPropertyType p
         left join umbracoDataType d on d.nodeId = p.dataTypeId
         left join cmsPropertyTypeGroup g on g.id = p.propertyTypeGroupId
         where p.contentTypeId = ? order by p.id`,
      [row.id],
    ).map(({ mandatory, tab, ...property }) => ({
      ...property,
      description: property.description || null,
      mandatory: mandatory === 1,
      tab: tab ?? "Generic properties",
    })),
  }));
}

/** The ids of data types with their configurations. */
function plainConfigurations(database: Database) {
  const rows = query(database, "select nodeId as id, config from umbracoDataType");
  return rows.map(({ id, config }) => [id, JSON.parse(String(config ?? "{}"))]).toSorted();
}

type Types = Awaited<ReturnType<typeof typesOf>>;

/** The same form of the types that were read, with only their own properties. */
function ownMembers(types: Types, kind: Kind, database: Database) {
  const ids = (references: readonly { id: number }[]) => references.map(({ id }) => id).sort((a, b) => a - b);
  return types[kind].map((type) => {
    const { id, key, alias, name, icon, allowedAsRoot, allowedContentTypes, compositions, tabs } = type;
    const own = new Set(
      query(database, "select id from cmsPropertyType where contentTypeId = ?", [id]).map((row) => row.id),
    );
    const properties = tabs
      .flatMap((tab) =>
        tab.properties.map(({ sortOrder: _, ...property }) => ({ ...property, tab: tab.name })),
      )
      .filter((property) => own.has(property.id))
      .sort((a, b) => a.id - b.id);
    return {
      ...{ id, key, alias, name, icon, allowedAsRoot, properties },
      allowed: ids(allowedContentTypes),
      compositions: ids(compositions),
      templates: "allowedTemplate" in type ? ids(type.allowedTemplate) : [],
      defaultTemplate: "defaultTemplate" in type ? type.defaultTemplate?.id : undefined,
    };
  });
}

const FOLDER = join(SHARED, "databases");

describe.skipIf(!existsSync(FOLDER))("loadDatabase: real databases (skipped if ../shared is missing)", () => {
  const names = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.endsWith(".db")) : [];

  it.each(names)("have the types of %s that SQL finds", async (name) => {
    const plain = openImage(imageWithLog(`${FOLDER}/${name}`));
    const types = await typesOf(`${FOLDER}/${name}`);
    expect(types.warnings).toEqual([]);
    expect(types.data.map(({ id, config }) => [id, config]).toSorted()).toEqual(plainConfigurations(plain));
    for (const kind of KINDS) {
      const expected = plainTypes(plain, kind);
      expect(expected.length).toBeGreaterThan(0);
      expect(ownMembers(types, kind, plain)).toEqual(expected);
      for (const { alias, tabs } of types[kind]) {
        for (const { properties } of tabs) {
          const orders = properties.map(({ sortOrder }) => sortOrder);
          expect(orders, alias).toEqual(orders.toSorted((a, b) => a - b));
        }
      }
    }
  });
});
