/** Databases of Umbraco 7, compared with the umbraco.config of the same site. */
import { describe, expect, it } from "vitest";
import { loadDirectory } from "../../../src/formats/load-directory.ts";
import { everyAnswer, wholeTrees } from "../../everything.ts";
import { run } from "../../support/program.ts";
import { dataDirectory } from "../../support/temporary.ts";
import {
  allOf,
  type Column,
  type Table,
  table,
  version7Tables,
  writeBacpac,
} from "../bacpac/write-bacpac.ts";

/** The warning of properties in the XML of nodes whose types lack them. */
const withoutEditor = (count: number) =>
  `${count} properties have no editor alias, since the types of the nodes lack them: the API's .NET client drops those`;

describe("tables of Umbraco 7", () => {
  const config = `<?xml version="1.0"?><!DOCTYPE root [<!ELEMENT home ANY><!ATTLIST home id ID #REQUIRED>]><root id="-1">
<home id="1050" key="00000050-0000-4000-8000-000000000000" parentID="-1" level="1" sortOrder="0" createDate="2014-05-06T07:08:09" updateDate="2015-01-02T03:04:05" nodeName="Home &amp; more" urlName="home" isDoc="" template="1"><title><![CDATA[Fish & chips]]></title><hide>1</hide><grid>{"a":[1]}</grid>
<page id="1052" key="00000052-0000-4000-8000-000000000000" sortOrder="1" nodeName="Second" urlName="second" isDoc="" template="0"><blank>  </blank><title/></page>
<page id="1051" key="00000051-0000-4000-8000-000000000000" sortOrder="0" nodeName="Ærø" urlName="aeroe" isDoc="" template="2"><title>x<b>y</b></title>
<page id="1053" key="00000053-0000-4000-8000-000000000000" sortOrder="0" nodeName="Below" urlName="below" isDoc=""/></page></home>
<home id="1060" key="00000060-0000-4000-8000-000000000000" sortOrder="1" nodeName="Other" urlName="other" isDoc=""><count>12</count></home></root>`;
  const editors = {
    "home.title": "Umbraco.Textbox",
    "home.hide": "Umbraco.TrueFalse",
    "home.count": "Umbraco.Integer",
    "page.title": "Umbraco.TinyMCEv3",
  };
  const media = [
    '<Folder id="1070" key="00000070-0000-4000-8000-000000000000" parentID="-1" sortOrder="0" nodeName="Pictures" urlName="pictures" isDoc="" template="0"/>',
    '<Image id="1071" key="00000071-0000-4000-8000-000000000000" parentID="1070" sortOrder="0" nodeName="Photo" urlName="photo" isDoc="" template="0"><umbracoFile><![CDATA[{"src":"/media/1/photo.jpg","crops":[]}]]></umbracoFile></Image>',
    '<File id="1072" key="00000072-0000-4000-8000-000000000000" parentID="-1" sortOrder="1" nodeName="Form" isDoc=""><umbracoFile>/media/2/form.pdf</umbracoFile></File>',
  ];

  it.each([false, true])("reads the content of the umbraco.config (URLs made: %s)", async (urls) => {
    const path = writeBacpac(version7Tables(config, { editors, media }));
    const loaded = await allOf(path, { urls });
    const folder = dataDirectory({ "umbraco.config": config, "content-types.json": loaded.types.content });
    const source = await allOf(folder, { urls });
    expect(loaded.answers).toEqual(source.answers);
    expect(loaded.trees[0]).toBe(source.trees[0]);
    expect(loaded.version).toBe("7");
    expect(loaded.languages?.map(({ iso }) => iso)).toEqual(["en-US"]);
    expect(source.types.content).toEqual(loaded.types.content);
  });

  it("reads media with the paths of their files, and no members", async () => {
    const path = writeBacpac(version7Tables(config, { editors, media }));
    const { trees, types, warnings } = await loadDirectory(path);
    const found = everyAnswer(trees.media);
    expect(found.map(({ id, name, url, type, path }) => [id, name, url, type, path.length])).toEqual([
      [1070, "Pictures", undefined, "Folder", 0],
      [1071, "Photo", "/media/1/photo.jpg", "Image", 1],
      [1072, "Form", "/media/2/form.pdf", "File", 0],
    ]);
    for (const name of ["urlName", "template"])
      for (const each of found) expect(each).not.toHaveProperty(name);
    expect(types().media.map(({ alias }) => alias)).toEqual(["File", "Folder", "Image"]);
    expect(wholeTrees(trees).join("")).not.toContain("secret");
    expect(warnings.map(({ text }) => text)).toEqual([withoutEditor(4)]);
  });

  it("leaves out nodes that are not published, in the recycle bin, or without XML", async () => {
    const tables = version7Tables(config, { editors, media, drafts: [1051] });
    const rowsOf = (name: string) => tables.find((table) => table.name === name)?.rows ?? [];
    Object.assign(rowsOf("umbracoNode").find(({ id }) => id === 1071) ?? {}, { trashed: 1, parentId: -21 });
    const xml = tables.findIndex(({ name }) => name === "cmsContentXml");
    const without = { ...tables[xml], rows: tables[xml].rows.filter(({ nodeId }) => nodeId !== 1060) };
    const { trees, warnings, unpublished } = await loadDirectory(writeBacpac(tables.with(xml, without)));
    expect(everyAnswer(trees.content).map(({ id }) => id)).toEqual([1050, 1052]);
    expect(everyAnswer(trees.media).map(({ id }) => id)).toEqual([1070, 1072]);
    expect(unpublished?.map(({ id }) => id)).toEqual([1051, 1053]);
    expect(warnings.map(({ text }) => text)).toEqual([
      "node 1051 is left out: it is not published",
      "node 1053 is left out: it lies below node 1051, which is left out",
      "node 1060 is left out: it has no row in cmsContentXml, which the site writes when it publishes",
      "node 1071 is left out: it is in the recycle bin",
      withoutEditor(4),
    ]);
  });

  it("reads keys, parents and sort orders from the table of nodes, and redirects", async () => {
    const key = "00000051-0000-4000-8000-000000000000";
    const redirect = { contentKey: key, url: "/old-place" };
    const tables = version7Tables(config.replace(` key="${key}"`, ""), { redirects: [redirect] });
    const moved = tables[0].rows.find(({ id }) => id === 1051);
    Object.assign(moved ?? {}, { uniqueID: key, parentId: 1060, sortOrder: 9 });
    const { trees, redirects } = await loadDirectory(writeBacpac(tables));
    const node = everyAnswer(trees.content).find(({ id }) => id === 1051);
    expect(node).toMatchObject({
      key,
      path: [{ key: "00000060-0000-4000-8000-000000000000" }],
      sortOrder: 9,
    });
    expect(redirects).toEqual([expect.objectContaining({ url: "/old-place", key })]);
  });

  it("reports texts of tables with unpaired surrogates", async () => {
    const tables = version7Tables(config, { editors });
    Object.assign(tables[0].rows.find(({ text }) => text === "page") ?? {}, { text: "Pa\ud83dge" });
    const { types, warnings } = await loadDirectory(writeBacpac(tables));
    expect(types().content.map(({ name }) => name)).toContain("Pa\ufffdge");
    expect(warnings.map(({ text }) => text)).toEqual([
      "1 text has half a character (an unpaired UTF-16 surrogate), replaced by U+FFFD",
      withoutEditor(2),
    ]);
  });

  it("reads which pages are protected, from 7.3 on", async () => {
    const tables = version7Tables(config, { editors, media });
    const access = table("umbracoAccess", "nodeId int, loginNodeId int", [
      { nodeId: 1051, loginNodeId: 1060 },
      { nodeId: 1071, loginNodeId: 1060 },
    ]);
    const { protectedNodes } = await loadDirectory(writeBacpac([...tables, access]));
    expect(protectedNodes).toEqual(new Set(["00000051-0000-4000-8000-000000000000"]));
    expect((await loadDirectory(writeBacpac(tables))).protectedNodes).toBeUndefined();
  });

  it("reads data types with their pre-values", async () => {
    const { types } = await loadDirectory(writeBacpac(version7Tables(config, { editors })));
    expect(types().data.map(({ editorAlias, dbType, config }) => [editorAlias, dbType, config])).toEqual([
      ["Umbraco.Integer", "ntext", {}],
      ["Umbraco.Textbox", "ntext", { maxChars: "50", 1: { a: [1] } }],
      ["Umbraco.TinyMCEv3", "ntext", {}],
      ["Umbraco.TrueFalse", "ntext", {}],
    ]);
    const preValues = Array.from(types().preValues?.values() ?? [], (values) => Object.fromEntries(values));
    expect(preValues).toEqual([{ 1: "50", 2: '{"a":[1]}' }]);
  });

  it.each([
    ["two tables", ["cmsDataType", "umbracoDomains"], "cmsDataType, umbracoDomains"],
    ["the table of documents", ["cmsDocument"], "cmsDocument"],
    ["the table of XML", ["cmsContentXml"], "cmsContentXml"],
  ])("refuses a backup without %s by the names of version 7", async (_, absent, names) => {
    const tables = version7Tables(config, { editors }).filter(({ name }) => !absent.includes(name));
    await expect(loadDirectory(writeBacpac(tables))).rejects.toThrow(
      new RegExp(`its schema is not that of Umbraco 4 to 7: there is no ${names}$`),
    );
  });

  it("refuses a backup without a column by the table's name in version 7", async () => {
    const tables = version7Tables(config, { editors }).map((table) => ({
      ...table,
      columns: table.columns.filter(({ name }) => name !== "dbType"),
    }));
    await expect(loadDirectory(writeBacpac(tables))).rejects.toThrow(/there is no cmsDataType\.dbType$/);
  });

  it.each([
    ["--culture", "da-DK", "holds only one culture"],
    ["--include-unpublished", undefined, "has no unpublished nodes"],
  ])("refuses %s", async (flag, value, reason) => {
    const path = writeBacpac(version7Tables(config));
    const { status, stderr } = await run(["content", "--data", path, flag, ...(value ? [value] : [])]);
    expect(stderr).toBe(`error: ${flag} cannot be used: a database of Umbraco 7 ${reason}\n`);
    expect(status).toBe(2);
  });
});

