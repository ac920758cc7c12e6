/** Pulls of very large answers: bounded memory, and one failed node beyond the limit. */
import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readManifest } from "../../src/formats/copy/manifest.ts";
import { memberIn, textOfObject } from "../../src/json/node-text.ts";
import { readAnswerOutline } from "../../src/remote/answer-outline.ts";
import { run, runProcess } from "../support/program.ts";
import { siteOptions } from "../support/site-options.ts";
import { temporaryDirectory } from "../support/temporary.ts";
import { fakeSite } from "./fake-site.ts";
import { generatedRoots } from "./generated-site.ts";
import { mediaNodes, newCopy, PATIENT, PREFIX, pulled } from "./pulled-site.ts";

/** A node whose only property has this value. */
function nodeText(node: object, value: string): string {
  const fields = JSON.stringify({ ...node, path: [], properties: undefined, children: undefined });
  return `${fields.slice(0, -1)},"properties":{"a":{"alias":"a","editorAlias":"x","value":${value}}}}`;
}

function answerJson(response: ServerResponse, body: string | Buffer, coding = "identity"): true {
  response.writeHead(200, { "Content-Type": "application/json", "Content-Encoding": coding }).end(body);
  return true;
}

describe("pull: a node whose answer is too large", () => {
  it.each<[string, (body: string) => string | Buffer, string]>([
    ["uncompressed", (body) => body, "identity"],
    ["after decompression", (body) => gzipSync(body), "gzip"],
  ])("%s fails, and no other node", PATIENT, async (_name, coded, coding) => {
    const content = generatedRoots(20, 4);
    const large = coded(nodeText(content[0], JSON.stringify("x".repeat(200_000))));
    const site = await fakeSite({
      content,
      interfere: ({ id }, response) => id === 1000 && answerJson(response, large, coding),
    });
    const out = temporaryDirectory();
    const from = { ...siteOptions(site.url, PREFIX, 30), maxAnswer: 100_000 };
    const { result } = await pulled(site.url, out, { site: from });
    expect(result.kinds[0]).toMatchObject({ got: 19, failures: [{ id: 1000 }] });
    const [failure] = readManifest(out)?.content?.failures ?? [];
    expect(failure).toMatchObject({ id: 1000 });
    expect(failure.reason).toMatch(/^http:\S+ answered with more than 0\.1 MB$/);
    expect((await run(["pull", "--base-url", site.url, "--out", out])).status).toBe(0);
  });
});

it("readAnswerOutline reads nothing of an answer with more items than fit into memory", () => {
  const answer = (count: number) => Buffer.from(`{"id":1,"children":[0${",0".repeat(count - 1)}]}`);
  expect(readAnswerOutline(answer(1_000))).toBeDefined();
  expect(readAnswerOutline(answer(5_000_001))).toBeUndefined();
});

describe("pull: a node whose answer is large", () => {
  it("has a url after many objects", () => {
    const [node] = mediaNodes(["/media/a.txt"]);
    const answer = Buffer.from(nodeText(node, `[${"{},".repeat(3_000_000)}{}]`));
    expect(memberIn(textOfObject(answer), "url")).toBe("/media/a.txt");
  });

  it.each<[string, unknown]>([
    ['{"id":1,"name":"\\",\\"url\\":\\"/no\\"","url":"/a\\u0062"}', "/ab"],
    ['{"id":1,"extra":{"url":"/no"},"properties":{"url":{"value":"/no"}}}', undefined],
    ['{"id":1,"url":null}', null],
    ['{"id":1,"url":["/no"]}', ["/no"]],
  ])("has the url of %s", (text, url) => {
    expect(memberIn(textOfObject(Buffer.from(text)), "url")).toEqual(url);
  });
});

/** Functions that put a value into the answer about a node. */
const LOCATIONS: [string, (text: string, value: string) => string][] = [
  ["a property's value", (text, value) => text.replace(/"value":"[^"]*"/, () => `"value":${value}`)],
  ["a field", (text, value) => text.replace("{", () => `{"more":${value},`)],
  ["the path", (text, value) => text.replace('"path":[]', () => `"path":${value}`)],
  ["the children", (text, value) => text.replace(/}$/, () => `,"children":${value}}`)],
];

