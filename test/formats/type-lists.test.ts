/** Types from `content-types.json`, `media-types.json` and `data-types.json`, and the errors of malformed ones. */
import { describe, expect, it } from "vitest";
import { DataError } from "../../src/errors.ts";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { everyAnswer } from "../everything.ts";
import { dataDirectory } from "../support/temporary.ts";

const KEY = "00000001-0000-4000-8000-000000000000";
const OTHER = "00000002-0000-4000-8000-000000000000";
const node = { id: 1, key: KEY, name: "Home", type: "page" };
const reference = { id: 7, key: OTHER, alias: "other", name: "Other" };
const property = {
  ...{ id: 5, key: KEY, alias: "title", name: "Title", description: null, sortOrder: 0 },
  ...{ editorAlias: "Umbraco.TextBox", dataTypeId: -88, mandatory: true },
};
const tab = { id: 3, key: OTHER, name: "Content", sortOrder: 0, properties: [property] };
const page = {
  ...{ id: 1050, key: KEY, alias: "page", name: "Page", icon: "icon-page", tabs: [tab] },
  ...{ defaultTemplate: null, allowedAsRoot: true, allowedContentTypes: [reference] },
  ...{ allowedTemplate: [], compositions: [] },
};
const image = {
  ...{ id: 1032, key: KEY, alias: "Image", name: null, icon: null, tabs: [] },
  ...{ allowedAsRoot: false, allowedContentTypes: [], compositions: [] },
};

const load = (files: Record<string, unknown>) => loadDirectory(dataDirectory(files));

const undated = "0001-01-01T00:00:00";
const dataType = {
  ...{ id: -88, key: KEY, name: "Textstring", dbType: "nvarchar", editorAlias: "Umbraco.TextBox" },
  editor: {
    ...{ alias: "Umbraco.TextBox", name: "Textbox", icon: "icon-autofill", group: "common" },
    ...{ type: "PropertyValue", deprecated: false },
  },
  ...{ createDate: "2020-01-02T03:04:05", updateDate: undated, config: { maxChars: 9 } },
};

describe("loadDirectory: data-types.json", () => {
  const loaded = async (dataTypes: unknown) =>
    (await load({ "content.json": [node], "data-types.json": dataTypes })).types();

  it("gets defaults for members that are absent or null", async () => {
    const { data, content } = await loaded([{ id: 1, key: KEY, name: "One", config: null, editor: null }]);
    const defaults = { dbType: null, editorAlias: null, editor: null, config: {} };
    expect(data).toEqual([
      { id: 1, key: KEY, name: "One", ...defaults, createDate: undated, updateDate: undated },
    ]);
    expect(content).toEqual([]);
  });

  it.each<[string, unknown, string[]]>([
    ["an object", {}, [" : must be an array of types"]],
    [
      "members of another type",
      [{ ...dataType, dbType: 1, createDate: "soon", config: [], editor: { alias: "" } }],
      [
        " /0/dbType: must be text or null",
        " /0/editor/alias: must be text",
        " /0/createDate: must be a date",
        " /0/config: must be an object",
      ],
    ],
    [
      "a duplicate id and key",
      [dataType, dataType],
      [" /1/id: is that of /0, too", " /1/key: is that of /0, too"],
    ],
  ])("with %s is refused", async (_, dataTypes, findings) => {
    const error = await loaded(dataTypes).catch((reason) => reason);
    expect(error).toBeInstanceOf(DataError);
    expect(error.findings).toEqual(findings.map((finding) => `data-types.json${finding}`));
  });
});

describe("loadDirectory: lists of types", () => {
  it.each([
    ["content.json", [node]],
    ["content.ndjson", JSON.stringify(node)],
    ["umbraco.config", '<root id="-1"><page id="1" isDoc="" nodeName="Home"/></root>'],
  ])("are read beside %s", async (name, nodes) => {
    const { types } = await load({
      [name]: nodes,
      "content-types.json": [page],
      "media-types.json": [image],
      "data-types.json": [dataType],
    });
    expect(types()).toEqual({ content: [page], media: [image], data: [dataType], warnings: [] });
    expect(types()).toBe(types());
  });

  it("are returned as they were written, with unknown members", async () => {
    const written = JSON.stringify([{ zulu: [1], ...page, extra: { b: 1, a: "é" } }]);
    const { types } = await load({ "content.json": [node], "content-types.json": `\uFEFF ${written}\r\n` });
    expect(JSON.stringify(types().content)).toBe(written);
  });

  it("have keys in one form, and empty lists for absent ones", async () => {
    const { allowedTemplate, compositions, ...rest } = page;
    const written = { ...rest, key: `{${KEY.toUpperCase()}}`, allowedContentTypes: [null, reference] };
    const { types } = await load({ "content.json": [node], "content-types.json": [written] });
    expect(types().content).toEqual([page]);
  });

  it("are empty if there are no files", async () => {
    const { types } = await load({ "content.json": [node] });
    expect(types()).toEqual({ content: [], media: [], data: [], warnings: [] });
  });

  it.each<[string, unknown, string[]]>([
    ["malformed JSON", "[{]", [':1: byte 3: expected a name in quotes, found "]"']],
    ["text after the list", "[]\n{}", [':2: byte 1: expected the file to end behind its list, found "{"']],
    ["one type instead of a list", page, [" : must be an array of types"]],
    ["entries that are not objects", [1, null], [" /0: must be an object", " /1: must be an object"]],
    [
      "types without members that clients need",
      [{ tabs: [{ properties: [{}] }] }],
      [
        ...["id", "key", "alias", "name", "tabs/0/id", "tabs/0/key", "tabs/0/name"],
        ...["id", "key", "alias", "name"].map((name) => `tabs/0/properties/0/${name}`),
      ].map((name) => ` /0/${name}: is missing`),
    ],
    [
      "members of another type",
      [{ ...page, id: 2 ** 31, key: "x", alias: "", icon: 1, allowedAsRoot: "yes", compositions: {} }],
      [
        " /0/id: must be a 32-bit integer",
        " /0/key: must be a GUID",
        " /0/alias: must be text",
        " /0/icon: must be text or null",
        " /0/allowedAsRoot: must be true or false",
        " /0/compositions: must be an array",
      ],
    ],
    [
      "a duplicate id and alias",
      [page, { ...page, key: OTHER }],
      [" /1/id: is that of /0, too", " /1/alias: is that of /0, too"],
    ],
  ])("with %s are refused when they are resolved", async (_what, types, findings) => {
    const data = await load({ "content.json": [node], "content-types.json": types });
    expect(data.trees.content.size).toBe(1);
    const expected = findings.map((finding) => `content-types.json${finding}`);
    expect(data.types).toThrow(expect.objectContaining({ findings: expected }));
  });

  it("give an umbraco.config its editors, so that values become numbers", async () => {
    const hide = { ...property, id: 6, alias: "hide", editorAlias: "Umbraco.TrueFalse" };
    const { trees } = await load({
      "umbraco.config":
        '<root id="-1"><page id="1" isDoc="" nodeName="Home"><title>7</title><hide>1</hide><other>x</other></page></root>',
      "content-types.json": [{ ...page, tabs: [{ ...tab, properties: [property, hide] }] }],
    });
    expect(Object.values(everyAnswer(trees.content)[0].properties)).toEqual([
      { alias: "title", editorAlias: "Umbraco.TextBox", value: "7" },
      { alias: "hide", editorAlias: "Umbraco.TrueFalse", value: 1 },
      { alias: "other", editorAlias: null, value: "x" },
    ]);
  });
});
