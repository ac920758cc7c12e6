/** Pulls of nodes whose key differs from the list: fetched again, then reported; records of two nodes are never mixed. */
import { describe, expect, it } from "vitest";
import { type DataNode, everyNode } from "../oracle.ts";
import { run } from "../support/program.ts";
import { temporaryDirectory } from "../support/temporary.ts";
import { type FakeSiteOptions, fakeSite } from "./fake-site.ts";
import { generatedRoots } from "./generated-site.ts";
import { expectAnswers, nodeFiles, PATIENT, pulled } from "./pulled-site.ts";

const CONTENT = generatedRoots(60, 3);
/** A leaf: the children of a node are fetched by themselves. */
const ID = 1050;
const OTHER = "0badc0de-0000-4000-8000-00000000beef";
const ZERO = "00000000-0000-0000-0000-000000000000";
const REASON =
  /GetContentById\?id=1050&maxLevel=0 answered with an invalid answer: its key 0badc0de\S+ differs from the key in the list$/;

/** Changes the key of the node in its own answer, or in the lists of other answers. */
function withKey(answer: unknown, key: string, target: "listed" | "own"): unknown {
  const change = (node: DataNode, isOwn: boolean): DataNode => ({
    ...node,
    ...(node.id === ID && isOwn === (target === "own") ? { key, name: "another" } : {}),
    ...(node.children ? { children: node.children.map((child) => change(child, false)) } : {}),
  });
  return Array.isArray(answer) ? answer.map((root) => change(root, false)) : change(answer as DataNode, true);
}

/** The tree that is written if only the item of the node is known. */
function withItemAlone(content: DataNode[]): DataNode[] {
  const roots = structuredClone(content);
  for (const { node } of everyNode(roots)) {
    if (node.id !== ID) continue;
    node.properties = {};
    delete node.extra;
  }
  return roots;
}

