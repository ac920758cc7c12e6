/** What differs between two values with blocks, block by block. */
import { expect, it } from "vitest";
import { elementChanges } from "../../../src/analysis/diff/element-changes.ts";
import { ElementTypes } from "../../../src/site/values/element-types.ts";
import { readValue } from "../../../src/site/values/read-value.ts";
import { keyOf } from "../../support/site.ts";

const NO_TYPES = new ElementTypes({ content: [], media: [] });

type Block = { key: number; [alias: string]: unknown };

/** A block list of version 17. */
function blockList(...blocks: Block[]): object {
  const contentData = blocks.map(({ key, ...values }) => ({
    key: keyOf(key),
    contentTypeKey: keyOf(1),
    values: Object.entries(values).map(([alias, value]) => ({ alias, value })),
  }));
  const items = blocks.map(({ key }) => ({ contentKey: keyOf(key) }));
  return { layout: { "Umbraco.BlockList": items }, contentData, settingsData: [], expose: [] };
}

/** Nested content, whose items may lack keys. */
const items = (...texts: string[]) => texts.map((text) => ({ ncContentTypeAlias: "quote", text }));

it.each<[what: string, before: object | undefined, after: object | undefined, changes: unknown]>([
  ["the same blocks", blockList({ key: 2, title: "A" }), blockList({ key: 2, title: "A" }), undefined],
  [
    "a block whose text differs",
    blockList({ key: 2, title: "A" }, { key: 3, title: "B" }),
    blockList({ key: 2, title: "A" }, { key: 3, title: "C" }),
    [{ at: "block 2 of 2: title", before: '"B"', after: '"C"' }],
  ],
  [
    "a new block, and one that is gone",
    blockList({ key: 2, title: "A" }),
    blockList({ key: 3, title: "B" }),
    [
      { at: "block 1 of 1 (new): title", after: '"B"' },
      { at: "block 1 of 1 (removed): title", before: '"A"' },
    ],
  ],
  [
    "another order",
    blockList({ key: 2, title: "A" }, { key: 3, title: "B" }),
    blockList({ key: 3, title: "B" }, { key: 2, title: "A" }),
    [{ at: "order", before: '"1, 2"', after: '"2, 1"' }],
  ],
  [
    "a value that was empty",
    undefined,
    blockList({ key: 2, title: "A" }),
    [{ at: "block 1 of 1 (new): title", after: '"A"' }],
  ],
  [
    "a block in a block",
    blockList({ key: 2, list: blockList({ key: 4, text: "deep" }) }),
    blockList({ key: 2, list: blockList({ key: 4, text: "deeper" }) }),
    [{ at: "block 1 of 1, block 1 of 1: text", before: '"deep"', after: '"deeper"' }],
  ],
  [
    "items without keys",
    items("one", "two"),
    items("one", "three"),
    [{ at: "block 2 of 2: text", before: '"two"', after: '"three"' }],
  ],
  ["empty in another way", blockList({ key: 2, title: null }), blockList({ key: 2, title: "" }), undefined],
  ["values without blocks", [{ a: 1 }], [{ a: 2 }], undefined],
])("elementChanges: %s", (_, before, after, changes) => {
  const [was, is] = [before, after].map((value) => {
    if (value === undefined) return undefined;
    const json = JSON.stringify(value);
    return { json, parts: readValue(json, undefined, NO_TYPES) };
  });
  expect(elementChanges(was, is, () => undefined)).toEqual(changes);
});
