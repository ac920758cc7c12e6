/** What differs between two values with blocks, block by block. */
import { expect, it } from "vitest";
import { DEFAULT_RULES } from "../../../src/analysis/diff/compare-nodes.ts";
import { diffSites } from "../../../src/analysis/diff/site-diff.ts";
import { nodeOf, propertiesOf, siteOf } from "../../support/site.ts";
import { blocksOf17 } from "../../support/stored-blocks.ts";

const siteWith = (value: unknown) =>
  siteOf([{ ...nodeOf(1, "Home"), properties: propertiesOf({ blocks: [null, value] }) }]);

type Block = { key: number; [alias: string]: unknown };

const blockList = (...blocks: Block[]) =>
  blocksOf17(
    "BlockList",
    blocks.map(({ key, ...values }) => ({ type: 1, id: key, values })),
  );

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
    [{ at: "block 1 of 1: list, block 1 of 1: text", before: '"deep"', after: '"deeper"' }],
  ],
  [
    "items without keys",
    items("one", "two"),
    items("one", "three"),
    [{ at: "block 2 of 2: text", before: '"two"', after: '"three"' }],
  ],
  ["empty in another way", blockList({ key: 2, title: null }), blockList({ key: 2, title: "" }), undefined],
  ["values without blocks", [{ a: 1 }], [{ a: 2 }], undefined],
  [
    "a block that nobody sees",
    blockList({ key: 2, title: "A" }),
    { ...blockList({ key: 2, title: "B" }), layout: {} },
    [{ at: "block 1 of 1 (removed): title", before: '"A"' }],
  ],
])("diffSites, as stored, block by block: %s", (_, before, after, expected) => {
  const [old, other] = [before, after].map((value) => siteWith(value ?? null));
  const options = { kinds: ["content"], matchedBy: "key", rules: DEFAULT_RULES } as const;
  const [{ changes, describe }] = diffSites(old, other, options).kinds;
  const [property] = changes.flatMap((change) => describe(change).difference?.properties ?? []);
  const differences = property?.differences?.map(({ at, before, after }) => ({
    at,
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  }));
  expect(differences).toEqual(expected);
});
