/** The pictures in the README show what the program writes today. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { ROOT } from "./support.ts";

function picturesIn(folder: string): Record<string, string> {
  const names = readdirSync(folder).toSorted();
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

it("made again, they are the ones of docs/screens: `npm run screens` makes them", () => {
  const folder = mkdtempSync(join(tmpdir(), "migrations-screens-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  execFileSync(process.execPath, [join(ROOT, "scripts", "screens.js"), folder]);
  const made = picturesIn(folder);
  expect(Object.keys(made)).not.toEqual([]);
  expect(made).toEqual(picturesIn(join(ROOT, "docs", "screens")));
});
