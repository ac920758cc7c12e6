/** `serve` of a refreshed copy answers as the site; an incomplete list removes no node. */
import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { OPERATIONS } from "../../src/operations.ts";
import { keyOfId } from "../../src/site/tree/key.ts";
import { type DataNode, everyNode, expectedNode, expectedRoots } from "../oracle.ts";
import { nodeWith } from "../support/edited-sample.ts";
import { startServe } from "../support/program.ts";
import { fakeSite } from "./fake-site.ts";
import { generatedRoots } from "./generated-site.ts";
import { ZERO } from "./original-site.ts";
import { expectAnswers, newCopy, nodeFiles, PATIENT, PREFIX, pulled } from "./pulled-site.ts";

const LATER = "2031-01-01T00:00:00";

/** Makes each kind of change to a tree. */
function edit(roots: DataNode[], first: number): void {
  Object.assign(nodeWith(roots, first + 5), { updateDate: LATER, properties: {} });
  Object.assign(nodeWith(roots, first + 6), { name: "Ünother", url: "/other/" });
  nodeWith(roots, first + 4).sortOrder = 99;
  nodeWith(roots, first + 3).children.push(...nodeWith(roots, first + 1).children.splice(1, 1));
  nodeWith(roots, first + 2).children.push(...generatedRoots(3, 2, first + 500));
  nodeWith(roots, first + 5).children.pop();
}

/** Every request to the six operations for nodes that exist or existed. */
function* questions(roots: Record<string, DataNode[]>): Generator<string> {
  for (const { name, kind, by } of OPERATIONS) {
    if (!(kind in roots) || !["root", "id", "key"].includes(by)) continue;
    const nodes = [...everyNode(roots[kind])].map(({ node }) => node);
    const wanted = by === "root" ? [""] : nodes.map((node) => `${by}=${by === "id" ? node.id : node.key}&`);
    for (const query of wanted) {
      for (const level of ["", "maxLevel=0", "maxLevel=3", "maxLevel=2147483647"]) {
        yield `/${PREFIX}/Migrations/${name}?${query}${level}`;
      }
    }
  }
}

async function answerOf(url: string): Promise<{ status: number; body: string | undefined }> {
  const response = await fetch(url);
  const body = await response.text();
  return { status: response.status, body: response.status === 200 ? body : undefined };
}

describe("pull: serve, of a copy that was refreshed", () => {
  it("answers as the site does, operation by operation", PATIENT, async () => {
    const content = generatedRoots(16, 3);
    const media = generatedRoots(10, 3, 5000);
    const site = await fakeSite({ content, media, live: true });
    const { out } = await newCopy(site.url);
    const before = structuredClone({ content, media });
    edit(content, 1000);
    edit(media, 5000);
    await pulled(site.url, out);
    const { origin } = await startServe(["--data", out, "--log", "none"]);
    const requested = new Set([...questions(before), ...questions({ content, media })]);
    expect(requested.size).toBeGreaterThan(200);
    for (const question of requested) {
      const [own, expected] = await Promise.all([origin, site.url].map((each) => answerOf(each + question)));
      expect(own, question).toEqual(expected);
    }
  });
});

describe("pull: a list that is cut during a refresh", () => {
  const cuts: [string, (response: ServerResponse, half: string) => void][] = [
    [
      "with its connection",
      (response, half) => response.writeHead(200).write(half, () => response.destroy()),
    ],
    ["as if it were complete", (response, half) => response.writeHead(200).end(half)],
  ];

  it.each(cuts)(
    "%s removes no existing node from the copy; removed nodes are found by other lists",
    async (_, cut) => {
      const content = generatedRoots(24, 3);
      let isCut = false;
      const site = await fakeSite({
        content,
        live: true,
        interfere: ({ kind, id, maxLevel }, response) => {
          if (!isCut || kind !== "content" || id !== undefined || maxLevel < 1000) return false;
          const whole = JSON.stringify(expectedRoots(content, maxLevel));
          cut(response, whole.slice(0, whole.length / 2));
          return true;
        },
      });
      const { out } = await newCopy(site.url);
      isCut = true;
      edit(content, 1000);
      const { result } = await pulled(site.url, out);
      expect(result.kinds[0]).toMatchObject({
        expected: [...everyNode(content)].length,
        failures: [],
        unlisted: [],
      });
      await expectAnswers(out, { content, media: [] });
    },
  );

  it.each(cuts)("%s, like those of some nodes, removes no node and is reported", PATIENT, async (_, cut) => {
    const content = generatedRoots(24, 3);
    let isCut = false;
    const site = await fakeSite({
      content,
      live: true,
      interfere: ({ kind, id, maxLevel }, response) => {
        if (!isCut || kind !== "content" || maxLevel < 2 || ![undefined, 1001, 1003].includes(id))
          return false;
        const found = [...everyNode(content)].find(({ node }) => node.id === id);
        const answer = found
          ? expectedNode(found.node, found.ancestors, maxLevel)
          : expectedRoots(content, maxLevel);
        const whole = JSON.stringify(answer);
        cut(response, whole.slice(0, whole.length / 2));
        return true;
      },
    });
    const { out } = await newCopy(site.url);
    const files = nodeFiles(out);
    isCut = true;
    const removed = everyNode(nodeWith(content, 1001).children.splice(2, 1));
    const { result } = await pulled(site.url, out);
    expect(result.kinds[0].expected).toBe(24);
    expect(result.kinds[0].failures.map((each) => each.id).toSorted()).toEqual(
      Array.from(removed, ({ node }) => node.id).toSorted(),
    );
    expect(result.kinds[0].unlisted.map((each) => each.id)).toContain(1001);
    expect(nodeFiles(out)).toEqual(files);
    isCut = false;
    await pulled(site.url, out);
    await expectAnswers(out, { content, media: [] });
  });
});

describe("pull: a key derived from an id", () => {
  it("is replaced by the real key of the same node", async () => {
    const content = generatedRoots(20, 3);
    const { key } = nodeWith(content, 1003);
    nodeWith(content, 1003).key = ZERO;
    const site = await fakeSite({ content, live: true });
    const { out } = await newCopy(site.url);
    expect(nodeFiles(out)[0]).toContain(`"id":1003,"key":"${keyOfId(1003)}"`);
    nodeWith(content, 1003).key = key;
    const { result, events } = await pulled(site.url, out);
    const requested = events.flatMap((event) => (event.type === "request" ? event.url : []));
    expect(requested.filter((url) => url.includes("id="))).toEqual([
      expect.stringContaining("id=1003&maxLevel=0"),
    ]);
    expect(Object.values(result.kinds[0].changes ?? {}).filter((count) => count > 0)).toEqual([]);
    await expectAnswers(out, { content, media: [] });
  });
});
