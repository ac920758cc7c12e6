/** `NodeWriter` and `PropertyWriter`: the text of a node that a tree stores. */
import { describe, expect, it } from "vitest";
import { NodeWriter, PropertyWriter, propertyKind } from "../../src/formats/node-writer.ts";
import { TreeBuilder } from "../../src/site/tree/tree-builder.ts";
import { keyOf } from "../support/site.ts";

const FIELDS = { id: 7, key: keyOf(1), name: 'A "page"', type: "page" };

type Property = [alias: string, editor: string | null, text: string | undefined, isJson?: boolean];

/** The node's text, item and fields, as the tree stores them. */
function written(
  fields: Partial<Parameters<NodeWriter["write"]>[1]>,
  properties: readonly Property[] = [],
  { blank = "null" }: { blank?: "null" | "text" } = {},
) {
  const builder = new TreeBuilder();
  const writer = new NodeWriter(builder);
  const propertyWriter = new PropertyWriter(blank);
  const values = properties.map(([alias, editor, text, isJson]) => ({
    property: propertyKind(alias, editor),
    text,
    isJson,
  }));
  // The tested node is the second, so that its offset is not 0.
  for (const id of [8, 7])
    writer.write(builder.addRow(), { ...FIELDS, id, ...fields }, propertyWriter.write(values));
  const tree = builder.build((_, reason) => expect.fail(reason));
  if (!tree) throw new Error("two nodes are a tree");
  return {
    text: String(tree.text(1)),
    item: String(tree.text(1, "item")),
    fields: String(tree.text(1, "fields")),
  };
}

const HEAD = `{"id":7,"key":"${keyOf(1)}","name":"A \\"page\\""`;

describe("NodeWriter: fields", () => {
  it("are written in the order of answers, without absent ones", () => {
    const all = {
      published: false,
      template: "home",
      urlName: "a-page",
      updateDate: "2024-01-02T00:00:00",
      createDate: "2024-01-01T00:00:00",
      sortOrder: 0,
      url: "/a/",
    } as const;
    const item =
      `${HEAD},"url":"/a/","type":"page","sortOrder":0,"createDate":"2024-01-01T00:00:00",` +
      '"updateDate":"2024-01-02T00:00:00","urlName":"a-page","template":"home","published":false';
    expect(written(all)).toEqual({ text: `${item},"properties":{}`, item, fields: item });
    expect(written({}).item).toBe(`${HEAD},"type":"page"`);
    expect(written({ template: 1044 }).item).toBe(`${HEAD},"type":"page","template":1044`);
  });
});

describe("NodeWriter: the value of a property", () => {
  it.each<[string, Property, string, ("null" | "text")?]>([
    ["text", ["a", "Umbraco.TextBox", "x\ty"], '"x\\ty"'],
    ["none", ["a", "Umbraco.TextBox", undefined], "null"],
    ["an empty text", ["a", null, ""], "null"],
    ["an empty text that is kept", ["a", null, ""], '""', "text"],
    ["white space", ["a", null, " \u00a0\u0085"], "null"],
    ["white space that is kept", ["a", null, " \t"], '" \\t"', "text"],
    ["a character that .NET does not count as white space", ["a", null, "\ufeff"], '"\ufeff"'],
    ["an integer", ["a", "Umbraco.Integer", "-12"], "-12"],
    ["a boolean", ["a", "Umbraco.TrueFalse", "1"], "1"],
    ["an integer with leading zeros", ["a", "Umbraco.Integer", "007"], '"007"'],
    ["an integer with white space", ["a", "Umbraco.Integer", " 1"], '" 1"'],
    ["an integer of a text box", ["a", "Umbraco.TextBox", "12"], '"12"'],
    ["a decimal", ["a", "Umbraco.Decimal", "1.50"], "1.50"],
    ["a decimal of an editor of integers", ["a", "Umbraco.Integer", "1.50"], '"1.50"'],
    ["an exponent", ["a", "Umbraco.Decimal", "1e5"], '"1e5"'],
    ["JSON", ["a", null, ' { "b" : [ 1.0 ] }\r\n'], '{"b":[1.0]}'],
    ["a list", ["a", null, "[ ]"], "[]"],
    ["text that begins like JSON", ["a", null, "{not} [JSON]"], '"{not} [JSON]"'],
    ["text that is almost JSON", ["a", null, "{a:1}"], '"{a:1}"'],
    ["JSON that is written as it is", ["a", null, "12.50", true], "12.50"],
  ])("%s", (_, property, value, blank = "null") => {
    const head = `"${property[0]}":{"alias":"${property[0]}","editorAlias":${JSON.stringify(property[1])},"value":`;
    const other: Property = ["b", "X", "y"];
    expect(written({}, [property, other], { blank }).text).toBe(
      `${HEAD},"type":"page","properties":{${head}${value}},"b":{"alias":"b","editorAlias":"X","value":"y"}}`,
    );
  });

  it("may be long, of several properties", () => {
    const long = "é".repeat(1_100_000);
    const text = written({}, [
      ["a", null, long],
      ["b", null, "x"],
      ["c", null, `[${long.length}, "${long}"]`],
    ]).text;
    expect(JSON.parse(`${text}}`).properties).toMatchObject({
      a: { value: long },
      b: { value: "x" },
      c: { value: [long.length, long] },
    });
  });
});
