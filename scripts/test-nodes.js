/**
 * Proves the program on the versions of Node and npm that people have: `node scripts/test-nodes.js [--short] [--nodes 20,22]`.
 * Packs it, installs it into empty folders, and runs each command there on each Node; without `--short` also the whole suite,
 * each Node in a copy of the repository that it has built itself. npm brings the other versions of both.
 */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { tryCommands } from "./try-commands.js";

/** The newest of each line that is supported, or will be. */
const NODES = ["20", "22", "24", "26"];
/** The npm that the oldest supported Node came with, and the newest that runs there. */
const NPMS = ["10.8.2", "11"];
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const NOT_COPIED = ["node_modules", "dist", ".git"];
/** Warnings of npm about the settings of the machine. */
const OF_SETTINGS = /^npm warn Unknown (?:user|env|project|builtin|cli) config/i;

const { values } = parseArgs({
  options: {
    short: { type: "boolean", default: false },
    nodes: { type: "string", default: NODES.join(",") },
  },
});

const work = mkdtempSync(join(tmpdir(), "migrations-nodes-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));

const tarball = pack();
const installed = NPMS.map((version) => installWith(version, tarball));
for (const major of values.nodes.split(",")) {
  const node = nodeOf(major);
  const version = run(node, ["--version"]).trim();
  for (const program of installed) await tryCommands(node, program);
  console.log(`ok   Node ${version}: each command of the packed program`);
  if (values.short) continue;
  suiteOn(node);
  console.log(`ok   Node ${version}: the whole suite`);
}

/** Packs the program as it would be published. @returns {string} the path of the tarball */
function pack() {
  const folder = emptyFolder("packed");
  npm(["pack", "--pack-destination", folder], ROOT);
  const [name] = readdirSync(folder);
  return join(folder, name);
}

/**
 * Installs the packed program into an empty folder, where npm is to have nothing to say against it.
 * @param {string} version of npm @param {string} tarball
 * @returns {string} the path of the program
 */
function installWith(version, tarball) {
  const cli = join(fetched("npm", version), "bin", "npm-cli.js");
  const folder = emptyFolder(`installed-by-${version}`);
  writeFileSync(join(folder, "package.json"), "{}");
  const output = run(process.execPath, [cli, "install", "--omit=dev", tarball], folder);
  const warnings = output
    .split("\n")
    .filter((line) => /warn|deprecated/i.test(line) && !OF_SETTINGS.test(line));
  if (warnings.length > 0) throw new Error(`npm ${version} warns:\n${warnings.join("\n")}`);
  console.log(
    `ok   npm ${run(process.execPath, [cli, "--version"]).trim().split("\n").at(-1)}: installs it without a warning`,
  );
  return join(folder, "node_modules", "@migrations-api", "cli", "bin", "migrations.js");
}

/** @param {string} major @returns {string} the path of the newest Node of that line */
function nodeOf(major) {
  const folder = fetched("node", major);
  const [name] = ["node.exe", "node"].filter((each) => existsSync(join(folder, "bin", each)));
  if (name === undefined) throw new Error(`npm's package of Node ${major} brought no program`);
  return join(folder, "bin", name);
}

/** Has npm bring a package. @param {string} name @param {string} version @returns {string} its folder */
function fetched(name, version) {
  const folder = emptyFolder(`${name}-${version}`);
  writeFileSync(join(folder, "package.json"), "{}");
  npm(["install", `${name}@${version}`], folder);
  return join(folder, "node_modules", name);
}

/** Runs the whole suite, in a copy that this Node builds, since the code that a build keeps compiled is of one Node. @param {string} node */
function suiteOn(node) {
  const copy = join(work, "copy");
  rmSync(copy, { recursive: true, force: true });
  cpSync(ROOT, copy, { recursive: true, filter: (path) => !NOT_COPIED.includes(relative(ROOT, path)) });
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"), "junction");
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
  for (const program of [["scripts/build.js"], ["node_modules/vitest/vitest.mjs", "run"]]) {
    const { status } = spawnSync(node, program, {
      cwd: copy,
      env,
      stdio: "inherit",
    });
    if (status !== 0) throw new Error(`${program[0]} ends with ${status} on ${node}`);
  }
}

/** @param {string[]} args @param {string} cwd */
function npm(args, cwd) {
  // On Windows npm is a script of the shell; none of these arguments means anything to it.
  const quoted = args.map((argument) => `"${argument}"`);
  const isWindows = process.platform === "win32";
  return run("npm", isWindows ? quoted : args, cwd, isWindows);
}

/** @returns {string} what it writes; throws where it fails @param {string} program @param {string[]} args @param {string} [cwd] @param {boolean} [shell] */
function run(program, args, cwd, shell = false) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, shell, encoding: "utf8" });
  if (error) throw error;
  if (status !== 0)
    throw new Error(`${[program, ...args].join(" ")} ends with ${status}:\n${stdout}${stderr}`);
  return stderr + stdout;
}

/** @param {string} name */
function emptyFolder(name) {
  const folder = join(work, name);
  mkdirSync(folder);
  return folder;
}
