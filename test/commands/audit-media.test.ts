/** `audit --section media` reports files that exist and cannot be read. */
import { cpSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, it } from "vitest";
import { type DataNode, everyNode } from "../oracle.ts";
import { parseLines } from "../support/ndjson.ts";
import { run } from "../support/program.ts";
import { ROOT } from "../support/repository.ts";
import { temporaryDirectory } from "../support/temporary.ts";

it("audit --section media: reports a file that cannot be read", async () => {
  const folder = join(temporaryDirectory(), "site");
  cpSync(join(ROOT, "data"), folder, { recursive: true });
  const roots = JSON.parse(readFileSync(join(folder, "media.json"), "utf8"));
  const nodes = Array.from(everyNode(roots), ({ node }) => node as DataNode & { url?: string });
  const image = nodes.find(({ url }) => url?.endsWith(".png"));
  // A link to itself exists and cannot be read.
  const file = join(folder, "files", String(image?.url));
  rmSync(file);
  symlinkSync(basename(file), file);
  const args = ["audit", "--data", folder, "--section", "media", "--format", "ndjson"];
  const rowsOf = async (...more: string[]) =>
    parseLines((await run([...args, ...more])).stdout).filter(({ what }) => what === "unreadable-file");
  expect((await rowsOf()).map((row) => [row.path, row["of file"]])).toEqual([
    [image?.url, expect.stringMatching(/ELOOP|symbolic/)],
  ]);
  expect(await rowsOf("--kind", "content")).toEqual([]);
});
