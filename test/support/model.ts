/** The content model of a site, as `export` writes it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { run } from "./program.ts";
import { temporaryDirectory } from "./temporary.ts";

/** @param data arguments that name the data */
export async function modelOf(...data: string[]) {
  const out = join(temporaryDirectory(), "export");
  expect(await run(["export", ...data, "--out", out, "--quiet"])).toMatchObject({ status: 0, stderr: "" });
  return JSON.parse(readFileSync(join(out, "model.json"), "utf8"));
}
