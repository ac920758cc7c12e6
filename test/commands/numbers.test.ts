/** Numbers keep the digits they were written with, on every way from a data directory or a site to a reader. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { run, startServe } from "../support/program.ts";
import { dataDirectory } from "../support/temporary.ts";

const NUMBERS = [
  "636123456789012345",
  "-9223372036854775808",
  "12345678901234567.89",
  "1e-400",
  "1E400",
  "1.0",
  "-0",
  "-0.0",
  "1e3",
  "9".repeat(400),
];
const KEY = "00000000-0000-4000-8000-000000000001";
const CHILD_KEY = "00000000-0000-4000-8000-000000000002";
const ROOT = `{"id":1,"key":"${KEY}","name":"n","sortOrder":1.50,"ticks":636123456789012345,"level":1.0`;
const CHILD = `{"id":2,"key":"${CHILD_KEY}","name":"c","sortOrder":-0,"deep":{"a":[1.0]}`;
const PROPERTIES = `"properties":{"list":{"alias":"list","editorAlias":null,"value":[${NUMBERS.join(",")}]}}`;
const JSON_FILE = `[${ROOT},${PROPERTIES},"children":[${CHILD},${PROPERTIES},"children":[]}]}]`;
const ROOT_ANSWER = `${ROOT},"path":[],${PROPERTIES},"children":[{"id":2,"key":"${CHILD_KEY}","name":"c","sortOrder":-0}]}`;
const CHILD_ANSWER = `${CHILD},"path":[${ROOT}}],${PROPERTIES},"children":[]}`;
const LINES = `${ROOT},${PROPERTIES}}\n${CHILD},${PROPERTIES}}\n`;

const DIRECTORIES: [string, Record<string, string>][] = [
  ["JSON", { "content.json": JSON_FILE }],
  ["NDJSON", { "content.ndjson": LINES.replace(',"name":"c"', ',"name":"c","parentId":1') }],
];

describe.each(DIRECTORIES)("numbers: from %s", (_, files) => {
  it("they are served, and printed from the directory and from a remote", async () => {
    const directory = dataDirectory(files);
    const { url, origin } = await startServe(["--data", directory, "--log", "none"]);
    for (const [id, answer] of [
      [1, ROOT_ANSWER],
      [2, CHILD_ANSWER],
    ]) {
      expect(await (await fetch(`${url}/GetContentById?id=${id}`)).text()).toBe(answer);
      for (const place of [
        ["--data", directory],
        ["--base-url", origin],
      ]) {
        const asked = ["content", "--id", String(id), ...place];
        expect((await run([...asked, "--format", "json"])).stdout).toBe(`${answer}\n`);
        expect((await run([...asked, "--format", "ndjson"])).stdout).toBe(`${answer}\n`);
        const { stdout } = await run([...asked, "--format", "table"]);
        expect(stdout).toContain(NUMBERS.slice(0, 7).join(","));
        if (id === 1) expect(stdout).toMatch(/sortOrder +1\.50\nticks +636123456789012345\nlevel +1\.0\n/);
      }
    }
  });

  it("they are pulled, from a site and from a directory, and the copy is sound", async () => {
    const directory = dataDirectory(files);
    const { origin } = await startServe(["--data", directory, "--log", "none"]);
    for (const place of [
      ["--base-url", origin],
      ["--data", directory],
    ]) {
      const copy = dataDirectory({});
      const pulled = await run(["pull", "--kind", "content", ...place, "--out", copy]);
      expect(pulled).toMatchObject({ status: 0 });
      expect(readFileSync(join(copy, "content.ndjson"), "utf8").replace(/"parentId":\w+,?/g, "")).toBe(LINES);
      expect((await run(["check", "--data", copy, "--format", "json"])).status).toBe(0);
      expect((await run(["content", "--id", "2", "--data", copy])).stdout).toBe(`${CHILD_ANSWER}\n`);
    }
  });
});

it.each(["01", "+1", ".5", "1.", "1e", "0x10", "NaN", "Infinity", "1_000", "--1", "-"])(
  "numbers: %s is no number in JSON, so the directory does not load",
  async (text) => {
    const directory = dataDirectory({ "content.json": `[{"id":1,"key":"${KEY}","x":${text}}]` });
    await expect(loadDirectory(directory)).rejects.toThrow(/content\.json:1: byte \d+: expected /);
  },
);

it.each(["1.0", "1e1", "-0.0", "2147483648"])("%s is no id: ids are whole numbers in digits", async (id) => {
  const directory = dataDirectory({ "content.json": `[{"id":${id},"key":"${KEY}"}]` });
  await expect(loadDirectory(directory)).rejects.toThrow(
    `content.json:1: /0/id must be a 32-bit integer, not ${id}`,
  );
});
