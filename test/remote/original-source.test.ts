/** A site like the original API: stale levels and missing keys. */
import { describe, expect, it } from "vitest";
import { MigrationsError } from "../../src/errors.ts";
import { RemoteSource } from "../../src/remote/remote-source.ts";
import type { Lookup } from "../../src/site/source.ts";
import { keyOfId } from "../../src/site/tree/key.ts";
import { type DataNode, expectedNode, expectedRoots } from "../oracle.ts";
import { text } from "../source-contract.ts";
import { run } from "../support/program.ts";
import { keyOf } from "../support/site.ts";
import { siteOptions } from "../support/site-options.ts";
import { temporaryDirectory } from "../support/temporary.ts";
import { type OriginalNode, originalSite, ZERO } from "./original-site.ts";

function node(id: number, own: Partial<OriginalNode>, children: OriginalNode[] = []): OriginalNode {
  const key = keyOf(id);
  return { id, key, name: `Node ${id}`, properties: {}, ...own, children };
}

/** Roots with branches of stale levels; two nodes have no key. */
const SITE = [
  node(1, {}, [
    node(2, { staleLevel: 5, key: ZERO }, [
      node(3, { staleLevel: 6 }, [node(4, { staleLevel: 7, key: ZERO }, [node(5, { staleLevel: 8 })])]),
    ]),
    node(6, { staleLevel: 1 }, [node(7, { staleLevel: 2 })]),
  ]),
  node(8, { staleLevel: 4 }, [node(9, {})]),
];

function asAnswered(nodes: OriginalNode[]): DataNode[] {
  return nodes.map(({ staleLevel, ...own }) => ({
    ...own,
    key: own.key === ZERO ? keyOfId(own.id) : own.key,
    children: asAnswered(own.children),
  })) as DataNode[];
}

const ROOTS = asAnswered(SITE);
const [ROOT] = ROOTS;
const SECOND = ROOT.children?.[0] as DataNode;
const ALL = 2147483647;
const root = { by: "root" } as const;
const id = (value: number) => ({ by: "id", id: value }) as const;

describe("RemoteSource: a remote whose levels are stale", () => {
  it.each<[string, Omit<Lookup, "kind">, unknown]>([
    ["the roots", { target: root }, expectedRoots(ROOTS, 2)],
    ["the roots, no level below", { target: root, depth: 0 }, expectedRoots(ROOTS, 1)],
    ["the roots, two levels below", { target: root, depth: 2 }, expectedRoots(ROOTS, 3)],
    ["the roots down to level 4", { target: root, maxLevel: 4 }, expectedRoots(ROOTS, 4)],
    ["all", { target: root, depth: ALL }, expectedRoots(ROOTS, ALL)],
    ["a node", { target: id(2) }, expectedNode(SECOND, [ROOT], 3)],
    ["a node and two levels below", { target: id(2), depth: 2 }, expectedNode(SECOND, [ROOT], 4)],
    ["a node and three levels below", { target: id(2), depth: 3 }, expectedNode(SECOND, [ROOT], 5)],
    ["a node down to level 4", { target: id(2), maxLevel: 4 }, expectedNode(SECOND, [ROOT], 4)],
    ["a node and all below", { target: id(2), depth: ALL }, expectedNode(SECOND, [ROOT], ALL)],
  ])("answers %s by the levels of the tree", async (_, lookup, expected) => {
    for (const kind of ["content", "media"] as const) {
      const { url } = await originalSite({ [kind]: SITE });
      const source = new RemoteSource(siteOptions(url, "umbraco/Limbo"));
      const answer = await source.answer({ kind, ...lookup });
      expect(answer && JSON.parse(text(answer))).toEqual(expected);
    }
  });

  it("is reported if a node has no list of children even by itself", async () => {
    const { url } = await originalSite({
      content: SITE,
      onRequest: (wanted, response) =>
        wanted.id === 3 &&
        !!response.writeHead(200).end(JSON.stringify({ ...SITE[0], id: 3, children: null })),
    });
    const source = new RemoteSource(siteOptions(url, "umbraco/Limbo"));
    const requested = source.answer({ kind: "content", target: root, maxLevel: 4 });
    await expect(requested).rejects.toThrow(/GetContentById\?id=3 answered without children: try --depth 0$/);
    await expect(requested).rejects.toBeInstanceOf(MigrationsError);
  });
});

describe("RemoteSource: a remote whose nodes have no keys", () => {
  it("is printed with keys derived from ids, and one warning with their number", async () => {
    const { url } = await originalSite({ content: SITE });
    const args = ["content", "--base-url", url, "--depth", "all", "--format", "json"];
    const { stdout, stderr, status } = await run(args);
    expect(JSON.parse(stdout)).toEqual(expectedRoots(ROOTS, ALL));
    expect(stderr).toBe(
      "warning: 2 nodes have no key on the site: they got keys derived from their ids, and are looked up there by id\n",
    );
    expect(status).toBe(0);
    expect((await run([...args, "--quiet"])).stderr).toBe("");
  });

  it("is found by id; a look-up by a derived key gets a hint", async () => {
    const { url } = await originalSite({ content: SITE });
    const from = ["--base-url", url, "--quiet"];
    const byId = await run(["content", ...from, "--id", "2", "--format", "json"]);
    expect(JSON.parse(byId.stdout)).toEqual(expectedNode(SECOND, [ROOT], 3));
    const hint = "a key that was derived from an id is not known to the site: try --id";
    for (const command of [["content"], ["pull", "--kind", "content", "--out", temporaryDirectory()]]) {
      const byKey = await run([...command, ...from, "--key", keyOfId(2)]);
      expect(byKey.stderr).toContain(`there is no content node with the key ${keyOfId(2)}; ${hint}`);
      expect(byKey.status).toBe(3);
    }
  });
});
