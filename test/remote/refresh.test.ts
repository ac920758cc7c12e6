/** Refreshes: only new and changed nodes are fetched, no record is lost, and the bytes equal those of a fresh pull. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readManifest } from "../../src/formats/copy/manifest.ts";
import { type DataNode, everyNode } from "../oracle.ts";
import { run, startServe } from "../support/program.ts";
import { temporaryDirectory } from "../support/temporary.ts";
import { fakeSite } from "./fake-site.ts";
import { change, found, generatedRoots, remove } from "./generated-site.ts";
import { expectAnswers, expectFresh, newCopy, nodeFiles, PATIENT, pulled } from "./pulled-site.ts";

/** The types are requested once per pull from a site that does not list them. */
const TYPES = 1;

describe("pull: an interrupted pull that is run again", () => {
  it("prints that it resumes, and repeats no request for a node", async () => {
    const content = generatedRoots(20, 3);
    let left = 7;
    const site = await fakeSite({
      content,
      live: true,
      interfere: (_wanted, response) => left-- <= 0 && !!response.writeHead(401).end(),
    });
    const out = temporaryDirectory();
    const args = ["pull", "--base-url", site.url, "--out", out, "--concurrency", "1"];
    const first = await run(args);
    expect(first.status).toBe(4);
    expect(first.stderr).not.toContain("resuming");
    left = Number.POSITIVE_INFINITY;
    const { status, stderr } = await run(args);
    expect(stderr).toMatch(
      /^resuming the pull that began on [0-9-]+T[0-9:.]+Z, which had fetched 6 content nodes$/m,
    );
    expect(status).toBe(0);
    expect([1000, 1001, 1002].map((id) => site.counts.get(id))).toEqual([1, 1, 1]);
  });
});

describe("pull: a refresh", () => {
  /** Changes nodes in each way. @returns the nodes that must be fetched again */
  function editEach(roots: DataNode[]): number[] {
    const fetched: Record<number, object> = {
      1009: { type: "other" },
      1010: { key: "5f0c9e7a-0000-4000-8000-ffffffffffff" },
      1011: { isHidden: undefined },
      1012: { more: 1 },
      1013: { updateDate: undefined },
    };
    const kept: Record<number, object> = {
      1014: { name: "Ünother", url: "/u/" },
      1015: { sortOrder: 99 },
      1016: { isHidden: 7 },
    };
    for (const [id, fields] of Object.entries({ ...fetched, ...kept })) {
      Object.assign(found(roots, Number(id)).node, fields);
    }
    change(roots, 1006);
    change(roots, 1007, "2001-01-01T00:00:00");
    found(roots, 1008).node.children?.push(remove(roots, 1017), ...generatedRoots(2, 2, 7000));
    return [1006, 1007, ...Object.keys(fetched).map(Number), 7000, 7001];
  }

  it.each<[string, number, (roots: DataNode[]) => number[]]>([
    ["nothing", 20, () => []],
    // So many that the changed ones are a small part.
    ["fields, places and new nodes", 100, editEach],
    [
      "removed nodes",
      20,
      (roots) => {
        remove(roots, 1015);
        return [];
      },
    ],
  ])("fetches only new and changed nodes: %s", async (_, count, edit) => {
    for (const refusesDeepLists of [false, true]) {
      const content = generatedRoots(count, 3);
      const site = await fakeSite({ content, live: true, refusesDeepLists });
      const { out } = await newCopy(site.url);
      const expected = edit(content);
      const { events, result } = await pulled(site.url, out);
      const requested = events.flatMap((event) => (event.type === "request" ? event.url : []));
      const alone = requested.flatMap((url) => /content.*\?id=(\d+)&maxLevel=0$/i.exec(url)?.[1] ?? []);
      if (!refusesDeepLists) {
        expect(alone.map(Number).toSorted()).toEqual(expected);
        expect(requested).toHaveLength(TYPES + 2 + expected.length);
      } else {
        expect(alone.map(Number).filter((id) => !expected.includes(id))).toEqual([]);
        // Both kinds are tried at once, then their roots are listed; then each node with children is fetched, and once more if nodes of
        // the copy are missing.
        const nodes = [...everyNode(content)];
        const lists = 1 + nodes.filter(({ node }) => node.children?.length).length;
        const passes = nodes.length < count ? 2 : 1;
        expect(requested.length - alone.length).toBeLessThanOrEqual(TYPES + 3 + passes * lists);
      }
      expect(result.kinds[0].failures).toEqual([]);
      await expectFresh(site.url, out, content);
    }
  });

  it("finds changes without a new date with --fresh only", async () => {
    const content = generatedRoots(16, 3);
    const site = await fakeSite({ content, live: true });
    const { out } = await newCopy(site.url);
    const before = nodeFiles(out);
    found(content, 1010).node.properties = {};
    await pulled(site.url, out);
    expect(nodeFiles(out)).toEqual(before);
    await pulled(site.url, out, { fresh: true });
    await expectFresh(site.url, out, content);
  });

  it("says why it fetches nodes without a date again", async () => {
    const content = generatedRoots(20, 3);
    for (const { node } of everyNode(content)) delete node.updateDate;
    const site = await fakeSite({ content, live: true });
    const args = ["pull", "--base-url", site.url, "--out", temporaryDirectory()];
    expect((await run(args)).stderr).not.toContain("updateDate");
    expect((await run(args)).stderr).toMatch(
      /^warning: 20 content nodes have no updateDate, by which a change is seen: fetched again$/m,
    );
  });

  it("fetches everything if the copy was edited", async () => {
    const content = generatedRoots(20, 3);
    const site = await fakeSite({ content });
    const { out } = await newCopy(site.url);
    const file = join(out, "content.ndjson");
    writeFileSync(file, readFileSync(file, "utf8").replaceAll("Text of", "Test of"));
    const { events } = await pulled(site.url, out);
    expect(events).toContainEqual({
      type: "warning",
      text: "the content of the copy was edited after it was pulled: all nodes are fetched again",
    });
    await expectFresh(site.url, out, content);
  });
});

