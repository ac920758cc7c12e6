/** Random sites, compared with the oracle by SQL. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadDatabase } from "../../../src/formats/database/load-database.ts";
import { KINDS } from "../../../src/operations.ts";
import { Findings } from "../../../src/site/findings.ts";
import { everyAnswer } from "../../everything.ts";
import { plainReading } from "./plain-reading.ts";
import { SiteDatabase } from "./site-database.ts";

/** Fixed, since the number of nodes depends on it. */
const SEED = 20_260_101;

const value = fc.record({
  alias: fc.constantFrom("a", "b", "c", "inherited"),
  content: fc.oneof(
    fc.record({ column: fc.constant("intValue"), value: fc.integer() }),
    fc.record({ column: fc.constant("decimalValue"), value: fc.constantFrom("1.50", "-0.50", "12") }),
    fc.record({ column: fc.constant("dateValue"), value: fc.constant("2024-01-02 03:04:05.6") }),
    fc.record({
      column: fc.constantFrom("varcharValue", "textValue"),
      value: fc.oneof(
        fc.constantFrom("", "1", "[]", '{"a":{}}', "{"),
        fc.string({ unit: "grapheme" }).map(printable),
      ),
    }),
  ),
  language: fc.constantFrom(undefined, undefined, 1, 2),
  segment: fc.constantFrom(undefined, undefined, undefined, "s"),
});

const version = fc.record({
  current: fc.boolean(),
  published: fc.boolean(),
  name: fc.constantFrom(null, "", "Name", "Näme"),
  names: fc.constantFrom<Record<number, string>[]>({}, { 1: "One" }, { 2: "Two" }, { 1: "One", 2: "Two" }),
  values: fc.array(value, { maxLength: 5 }),
});

const node = fc.record({
  /** The index of the parent among the nodes before; 12 if it is missing; others are roots. */
  parent: fc.nat({ max: 12 }),
  type: fc.constantFrom("plain", "varying", "made", "gone"),
  sortOrder: fc.integer({ min: -1, max: 2 }),
  trashed: fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0),
  document: fc.constantFrom(undefined, false, true, true, true),
  inLanguages: fc.uniqueArray(fc.constantFrom(1, 2)),
  versions: fc.array(version, { maxLength: 3 }),
});

/** Without NUL, at which SQLite ends texts, and without white space, which has tests of its own. */
function printable(text: string): string {
  return text.replaceAll(/[\0\s]/g, "_");
}

function made(nodes: readonly (typeof node extends fc.Arbitrary<infer T> ? T : never)[]): SiteDatabase {
  const site = new SiteDatabase();
  site.language("da");
  const base = site.type("base", { "*inherited": "Umbraco.TextBox" });
  site.type("plain", { "*a": "Umbraco.TextBox", b: "Umbraco.Integer" });
  site.type(
    "varying",
    { "*a": "Umbraco.TextBox", b: "Umbraco.Decimal", c: "Umbraco.BlockList" },
    { varies: true },
  );
  site.type("made", { "*c": "Umbraco.Tags" }, { varies: true, bases: [base] });
  const ids: number[] = [];
  for (const { parent, type, sortOrder, trashed, document, inLanguages, versions } of nodes) {
    const id = site.bare("content", type, {
      parent: ids[parent] ?? (parent === 12 ? 77 : -1),
      sortOrder,
      trashed,
    });
    ids.push(id);
    if (document !== undefined) site.document(id, document);
    for (const language of inLanguages) site.inLanguage(id, language, document ?? false);
    for (const each of versions) {
      const values = each.values
        .filter(({ alias }) =>
          type === "made" ? alias === "c" : alias !== "inherited" && (alias !== "c" || type === "varying"),
        )
        .map(({ content, ...rest }) => ({ ...rest, ...content }));
      site.version(id, type, { ...each, values });
    }
  }
  return site;
}

describe("loadDatabase: random sites", () => {
  it("are read as the oracle reads them, in both languages, with and without drafts", async () => {
    let read = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(node, { maxLength: 12 }), async (nodes) => {
        const site = made(nodes);
        const path = site.write();
        for (const culture of ["en-US", "da"]) {
          for (const includeUnpublished of [false, true]) {
            const { trees } = await loadDatabase(path, { culture, includeUnpublished }, new Findings());
            for (const kind of KINDS) {
              const tree = trees[kind];
              if (!tree) throw new Error("there are errors");
              read += tree.size;
              const answers = everyAnswer(tree).map(({ path, ...rest }) => ({
                ...rest,
                ancestors: path.map(({ key }) => key),
              }));
              expect(answers).toEqual(plainReading(site.database, kind, { culture, includeUnpublished }));
            }
          }
        }
        site.database.close();
      }),
      { numRuns: 35, seed: SEED },
    );
    expect(read).toBeGreaterThan(100);
  });
});
