/** Pulls of sites that change meanwhile or list too little: no node is lost silently, and no copy is emptied. */
import { describe, expect, it } from "vitest";
import { type DataNode, everyNode } from "../oracle.ts";
import { run } from "../support/program.ts";
import { temporaryDirectory } from "../support/temporary.ts";
import { fakeSite, MANNERS } from "./fake-site.ts";
import { generatedRoots } from "./generated-site.ts";
import { expectAnswers, newCopy, nodeFiles } from "./pulled-site.ts";

/** A site whose tree is changed when a node, or its list, is fetched for the first time. */
async function changingSite(refusesDeepLists: boolean, at: number, change: (content: DataNode[]) => void) {
  const content = generatedRoots(24, 3);
  let isChanged = false;
  const site = await fakeSite({
    content,
    live: true,
    refusesDeepLists,
    interfere: ({ id }) => {
      if (id === at && !isChanged) {
        isChanged = true;
        change(content);
      }
      return false;
    },
  });
  return { site, content };
}

function childrenOf(content: DataNode[], id: number): DataNode[] {
  const found = [...everyNode(content)].find(({ node }) => node.id === id);
  return found?.node.children ?? [];
}

describe.each(MANNERS)("pull: a site that %s, and changes meanwhile", (_manner, refusesDeepLists) => {
  it.each([
    ["forward", 1000, 1002, 1001],
    ["backward", 1001, 1005, 1000],
  ])("contains a node that moved %s during the pull, with its descendants", async (_, from, id, to) => {
    const { site, content } = await changingSite(refusesDeepLists, 1015, (roots) => {
      const siblings = childrenOf(roots, from);
      const [moved] = siblings.splice(
        siblings.findIndex((child) => child.id === id),
        1,
      );
      childrenOf(roots, to).push(moved);
    });
    const { out, result } = await newCopy(site.url, { concurrency: 1 });
    expect(result.kinds[0]).toMatchObject({
      expected: 24,
      got: 24,
      failures: [],
      unlisted: [],
      vanished: [],
    });
    await expectAnswers(out, { content, media: [] });
  });

  it("contains nodes that appear during the pull", async () => {
    const [first, second] = generatedRoots(2, 3, 7000);
    const { site, content } = await changingSite(refusesDeepLists, 1023, (roots) => {
      roots.push({ ...first, children: [second] });
      childrenOf(roots, 1003).push(generatedRoots(1, 1, 7100)[0]);
      childrenOf(roots, 1023).push(generatedRoots(1, 1, 7200)[0]);
    });
    const { out, result } = await newCopy(site.url, { concurrency: 1 });
    expect(result.kinds[0]).toMatchObject({ expected: 28, got: 28, failures: [], unlisted: [] });
    await expectAnswers(out, { content, media: [] });
  });

  it("reports nodes that vanish during the pull", async () => {
    const { site } = await changingSite(refusesDeepLists, 1023, (roots) => {
      const siblings = childrenOf(roots, 1000);
      const [removed] = siblings.splice(0, 1);
      roots[1].children = [...(roots[1].children ?? []), ...(removed.children ?? [])];
    });
    const { result } = await newCopy(site.url, { concurrency: 1 });
    expect(result.kinds[0]).toMatchObject({ expected: 24, got: 24, failures: [], vanished: [] });
  });
});

describe("pull: a node that only the first list has", () => {
  it("stays in its place, with all below it", async () => {
    const content = generatedRoots(24, 3);
    const without = (items: DataNode[]): DataNode[] =>
      items.flatMap(({ children, ...item }) =>
        item.id === 1005 ? [] : { ...item, ...(children && { children: without(children) }) },
      );
    let lists = 0;
    const change = (answer: unknown) =>
      Array.isArray(answer) && answer.length > 0 && ++lists > 1 ? without(answer) : answer;
    const { out, result } = await newCopy((await fakeSite({ content, change })).url);
    expect(lists).toBeGreaterThan(1);
    expect(result.kinds[0]).toMatchObject({ expected: 24, got: 24, failures: [], vanished: [] });
    const { out: sound } = await newCopy((await fakeSite({ content })).url);
    expect(nodeFiles(out)).toEqual(nodeFiles(sound));
  });
});

