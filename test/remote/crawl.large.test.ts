/** Pulls of real servers, with and without fault injection: the copy answers as the site does. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readManifest } from "../../src/formats/copy/manifest.ts";
import { SAMPLE_DIRECTORY } from "../../src/io.ts";
import { dataDirectory, temporaryDirectory } from "../support/temporary.ts";
import { faultProxy } from "./fault-proxy.ts";
import { generatedRoots } from "./generated-site.ts";
import { expectAnswers, newCopy, nodeFiles, PATIENT, pulled, servedSite } from "./pulled-site.ts";

function rootsOf(data: string) {
  const read = (kind: string) => JSON.parse(readFileSync(join(data, `${kind}.json`), "utf8"));
  return { content: read("content"), media: read("media") };
}

/** A tree of 100 nodes, and one of a few media nodes. */
function generatedData(): string {
  return dataDirectory({
    "content.json": generatedRoots(100, 7),
    "media.json": generatedRoots(20, 5, 90_000),
  });
}

const SITES = [
  { name: "the sample", data: () => SAMPLE_DIRECTORY, share: 0.2 },
  { name: "100 nodes", data: generatedData, share: 0.1 },
];

describe("pull: through a proxy with fault injection", () => {
  for (const { name, data, share } of SITES) {
    it(`copies ${name}`, PATIENT, async () => {
      const directory = data();
      const out = temporaryDirectory();
      const origin = await servedSite(directory);
      const proxy = await faultProxy(origin, { seed: Number(process.env.SEED ?? Date.now() % 1e6), share });
      const { result, tally } = await pulled(proxy.url, out, { retries: 30, concurrency: 8 });
      expect(result.kinds.flatMap(({ failures, vanished }) => [...failures, ...vanished])).toEqual([]);
      const spoilt = Object.values(proxy.counts).reduce((sum, count) => sum + count, 0);
      expect(tally.retries).toBe(spoilt);
      const nodes = result.kinds.reduce((sum, { got }) => sum + got, 0);
      // The health probe after three failures in a row fetches a node again, which is rare.
      const byId = [...proxy.sound].filter(([path]) => path.includes("ById"));
      const again = byId.reduce((sum, [, count]) => sum + count - 1, 0);
      expect(again).toBeLessThan(4);
      // Four lists of nodes, and three of types.
      expect(tally.requests).toBe(4 + 3 + nodes + again + spoilt);
      await expectAnswers(out, rootsOf(directory));
      const { out: undisturbed } = await newCopy(origin);
      expect(nodeFiles(out)).toEqual(nodeFiles(undisturbed));
    });
  }
});

describe("pull: the written file", () => {
  it("has parents first, and is described by the manifest", async () => {
    const out = temporaryDirectory();
    const origin = await servedSite(dataDirectory({ "content.json": generatedRoots(5, 3) }));
    await pulled(origin, out);
    const lines = nodeFiles(out)[0].trimEnd().split("\n");
    expect(lines[0]).toMatch(/^\{"id":1000,"key":/);
    expect(lines[1]).toMatch(/^\{"parentId":1000,"parentKey":"[0-9a-f-]{36}","id":/);
    for (const line of lines) expect(line).toMatch(/"isHidden":(?:true|false),"extra":\{.*,"properties":\{/);
    expect(readManifest(out)?.content).toMatchObject({
      source: `${origin}/platform/module/Migrations`,
      file: "content.ndjson",
      nodes: 5,
      failures: [],
      vanished: [],
    });
    expect(existsSync(join(out, ".pull"))).toBe(false);
  });

  it("is one node with its ancestors and descendants with --id", async () => {
    const roots = generatedRoots(40, 3);
    const out = temporaryDirectory();
    const origin = await servedSite(dataDirectory({ "content.json": roots }));
    const { result } = await pulled(origin, out, { kinds: ["content"], target: { by: "id", id: 1003 } });
    const [root] = roots;
    const chosen = root.children?.find(({ id }) => id === 1003);
    expect(chosen).toBeDefined();
    await expectAnswers(out, { content: [{ ...root, children: chosen ? [chosen] : [] }], media: [] });
    expect(result.kinds).toHaveLength(1);
  });
});
