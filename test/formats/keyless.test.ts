/** Nodes whose key is the zero GUID get a key derived from their id, in every format. */
import { describe, expect, it } from "vitest";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { readAnswer } from "../../src/remote/answer.ts";
import { readNodeAnswer } from "../../src/remote/node-answer.ts";
import { Renderer } from "../../src/site/tree/render.ts";
import type { Tree } from "../../src/site/tree/tree.ts";
import { everyAnswer } from "../everything.ts";
import { dataDirectory } from "../support/temporary.ts";

const ZERO = "00000000-0000-0000-0000-000000000000";
/** The keys derived from these ids. */
const DERIVED = {
  1050: "073d6ae9-2780-56d5-8e46-d0ab7e727f24",
  1051: "ecbb0ed9-d188-550d-be06-aa119f1b2095",
  1055: "c76ae999-ca2f-5622-a12e-de813870527f",
} as const;

const xml = (key: string) =>
  `<root id="-1"><n id="1050" key="${key}" isDoc=""><n id="1051" key="{${key}}" isDoc="" sortOrder="1"/>` +
  `<n id="1055" key="${key.replaceAll("-", "")}" isDoc="" sortOrder="2"/></n></root>`;
const usync7 = (id: number, parent: string, sortOrder = 0) =>
  `<page guid="${ZERO}" id="${id}" parentGUID="${parent}" nodeName="n" sortOrder="${sortOrder}" published="true"/>`;

/** Three nodes without a key, the last two below the first. */
const DIRECTORIES: [string, Record<string, string>][] = [
  [
    "JSON, a saved answer",
    {
      "content.json": `[{"id":1050,"key":"${ZERO}","children":[ {"key": "${ZERO}" ,"id":1051} ,{"name":"x","key":"{${ZERO}}","level":2,"id":1055,"properties":{},"path":[{"id":1050,"key":"${ZERO}"}]}]}]`,
    },
  ],
  [
    "NDJSON",
    {
      "content.ndjson": `{"id":1055,"key":"${ZERO.replaceAll("-", "")}","parentId":1050,"sortOrder":2}\n{"parentId":1050,"key":"${ZERO}","id":1051}\n{"id":1050,"parentKey":"${ZERO}","key":"${ZERO}"}`,
    },
  ],
  ["umbraco.config", { "umbraco.config": xml(ZERO) }],
  ["umbraco.config without keys at all", { "umbraco.config": xml("").replaceAll(/ key="\{?\}?"/g, "") }],
];

function keysOf(tree: Tree): unknown[] {
  return everyAnswer(tree).map(({ id, key, path }) => [id, key, ...path.map((above) => above.key)]);
}

describe.each(DIRECTORIES)("loadDirectory: nodes without a key in %s", (_, files) => {
  it("get keys derived from their ids, and are found by both", async () => {
    const directory = dataDirectory(files);
    const { trees, warnings } = await loadDirectory(directory);
    expect(keysOf(trees.content)).toEqual([
      [1050, DERIVED[1050]],
      [1051, DERIVED[1051], DERIVED[1050]],
      [1055, DERIVED[1055], DERIVED[1050]],
    ]);
    for (const [id, key] of Object.entries(DERIVED)) {
      expect(trees.content.findKey(key)).toBe(trees.content.findId(Number(id)));
    }
    expect(trees.content.findKey(ZERO)).toBe(-1);
    expect(warnings.map(({ text }) => text).filter((text) => text.includes("key"))).toEqual([
      "3 nodes have no key: theirs are derived from their ids",
    ]);
  });
});

describe("loadDirectory: nodes without a key in uSync", () => {
  it("get keys derived from their ids in version 7", async () => {
    const { trees, warnings } = await loadDirectory(
      dataDirectory({
        "Content/a.config": usync7(1050, ZERO),
        "Content/b.config": usync7(1051, DERIVED[1050]),
      }),
    );
    expect(keysOf(trees.content)).toEqual([
      [1050, DERIVED[1050]],
      [1051, DERIVED[1051], DERIVED[1050]],
    ]);
    expect(warnings.map(({ text }) => text)).toContain(
      "2 nodes have no key: theirs are derived from their ids",
    );
  });

  it("are an error if they have no id, in version 7 and later", async () => {
    const directory = dataDirectory({
      "Content/a.config": `<Content Key="${ZERO}" Alias="a"><Info/></Content>`,
      "Content/b.config": usync7(1, ZERO).replace(' id="1"', ""),
    });
    const reason = "is the zero GUID, which is not a key, and there is no id to make one of";
    await expect(loadDirectory(directory)).rejects.toMatchObject({
      findings: expect.arrayContaining([
        `Content/a.config:1: Key ${reason}`,
        `Content/b.config:1: guid ${reason}`,
      ]),
    });
  });
});

it("loadDirectory refuses a derived key that another node has", async () => {
  const directory = dataDirectory({
    "content.json": [
      { id: 1, key: DERIVED[1050] },
      { id: 1050, key: ZERO },
    ],
  });
  await expect(loadDirectory(directory)).rejects.toThrow(
    `content.json:1: /1 key ${DERIVED[1050]} is used twice (first at /0)`,
  );
});

describe("readAnswer: nodes without a key", () => {
  const answer = `{"id":1051,"key":"${ZERO}","name":"n","path":[{"id":1050,"key":"${ZERO}","x":1.0,"children":[]}],"properties":{},"children":[{"id":1055,"key":"${ZERO}"}]}`;

  it("get keys derived from their ids, as do their ancestors and children", () => {
    const read = readAnswer(Buffer.from(answer), "node", { withAncestors: true });
    if ("fault" in read) throw new Error(read.fault);
    expect(keysOf(read.tree)).toEqual([
      [1050, DERIVED[1050]],
      [1051, DERIVED[1051], DERIVED[1050]],
      [1055, DERIVED[1055], DERIVED[1050], DERIVED[1051]],
    ]);
    const both = `[{"id":1050,"key":"${ZERO}"},{"id":1051,"key":"${ZERO}"}]`;
    const roots = readAnswer(Buffer.from(both), "roots");
    if ("fault" in roots) throw new Error(roots.fault);
    expect(Buffer.from(new Renderer(roots.tree).roots(1) as Uint8Array).toString()).toBe(
      `[{"id":1050,"key":"${DERIVED[1050]}"},{"id":1051,"key":"${DERIVED[1051]}"}]`,
    );
  });

  it("are written with derived keys by readNodeAnswer, also if the response has the usual form", () => {
    expect(readNodeAnswer(Buffer.from(answer), 1051)).toMatchObject({
      text: `{"id":1051,"key":"${DERIVED[1051]}","name":"n","properties":{}`,
    });
  });
});