describe("pull: a site that keeps changing", () => {
  it("is listed twice, and a warning says to pull again", async () => {
    const content = generatedRoots(20, 3);
    let next = 8000;
    const site = await fakeSite({
      content,
      live: true,
      interfere: ({ kind, id }) => {
        if (kind === "content" && id === undefined)
          childrenOf(content, 1003).push(...generatedRoots(1, 1, next++));
        return false;
      },
    });
    const args = ["pull", "--base-url", site.url, "--out", temporaryDirectory(), "--kind", "content"];
    expect(await run(args)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("content: 22 of 22 nodes"),
      stderr: expect.stringContaining(
        "warning: the content was edited while it was pulled (1 node more in the second listing): pull again to have all changes\n",
      ),
    });
  });
});

describe("pull: an answer without children", () => {
  const content = generatedRoots(60, 3);
  it("is fetched again by itself", async () => {
    const change = (answer: unknown) =>
      Array.isArray(answer) ? answer.map((root) => ({ ...root, children: null })) : answer;
    const { out, result } = await newCopy((await fakeSite({ content, change })).url);
    expect(result.kinds[0]).toMatchObject({ expected: 60, got: 60, failures: [], unlisted: [] });
    await expectAnswers(out, { content, media: [] });
  });

  it("that lacks them there, too, is reported as incomplete", async () => {
    const withoutChildren = (item: DataNode) => (item.id === 1000 ? { ...item, children: undefined } : item);
    const change = (answer: unknown) =>
      Array.isArray(answer) ? answer.map(withoutChildren) : withoutChildren(answer as DataNode);
    const { result } = await newCopy((await fakeSite({ content, change })).url);
    const [{ failures, unlisted, expected }] = result.kinds;
    expect({ failures, unlisted: unlisted.map(({ id }) => id) }).toEqual({ failures: [], unlisted: [1000] });
    expect(unlisted[0].reason).toMatch(/GetContentById\?id=1000 answered without children$/);
    const below = [...everyNode(content)].filter(({ ancestors }) => ancestors[0]?.id === 1000);
    expect(expected).toBe(60 - below.length);
  });

  it("is reported if other answers list the children, which are copied", async () => {
    const change = (answer: unknown) => {
      const node = answer as DataNode;
      return node.id === 1003 ? { ...node, children: node.children?.slice(1) } : node;
    };
    const site = await fakeSite({ content, change, refusesDeepLists: true });
    const { out, result } = await newCopy(site.url);
    expect(result.kinds[0]).toMatchObject({ expected: 60, got: 60, failures: [] });
    expect(result.kinds[0].unlisted).toMatchObject([
      {
        id: 1003,
        reason: expect.stringMatching(/answered without the children \d+, which other answers list$/),
      },
    ]);
    await expectAnswers(out, { content, media: [] }, 1);
  });
});

describe("pull: a site that answers with no roots", () => {
  it.each([
    [[], "content or media"],
    [["--kind", "media"], "media"],
  ])("is a warning: %j", async (args, what) => {
    const { url } = await fakeSite({});
    const pull = ["pull", "--base-url", url, "--out", temporaryDirectory(), ...args];
    const { status, stderr } = await run(pull);
    expect({ status, last: stderr.split("\n").at(-2) }).toEqual({
      status: 0,
      last: `warning: ${url}/platform/module/Migrations lists no ${what}, so the copy is empty: check that the site has published nodes, and check site, prefix and the start node of the API's user`,
    });
    expect((await run([...pull, "--quiet"])).stderr).toBe("");
  });

  it("is no warning if the other kind has nodes", async () => {
    const { url } = await fakeSite({ content: generatedRoots(3, 3) });
    const { stderr } = await run(["pull", "--base-url", url, "--out", temporaryDirectory()]);
    expect(stderr).not.toContain("lists no ");
  });
});
