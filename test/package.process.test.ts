/** The package for the registry: its files and its manifest. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "./support/repository.ts";

const MANIFEST = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

/** The paths of all files that would be published. */
function packedFiles(): string[] {
  const args = ["pack", "--dry-run", "--json", "--ignore-scripts"];
  const output = execFileSync("npm", args, {
    cwd: ROOT,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  const packed = JSON.parse(output);
  // npm 12 prints an object by package name, earlier versions an array.
  const [{ files }] = Array.isArray(packed) ? packed : Object.values<{ files: { path: string }[] }>(packed);
  return files.map(({ path }: { path: string }) => path);
}

it("package: contains only the program, the documents, the examples, the skills and the files of the sample", () => {
  const files = packedFiles();
  expect([...new Set(files.map((path) => path.split("/")[0]))].sort()).toEqual([
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "README.md",
    "SECURITY.md",
    "bin",
    "data",
    "dist",
    "docs",
    "examples",
    "package.json",
    "skills",
  ]);
  expect(files.filter((path) => /\.(?:ts|map)$/.test(path))).toEqual([]);
  expect(files).toContain("dist/cli.cjs");
  expect(files).toContain("dist/sql-wasm.wasm");
  expect(files).toContain("data/content.json");
  const media = readdirSync(join(ROOT, "data/files"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(ROOT, join(parentPath, name)).replaceAll("\\", "/"));
  expect(files.filter((path) => path.startsWith("data/files/")).toSorted()).toEqual(media.toSorted());
  expect(media).toHaveLength(14);
});

it("package: contains the licence of each bundled package", () => {
  const licences = readFileSync(join(ROOT, "dist/LICENSES.txt"), "utf8");
  const bundled = ["commander", "chalk", "string-width", "cli-table3", "strip-ansi", "ansi-regex", "sql.js"];
  for (const name of bundled) expect(licences, name).toMatch(new RegExp(`^${name}\n\n`, "m"));
  expect(licences.match(/Permission is hereby granted/g)?.length).toBeGreaterThanOrEqual(bundled.length);
});

it("package: has the fields that a registry shows, and no install scripts", () => {
  expect(MANIFEST).toMatchObject({
    name: expect.stringMatching(/^@[a-z-]+\/[a-z-]+$/),
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    description: expect.stringMatching(/\w+/),
    license: "MIT",
    engines: { node: ">=20.18.1" },
    bin: { migrations: "bin/migrations.js" },
  });
  expect(existsSync(join(ROOT, MANIFEST.bin.migrations))).toBe(true);
  const atInstall = [
    "preinstall",
    "install",
    "postinstall",
    "prepublish",
    "preprepare",
    "prepare",
    "postprepare",
  ];
  expect(Object.keys(MANIFEST.scripts).filter((name) => atInstall.includes(name))).toEqual([]);
});

it("package: no dependency requires a newer Node than 20.18.1", () => {
  const least = (range: string) => /(\d+(?:\.\d+){0,2})/.exec(range)?.[1] ?? "0";
  for (const name of Object.keys(MANIFEST.dependencies)) {
    const { engines } = JSON.parse(readFileSync(join(ROOT, "node_modules", name, "package.json"), "utf8"));
    const needed = least(engines?.node ?? "0");
    expect(needed.localeCompare("20.18.1", "en", { numeric: true }), `${name} needs ${needed}`).toBeLessThan(
      1,
    );
  }
});

it("`migrations --version` names the commit of a build from a clone", () => {
  const program = [join(ROOT, "bin/migrations.js"), "--version"];
  const printed = execFileSync(process.execPath, program, { encoding: "utf8" }).trim();
  const [version, commit] = printed.split("+");
  expect(version).toBe(MANIFEST.version);
  if (!existsSync(join(ROOT, ".git"))) return expect(commit).toBeUndefined();
  expect(commit).toMatch(/^[0-9a-f]{10,}(?:\.changed)?$/);
});
