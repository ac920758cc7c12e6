/** Entities that the page decodes by itself, beside the package that decodes all. */
import { decodeHTML as wholeDecode, decodeHTMLAttribute as wholeDecodeAttribute } from "entities/decode";
import { expect, it } from "vitest";
import { decodeHTML, decodeHTMLAttribute } from "../../src/explorer/html-entities.ts";

const NAMES =
  "nbsp copy eacute Oslash yuml alpha Omega sigmaf Rho quot amp lt gt apos euro hellip thinsp zwj rlm sim trade";

it.each([
  ...NAMES.split(" ").map((name) => `a&${name};b`),
  "&#233;&#xE9;&#x1F600;",
  "&copy 2024",
  "a & b &unknown; &;",
])("decodeHTML: %s, as the package does", (text) => {
  expect(decodeHTML(text)).toBe(wholeDecode(text));
});

it.each(["/a?x=1&copy=2", "/a?x=1&amp;y=2", "&quot;b&quot;", "/a?b&reg"])(
  "decodeHTMLAttribute: %s, as the package does",
  (text) => {
    expect(decodeHTMLAttribute(text)).toBe(wholeDecodeAttribute(text));
  },
);
