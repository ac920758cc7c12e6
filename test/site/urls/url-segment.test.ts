/** `urlSegment`: the segments that the CMS makes from names, in each mode. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { URL_ASCII_MODES } from "../../../src/site/urls/node-urls.ts";
import {
  type SegmentOptions,
  segmentOptions,
  urlSegment,
  urlSource,
} from "../../../src/site/urls/url-segment.ts";
import { readLines } from "../../support/ndjson.ts";
import { SHARED } from "../../support/repository.ts";

const CMS_SEGMENTS = join(SHARED, "url-segments.jsonl");

describe("urlSegment", () => {
  /** One segment for all modes, or one for each. */
  type Segments = string | Record<(typeof URL_ASCII_MODES)[number], string>;

  it.each<[name: string, segments: Segments]>([
    ["About us", "about-us"],
    ["  Q & A: why?  ", "q-a-why"],
    ["C++ / C# 2.0 *new*", "cplusplus-c-20-starnewstar"],
    ["a|b_c - d", "a-b_c-d"],
    ["Bäcker größer über Ähre", "baecker-groesser-ueber-aehre"],
    ["a\"b'c%d.e;f/g\\h:i#j&k?l<m>n", "abcdefghijklmn"],
    ["Ærø Ål Öl ß", "aeroe-aal-oel-ss"],
    ["Café Łódź", { try: "cafe-lodz", true: "cafe-lodz", false: "café-łódź" }],
    ["İstanbul", { try: "istanbul", true: "istanbul", false: "İstanbul" }],
    ["日本 news", { try: "日本-news", true: "news", false: "日本-news" }],
    ["Café 😀", { try: "café", true: "cafe", false: "café" }],
    ["one\ttwo", { try: "onetwo", true: "onetwo", false: "one-two" }],
    ["...", ""],
    ["x".repeat(300), "x".repeat(240)],
    ["a𝒳b é", { try: "a𝒳b-é", true: "a-b-e", false: "a-b-é" }],
    [`${"日".repeat(239)}𝒳`, { try: "日".repeat(239), true: "", false: "日".repeat(239) }],
  ])("makes the segment of %j", (name, segments) => {
    for (const ascii of URL_ASCII_MODES) {
      const expected = typeof segments === "string" ? segments : segments[ascii];
      expect(urlSegment(name, { ascii }), ascii).toBe(expected);
    }
  });

  it("replaces only two capitals with diacritics, as up to version 8, if requested", () => {
    expect(urlSegment("Ä Ö Å Ø Æ Ü", { ascii: "false", capitals: "two" })).toBe("ae-oe-å-ø-æ-ü");
    expect(urlSegment("Ä Ö Å Ø Æ Ü", { ascii: "try", capitals: "two" })).toBe("ae-oe-a-o-ae-u");
    expect(urlSegment("Ä Ö Å Ø Æ Ü", { ascii: "false" })).toBe("ae-oe-aa-oe-ae-ue");
  });
});

describe("segmentOptions", () => {
  it.each<[number | undefined, Partial<SegmentOptions>]>([
    [undefined, { ascii: "try", capitals: "all" }],
    [6, { ascii: "false", capitals: "two" }],
    [7, { ascii: "false", capitals: "two" }],
    [8, { ascii: "try", capitals: "two" }],
    [9, { ascii: "try", capitals: "all" }],
  ])("are those of version %s", (major, options) => {
    expect(segmentOptions(major)).toMatchObject(options);
  });

  it("prefer the site's settings to the version", () => {
    const replacements = new Map([["x", "y"]]);
    const settings = { ascii: "true", replacements, keepsReplacements: false } as const;
    const ofSite = { ascii: "true", capitals: "two", replacements, keepsReplacements: false };
    expect(segmentOptions(7, settings)).toEqual(ofSite);
  });
});

it.each<[string, Omit<SegmentOptions, "ascii">]>([
  // In order, before the CMS's own replacements, which apply to other characters only.
  ["aa-oe-plus", { replacements: new Map([["Å", "aa "]]) }],
  [
    "two-oe-plus",
    {
      replacements: new Map([
        ["Å", "one "],
        ["one", "two"],
      ]),
    },
  ],
  ["å-ø", { keepsReplacements: false }],
  ["å-x", { replacements: new Map([["ø", "x"]]), keepsReplacements: false }],
])("urlSegment with the site's own replacements: %s", (segment, options) => {
  expect(urlSegment("Å ø +", { ascii: "false", ...options })).toBe(segment);
});

it("urlSource returns umbracoUrlName, or the name if it is blank", () => {
  expect(urlSource("Name", "Other")).toBe("Other");
  for (const blank of ["  ", "", undefined]) expect(urlSource("Name", blank)).toBe("Name");
});

describe.skipIf(!existsSync(CMS_SEGMENTS))(
  "urlSegment: segments made by the CMS (skipped if ../shared is missing)",
  () => {
    it("are the same in every mode", () => {
      const lines: Record<string, string>[] = readLines(CMS_SEGMENTS);
      expect(lines.length).toBeGreaterThan(300);
      for (const { name, ...made } of lines) {
        const own = URL_ASCII_MODES.map((ascii) => [ascii, urlSegment(name, { ascii })]);
        expect(Object.fromEntries(own), name).toEqual(made);
      }
    });
  },
);
