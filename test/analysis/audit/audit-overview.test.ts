/** The first screen of an audit: the site in numbers, pages by type, and what becomes of the editors. */
import { expect, it } from "vitest";
import {
  type EditorNumbers,
  fateSentences,
  groupColumns,
  groupNumbers,
  siteFacts,
} from "../../../src/analysis/audit/audit-overview.ts";
import { auditSite } from "../../../src/analysis/audit/audit-site.ts";
import { nodeOf, siteOf } from "../../support/site.ts";

const property = (editorAlias: string | null, value: unknown) => ({ alias: "body", editorAlias, value });
const page = (id: number, type: string, body: object) => ({
  ...nodeOf(id, `Page ${id}`),
  type,
  url: `/${id}/`,
  properties: { body },
});
const items = [{ ncContentTypeAlias: "quote", text: "Loud and clear" }];

it("auditSite: the summary counts pages, words and elements by type, and values by what becomes of their editor", async () => {
  const site = siteOf([
    page(1, "article", property("Umbraco.TinyMCEv3", "<p>The foghorn of 1902</p>")),
    page(2, "article", property("Umbraco.TextBox", "A horn")),
    page(3, "list", property("Umbraco.NestedContent", items)),
    page(4, "own", property("Own.Picker", "x")),
    page(5, "own", property(null, "<p>Old</p>")),
  ]);
  const summary = (await auditSite(site)).summary(undefined);
  const { types, editors } = summary;
  expect(summary.site).toEqual({
    pages: 5,
    media: 0,
    words: 11,
    urls: 5,
    languages: [],
    notRead: [],
  });
  expect(types).toEqual([
    { type: "article", pages: 2, words: 6, images: 0, elements: 0 },
    { type: "own", pages: 2, words: 2, images: 0, elements: 0 },
    { type: "list", pages: 1, words: 3, images: 0, elements: 1 },
  ]);
  expect(editors.toSorted((one, other) => (one.editor ?? "").localeCompare(other.editor ?? ""))).toEqual([
    // The type of the element is not known, so that its editors are not.
    { holds: "plain text", fate: "guessed", values: 1 },
    { holds: "rich text", fate: "guessed", values: 1 },
    { editor: "Own.Picker", holds: "other", fate: "unknown", values: 1 },
    {
      editor: "Umbraco.NestedContent",
      holds: "blocks",
      fate: "converted",
      becomes: "Umbraco.BlockList",
      values: 1,
    },
    { editor: "Umbraco.TextBox", holds: "plain text", fate: "kept", becomes: "Umbraco.TextBox", values: 1 },
    {
      editor: "Umbraco.TinyMCEv3",
      holds: "rich text",
      fate: "converted",
      becomes: "Umbraco.RichText",
      values: 1,
    },
  ]);
});

const SITE = { pages: 1, media: 2, words: 1200, urls: 0, languages: [], unpublished: 0, notRead: [] };

it.each([
  [SITE, ["1 page", "2 media nodes", "1200 words"], []],
  [
    { ...SITE, urls: 3, files: 1, languages: ["da", "en"], language: "en", unpublished: 1 },
    ["1 page", "2 media nodes", "1 media file", "1200 words in en", "3 URLs in en"],
    ["Languages: da, en.", "Left out, not published: 1 node."],
  ],
  [
    {
      ...SITE,
      notRead: [
        { what: "members", count: 3 },
        { what: "files in Macros", count: 1 },
      ],
    },
    ["1 page", "2 media nodes", "1200 words"],
    ["Not read: 3 members, 1 file in Macros."],
  ],
])("siteFacts %#", (site, facts, notes) => {
  const said = siteFacts(site);
  expect(said.facts.map(({ count, text }) => `${count} ${text}`)).toEqual(facts);
  expect(said.notes).toEqual(notes);
});

const EDITORS: EditorNumbers[] = [
  { editor: "Umbraco.TextBox", holds: "plain text", fate: "kept", becomes: "Umbraco.TextBox", values: 9 },
  { editor: "Umbraco.NoEdit", holds: "plain text", fate: "converted", becomes: "Umbraco.Label", values: 4 },
  { holds: "other", fate: "guessed", values: 2 },
  ...["A", "B", "C", "D"].map(
    (editor): EditorNumbers => ({ editor, holds: "other", fate: "unknown", values: 1 }),
  ),
];

it("groupNumbers: values by what they hold, all of them last", () => {
  expect(groupNumbers(EDITORS)).toEqual([
    { holds: "plain text", values: 13, kept: 9, converted: 4, guessed: 0, unknown: 0 },
    { holds: "other", values: 6, kept: 0, converted: 0, guessed: 2, unknown: 4 },
    { holds: "all values", values: 19, kept: 9, converted: 4, guessed: 2, unknown: 4 },
  ]);
});

it("fateSentences: name the editors that do not stay, at most four", () => {
  expect(fateSentences(EDITORS)).toEqual([
    { lead: "Converted", text: "NoEdit → Label (4)", more: 0 },
    { lead: "Guessed", text: "values without an editor (2): usync guesses one from the values", more: 0 },
    { lead: "Unknown", text: "A (1); B (1); C (1); D (1)", more: 0 },
  ]);
  const fifth: EditorNumbers = { editor: "E", holds: "other", fate: "unknown", values: 1 };
  expect(fateSentences([...EDITORS, fifth]).at(-1)).toMatchObject({ more: 1 });
});

it("groupColumns: a fate that no value has is no column", () => {
  expect(groupColumns(EDITORS)).toEqual(["values", "kept", "converted", "guessed", "unknown"]);
  expect(groupColumns(EDITORS.slice(0, 1))).toEqual(["values", "kept"]);
});
