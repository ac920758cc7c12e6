/** Lists: `--fields` as columns, and complete nodes with `--full`. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseLines } from "../support/ndjson.ts";
import { run, startServe } from "../support/program.ts";
import { ROOT } from "../support/repository.ts";
import { dataDirectory } from "../support/temporary.ts";
import { shown } from "../support/terminal.ts";

const DATA = join(ROOT, "data");

describe("--fields of content and media", () => {
  it.each([
    [[], 10],
    [["--depth", "0"], 2],
    [["--depth", "all"], 41],
    [["--max-level", "3"], 28],
    [["--id", "1063", "--depth", "0"], 1],
    [["--id", "1063"], 3],
    [["--id", "1063", "--max-level", "1"], 1],
  ])("content %j has a row for each of %d nodes", async (args, count) => {
    const { stdout } = await run(["content", "--sample", ...args, "--format", "csv"]);
    expect(stdout.trimEnd().split("\n")).toHaveLength(count + 1);
  });

  it("work for media", async () => {
    const { stdout } = await run([
      "media",
      "--sample",
      "--depth",
      "all",
      "--fields",
      "id,url",
      "--format",
      "csv",
    ]);
    expect(stdout).toMatch(/^id,url\n1201,\n/);
  });

  it("are a table on a terminal", async () => {
    const { stdout } = await shown(["content", "--sample", "--id", "1063", "--fields", "id,name,words"], 60);
    expect(stdout.split("\n")[0]).toBe("  id  name                         words");
  });

  it.each(["content", "find", "types", "audit", "urls", "diff"])("%s lists its fields", async (command) => {
    const { status, stdout } = await run([
      command,
      "--fields",
      "help",
      ...(command === "audit" ? ["--sample"] : []),
    ]);
    expect(status).toBe(0);
    for (const line of stdout.trimEnd().split("\n")) expect(line).toMatch(/^\S+(?: \S+)* {2,}\S/);
  });
});

describe("--fields of a live site", () => {
  it("have the same values as of a directory, except unknown numbers of children", async () => {
    const { origin } = await startServe(["--sample"]);
    const args = ["--id", "1063", "--fields", "id,parentId,level,breadcrumbs,children", "--format", "csv"];
    const local = await run(["content", "--sample", ...args]);
    const remote = await run(["content", "--base-url", origin, ...args]);
    expect(local.stdout).toMatch(/^1085,1063,5,.*,0$/m);
    expect(remote.stdout).toBe(local.stdout.replace(/^(108[56],.*),0$/gm, "$1,"));
    expect(remote.status).toBe(0);
  });
});

describe("--full", () => {
  it("prints lines that can be loaded as data, with the same answers", async () => {
    const { stdout } = await run(["content", "--sample", "--depth", "all", "--full", "--format", "ndjson"]);
    const lines = parseLines(stdout);
    expect(lines).toHaveLength(41);
    expect(Object.keys(lines[1]).slice(0, 4)).toEqual(["level", "parentId", "parentKey", "path"]);
    const data = dataDirectory({ "content.ndjson": stdout });
    for (const args of [
      ["--depth", "all"],
      ["--id", "1085"],
      ["--id", "1050", "--depth", "all"],
    ]) {
      const again = await run(["content", "--data", data, "--quiet", ...args]);
      // The additional field `level` becomes a custom field of the node.
      expect(again.stdout.replaceAll(/,"level":\d+/g, "")).toBe(
        (await run(["content", "--sample", ...args])).stdout,
      );
    }
  });

  it("prints the path and the properties of GetContentById", async () => {
    const answer = JSON.parse((await run(["content", "--sample", "--id", "1085", "--depth", "0"])).stdout);
    const [{ level, parentId, parentKey, ...node }] = parseLines(
      (await run(["content", "--sample", "--id", "1085", "--depth", "0", "--full", "--format", "ndjson"]))
        .stdout,
    );
    expect(node).toEqual(answer);
    expect({ level, parentId, parentKey }).toEqual({
      level: 5,
      parentId: 1063,
      parentKey: answer.path.at(-1).key,
    });
  });
});

it.each([
  ["content", "--sample"],
  ["media", "--sample", "--depth", "all"],
  ["find", "--sample", "--type", "article"],
  ["types", "--sample"],
  ["audit", "--sample"],
  ["urls", "--sample"],
  ["diff", DATA, DATA],
])("%s --format csv-excel is the CSV after a byte order mark", async (...args) => {
  const { stdout: csv } = await run([...args, "--format", "csv"]);
  const { stdout: marked } = await run([...args, "--format", "csv-excel"]);
  expect(csv).toMatch(/^\w+,/);
  expect(marked).toBe(`\ufeff${csv}`);
});