/** The ids that editors have up to version 6. */
const CONTROL_IDS: Readonly<Record<string, string>> = {
  "Umbraco.Textbox": "EC15C1E5-9D90-422A-AA52-4F7622C63BEA",
  "Umbraco.TinyMCEv3": "5E9B75AE-FACE-41C8-B47E-5F4B0FD82F83",
  "Umbraco.NoEdit": "D15E1281-E456-4B24-AA86-1DDA3E4299D5",
  "5032a6e6-1111-4d91-bb28-cd31cd11086c": "5032A6E6-1111-4D91-BB28-CD31CD11086C",
};

/** The tables as versions 4 and 6 have them. @param masters the types above types, by alias, in version 4 */
function olderTables(
  tables: readonly Table[],
  version: 4 | 6,
  masters: Readonly<Record<string, string>> = {},
): Table[] {
  const without = (table: Table, ...names: string[]): Table => ({
    ...table,
    columns: table.columns.filter(({ name }) => !names.includes(name)),
  });
  const types = tables.find(({ name }) => name === "cmsContentType")?.rows ?? [];
  const idOf = (alias: string | undefined) => types.find((type) => type.alias === alias)?.nodeId ?? 0;
  return tables.flatMap((table): Table[] => {
    const { name, columns, rows } = table;
    if (name === "cmsDataType") {
      const id: Column = { name: "controlId", type: "uniqueidentifier" };
      const older = rows.map((row) => ({ ...row, controlId: CONTROL_IDS[String(row.propertyEditorAlias)] }));
      return [without({ ...table, columns: [...columns, id], rows: older }, "propertyEditorAlias")];
    }
    if (name === "cmsPropertyType" && version === 6) return [without(table, "UniqueID")];
    if (version === 6) return [table];
    if (name === "cmsContentType2ContentType" || name === "umbracoRedirectUrl") return [];
    if (name === "cmsContentTypeAllowedContentType") return [without(table, "SortOrder")];
    if (name === "cmsPropertyTypeGroup") return [{ ...table, name: "cmsTab" }];
    if (name === "cmsPropertyType") {
      const tab: Column = { name: "tabId", type: "int" };
      const older = rows.map((row) => ({ ...row, tabId: row.propertyTypeGroupId ?? null }));
      return [
        without({ ...table, columns: [...columns, tab], rows: older }, "UniqueID", "propertyTypeGroupId"),
      ];
    }
    if (name !== "cmsContentType") return [table];
    const master: Column = { name: "masterContentType", type: "int" };
    const older = rows.map((row) => ({ ...row, masterContentType: idOf(masters[String(row.alias)]) }));
    return [without({ ...table, columns: [...columns, master], rows: older }, "allowAtRoot")];
  });
}

