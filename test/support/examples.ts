/** Runs the examples of the repository on exports. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect } from "vitest";
import { run } from "./program.ts";
import { ROOT } from "./repository.ts";
import { temporaryDirectory } from "./temporary.ts";

export const EXAMPLES = join(ROOT, "examples");

/** Exports a source, and returns the directory. */
export async function exported(source: readonly string[]): Promise<string> {
  const out = join(temporaryDirectory(), "export");
  expect(await run(["export", ...source, "--out", out, "--quiet"])).toMatchObject({ status: 0, stderr: "" });
  return out;
}

/** Runs a file of the examples to its end, and returns its output. */
export function runExample(name: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(EXAMPLES, name), ...args], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout;
}
