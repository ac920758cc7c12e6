/** Questions of a migration, answered through the tools of `mcp` in at most three calls each. */
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { writeEditedSample } from "../support/edited-sample.ts";
import { ROOT } from "../support/repository.ts";
import { temporaryDirectory } from "../support/temporary.ts";
import { sharedConnection } from "./connected.ts";

const MOST_CALLS = 3;

type Row = Record<string, unknown>;

const connected = sharedConnection(() => {
  // The sample is the old site, and its edited copy the new state.
  const edited = temporaryDirectory();
  writeEditedSample(edited);
  return { path: edited, against: join(ROOT, "data") };
});

describe("`mcp` answers", () => {
  let ask: (tool: string, given?: Row) => Promise<{ items: Row[]; total: number } & Row>;

  beforeEach(async () => {
    const { ask: askTool } = await connected();
    let calls = 0;
    ask = (tool, given) => {
      calls++;
      expect(calls).toBeLessThanOrEqual(MOST_CALLS);
      return askTool(tool, given);
    };
  });

  const names = ({ items }: { items: Row[] }) => items.map(({ name }) => name);

  it("which editors are used inside blocks", async () => {
    const { items } = await ask("audit", { section: "editors", limit: 1000 });
    const inside = items.filter((row) => row.in === "element");
    expect(new Set(inside.map(({ type }) => type))).toEqual(
      new Set(["openingPeriod", "blockSettings", "imageBlock", "quoteBlock"]),
    );
    expect(new Set(inside.map(({ editor }) => editor))).toContain("Umbraco.MediaPicker");
  });

  it("which pages use this image", async () => {
    const { items } = await ask("find", { name: "gamle brølen", kind: "media" });
    const users = await ask("links", { node: items[0].key });
    expect(users.total).toBeGreaterThan(0);
    for (const { references } of users.items) expect(references).not.toEqual([]);
  });

  it("what changed since Monday", async () => {
    const { counts, items } = await ask("changes", { limit: 1000 });
    expect(counts).toMatchObject({ added: 2, moved: 1, retyped: 1 });
    expect(items.length).toBeGreaterThan(5);
    const { total } = await ask("find", { changedSince: "2026-11-16" });
    expect(total).toBeGreaterThan(0);
  });

  it("which old URLs have no target", async () => {
    const { items } = await ask("urls", { verdict: "removed" });
    expect(items.map(({ id }) => id)).toContain(1061);
    for (const row of items) expect(row).not.toHaveProperty("to");
  });

  it("which references are dead, and on which pages", async () => {
    const { items } = await ask("audit", { section: "references" });
    const { items: pages } = await ask("find", items[0].find as Row);
    expect(names({ items: pages })).not.toEqual([]);
  });

  it("which types are not used", async () => {
    const { items } = await ask("types", { kind: "content", limit: 1000 });
    expect(items.filter(({ nodes }) => nodes === 0).map(({ alias }) => alias)).toContain("imageBlock");
  });

  it("which images are not used", async () => {
    const { items } = await ask("find", { kind: "media", unused: true, type: "Image" });
    for (const { kind, type } of items) expect([kind, type]).toEqual(["media", "Image"]);
  });

  it("what the first block of the home page contains", async () => {
    const { properties } = await ask("node", { node: "/" });
    expect(properties).toHaveProperty("blocks");
    const { value } = await ask("value", { node: "/", property: "blocks", pointer: "/contentData/0" });
    expect(value).toHaveProperty("contentTypeKey");
  });
});
