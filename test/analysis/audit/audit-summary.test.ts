/** `auditSummary`: its sentences, grouped by what they mean. */
import { describe, expect, it } from "vitest";
import type {
  AuditCell,
  AuditColumn,
  AuditFinding,
  AuditRow,
  AuditSection,
  AuditSectionName,
} from "../../../src/analysis/audit/audit-section.ts";
import { auditSummary, findingLines } from "../../../src/analysis/audit/audit-summary.ts";
import { keyOf } from "../../support/site.ts";

const SITE = { pages: 41, media: 1, words: 0, urls: 0, languages: [], unpublished: 0, notRead: [] };
const FACTS = { site: SITE, types: [], editors: [], copyLimits: undefined };
const WITH_FILES = { ...FACTS, site: { ...SITE, files: 0 } };

type Columns = Readonly<Record<string, AuditColumn["of"]>>;
/** A row as its cells in the order of columns. */
type ListedRow = Omit<AuditRow, "cells"> & { cells: AuditCell[] };

const row = (finding: AuditFinding | undefined, cells: AuditCell[], on?: AuditRow["node"]): ListedRow => ({
  cells,
  ...(finding && { finding }),
  ...(on && { node: on }),
});
/** Returns a function that makes a section of its rows. */
const sectionOf =
  (name: AuditSectionName, columns: Columns) =>
  (...rows: ListedRow[]): AuditSection => ({
    name,
    title: name,
    columns: Object.fromEntries(Object.entries(columns).map(([column, of]) => [column, { of }])),
    rows: rows.map(({ cells, ...row }) => ({
      ...row,
      cells: Object.fromEntries(Object.keys(columns).map((column, i) => [column, cells[i]])),
    })),
  });

const references = sectionOf("references", {
  "should be": "text",
  why: "text",
  count: "count",
  property: "text",
});
const media = sectionOf("media", { what: "text", nodes: "count", path: "text" });
const leftovers = sectionOf("leftovers", {
  leftover: "text",
  count: "count",
  nodes: "count",
  property: "text",
});
const texts = sectionOf("texts", { fault: "text", count: "count", property: "text", text: "text" });
const properties = sectionOf("properties", { property: "text", always: "text", values: "count" });
const secrets = sectionOf("secrets", { property: "text", inside: "text" });
const editors = sectionOf("editors", { editor: "text", values: "count" });
const urls = sectionOf("urls", { url: "text", nodes: "count" });

const node = (id: number, kind: "content" | "media" = "content") => ({
  ...{ kind, id, key: keyOf(id), name: `Node ${id}` },
});
const dead = (id: number, count: number, kind?: "media") =>
  row("dead-reference", ["media 1", "no-such-node", count, "image"], node(id, kind));
const [IN_MACRO, PASSWORD] = [row("secret", ["macro", "apiKey"]), row("secret", ["password"])];

describe("auditSummary: wrong", () => {
  it.each<[AuditSection, string]>([
    [references(dead(1, 1)), "1 reference on 1 page leads nowhere"],
    [references(dead(1, 2), dead(1, 1), dead(2, 4)), "7 references on 2 pages lead nowhere"],
    [references(dead(1, 1), dead(1, 1, "media")), "2 references on 2 nodes lead nowhere"],
    [media(row("missing-file", ["missing-file", 1, "/a"])), "1 media file is missing"],
    [
      urls(row("duplicate-url", ["/a", 3]), row("duplicate-url", ["/b", 2])),
      "2 URLs belong to several pages each",
    ],
    [secrets(PASSWORD), "1 property looks like a secret and has values"],
    [secrets(IN_MACRO), "1 property has secrets inside its values"],
    [secrets(IN_MACRO, row("secret", ["form", "token"])), "2 properties have secrets inside their values"],
    [secrets(IN_MACRO, PASSWORD), "2 properties look like secrets, or have secrets inside their values"],
    [
      texts(row("control-character", ["control-character", 4, "a", "U+0007"])),
      "1 value contains a control character",
    ],
  ])("%#: %s", (one, sentence) => {
    const { wrong, decisions } = auditSummary([one], WITH_FILES);
    expect(wrong.map(({ count, text }) => `${count} ${text}`)).toEqual([sentence]);
    expect(wrong[0].section).toBe(one.name);
    expect(decisions).toEqual([]);
    expect(findingLines(one)).toEqual(wrong);
  });
});

describe("auditSummary: decisions", () => {
  it.each<[AuditSection, string[]]>([
    [
      leftovers(
        row("leftover", ["macro", 3, 2, "a"]),
        row("leftover", ["grid", 1, 1, "b"]),
        row("leftover", ["rel", 5, 1, "b"]),
      ),
      ["9 leftovers of older versions (macro, grid, rel) in 2 properties"],
    ],
    [
      media(row("unused-media", ["unused-media", 1, "a"]), row("orphaned-file", ["orphaned-file", 1, "b"])),
      ["1 media node is used nowhere", "1 file belongs to no media node"],
    ],
    [
      references(row("unpublished-reference", ["content 1", "not-published", 2, "a"], node(1))),
      ["2 references on 1 page lead to pages that are not published"],
    ],
    [
      properties(row(undefined, ["a", "empty", 0]), row(undefined, ["b", "the same", 4])),
      ["1 property is always empty", "1 property always has the same value"],
    ],
    [
      editors(
        row(undefined, ["Umbraco.TextBox", 10]),
        row(undefined, ["Own.A", 1]),
        row(undefined, ["Own.B", 3]),
        row(undefined, [undefined, 2]),
      ),
      [
        "2 editors are not among the known ones: Own.B and Own.A",
        "2 values have no known editor: a database or uSync folder names editors, or --editors",
      ],
    ],
  ])("%#: %s", (one, sentences) => {
    const { wrong, decisions } = auditSummary([one], FACTS);
    expect(decisions.map(({ count, text }) => `${count} ${text}`)).toEqual(sentences);
    expect(wrong).toEqual([]);
  });
});

describe("auditSummary: what was not checked", () => {
  it("reports that media files were not compared", () => {
    expect(auditSummary([media()], FACTS).unchecked).toHaveLength(1);
    expect(auditSummary([media()], WITH_FILES).unchecked).toEqual([]);
    expect(auditSummary([], FACTS).unchecked).toEqual([]);
  });

  it("names duplicate URLs if the data has no URLs, also in the sentence that nothing is wrong", () => {
    const unchecked = "Duplicate URLs were not checked: the data has no URLs.";
    expect(auditSummary([{ ...urls(), unchecked }], FACTS)).toMatchObject({
      unchecked: [unchecked],
      nothingWrong: "No dead references, secrets or damaged texts were found.",
    });
    expect(auditSummary([urls()], FACTS)).toMatchObject({
      unchecked: [],
      nothingWrong: "No dead references, duplicate URLs, secrets or damaged texts were found.",
    });
  });

  it("has no sentence that nothing is wrong beside what is wrong", () => {
    const dead = references(row("dead-reference", ["content 1", "missing", 1, "a"], node(1)));
    const { wrong, nothingWrong } = auditSummary([dead], FACTS);
    expect([wrong.length, nothingWrong]).toEqual([1, undefined]);
  });

  it("reports what is not known of a copy", () => {
    const limits = "the API gave one language";
    expect(auditSummary([urls()], { ...FACTS, copyLimits: limits }).unchecked).toEqual([
      "This is a copy: the API gave one language.",
    ]);
  });
});
