/** Types made from definitions that refer to each other by key or alias. */
import { describe, expect, it } from "vitest";
import {
  type DataTypeDefinition,
  Definitions,
  type PropertyDefinition,
  type TabDefinition,
  type TypeDefinition,
  type TypeOrTemplate,
} from "../../../src/site/schema/definitions.ts";
import { orderedProperties } from "../../../src/site/schema/property-order.ts";
import { resolveTypes } from "../../../src/site/schema/resolve-types.ts";
import type { TypeTab } from "../../../src/site/schema/site-types.ts";
import { idOfKey, keyOfAlias, keyOfName } from "../../../src/site/tree/key.ts";

const keyOf = (id: number) => `${id.toString(16).padStart(8, "0")}-0000-4000-8000-000000000000`;

function tabOf(name: string, sortOrder = 0, key?: string): TabDefinition {
  return { name, sortOrder, key };
}

function propertyOf(alias: string, more: Partial<PropertyDefinition> = {}): PropertyDefinition {
  const texts = { alias, name: alias.toUpperCase(), description: null, editorAlias: "Umbraco.TextBox" };
  const rest = { sortOrder: 0, mandatory: false, variation: "nothing" as const, tab: undefined };
  return { key: undefined, dataType: { key: undefined }, ...texts, ...rest, ...more };
}

function definitionOf(id: number, alias: string, more: Partial<TypeDefinition> = {}): TypeDefinition {
  const lists = { allowed: [], templates: [], bases: [], tabs: [], properties: [] };
  const texts = { alias, name: alias.toUpperCase(), icon: null, file: `${alias}.config` };
  const rest = { allowedAsRoot: false, defaultTemplate: undefined, isElement: false };
  return { key: keyOf(id), variation: "nothing", ...texts, ...rest, ...lists, ...more };
}

const named = (id: number | undefined, alias: string): TypeOrTemplate => ({
  key: id === undefined ? undefined : keyOf(id),
  alias,
});

function resolved(content: TypeDefinition[], dataTypes: DataTypeDefinition[] = []) {
  const missing: string[] = [];
  const definitions = { content: new Definitions(content), media: new Definitions([]) };
  const types = resolveTypes(definitions, dataTypes, ({ alias }, name) =>
    missing.push(`${alias}: ${name.alias}`),
  );
  return { types: types.content, dataTypes: types.data, missing };
}

it("resolveTypes: compositions are all types above, nearest first and each once, also in cycles; a missing type has its alias and no name", () => {
  const bases = [named(undefined, "base"), named(9, "gone")];
  const { types, missing } = resolved([
    definitionOf(1, "root"),
    definitionOf(2, "base", { bases: [named(1, "x"), named(undefined, "page")] }),
    definitionOf(3, "page", { bases }),
  ]);
  expect(types.find(({ alias }) => alias === "page")?.compositions).toEqual([
    { id: 2, key: keyOf(2), alias: "base", name: "BASE" },
    { id: 1, key: keyOf(1), alias: "root", name: "ROOT" },
    { id: 9, key: keyOf(9), alias: "gone", name: null },
  ]);
  expect(missing).toEqual(["page: gone"]);
});

it("resolveTypes: allowed types are listed once, and left out if they have neither key nor definition", () => {
  const allowed = [named(2, "item"), named(undefined, "item"), named(undefined, "gone"), named(7, "far")];
  const { types, missing } = resolved([definitionOf(1, "page", { allowed }), definitionOf(2, "item")]);
  expect(types[1].allowedContentTypes).toEqual([
    { id: 2, key: keyOf(2), alias: "item", name: "ITEM" },
    { id: 7, key: keyOf(7), alias: "far", name: null },
  ]);
  expect(missing).toEqual(["page: gone", "page: far"]);
});

describe("resolveTypes: tabs", () => {
  const texts = tabOf("Texts", 2, keyOf(0x51));
  const first = tabOf("First", 1);

  it("are sorted by sortOrder, as are their properties; properties without a tab come last", () => {
    const properties = [
      propertyOf("b", { tab: texts, sortOrder: 5 }),
      propertyOf("a", { tab: texts, sortOrder: 4 }),
      propertyOf("loose", { key: keyOf(0x61) }),
    ];
    const { types } = resolved([definitionOf(1, "page", { tabs: [texts, first], properties })]);
    const propertiesIn = (tab: TypeTab) => tab.properties.map(({ alias }) => alias);
    expect(types[0].tabs.map((tab) => [tab.name, tab.sortOrder, propertiesIn(tab)])).toEqual([
      ["First", 1, []],
      ["Texts", 2, ["a", "b"]],
      ["Generic properties", 3, ["loose"]],
    ]);
    const [made, own, generic] = types[0].tabs;
    expect(made.key).toBe(keyOfName(keyOf(1), "First"));
    expect([own.key, own.id]).toEqual([keyOf(0x51), 0x51]);
    expect(generic.key).toBe(keyOfName(keyOf(1), "Generic properties"));
    expect(generic.properties[0]).toMatchObject({ key: keyOf(0x61), id: 0x61 });
    expect(own.properties[0].key).toBe(keyOfName(keyOf(1), "a"));
  });

  it("are one tab with sortOrder 0 if no property has a tab", () => {
    const { types } = resolved([definitionOf(1, "page", { properties: [propertyOf("x")] })]);
    expect(types[0].tabs).toMatchObject([{ name: "Generic properties", sortOrder: 0 }]);
  });

  it("of compositions come after its own, without properties that the type has itself", () => {
    const withA = (tab: TabDefinition) => ({ tabs: [tab], properties: [propertyOf("a", { tab })] });
    const page = definitionOf(1, "page", { bases: [named(2, "base")], ...withA(texts) });
    const { types } = resolved([page, definitionOf(2, "base", withA(first))]);
    expect(types[1].tabs.map((tab) => [tab.name, tab.properties.length])).toEqual([
      ["Texts", 1],
      ["First", 0],
    ]);
  });
});

