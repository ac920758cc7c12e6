/** Numbers keep their digits in every command, from directories and from live sites. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { run, startServe } from "../support/program.ts";
import { dataDirectory } from "../support/temporary.ts";
import { shown } from "../support/terminal.ts";

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
  it("serve and content keep their digits, from a directory and from a live site", async () => {
    const directory = dataDirectory(files);
    const { url, origin } = await startServe(["--data", directory, "--log", "none"]);
    for (const [id, answer] of [
      [1, ROOT_ANSWER],
      [2, CHILD_ANSWER],
    ]) {
      expect(await (await fetch(`${url}/GetContentById?id=${id}`)).text()).toBe(answer);
      for (const source of [
        ["--data", directory],
        ["--base-url", origin],
      ]) {
        const args = ["content", "--id", String(id), ...source];
        expect((await run([...args, "--format", "json"])).stdout).toBe(`${answer}\n`);
        expect((await run([...args, "--format", "ndjson"])).stdout).toBe(`${answer}\n`);
        const { stdout } = await shown(args, 200);
        expect(stdout).toContain(NUMBERS.slice(0, 7).join(","));
        if (id === 1) expect(stdout).toMatch(/sortOrder +1\.50\nticks +636123456789012345\nlevel +1\.0\n/);
      }
    }
  });

  it("pull keeps their digits", async () => {
    const directory = dataDirectory(files);
    const { origin } = await startServe(["--data", directory, "--log", "none"]);
    const copy = dataDirectory({});
    const pulled = await run(["pull", "--kind", "content", "--base-url", origin, "--out", copy]);
    expect(pulled).toMatchObject({ status: 0 });
    expect(readFileSync(join(copy, "content.ndjson"), "utf8").replace(/"parent(Id|Key)":[^,]+,/g, "")).toBe(
      LINES,
    );
    expect((await run(["check", "--data", copy, "--format", "json"])).status).toBe(0);
    expect((await run(["content", "--id", "2", "--data", copy])).stdout).toBe(`${CHILD_ANSWER}\n`);
  });
});

it.each(["1.0", "1e1", "-0.0"])(
  "numbers: loadDirectory refuses %s as an id: ids are 32-bit integers in digits",
  async (id) => {
    const directory = dataDirectory({ "content.json": `[{"id":${id},"key":"${KEY}"}]` });
    await expect(loadDirectory(directory)).rejects.toThrow(
      `content.json:1: /0/id must be a 32-bit integer, not ${id}`,
    );
  },
);
