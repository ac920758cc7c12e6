/** Properties of node after node, held against what they are when each node is read alone. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PropertyHeads } from "../../src/analysis/site-nodes.ts";

/** The properties of each text, read one behind the other by one reader. */
function readAll(texts: readonly string[]) {
  const heads = new PropertyHeads();
  return texts.map((text) => [...heads.read(text, 0)]);
}

const property = (alias: string, members: string) => `{"${alias}":{${members}}}`;

describe("PropertyHeads: a property is read as it stands", () => {
  const usual = property("a", '"alias":"a","editorAlias":"E","value":1');
  it.each<[string, string, { alias: string; editorAlias: string | null; value: string }[]]>([
    ["as the one before", usual, [{ alias: "a", editorAlias: "E", value: "1" }]],
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
    ["with an empty one", usual.replace('"E"', '""'), [{ alias: "a", editorAlias: null, value: "1" }]],
    [
      "with an editor behind its value",
      property("a", '"alias":"a","editorAlias":"E","value":1,"editorAlias":"F"'),
      [{ alias: "a", editorAlias: "F", value: "1" }],
    ],
    [
      "with two values, of which the last counts",
      property("a", '"alias":"a","editorAlias":"E","value":1,"value":2'),
      [{ alias: "a", editorAlias: "E", value: "2" }],
    ],
    [
      "without a value",
      property("a", '"alias":"a","editorAlias":"E"'),
      [{ alias: "a", editorAlias: "E", value: "null" }],
    ],
    ["with nothing", property("a", ""), [{ alias: "a", editorAlias: null, value: "null" }]],
    ["that is not there", "{}", []],
    [
      "behind another one",
      '{"b":{"value":0},"a":{"alias":"a","editorAlias":"E","value":1}}',
      [
        { alias: "b", editorAlias: null, value: "0" },
        { alias: "a", editorAlias: "E", value: "1" },
      ],
    ],
  ])("%s", (_, text, expected) => {
    expect(readAll([usual, text, usual, text])).toEqual([
      readAll([usual])[0],
      expected,
      readAll([usual])[0],
      expected,
    ]);
  });
});

it("PropertyHeads: reads what any reader of JSON reads, whatever came before", () => {
  const aliases = fc.constantFrom("a", "b", "title", 'q"uote', "__proto__", "æ");
  const editors = fc.option(fc.constantFrom("E", "Umbraco.TextBox", "\\"));
  const properties = fc.array(fc.tuple(aliases, editors, fc.jsonValue()), { maxLength: 5 });
  fc.assert(
    fc.property(fc.array(properties, { maxLength: 8 }), (nodes) => {
      const texts = nodes.map((node) => {
        const members = node.map(([alias, editorAlias, value]) =>
          [JSON.stringify(alias), JSON.stringify({ alias, editorAlias, value })].join(":"),
        );
        return `{${members.join(",")}}`;
      });
      const expected = nodes.map((node) =>
        node.map(([alias, editorAlias, value]) => ({ alias, editorAlias, value: JSON.stringify(value) })),
      );
      expect(readAll(texts)).toEqual(expected);
    }),
  );
});
