/** `readProperties`: the properties in the JSON of a node. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readProperties } from "../../src/site/site-nodes.ts";

const property = (alias: string, members: string) => `{"${alias}":{${members}}}`;

describe("readProperties reads a property", () => {
  const usual = property("a", '"alias":"a","editorAlias":"E","value":1');
  it.each<[string, string, { alias: string; editorAlias: string | null; value: string }[]]>([
    ["with all its members", usual, [{ alias: "a", editorAlias: "E", value: "1" }]],
    [
      "with another value",
      usual.replace("1", '{"x":"}"}'),
      [{ alias: "a", editorAlias: "E", value: '{"x":"}"}' }],
    ],
    ["with another editor", usual.replace("E", "F"), [{ alias: "a", editorAlias: "F", value: "1" }]],
    [
      "without an editor",
      property("a", '"alias":"a","value":1'),
      [{ alias: "a", editorAlias: null, value: "1" }],
    ],
    ["with an empty editor", usual.replace('"E"', '""'), [{ alias: "a", editorAlias: null, value: "1" }]],
    [
      "with an editor after its value",
      property("a", '"alias":"a","editorAlias":"E","value":1,"editorAlias":"F"'),
      [{ alias: "a", editorAlias: "F", value: "1" }],
    ],
    [
      "with the last of two values",
      property("a", '"alias":"a","editorAlias":"E","value":1,"value":2'),
      [{ alias: "a", editorAlias: "E", value: "2" }],
    ],
    [
      "without a value",
      property("a", '"alias":"a","editorAlias":"E"'),
      [{ alias: "a", editorAlias: "E", value: "null" }],
    ],
    ["without members", property("a", ""), [{ alias: "a", editorAlias: null, value: "null" }]],
    ["none, of an empty object", "{}", []],
    [
      "after another one",
      '{"b":{"value":0},"a":{"alias":"a","editorAlias":"E","value":1}}',
      [
        { alias: "b", editorAlias: null, value: "0" },
        { alias: "a", editorAlias: "E", value: "1" },
      ],
    ],
  ])("%s", (_, text, expected) => {
    expect([...readProperties(text, 0)]).toEqual(expected);
  });
});

it("readProperties reads the same members as JSON.parse", () => {
  const aliases = fc.constantFrom("a", "b", "title", 'q"uote', "__proto__", "æ");
  const editors = fc.option(fc.constantFrom("E", "Umbraco.TextBox", "\\"));
  const properties = fc.array(fc.tuple(aliases, editors, fc.jsonValue()), { maxLength: 5 });
  fc.assert(
    fc.property(properties, (node) => {
      const members = node.map(([alias, editorAlias, value]) =>
        [JSON.stringify(alias), JSON.stringify({ alias, editorAlias, value })].join(":"),
      );
      expect([...readProperties(`{${members.join(",")}}`, 0)]).toEqual(
        node.map(([alias, editorAlias, value]) => ({ alias, editorAlias, value: JSON.stringify(value) })),
      );
    }),
  );
});
