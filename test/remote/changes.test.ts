/** `changes.ndjson` and the receipt of a refresh. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type DataNode, everyNode } from "../oracle.ts";
import { nodeWith } from "../support/edited-sample.ts";
import { readLines } from "../support/ndjson.ts";
import { run } from "../support/program.ts";
import { fakeSite } from "./fake-site.ts";
import { generatedRoots } from "./generated-site.ts";
import { newCopy, pulled } from "./pulled-site.ts";

const LATER = "2020-01-01T00:00:00";

type Line = { id: number; changes: string[]; before: object; after: object; properties?: object[] };

function changeLines(out: string): Line[] {
  return readLines(join(out, "changes.ndjson"));
}

const body = (value: unknown) => ({ body: { alias: "body", editorAlias: "Umbraco.TinyMCE", value } });

/** Pulls a site of thirty nodes before and after an edit. */
async function changesOf(edit: (roots: DataNode[]) => void) {
  const content = generatedRoots(30, 3);
  for (const { node } of everyNode(content))
    Object.assign(node, { sortOrder: undefined, properties: body("text") });
  const site = await fakeSite({ content, live: true });
  const { out } = await newCopy(site.url);
  expect(existsSync(join(out, "changes.ndjson"))).toBe(false);
  edit(content);
  const { result } = await pulled(site.url, out);
  return { content, site, out, result };
}

describe("pull: changes.ndjson", () => {
  it("has one line per changed node, and a removed node in full", async () => {
    const { content, out, result } = await changesOf((roots) => {
      Object.assign(nodeWith(roots, 1010), { name: "Ünother", url: "/other/" });
      Object.assign(nodeWith(roots, 1011), { type: "other" });
      Object.assign(nodeWith(roots, 1012), {
        updateDate: LATER,
        properties: { ...body("new"), more: body(1).body },
      });
      Object.assign(nodeWith(roots, 1013), { updateDate: LATER });
      Object.assign(nodeWith(roots, 1014), {
        updateDate: LATER,
        template: "wide",
        properties: body(" text\r\n"),
      });
      nodeWith(roots, 1015).children.push(...generatedRoots(1, 1, 7000));
      nodeWith(roots, 1016).children.push(...nodeWith(roots, 1006).children.splice(0, 1));
      const { children } = nodeWith(roots, 1005);
      children.splice(1, 1);
    });
    const moved = nodeWith(content, 1016).children.at(-1)?.id;
    const lines = changeLines(out);
    const line = (id?: number) => lines.find((each) => each.id === id);
    expect(line(1010)).toEqual({
      kind: "content",
      key: nodeWith(content, 1010).key,
      id: 1010,
      name: "Ünother",
      changes: ["renamed"],
      before: { name: "Node 1010", url: "/node-1010/" },
      after: { name: "Ünother", url: "/other/" },
    });
    expect(line(1011)).toMatchObject({
      changes: ["retyped"],
      before: { type: expect.any(String) },
      after: { type: "other" },
    });
    expect(line(1012)).toMatchObject({
      changes: ["changed"],
      before: {},
      after: {},
      properties: [
        { alias: "body", before: "text", after: "new" },
        { alias: "more", after: 1 },
      ],
    });
    // It was fetched, and differs only in its date.
    expect(line(1013)).toBeUndefined();
    expect(line(1014)).toMatchObject({ changes: ["changed"], before: {}, after: { template: "wide" } });
    expect(line(1014)).not.toHaveProperty("properties");
    expect(line(7000)).toMatchObject({
      changes: ["added"],
      before: {},
      after: {
        parentKey: nodeWith(content, 1015).key,
        id: 7000,
        properties: nodeWith(content, 7000).properties,
      },
    });
    expect(line(moved)).toMatchObject({
      changes: ["moved"],
      before: { parentKey: nodeWith(content, 1006).key },
      after: { parentKey: nodeWith(content, 1016).key },
    });
    const removed = lines.filter(({ changes }) => changes.includes("removed"));
    expect(removed.length).toBeGreaterThan(0);
    for (const each of removed) {
      expect(each.before).toMatchObject({
        id: each.id,
        parentKey: expect.any(String),
        properties: body("text"),
      });
      expect(each.after).toEqual({});
    }
    expect(lines).toHaveLength(6 + removed.length);
    expect(result.kinds[0].changes).toEqual({
      added: 1,
      removed: removed.length,
      moved: 1,
      renamed: 1,
      retyped: 1,
      reordered: 0,
      changed: 2,
    });
  });

  it("stays if the next pull changes nothing", async () => {
    const { out, site, content } = await changesOf((roots) =>
      Object.assign(nodeWith(roots, 1010), { name: "A" }),
    );
    const first = changeLines(out);
    await pulled(site.url, out);
    expect(changeLines(out)).toEqual(first);
    Object.assign(nodeWith(content, 1010), { name: "B" });
    await pulled(site.url, out);
    expect(changeLines(out)).toMatchObject([{ before: { name: "A" }, after: { name: "B" } }]);
  });
});

describe("pull: the receipt", () => {
  it("counts changes by kind, as text and as JSON", async () => {
    const { site, out, content } = await changesOf(() => {});
    const args = ["pull", "--base-url", site.url, "--out", out];
    expect((await run(args)).stdout).toContain(
      "content: 30 of 30 nodes\nmedia: 0 of 0 nodes\ncontent: 0 new, 0 removed, 0 changed, 30 unchanged (not fetched again)\n",
    );
    Object.assign(nodeWith(content, 1010), { name: "A", updateDate: LATER });
    expect((await run(args)).stdout).toContain(
      "content: 0 new, 0 removed, 1 renamed, 0 changed, 29 unchanged (not fetched again)\n",
    );
    const { stdout, status } = await run([...args, "--format", "json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      out,
      kinds: [
        { kind: "content", expected: 30, got: 30, kept: 30, changes: { added: 0, renamed: 0 }, failures: [] },
        { kind: "media", expected: 0 },
      ],
      cost: { requests: 3, retries: 0 },
    });
    expect(status).toBe(0);
  });
});
