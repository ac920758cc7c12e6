/** What a copy is written as, and how edited copies are read. */
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { fakeSite } from "../remote/fake-site.ts";
import { generatedRoots } from "../remote/generated-site.ts";
import { newCopy } from "../remote/pulled-site.ts";
import { readLines } from "../support/ndjson.ts";
import { run } from "../support/program.ts";
import { temporaryDirectory } from "../support/temporary.ts";

describe("pull: a copy", () => {
  it("has the id and the key of the parent in each line", async () => {
    const { out } = await newCopy((await fakeSite({ content: generatedRoots(24, 4) })).url);
    const lines = readLines(join(out, "content.ndjson"));
    const keys = new Map(lines.map(({ id, key }) => [id, key]));
    const children = lines.filter(({ parentId }) => parentId !== undefined);
    expect(children.length).toBeGreaterThan(2);
    for (const { parentId, parentKey } of children) expect(parentKey).toBe(keys.get(parentId));
    for (const line of lines) if (line.parentId === undefined) expect(line).not.toHaveProperty("parentKey");
  });

  it("is not made beside data of another format", async () => {
    const { url } = await fakeSite({ content: generatedRoots(24, 4) });
    const { out } = await newCopy(url);
    writeFileSync(join(out, "content.json"), "[]");
    const { status, stderr } = await run(["pull", "--base-url", url, "--out", out]);
    expect(stderr).toMatch(/holds content\.json, which cannot be loaded together with/);
    expect(status).toBe(2);
  });
});

describe("pull: a directory that differs from its manifest", () => {
  it("is reported when it is loaded again", async () => {
    const { out } = await newCopy((await fakeSite({ content: generatedRoots(5, 2) })).url);
    expect((await loadDirectory(out)).warnings).toEqual([]);
    appendFileSync(join(out, "content.ndjson"), "\n");
    expect((await loadDirectory(out)).warnings).toMatchObject([
      {
        file: "content.ndjson",
        text: expect.stringMatching(/^is not the file that manifest\.json describes/),
      },
    ]);
    writeFileSync(join(out, "manifest.json"), '{"name":"some web app"}');
    expect((await loadDirectory(out)).warnings).toEqual([]);
  });
});

describe("pull: many requests at a time", () => {
  it("print no warnings of Node", async () => {
    const site = await fakeSite({ content: generatedRoots(40, 40) });
    const args = ["pull", "--base-url", site.url, "--out", temporaryDirectory(), "--concurrency", "64"];
    const { status, stderr } = await run(args);
    expect(status).toBe(0);
    // A slow machine also prints a line of progress every ten seconds.
    const lines = stderr.split("\n").filter((line) => !/^content \d+ of 40,/.test(line));
    expect(lines).toEqual([expect.stringMatching(/^warning: the site does not list its types, /), ""]);
  });
});
