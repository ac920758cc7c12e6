/** Pulls of a site like the original API: the copy is complete, or reports what is missing. */
import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { readManifest } from "../../src/formats/copy/manifest.ts";
import { createDispatcher } from "../../src/remote/http-client.ts";
import { everyNode } from "../oracle.ts";
import { run } from "../support/program.ts";
import { temporaryDirectory } from "../support/temporary.ts";
import { asCopied, originalRoots, originalSite, refuseDeepLists } from "./original-site.ts";
import { expectAnswers, newCopy, PATIENT, pulled } from "./pulled-site.ts";

const CONTENT = originalRoots(60, 1000, "content");
const MEDIA = originalRoots(30, 5000, "media");
const COPIED = { content: asCopied(CONTENT), media: asCopied(MEDIA) };

describe("pull: a site with stale levels and missing keys", () => {
  it.each([1, 16])("is copied completely, %i requests at a time", async (concurrency) => {
    const site = await originalSite({ content: CONTENT, media: MEDIA });
    const { out, result, events, tally } = await newCopy(site.url, { concurrency });
    expect(result.kinds).toMatchObject([
      { expected: 60, got: 60, failures: [], unlisted: [] },
      { expected: 30, got: 30, failures: [], unlisted: [] },
    ]);
    await expectAnswers(out, COPIED);
    // Four lists, and one request for types.
    expect(tally.requests).toBe(90 + 4 + 1);
    expect(site.requests.filter(({ id, maxLevel }) => id !== undefined && maxLevel !== 0)).toEqual([]);
    expect(events.flatMap((event) => (event.type === "warning" ? event.text : []))).toEqual([
      "the site does not list its types, as older versions of its API do not: the copy has none",
      "12 content nodes have no key on the site: they got keys derived from their ids, and are looked up there by id",
      "6 media nodes have no key on the site: they got keys derived from their ids, and are looked up there by id",
    ]);
  });

  it.each([1, 16])(
    "is copied completely if it cannot list all at once, %i requests at a time",
    async (concurrency) => {
      const site = await originalSite({ content: CONTENT, media: MEDIA, onRequest: refuseDeepLists });
      const { out, result } = await newCopy(site.url, { concurrency });
      expect(result.kinds).toMatchObject([
        { expected: 60, got: 60, failures: [], unlisted: [] },
        { expected: 30, got: 30, failures: [], unlisted: [] },
      ]);
      await expectAnswers(out, COPIED);
      // Each node once, and in the second pass each node with children: twice if levels are stale.
      const parents = [...everyNode(CONTENT), ...everyNode(MEDIA)].filter(
        ({ node }) => node.children?.length,
      );
      expect(site.requests.length).toBeLessThanOrEqual(90 + 3 * parents.length + 8);
    },
  );
});

describe("pull: a site that cannot list all nodes in one answer", () => {
  it.each<[string, number, (response: ServerResponse) => void]>([
    ["does not answer", 0.5, () => {}],
    ["is too large", 30, (response) => void response.writeHead(200).end(" ".repeat(200_000))],
    ["is failed by the application", 30, (response) => void response.writeHead(500).end("too much")],
    ["is refused as a parameter", 30, (response) => void response.writeHead(400).end("maxLevel")],
  ])("gets one such request per kind: %s", PATIENT, async (_, timeout, fail) => {
    const site = await originalSite({
      content: CONTENT,
      media: MEDIA,
      onRequest: ({ maxLevel = 0 }, response) => {
        if (maxLevel < 1000) return false;
        fail(response);
        return true;
      },
    });
    const dispatcher = createDispatcher({ timeout });
    const from = { baseUrl: site.url, prefix: "p", timeout, dispatcher, maxAnswer: 100_000 };
    const { out, result } = await newCopy(site.url, { site: from });
    expect(result.kinds).toMatchObject([
      { got: 60, failures: [] },
      { got: 30, failures: [] },
    ]);
    await expectAnswers(out, COPIED);
    expect(site.requests.filter(({ maxLevel = 0 }) => maxLevel > 1000)).toHaveLength(2);
  });
});

