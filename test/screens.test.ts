/** The pictures in the README are up to date. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "./support/repository.ts";
import { temporaryDirectory } from "./support/temporary.ts";

function picturesIn(folder: string): Record<string, string> {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(".svg"))
    .toSorted();
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

it("docs/screens: the pictures are what `npm run screens` makes", () => {
  const folder = temporaryDirectory();
  execFileSync(process.execPath, [join(ROOT, "scripts", "screens.js"), folder]);
  const made = picturesIn(folder);
  expect(Object.keys(made)).not.toEqual([]);
  expect(made).toEqual(picturesIn(join(ROOT, "docs", "screens")));
});