describe("pull: a failure that lasts", () => {
  it("does not affect other nodes, and keeps the earlier record", PATIENT, async () => {
    const content = generatedRoots(20, 3);
    let isBroken = false;
    const site = await fakeSite({
      content,
      live: true,
      interfere: ({ id, maxLevel }, response) =>
        isBroken && id === 1010 && maxLevel === 0 && !!response.writeHead(500).end("broken"),
    });
    const { out } = await newCopy(site.url);
    const earlier = structuredClone(found(content, 1010).node);
    const recordedAt = readManifest(out)?.content?.finishedAt;
    isBroken = true;
    for (const [i, fresh] of [false, false, true].entries()) {
      const date = `202${i}-02-02T00:00:00`;
      change(content, 1010, date);
      change(content, 1011, date);
      found(content, 1010).node.name = `Name ${i}`;
      const { result } = await pulled(site.url, out, { fresh });
      expect(result.kinds[0].failures).toMatchObject([{ id: 1010, recordedAt }]);
      const expected = structuredClone(content);
      Object.assign(found(expected, 1010).node, { properties: earlier.properties });
      await expectAnswers(out, { content: expected, media: [] }, 1);
    }
    const command = await run(["pull", "--base-url", site.url, "--out", out, "--retries", "0"]);
    expect(command.stdout).toContain(`not fetched, kept as of ${recordedAt}: content 1010: `);
    expect(command.status).toBe(1);
    const warning = `1 of 20 content nodes could not be fetched when this was pulled, 1 of them is kept as of ${recordedAt}`;
    expect((await run(["check", "--data", out])).stdout).toContain(warning);
    const served = await startServe(["--data", out]);
    expect(served.output.stderr).toContain(warning);
    isBroken = false;
    await pulled(site.url, out);
    await expectFresh(site.url, out, content);
  });
});

describe("pull: a folder with files that no pull wrote", () => {
  it("is refused, and stays as it is", async () => {
    const site = await fakeSite({ content: generatedRoots(3, 2) });
    const out = temporaryDirectory();
    writeFileSync(join(out, "content.ndjson"), "mine");
    expect(await run(["pull", "--base-url", site.url, "--out", out])).toMatchObject({
      status: 2,
      stderr: `error: ${out} holds content.ndjson, and no copy of an earlier pull: use another --out, or an empty directory\n`,
    });
    expect(readdirSync(out)).toEqual(["content.ndjson"]);
  });
});

