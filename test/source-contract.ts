/** The contract of every source: one suite that runs over each. */
import { describe, expect, it } from "vitest";
import type { Lookup, Source } from "../src/site/source.ts";
import type { Answer } from "../src/site/tree/render.ts";

/** The data that a source of this suite answers from, in the JSON format. */
export const CONTRACT_DATA = {
  "content.json": [
    {
      id: 11,
      key: "00000000-0000-4000-8000-000000000011",
      name: "Håkon «the» second",
      type: "homePage",
      sortOrder: 2,
      properties: { title: { alias: "title", editorAlias: "Umbraco.TextBox", value: "日本" } },
      children: [],
    },
    {
      id: 10,
      key: "{00000000-0000-4000-8000-00000000001A}",
      name: "First",
      url: "/",
      type: "homePage",
      sortOrder: 1,
      createDate: "2019-01-02T03:04:05",
      updateDate: null,
      template: "Home",
      extra: { deep: [1, { two: 2 }] },
      level: 1,
      children: [
        { id: 20, key: "00000000000040008000000000000020", name: "b", sortOrder: 5, children: [] },
        {
          id: -2147483648,
          key: "00000000-0000-4000-8000-000000000021",
          name: "a",
          children: [
            { id: 2147483647, key: "00000000-0000-4000-8000-000000000030", name: "leaf", children: [] },
            { id: 0, key: "00000000-0000-4000-8000-000000000031", name: "leaf too", children: [] },
          ],
        },
        { id: 22, key: "(00000000-0000-4000-8000-000000000022)", name: "tie", sortOrder: 5, children: [] },
      ],
    },
  ],
  "media.json": [
    { id: 90, key: "00000000-0000-4000-8000-000000000090", name: "m", url: "/media/1/m.jpg", children: [] },
  ],
};

const FIRST =
  '{"id":10,"key":"00000000-0000-4000-8000-00000000001a","name":"First","url":"/","type":"homePage","sortOrder":1,' +
  '"createDate":"2019-01-02T03:04:05","updateDate":null,"template":"Home","level":1';
const SECOND =
  '{"id":11,"key":"00000000-0000-4000-8000-000000000011","name":"Håkon «the» second","type":"homePage","sortOrder":2';
const A = '{"id":-2147483648,"key":"00000000-0000-4000-8000-000000000021","name":"a"';
const B = '{"id":20,"key":"00000000-0000-4000-8000-000000000020","name":"b","sortOrder":5';
const TIE = '{"id":22,"key":"00000000-0000-4000-8000-000000000022","name":"tie","sortOrder":5';
const LEAF = '{"id":2147483647,"key":"00000000-0000-4000-8000-000000000030","name":"leaf"';
const LEAF_TOO = '{"id":0,"key":"00000000-0000-4000-8000-000000000031","name":"leaf too"';
const EXTRA = ',"extra":{"deep":[1,{"two":2}]}';

const root = { by: "root" } as const;
const id = (value: number) => ({ by: "id", id: value }) as const;
const key = (value: string) => ({ by: "key", key: value }) as const;

/** Each look-up, and the JSON that answers it. */
const CASES: [string, Lookup, string | undefined][] = [
  ["the roots", { kind: "content", target: root, maxLevel: 1 }, `[${FIRST}},${SECOND}}]`],
  ["the roots at no level", { kind: "content", target: root, maxLevel: 0 }, `[${FIRST}},${SECOND}}]`],
  [
    "the roots by default",
    { kind: "content", target: root },
    `[${FIRST},"children":[${A}},${B}},${TIE}}]},${SECOND},"children":[]}]`,
  ],
  [
    "the roots two levels deep",
    { kind: "content", target: root, depth: 2 },
    `[${FIRST},"children":[${A},"children":[${LEAF}},${LEAF_TOO}}]},${B},"children":[]},${TIE},"children":[]}]},${SECOND},"children":[]}]`,
  ],
  [
    "all",
    { kind: "content", target: root, maxLevel: 2147483647 },
    `[${FIRST},"children":[${A},"children":[${LEAF},"children":[]},${LEAF_TOO},"children":[]}]},${B},"children":[]},${TIE},"children":[]}]},${SECOND},"children":[]}]`,
  ],
  [
    "a node by default",
    { kind: "content", target: id(10) },
    `${FIRST}${EXTRA},"path":[],"properties":{},"children":[${A}},${B}},${TIE}}]}`,
  ],
  [
    "a node without children",
    { kind: "content", target: id(10), depth: 0 },
    `${FIRST}${EXTRA},"path":[],"properties":{}}`,
  ],
  [
    "a node above the limit",
    { kind: "content", target: id(0), maxLevel: 1 },
    `${LEAF_TOO},"path":[${FIRST}},${A}}],"properties":{}}`,
  ],
  [
    "a node at a level",
    { kind: "content", target: id(-2147483648), maxLevel: 3 },
    `${A},"path":[${FIRST}}],"properties":{},"children":[${LEAF}},${LEAF_TOO}}]}`,
  ],
  [
    "a node and all below it",
    { kind: "content", target: id(-2147483648), depth: 2147483647 },
    `${A},"path":[${FIRST}}],"properties":{},"children":[${LEAF},"children":[]},${LEAF_TOO},"children":[]}]}`,
  ],
  [
    "a leaf",
    { kind: "content", target: id(2147483647) },
    `${LEAF},"path":[${FIRST}},${A}}],"properties":{},"children":[]}`,
  ],
  [
    "a node by key",
    { kind: "content", target: key("00000000-0000-4000-8000-000000000011") },
    `${SECOND},"path":[],"properties":{"title":{"alias":"title","editorAlias":"Umbraco.TextBox","value":"日本"}},"children":[]}`,
  ],
  [
    "media",
    { kind: "media", target: root },
    '[{"id":90,"key":"00000000-0000-4000-8000-000000000090","name":"m","url":"/media/1/m.jpg","children":[]}]',
  ],
  ["no node by id", { kind: "content", target: id(99) }, undefined],
  ["no node by key", { kind: "content", target: key("00000000-0000-4000-8000-000000000099") }, undefined],
  ["no node of the other kind by id", { kind: "media", target: id(10) }, undefined],
  [
    "no node of the other kind by key",
    { kind: "content", target: key("00000000-0000-4000-8000-000000000090") },
    undefined,
  ],
];

/** Runs the suite over a source of `CONTRACT_DATA`. */
export function describeSource(name: string, open: () => Source | Promise<Source>): void {
  describe(`${name} answers`, () => {
    it.each(CASES)("%s", async (_, lookup, expected) => {
      const answer = await (await open()).answer(lookup);
      expect(answer && text(answer)).toBe(expected);
    });
  });
}

/** The text of an answer, whole or in chunks. */
export function text(answer: Answer): string {
  return Buffer.concat(answer instanceof Uint8Array ? [answer] : [...answer]).toString("utf8");
}
