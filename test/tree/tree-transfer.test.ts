/** Trees that have changed threads answer as they did. */
import { expect, it } from "vitest";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { DirectorySource } from "../../src/sources/directory.ts";
import { digestTrees } from "../../src/tree/tree-digest.ts";
import { packTree, unpackTree } from "../../src/tree/tree-transfer.ts";
import { dataDirectory, keyOf, smallTree } from "../support/site.ts";

it("are the same trees in the same memory", async () => {
  const { trees } = await loadDirectory(dataDirectory(smallTree(), []));
  const before = new DirectorySource({ trees });
  const lookup = { kind: "content", target: { by: "key", key: keyOf(1) }, maxLevel: 9 } as const;
  const answer = before.answer(lookup);
  const version = digestTrees([trees.content, trees.media]);
  const moved = (["content", "media"] as const).map((kind) => {
    const { parts, memory } = packTree(trees[kind]);
    return unpackTree(structuredClone(parts, { transfer: [...memory] }));
  });
  expect(trees.content.columns.level).toHaveLength(0);
  const after = new DirectorySource({ trees: { content: moved[0], media: moved[1] } });
  expect(after.answer(lookup)).toEqual(answer);
  expect(after.answer({ kind: "content", target: { by: "id", id: 3 } })).toBeDefined();
  expect(after.answer({ kind: "content", target: { by: "id", id: 33 } })).toBeUndefined();
  expect(digestTrees(moved)).toBe(version);
});