const FIRST = generatedRoots(20, 4)[0];

/** A site of 20 nodes that answers this about its first node while it is spoilt, and lists all at once or by node. */
async function spoiltSite(answer: Buffer, { coding = "identity", refusesDeepLists = false } = {}) {
  const state = { isSpoilt: true };
  const site = await fakeSite({
    content: generatedRoots(20, 4),
    refusesDeepLists,
    interfere: ({ id }, response) =>
      id === FIRST.id && state.isSpoilt && answerJson(response, answer, coding),
  });
  return { site, state };
}

describe("pull: an answer about a node that is nested more than 1,000 levels deep", () => {
  const nested = (levels: number) => `${'{"a":'.repeat(levels)}0${"}".repeat(levels)}`;

  it.each(LOCATIONS)("fails that node only: in %s", async (_location, put) => {
    const { site, state } = await spoiltSite(Buffer.from(put(nodeText(FIRST, '"x"'), nested(1002))));
    const { out, result } = await newCopy(site.url);
    const reason = expect.stringMatching(/: a value is nested more than 1,000 levels deep$/);
    expect(result.kinds[0]).toMatchObject({ got: 19, failures: [{ id: 1000, reason }] });
    state.isSpoilt = false;
    expect((await pulled(site.url, out)).result.kinds[0]).toMatchObject({ got: 20, failures: [] });
  });

  it("is accepted if it is nested less deeply", async () => {
    const { site } = await spoiltSite(Buffer.from(nodeText(FIRST, nested(990))));
    const { result } = await newCopy(site.url);
    expect(result.kinds[0]).toMatchObject({ got: 20, failures: [] });
  });
});

describe("pull: an answer of a few kB that is decoded to 20 MB", () => {
  /** Less than the lists as a value need. */
  const env = { NODE_OPTIONS: "--max-old-space-size=30" };

  it("of nested lists of children fails its node only, and does not abort the process", PATIENT, async () => {
    const list = '[{"children":'.repeat(1_500_000);
    const answer = gzipSync(`{"id":1000,"key":"${FIRST.key}","children":${list}}`, { level: 1 });
    const { site, state } = await spoiltSite(answer, { coding: "gzip", refusesDeepLists: true });
    const args = ["pull", "--base-url", site.url, "--out", temporaryDirectory(), "--kind", "content"];
    const { status, stdout, stderr } = await runProcess(args, { env });
    expect(stderr).not.toMatch(/heap|Fatal|\bat /);
    expect(stdout).toMatch(/^missing: content 1000: /m);
    expect(status).toBe(1);
    state.isSpoilt = false;
    expect((await run(args)).status).toBe(0);
  });
});

describe("pull: an answer of many small parts", () => {
  const many = `[${"{},".repeat(300_000)}{}]`;
  /** Too little for several copies of 300,000 objects. */
  const env = { NODE_OPTIONS: "--max-old-space-size=45" };

  it.each(LOCATIONS)("fails its node only: %s", PATIENT, async (_location, put) => {
    const { site } = await spoiltSite(Buffer.from(put(nodeText(FIRST, '"x"'), many)));
    const args = ["pull", "--base-url", site.url, "--out", temporaryDirectory()];
    const { status, stdout, stderr } = await runProcess(args, { env });
    expect(stderr).not.toMatch(/heap|\bat /);
    expect(stdout).toContain("content: 20 of 20 nodes\n");
    expect(status).toBe(0);
  });

  it("is refused in one line: roots that are empty objects", PATIENT, async () => {
    const interfere = (_wanted: unknown, response: ServerResponse) => answerJson(response, many);
    const site = await fakeSite({ interfere });
    const args = ["pull", "--base-url", site.url, "--out", temporaryDirectory()];
    const { status, stdout, stderr } = await runProcess(args, { env });
    expect(stderr).toContain("/0/id is missing");
    expect([status, stdout]).toEqual([5, ""]);
  });
});
