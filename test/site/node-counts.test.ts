/** Counts of words, pictures, links and elements, compared with a recount by regular expressions. */

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { countNode } from "../../src/site/node-counts.ts";
import { siteNodes } from "../../src/site/site-nodes.ts";
import { ElementTypes } from "../../src/site/values/element-types.ts";
import { readValue } from "../../src/site/values/read-value.ts";
import { SHARED } from "../support/repository.ts";

const CORPUS = join(SHARED, "corpus");
const FOLDERS = existsSync(CORPUS) ? readdirSync(CORPUS).filter((name) => /-v[0-9]+$/.test(name)) : [];
const NO_TYPES = new ElementTypes({ content: [], media: [] });
const HEX = "0123456789abcdef0123456789abcdef";

function countsOf(value: unknown, editorAlias: string | null) {
  const json = JSON.stringify(value);
  const parts = readValue(json, editorAlias, NO_TYPES);
  return countNode([parts], ({ target }) =>
    target.by === "id" ? { kind: "media", url: "/media/1/a.pdf" } : undefined,
  );
}

describe("countNode: counts", () => {
  it.each<[string, unknown, string | null, Partial<ReturnType<typeof countsOf>>]>([
    ["words of plain text", "Two words – and\nthree more", "Umbraco.TextArea", { words: 5 }],
    [
      "words of rich text without its tags",
      "<p>One <b>t</b>wo</p><p>three</p>",
      "Umbraco.TinyMCE",
      { words: 3 },
    ],
    ["texts in a list", ["one two", "three"], "Umbraco.Tags", { words: 3 }],
    ["texts in a list that is loose JSON", "['one two', 'three']", "Umbraco.TextArea", { words: 3 }],
    [
      "an object of rich text that is loose JSON",
      "{markup:'<b>one</b> <img src=\"b.png\">',blocks:[]}",
      "Umbraco.TextArea",
      { words: 1, images: 1 },
    ],
    ["no words in dashes and dots", "– -- ... - one", "Umbraco.TextArea", { words: 1 }],
    ["no words in numbers and dates", "2024-01-31", null, {}],
    [
      "pictures in rich text",
      '<p><img src="/media/1/a.jpg"><img src="b.png"></p>',
      "Umbraco.TinyMCE",
      { images: 2 },
    ],
    [
      "links in rich text, anchors not",
      '<a href="https://example.com">one</a> <a name="two"></a> <a href="/three">three</a>',
      "Umbraco.TinyMCE",
      { words: 2, links: 2 },
    ],
    ["a picked picture that does not exist", `umb://media/${HEX}`, "Umbraco.MediaPicker", { images: 1 }],
    ["a picked file as a link", "1234", "Umbraco.MediaPicker", { links: 1 }],
    ["a picked page as a link", `umb://document/${HEX}`, "Umbraco.ContentPicker", { links: 1 }],
    ["an uploaded picture", "/media/1001/a.jpg", "Umbraco.UploadField", { images: 1 }],
    ["an uploaded document as a link", "/media/1001/a.pdf", "Umbraco.UploadField", { links: 1 }],
    [
      "elements with the words in them",
      [
        { ncContentTypeAlias: "quote", text: "to be or not", key: HEX },
        { ncContentTypeAlias: "quote", text: "" },
      ],
      "Umbraco.NestedContent",
      { words: 4, elements: 2 },
    ],
    [
      "rich text with blocks, once",
      { markup: "<p>one two</p>", blocks: { contentData: [], settingsData: [], layout: {} } },
      "Umbraco.RichText",
      { words: 2 },
    ],
  ])("%s", (_, value, editor, expected) => {
    expect(countsOf(value, editor)).toEqual({ words: 0, images: 0, links: 0, elements: 0, ...expected });
  });
});

/** Every string in JSON, and in JSON inside strings. */
function* strings(value: unknown): Generator<string> {
  if (typeof value === "string") {
    const isJson = /^\s*[[{]/.test(value);
    try {
      if (isJson) yield* strings(JSON.parse(value));
    } catch {
      yield value;
    }
    if (!isJson) yield value;
  } else if (typeof value === "object" && value !== null) {
    for (const each of Object.values(value)) yield* strings(each);
  }
}

/** Counts the tags of HTML by regular expressions, without the reader of values. */
function recount(values: readonly string[]) {
  const html = values
    .flatMap((value) => [...strings(JSON.parse(value))])
    .filter((text) => /<\/?[a-z!]/i.test(text));
  const all = html.join("\n");
  return {
    images: all.match(/<img[\s/>]/gi)?.length ?? 0,
    links: all.match(/<(?:a|area)\s(?:[^>]*?\s)?href\s*=\s*(?:"[^"]|'[^']|[^\s"'>])/gi)?.length ?? 0,
  };
}

/** Counts words of HTML by regular expressions: inline tags separate no words. */
function recountWords(html: string): number {
  const text = html
    .replace(/<!--.*?-->/gs, " ")
    .replace(/<(script|style)\b.*?<\/\1\s*>/gis, " ")
    .replace(/<\/?(?:a|abbr|b|big|code|em|font|i|o:p|s|small|span|strong|sub|sup|u)(?:\s[^>]*)?>/gi, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/&(?:nbsp|#160|#xa0);/gi, " ")
    .replace(/&(?:shy|zwnj|zwj);|[\u00ad\u200b\ufeff]/gi, " ")
    .replace(/&(?:[a-z]+(?:acute|grave|circ|uml|ring|slash|tilde|cedil|lig)|#\d+);/gi, "x");
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word.replace(/&[a-z]+;/gi, ""))).length;
}

it.each(["data", ...FOLDERS.map((folder) => `${CORPUS}/${folder}`)])(
  "countNode equals a recount by regular expressions for %s",
  async (path) => {
    const data = await loadDirectory(path);
    const types = new ElementTypes(data.types());
    const totals = { images: 0, links: 0, words: 0 };
    for (const node of siteNodes(data.trees)) {
      const values = Array.from(node.properties(), (property) => {
        const parts = readValue(property.value, property.editorAlias, types, property.alias);
        // The recount knows no pickers.
        return {
          property,
          parts: { ...parts, references: parts.references.filter(({ from }) => from === "text") },
        };
      });
      // Settings do not count, and the recount cannot distinguish them from content.
      if (values.some(({ parts }) => parts.elements.some(({ role }) => role === "settings"))) continue;
      const counts = countNode(
        values.map(({ parts }) => parts),
        () => undefined,
      );
      const { images, links } = recount(values.map(({ property }) => property.value));
      expect({ images: counts.images, links: counts.links }, `${node.kind} ${node.fields().id}`).toEqual({
        images,
        links,
      });
      for (const { property, parts } of values) {
        if (parts.shape !== "html") continue;
        const { words } = countNode([parts], () => undefined);
        expect(words, property.value.slice(0, 300)).toBe(recountWords(JSON.parse(property.value)));
        totals.words += words;
      }
      totals.images += images;
      totals.links += links;
    }
    if (path === "data") expect(Math.min(totals.words, totals.links, totals.images)).toBeGreaterThan(0);
  },
);
