/** Pulls with nodes that fail or vanish: stored as listed, reported, and fetched again by the next pull. */
import { describe, expect, it } from "vitest";
import { readManifest } from "../../src/formats/copy/manifest.ts";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { type DataNode, everyNode } from "../oracle.ts";
import { virtualClock } from "../support/clock.ts";
import { parseLines } from "../support/ndjson.ts";
import { run, startServe } from "../support/program.ts";
import { temporaryDirectory } from "../support/temporary.ts";
import { fakeSite } from "./fake-site.ts";
import { generatedRoots } from "./generated-site.ts";
import { expectAnswers, newCopy, nodeFiles, PATIENT, pulled } from "./pulled-site.ts";

const CONTENT = generatedRoots(24, 3);

describe("pull: a node that fails", () => {
  it("is stored as its parent lists it, and its descendants are copied", PATIENT, async () => {
    const out = temporaryDirectory();
    let broken = new Set([1000, 1004, 1010]);
    const site = await fakeSite({
      content: CONTENT,
      interfere: ({ id }, response) =>
        id !== undefined && broken.has(id) && !!response.writeHead(500).end('{"message":"it is broken"}'),
    });
    const { result } = await pulled(site.url, out, { retries: 2 });
    const [content] = result.kinds;
    expect(content).toMatchObject({ expected: 24, got: 21 });
    expect(content.failures.map(({ id }) => id).toSorted()).toEqual([1000, 1004, 1010]);
    expect(content.failures[0].reason).toMatch(
      /GetContentById\?id=1000&maxLevel=0 answered 500: it is broken$/,
    );
    const lines = parseLines(nodeFiles(out)[0]);
    expect(lines).toHaveLength(24);
    expect(lines.find(({ id }) => id === 1004)).toMatchObject({ name: "Node 1004", parentId: 1000 });
    expect(
      lines
        .filter((line) => line.properties === undefined)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual([1000, 1004, 1010]);
    const check = await run(["check", "--data", out]);
    expect(check.stdout).toMatch(/^warning: manifest\.json: 3 of 24 content nodes could not be fetched/m);
    expect(check.stderr).toMatch(/is incomplete: 3 nodes or files are missing$/m);
    expect(check.status).toBe(1);
    const served = await startServe(["--data", out]);
    expect(served.output.stderr).toMatch(/^warning: manifest\.json: 3 of 24/m);

    broken = new Set([1010]);
    const second = await pulled(site.url, out, { retries: 2 });
    expect(second.result.kinds[0].failures.map(({ id }) => id)).toEqual([1010]);
    const requested = second.events.flatMap((event) => (event.type === "request" ? event.url : []));
    expect(requested.filter((url) => /id=(?:1000|1004|1010)&/.test(url))).toHaveLength(5);
    // The lists, twice for content, the types, and the health probe.
    expect(requested.filter((url) => !/id=(?:1000|1004|1010)&/.test(url)).length).toBeLessThanOrEqual(5);
    broken = new Set();
    const third = await pulled(site.url, out);
    expect(third.tally.requests).toBe(4);
    await expectAnswers(out, { content: CONTENT, media: [] });
    expect((await pulled(site.url, out)).tally.requests).toBe(3);
    expect((await pulled(site.url, out, { fresh: true })).tally.requests).toBe(29);
  });

  it("gives exit status 1 and a line in the receipt", PATIENT, async () => {
    const site = await fakeSite({
      content: generatedRoots(5, 3),
      interfere: ({ id }, response) => id === 1001 && !!response.writeHead(410).end("gone fishing"),
    });
    const out = temporaryDirectory();
    const { status, stdout, stderr } = await run(["pull", "--base-url", site.url, "--out", out]);
    expect(stdout).toMatch(/^content: 4 of 5 nodes$/m);
    expect(stdout).toMatch(/^missing: content 1001: http:\S+ answered 410: gone fishing$/m);
    expect(stderr).toMatch(/^error: 1 node or file failed/m);
    expect(status).toBe(1);
  });

  it("because its answer is about another node is fetched again, and keeps its record", async () => {
    let wrongLeft = 0;
    const content = generatedRoots(5, 3);
    const site = await fakeSite({
      content,
      change: (answer, maxLevel) =>
        maxLevel === 0 && (answer as DataNode).id === 1004 && wrongLeft-- > 0
          ? { ...(answer as DataNode), id: 7 }
          : answer,
    });
    const out = temporaryDirectory();
    wrongLeft = 1;
    await pulled(site.url, out);
    await expectAnswers(out, { content, media: [] });
    for (const { node } of everyNode(content)) node.updateDate = "2017-01-01T00:00:00";
    wrongLeft = Number.POSITIVE_INFINITY;
    const { result } = await pulled(site.url, out);
    expect(result.kinds[0]).toMatchObject({
      expected: 5,
      got: 4,
      failures: [
        {
          id: 1004,
          reason: expect.stringMatching(/with an invalid answer: it is not about node 1004$/),
          recordedAt: expect.any(String),
        },
      ],
    });
    await expectAnswers(out, { content, media: [] }, 1);
  });

  it("is every node of a site that answers with items only, and each is reported", PATIENT, async () => {
    const site = await fakeSite({
      content: generatedRoots(20, 3),
      change: (answer) =>
        Array.isArray(answer) ? answer : { ...(answer as DataNode), properties: undefined },
    });
    const out = temporaryDirectory();
    const { status, stdout } = await run(["pull", "--base-url", site.url, "--out", out]);
    expect(stdout).toContain("content: 0 of 20 nodes\n");
    expect(status).toBe(1);
    expect(site.counts.get(1004)).toBeLessThanOrEqual(3);
  });

  it("is not a node with empty properties", async () => {
    const content = generatedRoots(4, 3);
    content[0].properties = {};
    const site = await fakeSite({ content });
    const { out } = await newCopy(site.url);
    await expectAnswers(out, { content, media: [] });
  });
});

describe("pull: a member of another JSON type", () => {
  it.each([null, undefined])(
    "path that is %s stops a pull of one node, which would become a root",
    async (path) => {
      const site = await fakeSite({
        content: generatedRoots(5, 3),
        change: (answer) => ({ ...(answer as DataNode), path }),
      });
      const target = { by: "id", id: 1004 } as const;
      await expect(newCopy(site.url, { kinds: ["content"], target })).rejects.toThrow(
        /id=1004&maxLevel=0 answered with an invalid answer: it has no path$/,
      );
    },
  );

  it("in a list is not written to the record of a node that is unchanged or fails", async () => {
    const content = generatedRoots(5, 3);
    let isSpoilt = false;
    let fails = false;
    const spoilt = (item: DataNode): DataNode => ({
      ...item,
      ...(item.id === 1004 ? { name: 7.5 as never } : {}),
      ...(item.children && { children: item.children.map(spoilt) }),
    });
    const site = await fakeSite({
      content,
      change: (answer) => (isSpoilt && Array.isArray(answer) ? answer.map(spoilt) : answer),
      interfere: ({ id }, response) => fails && id === 1004 && !!response.writeHead(410).end(),
    });
    const { out } = await newCopy(site.url);
    isSpoilt = true;
    expect((await pulled(site.url, out)).result.kinds[0]).toMatchObject({ got: 5, failures: [] });
    await expectAnswers(out, { content, media: [] });
    fails = true;
    expect((await pulled(site.url, out)).result.kinds[0]).toMatchObject({
      got: 4,
      failures: [{ id: 1004 }],
    });
    await expectAnswers(out, { content, media: [] }, 1);
  });
});

describe("pull: a node that answers 404", () => {
  it("has vanished with its descendants if its parent no longer lists it, and has failed otherwise", async () => {
    const content = generatedRoots(20, 3);
    const site = await fakeSite({
      content,
      live: true,
      interfere: ({ id, count }, response) => {
        if (id === 1004 && count === 1) content[0].children?.splice(2, 1);
        return id === 1003 && !!response.writeHead(404, { "Content-Type": "text/html" }).end("<h1>no</h1>");
      },
    });
    expect(content[0].children?.[2].id).toBe(1004);
    const { out, result } = await newCopy(site.url);
    expect(result.kinds[0].vanished.toSorted()).toEqual([1004, 1014, 1015, 1016]);
    expect(result.kinds[0].failures).toMatchObject([{ id: 1003 }]);
    expect(readManifest(out)?.content).toMatchObject({
      vanished: result.kinds[0].vanished,
      failures: [{ id: 1003 }],
    });
    expect((await loadDirectory(out)).trees.content.findId(1004)).toBe(-1);
  });

  it("ends the pull if the root operation answers 404, too", async () => {
    const site = await fakeSite({
      content: generatedRoots(20, 3),
      interfere: (_wanted, response) => !!response.writeHead(404).end(),
    });
    await expect(newCopy(site.url)).rejects.toMatchObject({
      message: expect.stringContaining("answered 404"),
      hint: { flags: { prefix: "umbraco/Limbo" } },
    });
  });
});

describe("pull: a site that starts to answer only 503", () => {
  it.each([
    { concurrency: 1, retryAfter: undefined, most: 60 },
    { concurrency: 32, retryAfter: "1", most: 62 },
    { concurrency: 4, retryAfter: "90", most: 150 },
  ])(
    "is given up $most s after the last success: $concurrency at a time, Retry-After $retryAfter",
    PATIENT,
    async ({ concurrency, retryAfter, most }) => {
      const clock = virtualClock();
      let requests = 0;
      let lastSuccess = 0;
      const site = await fakeSite({
        content: generatedRoots(120, 3),
        interfere: (_wanted, response) => {
          if (++requests <= 50) {
            lastSuccess = clock.now();
            return false;
          }
          response.writeHead(503, retryAfter === undefined ? {} : { "Retry-After": retryAfter }).end();
          return true;
        },
      });
      const pull = newCopy(site.url, { concurrency, clock });
      await expect(pull).rejects.toThrow(/^gave up after \d+ s without a success: \S+ answered 503/);
      expect((clock.now() - lastSuccess) / 1000).toBeLessThan(most + 60);
    },
  );
});
