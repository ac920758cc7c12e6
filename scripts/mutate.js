/**
 * Tells which changes of the code no test notices: `node scripts/mutate.js PATH... [--sample N] [--seed N] [--tests near|related|all]`.
 * It works on a copy, so that whatever ends it leaves everything as it was.
 */
import { spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { mutationsOf } from "./mutations.js";

/** @typedef {import("./mutations.js").Mutation & { file: string }} Change a mutation of a file, named from the repository's root */
/** @typedef {string[]} Tests what vitest is told, to run some tests or all */

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const NOT_COPIED = ["node_modules", "dist", ".git"];
const DEFAULT_SAMPLE = 40;
/** Which tests may notice a change: those that stand near it; those that import it, however far away, too; all. */
const REACHES = ["near", "related", "all"];
/** A run of tests that takes so many times longer than one without a change hangs. */
const PATIENCE = 5;
/** A build that takes longer, in milliseconds, hangs. */
const BUILD_LIMIT = 60_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: "string", default: String(DEFAULT_SAMPLE) },
    seed: { type: "string", default: "1" },
    tests: { type: "string", default: "all" },
  },
});

/** @param {string} path a file or a folder @returns {string[]} the source files there, named from the root, with slashes */
function sourcesAt(path) {
  const all = statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, encoding: "utf8" }).map((name) => join(path, name))
    : [path];
  return all
    .filter((name) => name.endsWith(".ts"))
    .map((name) => relative(ROOT, resolve(name)).split(sep).join("/"));
}

/** Some of the changes, the same for the same seed. @param {Change[]} changes @param {number} count @param {number} seed */
function sampleOf(changes, count, seed) {
  let state = seed;
  const left = [...changes];
  const chosen = [];
  while (chosen.length < count && left.length > 0) {
    // Numerical Recipes' generator: enough to choose by.
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    chosen.push(...left.splice(Math.floor((state / 2 ** 32) * left.length), 1));
  }
  return chosen;
}

function copyOfRepository() {
  const copy = mkdtempSync(join(tmpdir(), "migrations-mutate-"));
  cpSync(ROOT, copy, { recursive: true, filter: (path) => !NOT_COPIED.includes(relative(ROOT, path)) });
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"), "junction");
  return copy;
}

/** @param {string} copy @param {number} [limit] in milliseconds; the default is for ever */
const builds = (copy, limit) => succeeds(copy, ["scripts/build.js"], limit);

/**
 * Runs tests till the first that fails.
 * @param {string} copy
 * @param {Tests} tests
 * @param {number} [limit] how long they may take, in milliseconds; the default is for ever
 */
const pass = (copy, tests, limit) =>
  succeeds(copy, ["node_modules/vitest/vitest.mjs", ...tests, "--run", "--bail=1", "--no-cache"], limit);

/** @param {string} copy @param {string[]} program a script, and its arguments @param {number} [limit] */
function succeeds(copy, program, limit) {
  const child = spawn(process.execPath, program, {
    cwd: copy,
    stdio: "ignore",
    detached: true,
  });
  // With all that it has started, of which any may be what hangs.
  const stop = () =>
    child.pid && process.kill(process.platform === "win32" ? child.pid : -child.pid, "SIGKILL");
  process.once("exit", stop);
  const timer = limit === undefined ? undefined : setTimeout(stop, limit);
  return new Promise((resolve) => {
    child.on("close", (status) => {
      clearTimeout(timer);
      process.off("exit", stop);
      resolve(status === 0);
    });
  });
}

/**
 * The tests to try, one after another: the file's own, those of its room, those that import it, and all.
 * @param {string} file @returns {Tests[]}
 */
function stagesOf(file) {
  const [, room] = file.split("/");
  const near = [file.replace(/^src/, "test"), `test/${room}`]
    .map((path) => path.replace(/\.ts$/, ".test.ts"))
    .filter((path) => existsSync(join(ROOT, path)));
  const stages = [...[...new Set(near)].map((path) => [path]), ["related", file], []];
  return stages.slice(0, stages.length - (REACHES.length - 1 - REACHES.indexOf(values.tests)));
}

/**
 * How long some tests may take, in milliseconds: measured without a change, once for each stage that is reached.
 * @param {string} copy @param {Tests} tests @param {Map<string, number>} limits
 */
async function limitOf(copy, tests, limits) {
  const name = tests.join();
  const known = limits.get(name);
  if (known !== undefined) return known;
  const start = performance.now();
  if (!(await builds(copy))) throw new Error("without any change, it does not build");
  if (!(await pass(copy, tests))) throw new Error(`without any change, tests fail: ${name || "of all"}`);
  const limit = PATIENCE * (performance.now() - start);
  limits.set(name, limit);
  return limit;
}

/** Whether any test fails when the change is made. @param {string} copy @param {Change} change @param {Map<string, number>} limits */
async function isNoticed(copy, change, limits) {
  for (const tests of stagesOf(change.file)) {
    const limit = await limitOf(copy, tests, limits);
    if (await fails(copy, change, tests, limit)) return true;
  }
  return false;
}

/** @param {string} copy @param {Change} change @param {Tests} tests @param {number} limit in milliseconds */
async function fails(copy, { file, start, end, text }, tests, limit) {
  const path = join(copy, file);
  const code = readFileSync(path, "utf8");
  writeFileSync(path, code.slice(0, start) + text + code.slice(end));
  try {
    return !((await builds(copy, BUILD_LIMIT)) && (await pass(copy, tests, limit)));
  } finally {
    writeFileSync(path, code);
  }
}

/** @param {Change} change */
function described({ file, start, end, text }) {
  const code = readFileSync(join(ROOT, file), "utf8");
  const line = code.slice(0, start).split("\n").length;
  const short = (/** @type {string} */ part) => part.replace(/\s+/g, " ").slice(0, 60);
  return `${file}:${line}: ${short(code.slice(start, end))} -> ${short(text)}`;
}

/**
 * @param {string} copy
 * @param {Change[]} changes
 * @param {Map<string, boolean[]>} scores by folder, whether each change was noticed; filled on the way
 */
async function run(copy, changes, scores) {
  const limits = new Map();
  for (const change of changes) {
    const noticed = await isNoticed(copy, change, limits);
    if (!noticed) console.log(`not noticed: ${described(change)}`);
    const folder = dirname(change.file);
    scores.set(folder, [...(scores.get(folder) ?? []), noticed]);
  }
}

/** @param {Map<string, boolean[]>} scores */
function tell(scores) {
  for (const [folder, each] of [...scores].sort()) {
    const count = each.filter(Boolean).length;
    console.log(
      `${folder}: ${count} of ${each.length} changes noticed (${Math.round((100 * count) / each.length)} %)`,
    );
  }
}

if (positionals.length === 0 || !REACHES.includes(values.tests)) {
  console.error(
    `usage: ${basename(process.argv[1])} PATH... [--sample N] [--seed N] [--tests ${REACHES.join("|")}]`,
  );
  process.exit(2);
}
const files = [...new Set(positionals.flatMap(sourcesAt))].sort();
const all = files.flatMap((file) =>
  mutationsOf(readFileSync(join(ROOT, file), "utf8")).map((change) => ({ ...change, file })),
);
const sample = sampleOf(all, Number(values.sample), Number(values.seed));
console.log(`${sample.length} of ${all.length} changes, seed ${values.seed}`);
const copy = copyOfRepository();
const scores = new Map();
// Also where it was interrupted: what is known by then has taken long enough.
process.on("exit", () => {
  tell(scores);
  rmSync(copy, { recursive: true, force: true });
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
await run(copy, sample, scores);