describe("loadFromTables: Umbraco 4 and 6", () => {
  const config = `<root id="-1"><home id="1050" sortOrder="0" nodeName="Home" urlName="home" isDoc=""><title>Fish</title><map>x</map>
<page id="1051" sortOrder="0" nodeName="Below" urlName="below" isDoc=""><title>y</title><text>z</text></page></home></root>`;
  const editors = {
    "home.title": "Umbraco.Textbox",
    "home.map": "5032a6e6-1111-4d91-bb28-cd31cd11086c",
    "page.text": "Umbraco.TinyMCEv3",
    "page.control": "Umbraco.NoEdit",
  };
  const media = [
    '<File id="1072" parentID="-1" sortOrder="1" nodeName="Form" isDoc=""><umbracoFile>/media/2/form.pdf</umbracoFile></File>',
  ];
  const tables = version7Tables(config, { editors, media }).map((each) => {
    if (each.name === "cmsPropertyTypeGroup")
      return { ...each, rows: [{ id: 7, contenttypeNodeId: 5001, text: "Content", sortorder: 1 }] };
    if (each.name !== "cmsPropertyType") return each;
    return {
      ...each,
      rows: each.rows.map((row) => ({ ...row, propertyTypeGroupId: row.contentTypeId === 5001 ? 7 : null })),
    };
  });

  it("version 6 has ids of controls as editors, and no keys of properties", async () => {
    const { types, version, trees } = await loadDirectory(writeBacpac(olderTables(tables, 6)));
    expect(version).toBe("6");
    const [home] = everyAnswer(trees.content);
    expect(Object.values(home.properties).map(({ alias, editorAlias }) => [alias, editorAlias])).toEqual([
      ["title", "Umbraco.Textbox"],
      ["map", "5032a6e6-1111-4d91-bb28-cd31cd11086c"],
    ]);
    const properties = types().content.flatMap(({ tabs }) => tabs.flatMap((tab) => tab.properties));
    expect(properties.map(({ alias, editorAlias }) => [alias, editorAlias])).toEqual([
      ["title", "Umbraco.Textbox"],
      ["map", "5032a6e6-1111-4d91-bb28-cd31cd11086c"],
      ["text", "Umbraco.TinyMCEv3"],
      ["control", "Umbraco.NoEdit"],
    ]);
    expect(new Set(properties.map(({ key }) => key)).size).toBe(4);
  });

  it.each<[string, (xml: string) => string]>([
    ["as later versions", (xml) => xml],
    [
      "in the old form",
      (xml) =>
        xml
          .replace(/<(home|page|File) ([^>]*)isDoc=""/g, '<node nodeTypeAlias="$1" $2')
          .replace(/<\/(home|page|File)>/g, "</node>")
          .replace(/<(title|map|text|umbracoFile)>/g, '<data alias="$1">')
          .replace(/<\/(title|map|text|umbracoFile)>/g, "</data>"),
    ],
  ])("version 4 has parents of types, tabs and XML %s", async (_, change) => {
    const older = olderTables(tables, 4, { page: "home" }).map((each) =>
      each.name === "cmsContentXml"
        ? { ...each, rows: each.rows.map((row) => ({ ...row, xml: change(String(row.xml)) })) }
        : each,
    );
    const { types, version, trees, warnings } = await loadDirectory(writeBacpac(older));
    expect([version, new Set(warnings.map(({ topic }) => topic))]).toEqual([
      "4",
      new Set(["derivedKeys", "noEditors"]),
    ]);
    const [home, page] = everyAnswer(trees.content);
    expect([home.type, home.properties.title, page.properties.text]).toEqual([
      "home",
      { alias: "title", editorAlias: "Umbraco.Textbox", value: "Fish" },
      { alias: "text", editorAlias: "Umbraco.TinyMCEv3", value: "z" },
    ]);
    // Of the type above.
    expect(page.properties.title).toEqual({ alias: "title", editorAlias: "Umbraco.Textbox", value: "y" });
    expect(everyAnswer(trees.media).map(({ type, url }) => [type, url])).toEqual([
      ["File", "/media/2/form.pdf"],
    ]);
    const { content } = types();
    expect(
      content.map(({ alias, allowedAsRoot, tabs }) => [alias, allowedAsRoot, tabs.map((tab) => tab.name)]),
    ).toEqual([
      ["home", true, ["Content"]],
      ["page", true, expect.arrayContaining(["Content"])],
    ]);
  });

  it("says that a database is of version 5", async () => {
    const names = ["Node", "NodeVersion", "Attribute", "NodeRelation"];
    const path = writeBacpac(names.map((name) => table(name, "id int", [{ id: 1 }])));
    await expect(loadDirectory(path)).rejects.toThrow(
      `${path} cannot be read: it is of Umbraco 5, whose tables no other version has: versions 4 and 6 to 18 are read`,
    );
  });
});
