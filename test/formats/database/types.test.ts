/** The types of a database. */
import { describe, expect, it } from "vitest";
import { loadDatabase } from "../../../src/formats/database/load-database.ts";
import { Findings } from "../../../src/site/findings.ts";
import { keyOfId, ZERO_KEY } from "../../../src/site/tree/key.ts";
import { keyOf, SiteDatabase } from "./site-database.ts";

async function typesOf(path: string) {
  const { types } = await loadDatabase(path, {}, new Findings());
  const findings = new Findings();
  const made = types(findings);
  return { ...made, warnings: findings.warnings.map(({ file, text }) => `${file}: ${text}`) };
}

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
