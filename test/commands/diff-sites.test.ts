/** `migrations diff` where a place is a live site: what it is asked for, and what is told when it does not answer. */
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type DataNode, everyNode } from "../oracle.ts";
import { fakeSite } from "../pull/fake-site.ts";
import { generatedRoots } from "../pull/generated-site.ts";
import { nodeWith } from "../support/edited-sample.ts";
import { parseLines } from "../support/ndjson.ts";
import { run, startServe } from "../support/program.ts";
import { siteDirectory } from "../support/site.ts";
import { temporaryDirectory } from "../support/temporary.ts";

const LATER = "2020-01-01T00:00:00";
const ndjson = (...places: string[]) => run(["diff", ...places, "--format", "ndjson"]);

/** Sixty nodes, and the same with one each that is renamed, changed, added, removed and moved. */
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

describe("diff compares a directory and a live site", () => {
  it("is listed once a kind, and asked for what is new or has another date", async () => {
    const [before, after] = beforeAndAfter();
    const site = await fakeSite({ content: after });
    const expected = await ndjson(siteDirectory(before), siteDirectory(after));
    expect(expected.stdout.split("\n").length).toBeGreaterThan(5);
    expect(await ndjson(siteDirectory(before), site.url)).toEqual(expected);
    expect(Object.fromEntries(site.counts)).toEqual({ 0: 2, 1012: 1, 7000: 1 });
  });

  it("is asked for what is removed where it is the old side", async () => {
    const [before, after] = beforeAndAfter();
    const site = await fakeSite({ content: before });
    const removed = before.flatMap((root) => [...everyNode([root])]).map(({ node }) => node.id);
    for (const { node } of everyNode(after)) removed.splice(removed.indexOf(node.id) >>> 0, 1);
    expect(await ndjson(site.url, siteDirectory(after))).toEqual(
      await ndjson(siteDirectory(before), siteDirectory(after)),
    );
    expect([...site.counts.keys()].toSorted()).toEqual([0, 1012, ...removed].toSorted());
  });

  it("is asked for all where no date tells", async () => {
    const [before, after] = beforeAndAfter();
    for (const { node } of everyNode(before)) delete node.updateDate;
    const site = await fakeSite({ content: after });
    await ndjson(siteDirectory(before), site.url);
    expect(site.counts.size).toBe([...everyNode(after)].length + 1);
  });

  it("is asked for nothing beside what is compared", async () => {
    const [before, after] = beforeAndAfter();
    const site = await fakeSite({ content: after });
    const args = ["diff", siteDirectory(before), site.url, "--kind", "content", "--below", "1012"];
    expect((await run(args)).status).toBe(1);
    expect(Object.fromEntries(site.counts)).toEqual({ 0: 1, 1012: 1 });
  });

  it("is listed node by node if it cannot list all in one answer", async () => {
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

  it("is not compared if it cannot list the children of a node", async () => {
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

  it("that cannot answer with a node has all else compared, and the answer is no", async () => {
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

describe("diff compares two live sites", () => {
  it("of the same dates are asked for their lists alone", async () => {
    const [before] = beforeAndAfter();
    const sites = await Promise.all([fakeSite({ content: before }), fakeSite({ content: before })]);
    expect(await ndjson(sites[0].url, sites[1].url)).toEqual({ status: 0, stdout: "", stderr: "" });
    for (const { counts } of sites) expect(Object.fromEntries(counts)).toEqual({ 0: 2 });
  });

  it("of the same dates do not differ if one of them is listed node by node", async () => {
    const [before] = beforeAndAfter();
    const sites = await Promise.all([
      fakeSite({ content: before }),
      fakeSite({
        content: before,
        interfere: ({ maxLevel }, response) => {
          if (maxLevel < 100) return false;
          response.writeHead(500).end();
          return true;
        },
      }),
    ]);
    expect(await ndjson(sites[0].url, sites[1].url)).toEqual({ status: 0, stdout: "", stderr: "" });
    expect(await ndjson(sites[1].url, sites[0].url)).toEqual({ status: 0, stdout: "", stderr: "" });
  });

  it("have a key and a prefix each, which no variable gives, and which are not said", async () => {
    const folder = temporaryDirectory();
    const start = async (name: string, data: string) => {
      const key = join(folder, name);
      writeFileSync(key, `the key of ${name}`);
      const serve = await startServe([
        "--data",
        data,
        "--prefix",
        `of/${name}`,
        "--api-key-file",
        key,
        "--log",
        "none",
      ]);
      return { ...serve, key };
    };
    const [before, after] = beforeAndAfter();
    const [old, other] = [
      await start("one", siteDirectory(before)),
      await start("two", siteDirectory(after)),
    ];
    const args = ["diff", old.origin, other.origin, "--format", "ndjson", "--quiet"];
    const own = ["--old-prefix", "of/one", "--old-api-key-file", old.key, "--new-prefix", "of/two"];
    const both = await run([...args, ...own, "--new-api-key-file", other.key]);
    expect(both).toEqual(await ndjson(siteDirectory(before), siteDirectory(after)));
    const env = { MIGRATIONS_API_KEY: "the key of two", MIGRATIONS_PREFIX: "of/two" };
    const refused = await run([...args, ...own], { env });
    expect(refused.status).toBe(4);
    expect(refused.stderr).toContain("try --new-api-key-file");
    expect(refused.stderr).not.toContain("the key of");
    const swapped = await run([...args, ...own, "--new-api-key-file", old.key]);
    expect(swapped.status).toBe(4);
  });

  it("may have one key from standard input", async () => {
    const key = join(temporaryDirectory(), "key");
    writeFileSync(key, "one key");
    const { origin } = await startServe(["--data", siteDirectory(), "--api-key-file", key, "--log", "none"]);
    const { status, stderr } = await run(["diff", origin, origin, "--api-key-file", "-"], {
      stdin: "one key\n",
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });
});

it("diff: tells of two copies what the second pull told", async () => {
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
