/** Trees that have changed threads answer as they did. */
import { expect, it } from "vitest";
import { dataVersion } from "../../src/formats/data-version.ts";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { NO_TYPES } from "../../src/formats/type-lists.ts";
import { Members } from "../../src/json/members.ts";
import { DirectorySource } from "../../src/sources/directory.ts";
import { TreeBuilder } from "../../src/tree/tree-builder.ts";
import { packTree, unpackTree } from "../../src/tree/tree-transfer.ts";
import { keyOf, siteDirectory, smallTree } from "../support/site.ts";

it("are the same trees in the same memory", async () => {
  const { trees } = await loadDirectory(siteDirectory(smallTree(), []));
  const before = new DirectorySource({ trees });
  const lookup = { kind: "content", target: { by: "key", key: keyOf(1) }, maxLevel: 9 } as const;
  const answer = before.answer(lookup);
  const version = dataVersion(trees, NO_TYPES);
  const moved = (["content", "media"] as const).map((kind) => {
    const { parts, memory } = packTree(trees[kind]);
    return unpackTree(structuredClone(parts, { transfer: [...memory] }));
  });
  expect(trees.content.columns.level).toHaveLength(0);
  const after = new DirectorySource({ trees: { content: moved[0], media: moved[1] } });
  expect(after.answer(lookup)).toEqual(answer);
  expect(after.answer({ kind: "content", target: { by: "id", id: 3 } })).toBeDefined();
  expect(after.answer({ kind: "content", target: { by: "id", id: 33 } })).toBeUndefined();
  expect(dataVersion({ content: moved[0], media: moved[1] }, NO_TYPES)).toBe(version);
});

it("hold each buffer once, however the texts of nodes take turns in them", () => {
  const ids = Array.from({ length: 1000 }, (_, index) => index + 1);
  const textOf = (id: number) => `,"id":${id},"key":"${keyOf(id)}","properties":{}`;
  const buffers = [0, 1].map((turn) => {
    const places = new Map<number, [start: number, end: number]>();
    let text = "";
    for (const id of ids.filter((id) => id % 2 === turn)) {
      places.set(id, [text.length, text.length + textOf(id).length]);
      text += textOf(id);
    }
    return { places, bytes: Buffer.from(text) };
  });
  const builder = new TreeBuilder();
  const members = new Members();
  for (const id of ids) {
    const { places, bytes } = buffers[id % 2];
    const [start, end] = places.get(id) ?? [0, 0];
    members.clear();
    members.add(0, start, end);
    const row = builder.addRow();
    builder.setId(row, id);
    builder.setKey(row, keyOf(id));
    expect(builder.adoptText(row, members, bytes, 0)).toBe(true);
  }
  const tree = builder.build(() => {});
  expect(tree?.blocks).toHaveLength(2);
  const place = tree?.findId(500) ?? -1;
  const start = tree?.columns.start[place] ?? 0;
  const text = tree?.blocks[tree.columns.block[place]].toString("utf8", start, start + textOf(500).length);
  expect(text).toBe(`{${textOf(500).slice(1)}`);
});
