/** `NodeReader`: JSON nodes, and the answers made from them. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { NodeReader } from "../../src/formats/json/node-reader.ts";
import { JsonCursor } from "../../src/json/cursor.ts";
import { HIGHEST_LEVEL } from "../../src/operations.ts";
import { Findings } from "../../src/site/findings.ts";
import { keyOfId } from "../../src/site/tree/key.ts";
import { Renderer } from "../../src/site/tree/render.ts";
import { keyOf } from "../support/site.ts";

const ZERO = "00000000-0000-0000-0000-000000000000";

/** A member's text: known names and others, plain and with escapes, with values and spaces of all kinds. */
const other = fc
  .tuple(
    fc.uniqueArray(
      fc.constantFrom('"name"', '"n\\u0061me2"', '"é"', '"url"', '"x"', '"sortOrder"', '"path"'),
    ),
    fc.constantFrom("1.0", "-0", '"a\\u0041"', '"\\n"', "null", "0.1e-9", "636123456789012345"),
    fc.constantFrom("", " ", "\n ", "\t\t\t\t\t\t"),
  )
  .map(([names, value, space]) =>
    names.map((name) => `${name}${space}:${space}${name === '"sortOrder"' ? "1.50" : value}`),
  );

const properties = fc.constantFrom(
  [],
  ['"properties":{"p":{"value":[1.0, 2],"alias":"p" ,"editorAlias":null}}'],
  ['"properties" : null'],
);

/** Trees as text: members in any order, some nodes without a key, each but the first below one before it. */
const tree = fc
  .array(fc.tuple(other, properties, fc.boolean(), fc.nat(), fc.nat()), { minLength: 1, maxLength: 8 })
  .map((specs) => {
    const textOf = (at: number): string => {
      const [others, own, isKeyless, turn] = specs[at];
      const below = specs.flatMap(([, , , , parent], i) => (i > 0 && parent % i === at ? [textOf(i)] : []));
      const members = [
        `"id": ${at + 1}`,
        `"key":"${isKeyless ? ZERO : keyOf(at + 1)}"`,
        ...others,
        ...own,
        `"children":[${below.join(" ,")}]`,
      ];
      const first = turn % members.length;
      return `{${[...members.slice(first), ...members.slice(0, first)].join(turn % 2 ? "," : " , ")}}`;
    };
    return textOf(0);
  });

/** The answers of a tree: its roots with all descendants, then each node. */
function answers(text: string): string[] {
  const findings = new Findings();
  const cursor = JsonCursor.copyOf(Buffer.from(text));
  const reader = new NodeReader("f", cursor, findings, { isFlat: false });
  expect([reader.readNested(), findings.errorLines()]).toEqual([true, []]);
  const built = reader.build();
  if (!built) throw new Error(findings.errorLines().join());
  const renderer = new Renderer(built);
  const nodes = Array.from({ length: built.size }, (_, index) => renderer.node(index, 0));
  return [renderer.roots(HIGHEST_LEVEL), ...nodes].map((each) =>
    Buffer.concat(each instanceof Uint8Array ? [each] : [...each]).toString(),
  );
}

type Parsed = { id: number; key: string; sortOrder?: number; properties?: object; children: Parsed[] };

const keyed = ({ id, key: own }: Parsed) => (own === ZERO ? keyOfId(id) : own);

/** The expected item of a parsed node. */
function itemOf({ children, properties: _, path: __, ...node }: Parsed & { path?: unknown }): object {
  const below = [...children].sort((a, b) => (a.sortOrder ?? 0) - (b.sortOrder ?? 0)).map(itemOf);
  return { ...node, key: keyed(node as Parsed), children: below };
}

function everyNode(node: Parsed): Parsed[] {
  return [node, ...node.children.flatMap(everyNode)];
}

it("`NodeReader` reads nodes with members in any order, with or without children and properties", () => {
  fc.assert(
    fc.property(tree, (text) => {
      const parsed: Parsed = JSON.parse(text);
      const [roots, ...nodes] = answers(text);
      expect(JSON.parse(roots)).toEqual([itemOf(parsed)]);
      expect(roots).toMatch(/^\[\{"id":1,"key":"/);
      const found = nodes.map((node) => JSON.parse(node)).sort((a, b) => a.id - b.id);
      const wanted = everyNode(parsed).sort((a, b) => a.id - b.id);
      expect(found.map(({ id, key: own, properties: held }) => ({ id, own, held }))).toEqual(
        wanted.map((node) => ({ id: node.id, own: keyed(node), held: node.properties ?? {} })),
      );
    }),
  );
});

it("`NodeReader` stores nodes that grow while they are read: keys in form N, no properties", () => {
  const list = Array.from({ length: 1000 }, (_, i) => ({ id: i + 1, key: keyOf(i + 1), properties: {} }));
  const text = (hasAll: boolean) =>
    JSON.stringify(
      list.map(({ id, key: own, properties: held }) =>
        hasAll ? { id, key: own, properties: held } : { id, key: own.replaceAll("-", "") },
      ),
    );
  expect(answers(text(false))).toEqual(answers(text(true)));
});
