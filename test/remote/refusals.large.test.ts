/** Nodes that are refused, redirected or broken fail alone; several in a row trigger the health probe. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { everyNode } from "../oracle.ts";
import { run } from "../support/program.ts";
import { temporaryDirectory } from "../support/temporary.ts";
import { fakeSite } from "./fake-site.ts";
import { generatedRoots } from "./generated-site.ts";
import { expectAnswers, newCopy, nodeFiles, PATIENT } from "./pulled-site.ts";

const CONTENT = generatedRoots(24, 3);
const MANY = [1010, 1011, 1012, 1013, 1014];

describe("pull: a node among many", () => {
  it.each<[string, number, Record<string, string>, RegExp]>([
    [
      "redirects to another site",
      302,
      { Location: "https://login.example/x" },
      /redirects to https:\/\/login\.example/,
    ],
    ["requires other credentials", 401, {}, /refused access \(401\)/],
    ["is answered with 400", 400, {}, /answered 400$/],
  ])("that %s fails, and no other", async (_, status, headers, reason) => {
    const site = await fakeSite({
      content: CONTENT,
      interfere: ({ id }, response) => id === 1010 && !!response.writeHead(status, headers).end(),
    });
    const { out, result } = await newCopy(site.url);
    expect(result.kinds[0]).toMatchObject({
      expected: 24,
      got: 23,
      failures: [{ id: 1010, reason: expect.stringMatching(reason) }],
      unlisted: [],
    });
    const kept = structuredClone(CONTENT);
    for (const { node } of everyNode(kept)) {
      if (node.id !== 1010) continue;
      node.properties = {};
      delete node.extra;
    }
    await expectAnswers(out, { content: kept, media: [] }, 1);
  });
});

describe("pull: nodes that are refused in a row", () => {
  it("have failed if the health probe is answered", async () => {
    const site = await fakeSite({
      content: CONTENT,
      interfere: ({ id = 0 }, response) => MANY.includes(id) && !!response.writeHead(403).end(),
    });
    const { result } = await newCopy(site.url, { concurrency: 1 });
    expect(result.kinds[0]).toMatchObject({ expected: 24, got: 19 });
  });

  it(
    "end the pull if the health probe is refused, too, or nothing was fetched; fetched nodes are kept",
    PATIENT,
    async () => {
      let answersLeft = 12;
      const site = await fakeSite({
        content: CONTENT,
        interfere: ({ id }, response) =>
          id !== undefined && answersLeft-- <= 0 && !!response.writeHead(401).end(),
      });
      const args = ["pull", "--base-url", site.url, "--kind", "content", "--out"];
      const out = temporaryDirectory();
      const refused = await run([...args, out]);
      expect(refused.stderr).toMatch(/refused access \(401\).*to resume, run the same command/);
      expect(refused.status).toBe(4);
      expect((await run([...args, temporaryDirectory()])).status).toBe(4);
      answersLeft = Number.POSITIVE_INFINITY;
      site.counts.clear();
      expect((await run([...args, out])).stdout).toContain("content: 24 of 24 nodes");
      expect([...site.counts.keys()].filter((id) => id !== 0)).toHaveLength(12);
    },
  );

  it("end the pull if all root requests are refused", async () => {
    const site = await fakeSite({
      content: CONTENT,
      interfere: ({ id }, response) => id === undefined && !!response.writeHead(401).end(),
    });
    await expect(newCopy(site.url)).rejects.toThrow("refused access (401)");
    expect([...site.counts]).toEqual([[0, 2]]);
  });

  it("do not end the pull if only the list of all nodes is refused", PATIENT, async () => {
    const site = await fakeSite({
      content: CONTENT,
      interfere: ({ maxLevel }, response) => maxLevel > 1000 && !!response.writeHead(403).end(),
    });
    const { out, result } = await newCopy(site.url);
    expect(result.kinds[0]).toMatchObject({ expected: 24, got: 24, failures: [], unlisted: [] });
    await expectAnswers(out, { content: CONTENT, media: [] });
    const [, { node }] = everyNode(CONTENT);
    const target = { by: "id", id: node.id } as const;
    const { result: one } = await newCopy(site.url, { kinds: ["content"], target });
    expect(one.kinds[0]).toMatchObject({ failures: [], unlisted: [] });
  });
});

describe("pull: a site that fails for a while", () => {
  it("is waited for, since the health probe fails, too", PATIENT, async () => {
    let failing = 0;
    const site = await fakeSite({
      content: CONTENT,
      interfere: ({ id }, response) => {
        if (id === 1015) failing ||= 12;
        return failing > 1 && failing-- > 1 && !!response.writeHead(500).end("database is away");
      },
    });
    const { result } = await newCopy(site.url, { retries: 50 });
    expect(result.kinds[0]).toMatchObject({ expected: 24, got: 24, failures: [] });
  });
});

describe("pull: a key that is used twice", () => {
  it("leaves out the later node with its descendants, and reports each", PATIENT, async () => {
    const content = generatedRoots(60, 3);
    const [first, second] = content[0].children ?? [];
    first.sortOrder = -1;
    second.key = first.key;
    const site = await fakeSite({ content });
    const out = temporaryDirectory();
    const { stdout, status } = await run(["pull", "--base-url", site.url, "--out", out]);
    const leftOut = [...everyNode([second])].map(({ node }) => node.id);
    expect(leftOut.length).toBeGreaterThan(4);
    const held = nodeFiles(out)[0].trimEnd().split("\n").length;
    expect(held).toBe(60 - leftOut.length);
    expect(stdout).toContain(`content: ${held} of 60 nodes\n`);
    for (const id of leftOut) expect(stdout).toMatch(new RegExp(`^missing: content ${id}: `, "m"));
    expect(stdout).toMatch(
      new RegExp(`${second.id}: .*node ${first.id} has the same key \\S+, so this one was left out$`, "m"),
    );
    const manifest = JSON.parse(readFileSync(join(out, "manifest.json"), "utf8"));
    expect(manifest.content.nodes).toBe(held);
    expect(manifest.content.failures).toHaveLength(leftOut.length);
    expect(status).toBe(1);
  });
});
