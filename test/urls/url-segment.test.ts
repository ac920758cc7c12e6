/** The segments that are made of names: the CMS's own, in each mode. */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { urlSegment } from "../../src/urls/url-segment.ts";
import { URL_ASCII_MODES } from "../../src/urls/url-settings.ts";

const MADE = fileURLToPath(new URL("../../../shared/url-segments.jsonl", import.meta.url));

describe("a segment", () => {
  it.each<[name: string, segments: Record<(typeof URL_ASCII_MODES)[number], string>]>([
    ["About us", { try: "about-us", true: "about-us", false: "about-us" }],
    ["  Q & A: why?  ", { try: "q-a-why", true: "q-a-why", false: "q-a-why" }],
    [
      "C++ / C# 2.0 *new*",
      {
        try: "cplusplus-c-20-starnewstar",
        true: "cplusplus-c-20-starnewstar",
        false: "cplusplus-c-20-starnewstar",
      },
    ],
    ["a|b_c - d", { try: "a-b_c-d", true: "a-b_c-d", false: "a-b_c-d" }],
    ["Ærø Ål Öl ß", { try: "aeroe-aal-oel-ss", true: "aeroe-aal-oel-ss", false: "aeroe-aal-oel-ss" }],
    ["Café Łódź", { try: "cafe-lodz", true: "cafe-lodz", false: "café-łódź" }],
    ["İstanbul", { try: "istanbul", true: "istanbul", false: "İstanbul" }],
    ["日本 news", { try: "日本-news", true: "news", false: "日本-news" }],
    ["Café 😀", { try: "café", true: "cafe", false: "café" }],
    ["one\ttwo", { try: "onetwo", true: "onetwo", false: "one-two" }],
    ["...", { try: "", true: "", false: "" }],
    ["x".repeat(300), { try: "x".repeat(240), true: "x".repeat(240), false: "x".repeat(240) }],
    ["a𝒳b é", { try: "a𝒳b-é", true: "a-b-e", false: "a-b-é" }],
    [`${"日".repeat(239)}𝒳`, { try: "日".repeat(239), true: "", false: "日".repeat(239) }],
  ])("of %j", (name, segments) => {
    for (const ascii of URL_ASCII_MODES) expect(urlSegment(name, { ascii }), ascii).toBe(segments[ascii]);
  });

  it("of capitals with marks up to version 8 is that of two of them alone", () => {
    expect(urlSegment("Ä Ö Å Ø Æ Ü", { ascii: "false", capitals: "two" })).toBe("ae-oe-å-ø-æ-ü");
    expect(urlSegment("Ä Ö Å Ø Æ Ü", { ascii: "try", capitals: "two" })).toBe("ae-oe-a-o-ae-u");
    expect(urlSegment("Ä Ö Å Ø Æ Ü", { ascii: "false" })).toBe("ae-oe-aa-oe-ae-ue");
  });
});

describe.skipIf(!existsSync(MADE))(
  "names of which the CMS made segments (skipped where ../shared is missing)",
  () => {
    it("come out as the CMS has it, in every mode", () => {
      const lines = readFileSync(MADE, "utf8").split("\n").filter(Boolean);
      expect(lines.length).toBeGreaterThan(300);
      for (const line of lines) {
        const { name, ...made } = JSON.parse(line) as Record<string, string>;
        const own = URL_ASCII_MODES.map((ascii) => [ascii, urlSegment(name, { ascii })]);
        expect(Object.fromEntries(own), name).toEqual(made);
      }
    });
  },
);
