/** The cache of compiled code: used by the Node version that built it, ignored by others. */
import { execFileSync, spawnSync } from "node:child_process";
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

it.each([
  ["18.20.4", true],
  ["20.9.0", true],
  ["20.18.0", true],
  ["20.18.1", false],
  ["20.19.0", false],
  ["22.0.0", false],
  ["100.1.0", false],
])("the program names the Node.js that it needs, before anything is loaded: on %s", (version, isRefused) => {
  const preload = join(temporaryDirectory(), "version.cjs");
  writeFileSync(
    preload,
    `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } });`,
  );
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--require", preload, join(PACKAGE, "bin/migrations.js"), "--version"],
    { encoding: "utf8" },
  );
  if (isRefused) {
    expect({ status, stdout, stderr }).toEqual({
      status: 2,
      stdout: "",
      stderr: `error: migrations needs Node.js 20.18.1 or later, and this is ${version}\n`,
    });
  } else expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

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

it("the program imports packages from cached code: the progress of urls --request on a terminal", () => {
  const preload = join(temporaryDirectory(), "terminal.cjs");
  writeFileSync(preload, "Object.assign(process.stderr, { isTTY: true, columns: 80 });");
  // Nothing listens on this port.
  const args = ["urls", "--sample", "--kind", "media", "--request", "http://127.0.0.1:9", "--format", "csv"];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--require", preload, join(PACKAGE, "bin/migrations.js"), ...args],
    { encoding: "utf8" },
  );
  expect(stderr).toMatch(/14 failed\n/);
  expect(stderr).not.toContain("    at ");
  expect({ status, rows: stdout.trim().split("\n").length }).toEqual({ status: 1, rows: 15 });
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
