/** `Findings`: how many errors and warnings are kept, and how warnings are summed up. */
import { describe, expect, it } from "vitest";
import { DataError } from "../../src/errors.ts";
import { countCategories, countTopics, Findings, sumUp, type Warning } from "../../src/site/findings.ts";

const ANYWHERE = () => "";

describe("Findings: errors", () => {
  it("are listed up to the 20th of each file, then counted", () => {
    const findings = new Findings();
    for (let line = 1; line <= 22; line++) findings.error("a.json", () => `:${line}`, "is wrong");
    for (let line = 1; line <= 20; line++)
      findings.error(
        "b.json",
        () => `:${line}`,
        () => "is wrong, too",
      );
    const lines = findings.errorLines();
    expect(lines).toHaveLength(41);
    expect([lines[0], lines[19], lines[20], lines[21], lines[40]]).toEqual([
      "a.json:1: is wrong",
      "a.json:20: is wrong",
      "a.json: and 2 more",
      "b.json:1: is wrong, too",
      "b.json:20: is wrong, too",
    ]);
    expect(findings.errorCount).toBe(42);
  });

  it("are computed only if they are listed", () => {
    const findings = new Findings();
    let calls = 0;
    const compute = () => `${++calls}`;
    for (let i = 0; i < 100; i++) findings.error("a.json", compute, compute);
    expect(calls).toBe(40);
  });

  it.each([
    [1, "site does not load: 1 error"],
    [2, "site does not load: 2 errors"],
  ])("throwErrors throws %i as one DataError", (count, headline) => {
    const findings = new Findings();
    for (let i = 0; i < count; i++) findings.error("a.json", ANYWHERE, "is wrong");
    const lines = Array(count).fill("a.json: is wrong");
    expect(() => findings.throwErrors("site")).toThrow(new DataError(headline, { findings: lines }));
  });

  it("throwErrors throws nothing if there are only warnings", () => {
    const findings = new Findings();
    findings.warn("a.json", "is noted", "derivedKeys");
    findings.throwErrors("site");
    expect([findings.errorCount, findings.errorLines()]).toEqual([0, []]);
  });
});

it("Findings keeps 1,000 warnings per topic and file, and one that counts the others", () => {
  const findings = new Findings();
  for (let i = 1; i <= 1002; i++) findings.warn("a", () => `warning ${i}`, "sameId", { count: 2 });
  findings.warn("a", "of another topic", "sameKey");
  findings.warn("b", "of another file", "sameId");
  expect(findings.warnings).toHaveLength(1003);
  expect(findings.warnings.slice(999)).toEqual([
    { file: "a", text: "warning 1000", topic: "sameId", count: 2 },
    { file: "a", text: "and 2 more of that kind", topic: "sameId", count: 4, warnings: 2 },
    { file: "a", text: "of another topic", topic: "sameKey", count: 1 },
    { file: "b", text: "of another file", topic: "sameId", count: 1 },
  ]);
});

const warningOf = (topic: Warning["topic"], text: string, about: Partial<Warning> = {}): Warning => ({
  ...{ file: "Content/a.config", text, topic, count: 1 },
  ...about,
});

describe("Findings: sums of warnings", () => {
  it("sumUp lists up to three warnings of a topic; of more, the first with the number of the others", () => {
    const three = ["a", "b", "c"].map((text) => warningOf("sameKey", text));
    expect(sumUp(three).map(({ text }) => text)).toEqual(["a", "b", "c"]);
    expect(sumUp([...three, warningOf("sameId", "x"), warningOf("sameKey", "d")])).toMatchObject([
      { file: "Content/a.config", text: "a (and 3 more)" },
      { text: "x" },
    ]);
  });

  it("sumUp lists all warnings of a topic without a sum", () => {
    const warnings = ["a", "b", "c", "d", "e"].map((text) => warningOf("derivedKeys", text));
    expect(sumUp(warnings).map(({ text }) => text)).toEqual(["a", "b", "c", "d", "e"]);
  });

  it("sumUp combines the warnings of a missing type, with the numbers of types and nodes it affects", () => {
    const missingTypes = ["gone"];
    const warnings = [
      warningOf("withoutEditor", "x", { missingTypes }),
      warningOf("typesOfNodes", "y", { missingTypes, count: 5 }),
      warningOf("typesNamed", "z", { missingTypes, file: "ContentTypes/page.config" }),
      warningOf("withoutEditor", "alone", { missingTypes: ["other"] }),
    ];
    expect(sumUp(warnings)).toEqual([
      {
        file: "ContentTypes",
        text: "the type gone is not there: 1 type names it, 5 nodes have it, 1 node has properties without an editor",
      },
      { file: "Content/a.config", text: "alone" },
    ]);
  });

  it("countTopics and countCategories count warnings, largest count first", () => {
    const warnings = [
      warningOf("sameKey", "a"),
      warningOf("derivedIds", "b", { count: 7 }),
      warningOf("sameKey", "c"),
      warningOf("derivedKeys", "d"),
      warningOf("derivedKeys", "e"),
    ];
    expect(countTopics(warnings)).toEqual([
      ["ids derived from keys, as uSync writes none", 7],
      ["files of a key that another file has too, left out", 2],
    ]);
    expect(countCategories(warnings)).toEqual([
      ["decided", 3],
      ["damaged", 2],
    ]);
  });
});
