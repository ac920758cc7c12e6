/** What is read out of long values: time grows linearly. */
import { expect, it } from "vitest";
import { isSameValue } from "../../src/analysis/json-value.ts";
import { countWords } from "../../src/site/values/visible-words.ts";
import { withoutEnd, withoutEnds } from "../../src/text/path-text.ts";
import { decode } from "../decode/decoding.ts";
import { growsLinearly } from "../support/growth.ts";
import { keyOf } from "../support/site.ts";

const SIZE = 2000;

it.each<[string, (size: number) => string, (text: string) => unknown]>([
  ["countWords: dashes", (n) => "–".repeat(n), (text) => countWords({ shape: "text", texts: [text] })],
  [
    "countWords: dashes in rich text",
    (n) => "-".repeat(n),
    (text) => countWords({ shape: "html", texts: [`<p>${text}`] }),
  ],
  ["countWords: one long word", (n) => "a".repeat(n), (text) => countWords({ shape: "text", texts: [text] })],
  [
    "isSameValue: quotes in text that is nearly JSON",
    (n) => JSON.stringify(`{${String.raw`\"`.repeat(n)}}`),
    (json) => isSameValue(json, '""'),
  ],
  ["withoutEnd: slashes before other text", (n) => `${"/".repeat(n)}x`, (text) => withoutEnd(text, "/")],
  ["withoutEnds: slashes on both sides", (n) => `x${"/".repeat(n)}x`, (text) => withoutEnds(text, "/")],
])("%s: takes linear time", (_, grow, work) => {
  expect(growsLinearly(grow, work, SIZE)).toBe(true);
});

it("ValueDecoder: blocks take linear time", () => {
  const grow = (size: number) => {
    const keys = Array.from({ length: size }, (_, i) => keyOf(i));
    const entries = keys.map((contentKey) => ({ contentKey }));
    const contentData = keys.map((key) => ({ contentTypeKey: keyOf(50), key, values: [] }));
    return JSON.stringify({ layout: { "Umbraco.BlockList": entries }, contentData, expose: entries });
  };
  expect(growsLinearly(grow, (stored) => decode({ editor: "BlockList", stored }))).toBe(true);
});
