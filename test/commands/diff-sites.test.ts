/** `diff` of live sites: its requests, and its output if requests fail. */
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type DataNode, everyNode } from "../oracle.ts";
import { fakeSite } from "../remote/fake-site.ts";
import { generatedRoots } from "../remote/generated-site.ts";
import { nodeWith } from "../support/edited-sample.ts";
import { parseLines } from "../support/ndjson.ts";
import { run, startServe } from "../support/program.ts";
import { siteDirectory } from "../support/site.ts";
import { temporaryDirectory } from "../support/temporary.ts";

const LATER = "2020-01-01T00:00:00";
const ndjson = (...sources: string[]) => run(["diff", ...sources, "--format", "ndjson"]);

/** Sixty nodes, and a copy in which one node each is renamed, changed, added, removed and moved. */
function beforeAndAfter(): [DataNode[], DataNode[]] {
  const [before, after] = [generatedRoots(60, 3), generatedRoots(60, 3)];
  const node = (id: number) => nodeWith(after, id);
  node(1010).name = "Another";
  Object.assign(node(1012), { updateDate: LATER });
  node(1012).properties.body.value = "new";
  node(1015).children.push(...generatedRoots(1, 1, 7000));
  node(1016).children.push(...node(1006).children.splice(0, 1));
  node(1005).children.splice(1, 1);
  return [before, after];
}

describe("diff of a directory and a live site", () => {
  it("lists each kind once, and fetches nodes that are new or have another date", async () => {
    const [before, after] = beforeAndAfter();
    const site = await fakeSite({ content: after });
    const expected = await ndjson(siteDirectory(before), siteDirectory(after));
    expect(expected.stdout.split("\n").length).toBeGreaterThan(5);
    expect(await ndjson(siteDirectory(before), site.url)).toEqual(expected);
    expect(Object.fromEntries(site.counts)).toEqual({ 0: 2, 1012: 1, 7000: 1 });
  });

  it("fetches removed nodes, if the live site is the old source", async () => {
    const [before, after] = beforeAndAfter();
    const site = await fakeSite({ content: before });
    const removed = before.flatMap((root) => [...everyNode([root])]).map(({ node }) => node.id);
    for (const { node } of everyNode(after)) removed.splice(removed.indexOf(node.id) >>> 0, 1);
    expect(await ndjson(site.url, siteDirectory(after))).toEqual(
      await ndjson(siteDirectory(before), siteDirectory(after)),
    );
    expect([...site.counts.keys()].toSorted()).toEqual([0, 1012, ...removed].toSorted());
  });

  it("fetches all nodes, if one source has no dates", async () => {
    const [before, after] = beforeAndAfter();
    for (const { node } of everyNode(before)) delete node.updateDate;
    const site = await fakeSite({ content: after });
    await ndjson(siteDirectory(before), site.url);
    expect(site.counts.size).toBe([...everyNode(after)].length + 1);
  });

  it("fetches nothing outside --kind and --below", async () => {
    const [before, after] = beforeAndAfter();
    const site = await fakeSite({ content: after });
    const args = ["diff", siteDirectory(before), site.url, "--kind", "content", "--below", "1012"];
    expect((await run(args)).status).toBe(1);
    expect(Object.fromEntries(site.counts)).toEqual({ 0: 1, 1012: 1 });
  });

  it("lists node by node, if the site cannot list all in one response", async () => {
    const [before, after] = beforeAndAfter();
    const site = await fakeSite({
      content: after,
      interfere: ({ maxLevel }, response) => {
        if (maxLevel < 100) return false;
        response.writeHead(500).end();
        return true;
      },
    });
    expect(await ndjson(siteDirectory(before), site.url)).toEqual(
      await ndjson(siteDirectory(before), siteDirectory(after)),
    );
  });

  it("ends with 5, if the site cannot list the children of a node", async () => {
    const site = await fakeSite({
      content: generatedRoots(3, 1),
      interfere: ({ id, maxLevel }, response) => {
        if (id !== undefined ? maxLevel === 0 : maxLevel < 100) return false;
        response.writeHead(500).end();
        return true;
      },
    });
    const { status, stdout, stderr } = await ndjson(siteDirectory(), site.url);
    expect({ status, stdout }).toEqual({ status: 5, stdout: "" });
    expect(stderr).toMatch(
      new RegExp(
        `^error: ${site.url} cannot list all nodes: ${site.url}/.*GetContentById\\?id=\\d+ answered 500; migrations pull --base-url ${site.url} --prefix platform/module --out DIRECTORY copies the rest, and the copy can be compared\n$`,
      ),
    );
  });

  it("reports a node that cannot be fetched, compares the rest, and ends with 1", async () => {
    const [before, after] = beforeAndAfter();
    const site = await fakeSite({
      content: after,
      interfere: ({ id }, response) => {
        if (id !== 1012) return false;
        response.writeHead(500).end();
        return true;
      },
    });
    const { status, stdout, stderr } = await ndjson(siteDirectory(before), site.url);
    const ids = parseLines(stdout).map((row) => row.id);
    expect(status).toBe(1);
    expect(ids).toContain(1010);
    expect(ids).not.toContain(1012);
    expect(stderr).toContain(
      "error: the properties of 1 node could not be fetched, and are not compared: content 1012: ",
    );
  });
});

describe("diff of a directory and a live site with a key and a prefix", () => {
  const served = async () => {
    const key = join(temporaryDirectory(), "key");
    writeFileSync(key, "the key of one");
    const args = ["--prefix", "of/one", "--api-key-file", key, "--log", "none"];
    const { origin } = await startServe(["--data", siteDirectory(), ...args]);
    return { origin, key };
  };

  it("takes both from options or variables, and prints no key", async () => {
    const { origin, key } = await served();
    const args = ["diff", siteDirectory(), origin];
    const same = { status: 0, stdout: "", stderr: "" };
    const quiet = ["--quiet", "--format", "ndjson"];
    expect(await run([...args, ...quiet, "--prefix", "of/one", "--api-key-file", key])).toEqual(same);
    const env = { MIGRATIONS_API_KEY: "the key of one", MIGRATIONS_PREFIX: "of/one" };
    expect(await run([...args, ...quiet], { env })).toEqual(same);
    const stdin = { stdin: "the key of one\n" };
    expect(await run([...args, ...quiet, "--prefix", "of/one", "--api-key-file", "-"], stdin)).toEqual(same);
  });

  it("is refused without the key, with an option that works", async () => {
    const { origin } = await served();
    const refused = await run(["diff", siteDirectory(), origin, "--prefix", "of/one"]);
    expect(refused.status).toBe(4);
    expect(refused.stderr).toContain("try --api-key-file");
    expect(refused.stderr).not.toContain("the key of");
  });
});

it("diff: of two copies prints the changes.ndjson of the second pull", async () => {
  const [before, after] = beforeAndAfter();
  const content = structuredClone(before);
  const site = await fakeSite({ content, live: true });
  const [out, kept] = [temporaryDirectory(), temporaryDirectory()];
  const pull = () => run(["pull", "--base-url", site.url, "--out", out, "--quiet"]);
  expect((await pull()).status).toBe(0);
  cpSync(out, kept, { recursive: true });
  content.splice(0, content.length, ...after);
  expect((await pull()).status).toBe(0);
  const { status, stdout } = await ndjson(kept, out);
  expect(status).toBe(1);
  expect(stdout).toBe(readFileSync(join(out, "changes.ndjson"), "utf8"));
});
