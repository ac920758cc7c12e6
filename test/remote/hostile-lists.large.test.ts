/** Pulls of invalid lists: each node is copied once or reported, and the pull ends. */
import { describe, expect, it } from "vitest";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { type DataNode, everyNode } from "../oracle.ts";
import { keyOf } from "../support/site.ts";
import { temporaryDirectory } from "../support/temporary.ts";
import { fakeSite, MANNERS } from "./fake-site.ts";
import { randomFrom } from "./fault-proxy.ts";
import { generatedRoots } from "./generated-site.ts";
import { expectAnswers, newCopy, PATIENT, pulled } from "./pulled-site.ts";

/** A site whose answers `change` edits. */
function hostileSite(refusesDeepLists: boolean, content: DataNode[], change: (item: DataNode) => object) {
  const changed = (item: DataNode): object => {
    const children = item.children?.map(changed) as DataNode[] | undefined;
    return change(children ? { ...item, children } : item);
  };
  return fakeSite({
    content,
    change: (answer) => (Array.isArray(answer) ? answer.map(changed) : changed(answer as DataNode)),
    refusesDeepLists,
  });
}

/** Adds to the children of one node, if they are listed. */
const adding = (id: number, more: unknown[]) => (item: DataNode) =>
  item.id === id && item.children ? { ...item, children: [...item.children, ...more] } : item;

describe.each(MANNERS)("pull: a site that %s, and", (_manner, refusesDeepLists) => {
  const content = generatedRoots(24, 3);
  const item = (id: number) => {
    const found = [...everyNode(content)].find(({ node }) => node.id === id)?.node;
    return {
      ...found,
      properties: undefined,
      children: refusesDeepLists ? undefined : found?.children,
    };
  };

  const again = (places: string) =>
    `1 content node is listed at several places of the tree, and copied at the first: ${places}`;

  it.each<[string, unknown[], warnings: string[]]>([
    ["a child twice", [item(1011)], []],
    ["a child of another node", [item(1020)], [again("1020 (below 1003, and below 1006)")]],
    ["itself", [item(1003)], [again("1003 (below 1000, and below 1003)")]],
    ["its parent", [item(1000)], [again("1000 (a root, and below 1003)")]],
  ])("lists %s below a node is copied completely, each node once", PATIENT, async (_, more, warnings) => {
    const site = await hostileSite(refusesDeepLists, content, adding(1003, more));
    const { out, result, events } = await newCopy(site.url);
    const texts = events.flatMap((event) => (event.type === "warning" ? [event.text] : []));
    expect(texts.filter((text) => !text.includes("does not list its types"))).toEqual(warnings);
    expect(result.kinds[0]).toMatchObject({ expected: 24, got: 24, failures: [], vanished: [] });
    const { trees } = await loadDirectory(out);
    expect(trees.content.size).toBe(24);
  });

  it("lists what is no node below a node is copied without it, which is reported", PATIENT, async () => {
    const more = [null, { ...item(1004), id: 7.5 }, 1, [], {}];
    const site = await hostileSite(refusesDeepLists, content, adding(1003, more));
    const { out, result } = await newCopy(site.url);
    expect(result.kinds[0]).toMatchObject({ expected: 24, got: 24, failures: [], vanished: [] });
    expect(result.kinds[0].unlisted).toMatchObject([
      {
        id: 1003,
        reason: expect.stringContaining("answered with 5 of 8 children that are not nodes"),
      },
    ]);
    await expectAnswers(out, { content, media: [] }, 1);
  });

  it("has items with invalid keys is copied without these nodes", PATIENT, async () => {
    const change = (node: DataNode) => (node.id === 1020 ? { ...node, key: "no key" } : node);
    const { result } = await pulled(
      (await hostileSite(refusesDeepLists, content, change)).url,
      temporaryDirectory(),
    );
    expect(result.kinds[0]).toMatchObject({ expected: 24, got: 23, unlisted: [] });
    expect(result.kinds[0].failures).toMatchObject([
      { id: 1020, reason: expect.stringContaining("/key must be a GUID") },
    ]);
  });

  it("is 100 levels deep is copied completely", PATIENT, async () => {
    const nodes = generatedRoots(100, 1).flatMap((root) => [...everyNode([root])].map(({ node }) => node));
    const chain = nodes.map((node) => ({ ...node, children: [] as DataNode[] }));
    for (const [i, node] of chain.entries()) if (i > 0) chain[i - 1].children.push(node);
    const site = await fakeSite({
      content: [chain[0]],
      refusesDeepLists,
    });
    const { result } = await newCopy(site.url);
    expect(result.kinds[0]).toMatchObject({ expected: 100, got: 100, failures: [], unlisted: [] });
  });

  it(
    "moves nodes at random before each answer ends in a copy that loads, with missing nodes reported",
    PATIENT,
    async () => {
      const seed = Number(process.env.SEED ?? Date.now() % 1e6);
      console.log(`moves: seed ${seed}`);
      const random = randomFrom(seed);
      const roots = generatedRoots(40, 3);
      // None is left for the second pass, which finds what evaded the first.
      let moves = 40;
      const site = await fakeSite({
        content: roots,
        live: true,
        refusesDeepLists,
        interfere: () => {
          if (moves-- > 0) moveOne(roots, random);
          return false;
        },
      });
      const { out, result } = await newCopy(site.url, { kinds: ["content"], concurrency: 2 });
      const [{ expected, failures, vanished }] = result.kinds;
      const { trees } = await loadDirectory(out);
      expect(trees.content.size + failures.length).toBe(expected);
      expect(expected + vanished.length).toBe(40);
      expect(vanished).toEqual([]);
    },
  );
});

describe("pull: a site that lists by node, and", () => {
  it(
    "lists another child below each node is copied down to level 1,000, and that is a failure",
    PATIENT,
    async () => {
      const deepest = 1010;
      const item = (level: number, levels: number): object => ({
        id: level,
        key: keyOf(level),
        children: levels === 0 ? undefined : level === deepest ? [] : [item(level + 1, levels - 1)],
      });
      const site = await fakeSite({
        interfere: ({ kind, id, maxLevel }, response) => {
          if (kind !== "content") return false;
          if (maxLevel > deepest + 2) return !!response.writeHead(500).end("too much");
          const levels = maxLevel === 0 ? 0 : 2;
          const answer =
            id === undefined ? [item(1, levels)] : { ...item(id, levels), path: [], properties: {} };
          response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(answer));
          return true;
        },
      });
      const { out, result } = await newCopy(site.url, { kinds: ["content"] });
      expect(result.kinds[0]).toMatchObject({
        got: 1000,
        failures: [],
        unlisted: [
          {
            id: 1000,
            reason: expect.stringMatching(/ lists children below level 1,000, which are not copied$/),
          },
        ],
      });
      expect((await loadDirectory(out)).trees.content.size).toBe(1000);
    },
  );
});

/** Puts a node below another that is not below it. */
function moveOne(roots: DataNode[], random: () => number): void {
  const all = [...everyNode(roots)];
  const { node, ancestors } = all[Math.floor(random() * all.length)];
  const { node: target, ancestors: above } = all[Math.floor(random() * all.length)];
  if (ancestors.length === 0 || target === node || above.includes(node)) return;
  const siblings = ancestors[ancestors.length - 1].children ?? [];
  siblings.splice(siblings.indexOf(node), 1);
  target.children?.push(node);
}