describe.each([
  ["lists all at once", false],
  ["lists by node", true],
])("pull: a site that %s", (_manner, refusesDeepLists) => {
  const site = (options: FakeSiteOptions) =>
    fakeSite({
      content: CONTENT,
      interfere: ({ maxLevel }, response) =>
        refusesDeepLists && maxLevel > 1000 && !!response.writeHead(500).end("too much"),
      ...options,
    });

  it("whose node has another key than in the list fails at that node only", PATIENT, async () => {
    const { url, counts } = await site({ change: (answer) => withKey(answer, OTHER, "own") });
    const out = temporaryDirectory();
    const { result } = await pulled(url, out);
    expect(result.kinds[0]).toMatchObject({
      expected: 60,
      got: 59,
      failures: [{ id: ID, reason: expect.stringMatching(REASON) }],
      unlisted: [],
    });
    expect(counts.get(ID)).toBeLessThanOrEqual(8);
    await expectAnswers(out, { content: withItemAlone(CONTENT), media: [] }, 1);
  });

  it("whose node has another key once is copied completely", PATIENT, async () => {
    let wrongLeft = 1;
    const { url } = await site({
      change: (answer, maxLevel) =>
        maxLevel === 0 && (answer as DataNode).id === ID && wrongLeft-- > 0
          ? withKey(answer, OTHER, "own")
          : answer,
    });
    const out = temporaryDirectory();
    const { result } = await pulled(url, out);
    expect(result.kinds[0]).toMatchObject({ expected: 60, got: 60, failures: [] });
    await expectAnswers(out, { content: CONTENT, media: [] });
  });

  it("that lists former keys until its nodes are fetched is copied completely", PATIENT, async () => {
    let isFetched = false;
    const { url } = await site({
      change: (answer, maxLevel) => {
        const isOwn = (answer as DataNode).id === ID && maxLevel === 0;
        isFetched ||= isOwn;
        return isFetched ? answer : withKey(answer, OTHER, "listed");
      },
    });
    const out = temporaryDirectory();
    const { result } = await pulled(url, out);
    expect(result.kinds[0]).toMatchObject({ expected: 60, got: 60, failures: [] });
    await expectAnswers(out, { content: CONTENT, media: [] });
  });

  it("that changes the key of a node during the pull gets a second request for it", PATIENT, async () => {
    let requested = 0;
    const change = (answer: unknown, maxLevel: number) => {
      if ((answer as DataNode).id === ID && maxLevel === 0) requested++;
      return requested === 0 || (requested === 1 && maxLevel === 0)
        ? answer
        : withKey(withKey(answer, OTHER, "listed"), OTHER, "own");
    };
    const { url } = await site({ change });
    const out = temporaryDirectory();
    const { result } = await pulled(url, out);
    expect(result.kinds[0]).toMatchObject({ expected: 60, got: 60, failures: [] });
    expect(nodeFiles(out)[0]).toContain(`{"parentId":1016,"id":${ID},"key":"${OTHER}","name":"another"`);
  });

  it(
    "that lists another key only at the end fails at that node, and keeps its fetched record",
    PATIENT,
    async () => {
      let requested = 0;
      const { url } = await site({
        change: (answer, maxLevel) => {
          if ((answer as DataNode).id === ID && maxLevel === 0) requested++;
          return requested === 0 ? answer : withKey(answer, OTHER, "listed");
        },
      });
      const out = temporaryDirectory();
      const { result } = await pulled(url, out);
      expect(result.kinds[0]).toMatchObject({
        expected: 60,
        got: 59,
        failures: [{ id: ID, reason: expect.stringContaining("differs from the key in the list") }],
      });
      await expectAnswers(out, { content: CONTENT, media: [] }, 1);
    },
  );

  it("that answers with another key keeps the earlier record", PATIENT, async () => {
    let isWrong = false;
    const content = generatedRoots(60, 3);
    const { url } = await site({
      content,
      change: (answer) => (isWrong ? withKey(answer, OTHER, "own") : answer),
    });
    const out = temporaryDirectory();
    await pulled(url, out);
    isWrong = true;
    for (const { node } of everyNode(content)) node.updateDate = "2017-01-01T00:00:00";
    const { result } = await pulled(url, out);
    expect(result.kinds[0].failures).toMatchObject([{ id: ID, recordedAt: expect.any(String) }]);
    await expectAnswers(out, { content, media: [] }, 1);
  });

  it(
    "that lists no key for a node with a key is copied completely, but not the reverse",
    PATIENT,
    async () => {
      const listed = await site({ change: (answer) => withKey(answer, ZERO, "listed") });
      const out = temporaryDirectory();
      expect((await pulled(listed.url, out)).result.kinds[0]).toMatchObject({ got: 60, failures: [] });
      await expectAnswers(out, { content: CONTENT, media: [] });
      const own = await site({ change: (answer) => withKey(answer, ZERO, "own") });
      expect((await pulled(own.url, temporaryDirectory())).result.kinds[0].failures).toMatchObject([
        { id: ID },
      ]);
    },
  );

  it("is compared with the lists of the interrupted pull", PATIENT, async () => {
    for (const at of [1, 5, 20, 62, 63, 65, 70, 75]) {
      let requested = 0;
      const stop = new AbortController();
      const { url } = await site({
        change: (answer, maxLevel) => {
          if (++requested === at) stop.abort(new Error("stopped"));
          return maxLevel === 0 ? withKey(answer, ZERO, "own") : answer;
        },
      });
      const out = temporaryDirectory();
      const options = { kinds: ["content" as const], concurrency: 1 };
      await pulled(url, out, { ...options, signal: stop.signal }).catch(({ message }) =>
        expect(message).toBe("stopped"),
      );
      const { result } = await pulled(url, out, options);
      expect(result.kinds[0].failures, `stopped at ${at}`).toMatchObject([{ id: ID }]);
    }
  });

  it("gets new requests for nodes that the interrupted pull could not compare", PATIENT, async () => {
    let isWrong = false;
    let onRequest = () => {};
    const stop = new AbortController();
    const { url } = await site({
      change: (answer, maxLevel) => {
        if (maxLevel === 0 && !Array.isArray(answer)) onRequest();
        return isWrong ? withKey(answer, OTHER, "own") : answer;
      },
    });
    onRequest = () => stop.abort(new Error("stopped"));
    const out = temporaryDirectory();
    const options = { kinds: ["content" as const], concurrency: 1 };
    await expect(pulled(url, out, { ...options, signal: stop.signal })).rejects.toThrow("stopped");
    isWrong = true;
    const { result } = await pulled(url, out, options);
    expect(result.kinds[0].failures).toMatchObject([{ id: ID, reason: expect.stringMatching(REASON) }]);
  });
});

describe("pull: one node by --key whose answer by id has another key", () => {
  it("is reported", PATIENT, async () => {
    const { key } = [...everyNode(CONTENT)].find(({ node }) => node.id === ID)?.node ?? {};
    const site = await fakeSite({
      content: CONTENT,
      interfere: (_wanted, response, { url = "" }) => {
        if (!url.includes("ByKey")) return false;
        const node = [...everyNode(CONTENT)].find((found) => found.node.id === ID);
        response.end(JSON.stringify({ ...node?.node, path: node?.ancestors, children: [] }));
        return true;
      },
      change: (answer) => withKey(answer, OTHER, "own"),
    });
    const args = ["pull", "--base-url", site.url, "--kind", "content", "--key", String(key)];
    const { status, stdout } = await run([...args, "--out", temporaryDirectory()]);
    expect(stdout).toMatch(/^missing: content 1050: .* differs from the key in the list$/m);
    expect(status).toBe(1);
  });
});