describe("pull: a copy", () => {
  const content = generatedRoots(20, 3);
  it.each<[string, boolean, string[]]>([
    ["from another site", true, []],
    ["of one node", false, ["--kind", "content", "--id", "1003"]],
  ])("is not overwritten by a pull %s", async (_, isAnother, more) => {
    const site = await fakeSite({ content });
    const other = isAnother ? await fakeSite({ content: generatedRoots(7, 2, 100) }) : site;
    const { out } = await newCopy(site.url);
    const files = nodeFiles(out);
    const args = ["pull", "--base-url", other.url, "--out", out, ...more];
    const refused = await run(args);
    expect(refused.stderr).toContain(`${out} holds content of ${site.url}/platform/module/Migrations`);
    expect(refused.stderr).toContain(`a pull of ${other.url}/platform/module/Migrations`);
    expect(refused.stderr).toMatch(/use another --out, or remove /);
    expect(refused.status).toBe(2);
    expect(nodeFiles(out)).toEqual(files);
    expect(existsSync(join(out, ".pull"))).toBe(false);
  });

  it("is not emptied by a shrunken site without --allow-shrink", PATIENT, async () => {
    const roots = generatedRoots(20, 3);
    const site = await fakeSite({ content: roots, live: true });
    const { out } = await newCopy(site.url);
    const files = nodeFiles(out);
    const kept = roots[1].children ?? [];
    roots[1].children = [];
    const removed = [...everyNode(kept)].length;
    const args = ["pull", "--base-url", site.url, "--out", out];
    for (const more of [[], ["--fresh"]]) {
      const refused = await run([...args, ...more]);
      expect(refused.stderr).toContain(`content nodes without ${removed} of the 20 in the copy: nothing was`);
      expect(refused.stderr).toContain("--allow-shrink");
      expect(refused.status).toBe(1);
      expect(nodeFiles(out)).toEqual(files);
    }
    expect((await run([...args, "--allow-shrink"])).status).toBe(0);
    await expectFresh(site.url, out, roots);
  });
});

describe("pull: a site that has shrunk in one kind", () => {
  it("has changes of the other kind fetched later", PATIENT, async () => {
    const content = generatedRoots(20, 3);
    const media = generatedRoots(10, 3, 5000);
    const site = await fakeSite({ content, media, live: true });
    const { out } = await newCopy(site.url);
    change(content, 1010);
    const removed = media.splice(0, 2);
    await expect(pulled(site.url, out)).rejects.toThrow("lists no media nodes, but the copy has 10");
    expect(existsSync(join(out, ".pull"))).toBe(false);
    change(content, 1010, "2021-01-01T00:00:00");
    change(content, 1011, "2021-01-01T00:00:00");
    media.push(...removed);
    const { result } = await pulled(site.url, out);
    expect(result.kinds).toMatchObject([{ kept: 18 }, { kept: 10 }]);
    await expectAnswers(out, { content, media });
  });
});

describe("pull: a wrong base URL", () => {
  it.each([
    ["a missing directory", false],
    ["an existing directory", true],
  ])("leaves no files in %s", async (_, exists) => {
    const parent = temporaryDirectory();
    const out = join(parent, "deep", "out");
    if (exists) mkdirSync(out, { recursive: true });
    const site = await fakeSite({ interfere: (_wanted, response) => !!response.writeHead(404).end() });
    const { status } = await run(["pull", "--base-url", `${site.url}/wrong`, "--out", out, "--files"]);
    expect(status).toBe(5);
    expect(existsSync(join(parent, "deep"))).toBe(exists);
    expect(existsSync(join(out, ".pull"))).toBe(false);
  });
});

describe("pull: a copy of an earlier version", () => {
  it("is refreshed", async () => {
    const content = generatedRoots(30, 3);
    const site = await fakeSite({ content });
    const { out } = await newCopy(site.url);
    const manifest = join(out, "manifest.json");
    writeFileSync(manifest, readFileSync(manifest, "utf8").replace("migrations pull 2", "migrations pull 1"));
    expect((await pulled(site.url, out)).tally.requests).toBe(TYPES + 2);
    await expectFresh(site.url, out, content);
  });
});
