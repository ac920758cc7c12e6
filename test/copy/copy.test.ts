/** `pull --data`: copies of data directories, and how edited copies are read. */
import { appendFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { fakeSite } from "../remote/fake-site.ts";
import { generatedRoots } from "../remote/generated-site.ts";
import { expectAnswers, newCopy, nodeFiles } from "../remote/pulled-site.ts";
import { readLines } from "../support/ndjson.ts";
import { run } from "../support/program.ts";
import { fixture } from "../support/repository.ts";
import { dataDirectory, temporaryDirectory } from "../support/temporary.ts";

const FIXTURES = fileURLToPath(new URL("../fixtures", import.meta.url));
const EDITORS = fixture("editors.json");

describe("pull --data", () => {
  const content = generatedRoots(24, 4);
  const data = () => dataDirectory({ "content.json": content, "media.json": [] });

  it("writes the same bytes as a pull of the same site", async () => {
    const out = temporaryDirectory();
    const copied = await run(["pull", "--data", data(), "--out", out]);
    expect(copied).toEqual({
      status: 0,
      stdout: `wrote ${out}\ncontent: 24 of 24 nodes\nmedia: 0 of 0 nodes\n`,
      stderr: "",
    });
    await expectAnswers(out, { content, media: [] });
    const { out: other } = await newCopy((await fakeSite({ content })).url);
    expect(nodeFiles(out)).toEqual(nodeFiles(other));
  });

  it("prints the language that it copies, and the languages that it leaves out", async () => {
    const out = temporaryDirectory();
    const { stdout } = await run(["pull", "--data", fixture("usync/cultures"), "--out", out]);
    expect(stdout.split("\n").slice(0, 2)).toEqual([`wrote ${out}`, "language: en-US; not copied: da-DK"]);
    const danish = ["--culture", "da-DK", "--replace", "--format", "json"];
    const json = await run(["pull", "--data", fixture("usync/cultures"), "--out", out, ...danish]);
    expect(JSON.parse(json.stdout)).toMatchObject({ language: "da-DK", otherLanguages: ["en-US"] });
  });

  it("has generated URLs, which --no-urls leaves out; either refreshes the other", async () => {
    const out = join(temporaryDirectory(), "copy");
    const urls = () => readLines(join(out, "content.ndjson")).map(({ url }) => url);
    const args = ["pull", "--data", join(FIXTURES, "umbraco-config/site"), "--out", out];
    for (const [more, first] of [
      [[], "/"],
      [["--no-urls"], undefined],
      [[], "/"],
    ] as const) {
      expect((await run([...args, ...more])).status).toBe(0);
      expect(urls()[0]).toBe(first);
    }
  });

  it("has the id and the key of the parent in each line", async () => {
    const out = join(temporaryDirectory(), "copy");
    await run(["pull", "--data", join(FIXTURES, "umbraco-config/site"), "--out", out]);
    const lines = readLines(join(out, "content.ndjson"));
    const keys = new Map(lines.map(({ id, key }) => [id, key]));
    const children = lines.filter(({ parentId }) => parentId !== undefined);
    expect(children.length).toBeGreaterThan(2);
    for (const { parentId, parentKey } of children) expect(parentKey).toBe(keys.get(parentId));
    for (const line of lines) if (line.parentId === undefined) expect(line).not.toHaveProperty("parentKey");
  });

  it("copies one node with its ancestors, and reports a missing one", async () => {
    const out = temporaryDirectory();
    const { stdout } = await run([
      "pull",
      "--data",
      data(),
      "--out",
      out,
      "--kind",
      "content",
      "--id",
      "1003",
    ]);
    expect(stdout).toContain("content: 6 of 6 nodes");
    const missing = await run(["pull", "--data", data(), "--out", out, "--kind", "content", "--id", "7"]);
    expect(missing).toMatchObject({ status: 3, stderr: "error: there is no content node with the id 7\n" });
  });

  it.each<[string, string[], string]>([
    ["usync/cultures", ["--culture", "da-DK"], "culture da-DK"],
    ["usync/cultures", ["--include-unpublished"], "includeUnpublished true"],
    ["umbraco-config/site", ["--editors", EDITORS], `editors ${EDITORS}`],
  ])(
    "of %s is refused if %j differs from the copy's options, except with --replace",
    async (name, options, reported) => {
      const out = join(temporaryDirectory(), "copy");
      const args = ["pull", "--data", join(FIXTURES, name), "--out", out];
      expect((await run(args)).status).toBe(0);
      for (const [more, words] of [
        [
          options,
          `this is a pull of ${resolve(FIXTURES, name)} (${reported}): use another --out, or --replace`,
        ],
        [[], `holds content of ${resolve(FIXTURES, name)} (${reported}), but this is a pull of `],
      ] as const) {
        const files = nodeFiles(out);
        const refused = await run([...args, ...more]);
        expect(refused.stderr).toContain(words);
        expect(refused.status).toBe(2);
        expect(nodeFiles(out)).toEqual(files);
        expect((await run([...args, ...more, "--replace"])).status).toBe(0);
        expect((await run([...args, ...more])).status).toBe(0);
      }
    },
  );

  it("recognises the same directory under any name", async () => {
    const directory = temporaryDirectory();
    await run(["pull", "--sample", "--out", directory]);
    const link = join(temporaryDirectory(), "link");
    // On Windows, a junction needs no rights.
    symlinkSync(directory, link, "junction");
    for (const out of [directory, join(directory, "..", basename(directory)), link]) {
      const { status, stderr } = await run(["pull", "--data", directory, "--out", out]);
      expect([status, stderr]).toEqual([2, `error: --data and --out are both ${out}\n`]);
    }
  });

  it("refuses a directory with data of another format", async () => {
    const directory = data();
    const { status, stderr } = await run(["pull", "--base-url", "http://127.0.0.1:1", "--out", directory]);
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