describe("resolveTypes: ids", () => {
  it("are those of the definitions, or derived from keys, separately for each kind of object", () => {
    const properties = [
      propertyOf("a", { id: 7, dataType: { id: -88, key: keyOf(5) } }),
      propertyOf("b", { dataType: { key: keyOf(6) } }),
      propertyOf("c", { editorAlias: "Umbraco.Tags" }),
      propertyOf("d", { editorAlias: null }),
    ];
    const { types } = resolved(
      [{ ...definitionOf(7, "page", { properties }), id: 1050 }],
      [{ key: keyOf(6), name: "Six" }],
    );
    const [tab] = types[0].tabs;
    expect(types[0].id).toBe(1050);
    expect(tab.properties.map(({ dataTypeId }) => dataTypeId)).toEqual([
      ...[-88, 6],
      idOfKey(keyOfAlias("data type", "Umbraco.Tags")),
      idOfKey(keyOfAlias("data type", "")),
    ]);
    expect(tab.properties[0].id).toBe(7);
  });
});

describe("resolveTypes: templates", () => {
  it("have the key of any reference to them, or one derived from their alias; the default template is matched by alias", () => {
    const templates = [{ ...named(undefined, "home"), name: "The home" }];
    const { types } = resolved([
      definitionOf(1, "a", { templates: [named(0x41, "Home")], defaultTemplate: "home2" }),
      definitionOf(2, "b", { templates, defaultTemplate: "home" }),
      definitionOf(3, "c"),
    ]);
    const key = keyOfAlias("template", "home2");
    expect(types.map(({ defaultTemplate }) => defaultTemplate)).toEqual([
      { id: idOfKey(key), key, alias: "home2", name: null },
      { id: 0x41, key: keyOf(0x41), alias: "home", name: "The home" },
      null,
    ]);
    expect(types[0].allowedTemplate).toEqual([{ id: 0x41, key: keyOf(0x41), alias: "Home", name: null }]);
  });
});

describe("resolveTypes: data types", () => {
  const made = { id: 5, key: keyOf(5), name: "Five", dbType: null, editorAlias: null, editor: null };
  const undated = { createDate: "0001-01-01T00:00:00", updateDate: "0001-01-01T00:00:00" };
  const given = { id: -88, editorAlias: "Umbraco.TextBox", createDate: "2024-03-05T10:11:12" };
  it.each<[string, Partial<DataTypeDefinition>, object]>([
    ["with only a key and a name", {}, { ...made, ...undated, config: {} }],
    [
      "with all members",
      { ...given, dbType: "Nvarchar", config: '{"maxChars":120,"__proto__":1}' },
      {
        ...{ ...made, ...undated, ...given, dbType: "nvarchar" },
        config: JSON.parse('{"maxChars":120,"__proto__":1}'),
      },
    ],
    ["with a configuration that is not an object", { config: "[1]" }, { ...made, ...undated, config: {} }],
    ["with a configuration that is not JSON", { config: "{x" }, { ...made, ...undated, config: {} }],
  ])("%s", (_, definition, expected) => {
    const [dataType] = resolved([], [{ key: keyOf(5), name: "Five", ...definition }]).dataTypes;
    expect(dataType).toEqual(expected);
    expect(Object.keys(dataType)).toEqual([
      ...["id", "key", "name", "dbType", "editorAlias", "editor", "createDate", "updateDate", "config"],
    ]);
  });

  it("are sorted by name and have the ids that properties refer to", () => {
    const properties = [propertyOf("a", { dataType: { key: keyOf(6) } })];
    const { types, dataTypes } = resolved(
      [definitionOf(7, "page", { properties })],
      [
        { key: keyOf(6), name: "b" },
        { key: keyOf(5), name: "a" },
      ],
    );
    expect(dataTypes.map(({ name, id }) => [name, id])).toEqual([
      ["a", 5],
      ["b", 6],
    ]);
    expect(types[0].tabs[0].properties[0].dataTypeId).toBe(6);
  });
});

describe("orderedProperties", () => {
  const of = (alias: string, tab: TabDefinition | undefined, sortOrder: number) =>
    propertyOf(alias, { tab, sortOrder });
  const [late, early] = [tabOf("Late", 5), tabOf("Early", 1)];
  const [meta, other] = [tabOf("Meta", 9), tabOf("Other", 0)];
  const below = { bases: [named(1, "root")] };
  const definitions = [
    definitionOf(1, "root", { properties: [of("robots", undefined, 0)] }),
    definitionOf(2, "seo", {
      ...below,
      tabs: [meta],
      properties: [of("keywords", meta, 2), of("title", meta, 1)],
    }),
    definitionOf(3, "blog", { ...below, tabs: [other], properties: [of("title", other, 0)] }),
    definitionOf(4, "page", {
      bases: [named(3, "blog"), named(2, "seo"), named(4, "page")],
      tabs: [late, early],
      properties: [of("b", late, 0), of("a", late, 1), of("z", early, 0), of("loose", undefined, 9)],
    }),
  ];

  it.each([
    ["page", ["robots", "title", "keywords", "loose", "z", "b", "a"]],
    ["seo", ["robots", "title", "keywords"]],
    ["root", ["robots"]],
  ])("compositions come before own properties, by tab and sort order: %s", (alias, expected) => {
    const { types } = resolved(definitions);
    const type = types.find((each) => each.alias === alias);
    const found = type ? orderedProperties(type, types) : [];
    expect(found.map(({ property }) => property.alias)).toEqual(expected);
  });
});
