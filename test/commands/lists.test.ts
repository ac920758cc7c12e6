/** Lists: their fields, and csv for spreadsheets. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { run } from "../support/program.ts";
import { ROOT } from "../support/repository.ts";

const DATA = join(ROOT, "data");

describe("--fields", () => {
  it.each(["find", "types", "audit", "urls", "diff"])("%s lists its fields", async (command) => {
    const source = command === "audit" ? ["--sample"] : [];
    const { status, stdout } = await run([command, "--fields", "help", ...source]);
    expect(status).toBe(0);
    for (const line of stdout.trimEnd().split("\n")) expect(line).toMatch(/^\S+(?: \S+)* {2,}\S/);
  });
});

it.each([
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

describe("content and media name what prints lists", () => {
  it.each([
    [
      "content --sample --fields inventory --format json",
      "--fields is for lists, which find prints: migrations find --sample --kind content --fields inventory --format csv",
    ],
    [
      "media --sample --full",
      "--full is for lists, which find prints: migrations find --sample --kind media --fields inventory --format csv",
    ],
    [
      "content --sample --format table",
      "--format table is for lists, which find prints: try migrations find --sample --format table",
    ],
    ["content --sample --format csv", '--format takes json, ndjson or tree, not "csv"'],
  ])("%s", async (line, message) => {
    expect(await run(line.split(" "))).toEqual({ status: 2, stdout: "", stderr: `error: ${message}\n` });
  });
});
