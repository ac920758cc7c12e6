/** What is found while data is read: how much of it is told, and how it is summed up. */
import { describe, expect, it } from "vitest";
import { DataError } from "../../src/errors.ts";
import { countCategories, countTopics, Findings, sumUp, type Warning } from "../../src/formats/findings.ts";

const ANYWHERE = () => "";

describe("Findings: errors", () => {
  it("are printed up to the twentieth of each file, then counted", () => {
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

  it("that are not printed are not computed", () => {
    const findings = new Findings();
    let looks = 0;
    const look = () => `${++looks}`;
    for (let i = 0; i < 100; i++) findings.error("a.json", look, look);
    expect(looks).toBe(40);
  });

  it.each([
    [1, "site does not load: 1 error\n  a.json: is wrong"],
    [2, "site does not load: 2 errors\n  a.json: is wrong\n  a.json: is wrong"],
  ])("%i of them are thrown as one", (count, message) => {
    const findings = new Findings();
    for (let i = 0; i < count; i++) findings.error("a.json", ANYWHERE, "is wrong");
    const told = Array(count).fill("a.json: is wrong");
    expect(() => findings.throwErrors("site")).toThrow(new DataError(message, { findings: told }));
  });

  it("are not thrown if there are only warnings", () => {
    const findings = new Findings();
    findings.warn("a.json", "is noted", "madeKeys");
    findings.throwErrors("site");
    expect([findings.errorCount, findings.errorLines()]).toEqual([0, []]);
  });
});

it("Findings: keeps 1,000 warnings of one topic and file, and one that counts the others", () => {
  const findings = new Findings();
  for (let i = 1; i <= 1002; i++) findings.warn("a", () => `warning ${i}`, "sameId", { count: 2 });
  findings.warn("a", "of another topic", "sameKey");
  findings.warn("b", "of another file", "sameId");
  expect(findings.warnings).toHaveLength(1003);
  expect(findings.warnings.slice(999)).toEqual([
    { file: "a", text: "warning 1000", topic: "sameId", count: 2 },
    { file: "a", text: "and 2 more of that kind", topic: "sameId", count: 4 },
    { file: "a", text: "of another topic", topic: "sameKey", count: 1 },
    { file: "b", text: "of another file", topic: "sameId", count: 1 },
  ]);
});

const warningOf = (topic: Warning["topic"], text: string, about: Partial<Warning> = {}): Warning => ({
  ...{ file: "Content/a.config", text, topic, count: 1 },
  ...about,
});

describe("Findings: warnings in sum", () => {
  it("are listed up to three of a topic, otherwise the first with the number of the others", () => {
    const three = ["a", "b", "c"].map((text) => warningOf("sameKey", text));
    expect(sumUp(three).map(({ text }) => text)).toEqual(["a", "b", "c"]);
    expect(sumUp([...three, warningOf("sameId", "x"), warningOf("sameKey", "d")])).toMatchObject([
      { file: "Content/a.config", text: "a (and 3 more)" },
      { text: "x" },
    ]);
  });

  it("are each listed in full if their topic has no sum", () => {
    const warnings = ["a", "b", "c", "d", "e"].map((text) => warningOf("madeKeys", text));
    expect(sumUp(warnings).map(({ text }) => text)).toEqual(["a", "b", "c", "d", "e"]);
  });

  it("of one missing type are combined, with the numbers of types and nodes that it affects", () => {
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

  it("are counted by what they speak of, and by category, the most first", () => {
    const warnings = [
      warningOf("sameKey", "a"),
      warningOf("derivedIds", "b", { count: 7 }),
      warningOf("sameKey", "c"),
      warningOf("madeKeys", "d"),
      warningOf("madeUrls", "e"),
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
