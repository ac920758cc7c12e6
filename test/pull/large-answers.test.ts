/** Answers of a size that nobody expects: taken up to the limit in bounded memory, and beyond it one failed node. */
import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readManifest } from "../../src/formats/manifest.ts";
import { memberIn, textOfObject } from "../../src/json/node-text.ts";
import { readCanonicalNode } from "../../src/pull/canonical-answer.ts";
import { run } from "../support/program.ts";
import { temporaryDirectory } from "../support/temporary.ts";
import { fakeSite } from "./fake-site.ts";
import { generatedRoots } from "./generated-site.ts";
import { mediaNodes, PATIENT } from "./pulled-site.ts";

/** A node whose only property has this value. */
function nodeText(node: object, value: string): string {
  const fields = JSON.stringify({ ...node, path: [], properties: undefined, children: undefined });
  return `${fields.slice(0, -1)},"properties":{"a":{"alias":"a","editorAlias":"x","value":${value}}}}`;
}

function answerJson(response: ServerResponse, body: string | Buffer, coding = "identity"): true {
  response.writeHead(200, { "Content-Type": "application/json", "Content-Encoding": coding }).end(body);
  return true;
}

describe("a node whose answer is too large", () => {
  it.each<[string, (body: string) => string | Buffer, string]>([
    ["as it is", (body) => body, "identity"],
    ["once it is inflated", (body) => gzipSync(body), "gzip"],
  ])("%s costs itself alone", PATIENT, async (_name, coded, coding) => {
    const content = generatedRoots(20, 4);
    const large = coded(nodeText(content[0], JSON.stringify("x".repeat(200_000))));
    const site = await fakeSite({
      content,
      interfere: ({ id }, response) => id === 1000 && answerJson(response, large, coding),
    });
    const out = temporaryDirectory();
    const args = ["pull", "--base-url", site.url, "--out", out];
    const { status, stdout } = await run([...args, "--max-answer", "100kB"]);
    expect(stdout).toMatch(/^content: 19 of 20 nodes$/m);
    expect(stdout).toMatch(
      /^missing: content 1000: http:\S+ answered with more than 0\.1 MB: try a larger --max-answer$/m,
    );
    expect(status).toBe(1);
    expect(readManifest(out)?.content?.failures).toMatchObject([{ id: 1000 }]);
    expect((await run(args)).status).toBe(0);
  });
});

describe("a node whose answer is large", () => {
  it("is not parsed into objects, which can take forty times its size", () => {
    const [node] = mediaNodes(["/media/a.txt"]);
    const answer = Buffer.from(nodeText(node, `[${"{},".repeat(3_000_000)}{}]`));
    expect(readCanonicalNode(answer)).toBeUndefined();
    expect(memberIn(textOfObject(answer), "url")).toBe("/media/a.txt");
  });

  it.each<[string, unknown]>([
    ['{"id":1,"name":"\\",\\"url\\":\\"/no\\"","url":"/a\\u0062"}', "/ab"],
    ['{"id":1,"extra":{"url":"/no"},"properties":{"url":{"value":"/no"}}}', undefined],
    ['{"id":1,"url":null}', null],
    ['{"id":1,"url":["/no"]}', ["/no"]],
  ])("has the url that stands in %s", (text, url) => {
    expect(memberIn(textOfObject(Buffer.from(text)), "url")).toEqual(url);
  });
});

describe("an answer of many small parts", () => {
  const many = `[${"{},".repeat(8_000_000)}{}]`;
  /** Too little for 8,000,000 objects. */
  const env = { NODE_OPTIONS: "--max-old-space-size=250" };

  it.each<[string, (text: string) => string, string]>([
    ["a property's value", (text) => text.replace(/"value":"[^"]*"/, () => `"value":${many}`), "20"],
    ["a field", (text) => text.replace("{", () => `{"more":${many},`), "20"],
    ["the path", (text) => text.replace('"path":[]', () => `"path":${many}`), "20"],
    ["children, none of which is a node", (text) => text.replace(/}$/, () => `,"children":${many}}`), "19"],
  ])("costs no more than its node where they are %s", PATIENT, async (_name, changed, had) => {
    const content = generatedRoots(20, 4);
    const text = nodeText(content[0], '"x"');
    const large = changed(text);
    expect(large.length).toBeGreaterThan(text.length + 20_000_000);
    const site = await fakeSite({
      content,
      interfere: ({ id }, response) => id === 1000 && answerJson(response, large),
    });
    const args = ["pull", "--base-url", site.url, "--out", temporaryDirectory()];
    const { status, stdout, stderr } = await run(args, { env });
    expect(stderr).not.toMatch(/heap|\bat /);
    expect(stdout).toContain(`content: ${had} of 20 nodes\n`);
    expect(status).toBe(had === "20" ? 0 : 1);
  });

  const ids = `[${Array.from({ length: 3_000_000 }, (_, i) => `{"id":${i}}`).join(",")}]`;
  const shallow = ids.replace("}", () => `,"key":"${generatedRoots(1, 1)[0].key}"}`);

  it.each([
    ["they are the roots", many, "/0/id is missing"],
    ["they are roots that have nothing but an id", ids, "/0/key is missing"],
    ["all roots but the first have nothing but an id", shallow, "/1/key is missing"],
  ])("is refused in one line where %s", PATIENT, async (_name, text, fault) => {
    const interfere = (_wanted: unknown, response: ServerResponse) => answerJson(response, text);
    const site = await fakeSite({ interfere });
    const args = ["pull", "--base-url", site.url, "--out", temporaryDirectory()];
    const { status, stdout, stderr } = await run(args, { env });
    expect(stderr).toContain(fault);
    expect([status, stdout]).toEqual([5, ""]);
  });
});
