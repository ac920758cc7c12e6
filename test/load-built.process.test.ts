/** The cache of compiled code: used by the Node version that built it, ignored by others. */
import { execFileSync } from "node:child_process";
import { cpSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { temporaryDirectory } from "./support/temporary.ts";

const PACKAGE = fileURLToPath(new URL("..", import.meta.url));
const LOOKUP = ["content", "--sample", "--id", "1063"];

function run(root: string, args: readonly string[]): string {
  return execFileSync(process.execPath, [join(root, "bin/migrations.js"), ...args], { encoding: "utf8" });
}

/** A copy of the built program. */
function copy(): { root: string; caches: string[] } {
  const root = temporaryDirectory();
  for (const name of ["bin", "data", "dist", "package.json"]) {
    cpSync(join(PACKAGE, name), join(root, name), { recursive: true });
  }
  symlinkSync(join(PACKAGE, "node_modules"), join(root, "node_modules"), "junction");
  const dist = join(root, "dist");
  const caches = readdirSync(dist).filter((name) => name.endsWith(".code-cache"));
  return { root, caches: caches.map((name) => join(dist, name)) };
}

it("loadBuilt uses the cache of the same Node version for everything that a look-up loads", () => {
  const script = `
    const { BUILT, compileFromCache, load } = require("./bin/load-built.js");
    const refused = [];
    const { run } = load(BUILT, (path) => {
      const script = compileFromCache(path);
      if (!script) refused.push(path);
      return script;
    });
    const { stderr, stdin } = process;
    run(${JSON.stringify(LOOKUP)}, { stdin, stderr, stdout: stderr, env: {} }).then(() => console.log(refused));`;
  const output = execFileSync(process.execPath, ["-e", script], {
    cwd: PACKAGE,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  expect(output).toBe("[]\n");
});

it.each([
  ["missing", (file: string) => rmSync(file)],
  ["empty", (file: string) => writeFileSync(file, "")],
  ["invalid", (file: string) => writeFileSync(file, "no code".repeat(100))],
])("loadBuilt works without the cache if it is %s", (_name, spoil) => {
  const { root, caches } = copy();
  expect(caches.length).toBeGreaterThan(0);
  for (const file of caches) spoil(file);
  expect(run(root, LOOKUP)).toBe(run(PACKAGE, LOOKUP));
});
