/** Property-based test of the level rule: any tree and look-up agrees with a naive second implementation. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DirectorySource } from "../../src/formats/directory-source.ts";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { flatLines } from "../flat-lines.ts";
import { type DataNode, everyNode, expectedNode, expectedRoots } from "../oracle.ts";
import { text } from "../source-contract.ts";
import { anyCharacter } from "../support/any-character.ts";
import { dataDirectory } from "../support/temporary.ts";

const NAMES = [
  "name",
  "url",
  "type",
  "createDate",
  "updateDate",
  "template",
  "level",
  "isDoc",
  "__proto__",
  "constructor",
];
const ALIASES = fc.oneof(
  fc.constantFrom("title", "__proto__", "toString", "a/b~c", ""),
  fc.string({ unit: anyCharacter }),
);

/** A value that JSON holds, with names that are no numbers: JavaScript would reorder those. */
const value = fc
  .jsonValue({ maxDepth: 3, stringUnit: anyCharacter })
  .filter((json) => !/"[0-9]+":/.test(JSON.stringify(json)));
const alias = ALIASES.filter((name) => !/^[0-9]+$/.test(name));
const properties = fc
  .uniqueArray(fc.tuple(alias, fc.option(fc.string()), value), { maxLength: 3, selector: ([name]) => name })
  .map((entries) =>
    objectOf(entries.map(([name, editorAlias, held]) => [name, { alias: name, editorAlias, value: held }])),
  );
const fields = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...NAMES), value), { maxLength: 5, selector: ([name]) => name })
  .map((entries) =>
    entries.filter(
      ([name, held]) => typeof held !== "object" || held === null || !NAMES.slice(0, 5).includes(name),
    ),
  );

/** The members of a node, before it is in a tree. */
const own = fc.record(
  {
    sortOrder: fc.oneof(
      fc.integer({ min: -2, max: 2 }),
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -9, max: 9 }).filter((n) => !Object.is(n, -0)),
    ),
    fields,
    properties,
  },
  { requiredKeys: ["fields"] },
);

const idAndKey = fc.record({
  id: fc.oneof(fc.constantFrom(0, 1, -2147483648, 2147483647), fc.integer()),
  key: fc.tuple(fc.uuid(), fc.constantFrom("D", "N", "B", "P", "upper")),
});

/** Trees made of lists of nodes, each below an earlier one: chains, wide nodes and mixtures. */
const forest = fc
  .tuple(
    fc.uniqueArray(idAndKey, {
      minLength: 1,
      maxLength: 25,
      comparator: (a, b) => a.id === b.id || a.key[0] === b.key[0],
    }),
    fc.array(fc.tuple(own, fc.nat()), { minLength: 25, maxLength: 25 }),
    fc.constantFrom("chain", "flat", "mixed"),
  )
  .map(([names, rest, shape]) => {
    const roots: DataNode[] = [];
    const nodes: DataNode[] = [];
    for (const [i, { id, key }] of names.entries()) {
      const [{ fields: extra, ...known }, at] = rest[i];
      const node: DataNode = { id, key: form(...key), ...known, ...objectOf(extra), children: [] };
      const parent = shape === "chain" ? i - 1 : shape === "flat" ? -1 : (at % (i + 1)) - 1;
      (nodes[parent]?.children ?? roots).push(node);
      nodes.push(node);
    }
    return roots;
  });

/** An object of these entries, in which `__proto__` is a normal member. */
function objectOf(entries: [string, unknown][]): Record<string, unknown> {
  return Object.fromEntries(entries);
}

function form(key: string, wanted: string): string {
  const forms: Record<string, string> = {
    N: key.replaceAll("-", ""),
    B: `{${key}}`,
    P: `(${key})`,
    upper: key.toUpperCase(),
  };
  return forms[wanted] ?? key;
}

/** The same nodes with keys as answers write them. */
function withPlainKeys(roots: DataNode[]): DataNode[] {
  return roots.map((node) => ({
    ...node,
    key: node.key
      .toLowerCase()
      .replace(/[^0-9a-f]/g, "")
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"),
    children: withPlainKeys(node.children ?? []),
  }));
}

describe.each([
  ["JSON", (roots: DataNode[]) => ({ "content.json": JSON.stringify(roots) })],
  [
    "indented JSON with a byte order mark and CRLF",
    (roots: DataNode[]) => ({
      "content.json": `\ufeff${JSON.stringify(roots, null, 2).replaceAll("\n", "\r\n")}`,
    }),
  ],
  ["NDJSON", (roots: DataNode[]) => ({ "content.ndjson": flatLines(roots) })],
])("level rule: %s", (_, files) => {
  it("agrees with the level rule at every level", async () => {
    await fc.assert(
      fc.asyncProperty(forest, async (roots) => {
        const source = new DirectorySource(await loadDirectory(dataDirectory(files(roots))));
        const expected = withPlainKeys(roots);
        const nodes = [...everyNode(expected)];
        const deepest = Math.max(...nodes.map(({ ancestors }) => ancestors.length + 1));
        for (const maxLevel of [undefined, ...Array(deepest + 2).keys()]) {
          const rootAnswer = source.answer({ kind: "content", target: { by: "root" }, maxLevel });
          expect(rootAnswer && text(rootAnswer)).toBe(JSON.stringify(expectedRoots(expected, maxLevel)));
          for (const { node, ancestors } of nodes) {
            const wanted = JSON.stringify(expectedNode(node, ancestors, maxLevel));
            for (const target of [
              { by: "id", id: node.id } as const,
              { by: "key", key: node.key } as const,
            ]) {
              const answer = source.answer({ kind: "content", target, maxLevel });
              expect(answer && text(answer)).toBe(wanted);
            }
          }
        }
      }),
      { numRuns: 30 },
    );
  });
});
