/** Types from `content-types.json` and `media-types.json`, and what is told of those that are not sound. */
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
  id: 5,
  key: KEY,
  alias: "title",
  name: "Title",
  description: null,
  sortOrder: 0,
  editorAlias: "Umbraco.TextBox",
  dataTypeId: -88,
  mandatory: true,
};
const tab = { id: 3, key: OTHER, name: "Content", sortOrder: 0, properties: [property] };
const page = {
  id: 1050,
  key: KEY,
  alias: "page",
  name: "Page",
  icon: "icon-page",
  tabs: [tab],
  defaultTemplate: null,
  allowedAsRoot: true,
  allowedContentTypes: [reference],
  allowedTemplate: [],
  compositions: [],
};
const image = {
  id: 1032,
  key: KEY,
  alias: "Image",
  name: null,
  icon: null,
  tabs: [],
  allowedAsRoot: false,
  allowedContentTypes: [],
  compositions: [],
};

const load = (files: Record<string, unknown>) => loadDirectory(dataDirectory(files));

describe("loadDirectory: lists of types", () => {
  it.each([
    ["content.json", [node]],
    ["content.ndjson", JSON.stringify(node)],
    ["umbraco.config", '<root id="-1"><page id="1" isDoc="" nodeName="Home"/></root>'],
  ])("lie beside %s", async (name, nodes) => {
    const { types } = await load({
      [name]: nodes,
      "content-types.json": [page],
      "media-types.json": [image],
    });
    expect(types()).toEqual({ content: [page], media: [image], notes: [] });
    expect(types()).toBe(types());
  });

  it("come out as they were written, what they alone have included", async () => {
    const written = JSON.stringify([{ zulu: [1], ...page, extra: { b: 1, a: "é" } }]);
    const { types } = await load({ "content.json": [node], "content-types.json": `\uFEFF ${written}\r\n` });
    expect(JSON.stringify(types().content)).toBe(written);
  });

  it("have keys in one form, and lists where there are none", async () => {
    const { allowedTemplate, compositions, ...rest } = page;
    const written = { ...rest, key: `{${KEY.toUpperCase()}}`, allowedContentTypes: [null, reference] };
    const { types } = await load({ "content.json": [node], "content-types.json": [written] });
    expect(types().content).toEqual([page]);
  });

  it("are empty where there are none", async () => {
    expect((await load({ "content.json": [node] })).types()).toEqual({ content: [], media: [], notes: [] });
  });

  it.each<[string, unknown, string[]]>([
    ["no JSON", "[{]", [':1: byte 3: expected a name in quotes, found "]"']],
    ["text behind the list", "[]\n{}", [':2: byte 1: expected the file to end behind its list, found "{"']],
    ["one type alone", page, [" : must be an array of types"]],
    ["no objects", [1, null], [" /0: must be an object", " /1: must be an object"]],
    [
      "types without what clients need",
      [{ tabs: [{ properties: [{}] }] }],
      [
        " /0/id: is missing",
        " /0/key: is missing",
        " /0/alias: is missing",
        " /0/name: is missing",
        " /0/tabs/0/id: is missing",
        " /0/tabs/0/key: is missing",
        " /0/tabs/0/name: is missing",
        " /0/tabs/0/properties/0/id: is missing",
        " /0/tabs/0/properties/0/key: is missing",
        " /0/tabs/0/properties/0/alias: is missing",
        " /0/tabs/0/properties/0/name: is missing",
      ],
    ],
    [
      "members of another kind",
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
      "an id, a key or an alias twice",
      [page, { ...page, key: OTHER }],
      [" /1/id: is that of /0, too", " /1/alias: is that of /0, too"],
    ],
  ])("with %s are refused where they are asked for", async (_what, types, findings) => {
    const data = await load({ "content.json": [node], "content-types.json": types });
    expect(data.trees.content.size).toBe(1);
    const error = catching(data.types);
    expect(error).toBeInstanceOf(DataError);
    expect((error as DataError).findings).toEqual(findings.map((finding) => `content-types.json${finding}`));
  });

  it("tell the editors of an umbraco.config, and with them which values are numbers", async () => {
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

function catching(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}
