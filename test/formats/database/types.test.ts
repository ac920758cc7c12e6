/** The types of a database. */

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Database, SqlValue } from "sql.js";
import { describe, expect, it } from "vitest";
import { loadDatabase } from "../../../src/formats/database/load-database.ts";
import { KINDS, type Kind } from "../../../src/operations.ts";
import { Findings } from "../../../src/site/findings.ts";
import { keyOfId, ZERO_KEY } from "../../../src/site/tree/key.ts";
import { SHARED } from "../../support/repository.ts";
import { imageWithLog } from "./plain-log.ts";
import { keyOf, OBJECT_TYPES, openImage, query, SiteDatabase } from "./site-database.ts";

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

describe("loadDatabase: a type", () => {
  it("has a key made of its id if its own is zero", async () => {
    const site = new SiteDatabase();
    const ids = ["a", "b"].map((alias) => site.type(alias));
    site.run(`update umbracoNode set uniqueId = '${ZERO_KEY}' where id in (${ids.join()})`);
    const { content } = await typesOf(site.write());
    expect(content.map(({ key }) => key)).toEqual(ids.map(keyOfId));
  });

  it("has the tabs of its parent and compositions, its templates, and the allowed child types", async () => {
    const site = new SiteDatabase();
    const base = site.type("base", { title: "Umbraco.TextBox" });
    const seo = site.type("seo", { keywords: "Umbraco.Tags" });
    const page = site.type("page", { b: "Umbraco.Integer", a: "Umbraco.TextArea" }, { bases: [seo, base] });
    const [wide, narrow] = [site.template("Wide"), site.template("Narrow")];
    site.run(`update umbracoNode set parentId = ${base} where id = ${page}`);
    site.run(`insert into cmsPropertyTypeGroup (uniqueID, contenttypeNodeId, type, text, alias, sortorder)
      values ('${keyOf(901)}', ${page}, 1, 'Content', 'content', 3), ('${keyOf(902)}', ${seo}, 0, 'Search', 'search', 0)`);
    site.run(`update cmsPropertyType set propertyTypeGroupId = 1 where contentTypeId = ${page}`);
    site.run(`update cmsPropertyType set propertyTypeGroupId = 2 where contentTypeId = ${seo}`);
    site.run(`insert into cmsDocumentType values (${page}, ${wide}, 0), (${page}, ${narrow}, 1)`);
    site.run(
      `insert into cmsContentTypeAllowedContentType values (${page}, ${page}, 1), (${page}, ${seo}, 0), (${page}, 77, 2)`,
    );
    site.run(
      `update cmsPropertyType set mandatory = 1, Name = 'A', Description = 'The first' where Alias = 'a'`,
    );
    const { content } = await typesOf(site.write());
    const reference = (id: number, alias: string) => ({ id, key: keyOf(id), alias, name: alias });
    expect(content.find(({ alias }) => alias === "page")).toMatchObject({
      id: page,
      key: keyOf(page),
      compositions: [reference(base, "base"), reference(seo, "seo")],
      allowedContentTypes: [reference(seo, "seo"), reference(page, "page")],
      allowedTemplate: [reference(wide, "Wide"), reference(narrow, "Narrow")],
      defaultTemplate: reference(narrow, "Narrow"),
      tabs: [
        {
          id: 1,
          key: keyOf(901),
          name: "Content",
          sortOrder: 3,
          properties: [
            // Both have the sort order 0 in the database, and are numbered in the order of reading.
            { alias: "b", sortOrder: 0, editorAlias: "Umbraco.Integer", mandatory: false, description: null },
            { alias: "a", sortOrder: 1, name: "A", description: "The first", mandatory: true },
          ],
        },
        { name: "Search", properties: [{ alias: "keywords" }] },
        { name: "Generic properties", properties: [{ alias: "title" }] },
      ],
    });
  });

  it("of data is listed with its editor, column, configuration and date", async () => {
    const site = new SiteDatabase();
    site.type("page", { b: "Umbraco.Integer", a: "Umbraco.TextArea" });
    site.run(
      "update umbracoDataType set dbType = 'Integer', config = '{\"min\":1}' where propertyEditorAlias = 'Umbraco.Integer'",
    );
    const { data, content } = await typesOf(site.write());
    const ids = content[0].tabs[0].properties.map(({ dataTypeId }) => dataTypeId);
    expect(data.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
    const integer = data.find(({ editorAlias }) => editorAlias === "Umbraco.Integer");
    expect(integer).toEqual({
      id: ids[0],
      key: keyOf(ids[0]),
      name: expect.any(String),
      dbType: "integer",
      editorAlias: "Umbraco.Integer",
      editor: null,
      createDate: "2024-03-05T10:11:12",
      updateDate: "0001-01-01T00:00:00",
      config: { min: 1 },
    });
  });

  it("of members is left out", async () => {
    const site = new SiteDatabase();
    const id = site.type("Member", { umbracoMemberComments: "Umbraco.TextArea" });
    site.run("update umbracoNode set nodeObjectType = '9B5416FB-E72F-45A9-A07B-5A9A2709CE43' where id = ?", [
      id,
    ]);
    const { content, media } = await typesOf(site.write());
    expect([content, media]).toEqual([[], []]);
  });
});