describe("pull: a node whose date cannot be written", () => {
  const broken = structuredClone(CONTENT);
  const parent = broken[0].children[1];
  parent.children[0].isBroken = true;

  it("hides only the children of its parent, which are reported as not listed", PATIENT, async () => {
    const site = await originalSite({ content: broken });
    const out = temporaryDirectory();
    const command = await run(["pull", "--base-url", site.url, "--out", out, "--kind", "content"]);
    expect(command.stderr).toMatch(
      /^error: the children of 1 node could not be listed: run the same command/m,
    );
    expect(command.stderr.match(/^warning: the site does not list its types/gm)).toHaveLength(1);
    expect(command.status).toBe(1);
    const kept = structuredClone(broken);
    kept[0].children[1].children = [];
    const count = [...everyNode(kept)].length;
    expect(command.stdout).toContain(`content: ${count} of ${count} nodes\n`);
    expect(command.stdout).toMatch(
      new RegExp(
        `^children not listed: content ${parent.id}: \\S+GetContentById\\?id=${parent.id} answered 500: An error has occurred$`,
        "m",
      ),
    );
    await expectAnswers(out, { content: asCopied(kept), media: [] }, 1);
    expect(readManifest(out)?.content).toMatchObject({ failures: [], unlisted: [{ id: parent.id }] });
    const check = await run(["check", "--data", out]);
    expect(check.stdout).toMatch(
      /^warning: manifest\.json: the children of 1 content node could not be listed/m,
    );
    expect(check.status).toBe(1);
    const own = site.requests.filter(({ id }) => id === parent.id);
    expect(own.length).toBeLessThanOrEqual(6 + 1);
  });

  it("is fetched again by the same command, and complete after the repair", PATIENT, async () => {
    const content = structuredClone(broken);
    const site = await originalSite({ content });
    const out = temporaryDirectory();
    const options = { kinds: ["content" as const] };
    expect((await pulled(site.url, out, options)).result.kinds[0].unlisted).toHaveLength(1);
    content[0].children[1].children[0].isBroken = false;
    const { result } = await pulled(site.url, out, options);
    expect(result.kinds[0]).toMatchObject({ expected: 60, got: 60, unlisted: [], failures: [] });
    await expectAnswers(out, { content: COPIED.content, media: [] });
  });

  it("at the second level leaves the roots listed", PATIENT, async () => {
    const content = structuredClone(CONTENT);
    content[1].children[0].isBroken = true;
    const site = await originalSite({ content });
    const { result } = await newCopy(site.url, { kinds: ["content"] });
    expect(result.kinds[0].unlisted.map(({ id }) => id)).toEqual([content[1].id]);
    expect(result.kinds[0].expected).toBeGreaterThan(30);
  });
});

describe("pull: bad nodes", () => {
  it("take few requests, and do not delay the others", PATIENT, async () => {
    const content = originalRoots(400, 1000, "content");
    const bad = (id: number) => id % 100 === 7;
    const requested: number[] = [];
    const site = await originalSite({
      content,
      onRequest: ({ id }, response) => {
        if (id !== undefined) requested.push(id);
        return id !== undefined && bad(id) && !!response.writeHead(500).end("<h1>Error</h1>");
      },
    });
    const { result, tally } = await newCopy(site.url, { kinds: ["content"] });
    expect(result.kinds[0].failures.map(({ id }) => id)).toHaveLength(4);
    expect(tally.requests).toBeLessThanOrEqual(400 + 2 + 4 * 3);
    // All other nodes are fetched before a bad one is fetched again.
    const again = requested.findIndex((id, i) => bad(id) && requested.indexOf(id) < i);
    expect(new Set(requested.slice(0, again)).size).toBe(400);
  });
});
