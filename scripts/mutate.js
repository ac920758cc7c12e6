/**
 * Tells which changes of the code no test notices: `node scripts/mutate.js PATH... [--sample N] [--seed N] [--quick]`.
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
/** A run of tests that takes so many times longer than one without a change hangs. */
const PATIENCE = 5;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: "string", default: String(DEFAULT_SAMPLE) },
    seed: { type: "string", default: "1" },
    quick: { type: "boolean", default: false },
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

/**
 * Builds, and runs tests till the first that fails.
 * @param {string} copy
 * @param {Tests} tests
 * @param {number} [limit] how long the tests may take, in milliseconds; the default is for ever
 */
async function passes(copy, tests, limit) {
  const built = await succeeds(copy, ["rolldown/bin/cli.mjs", "--config"], limit);
  return built && succeeds(copy, ["vitest/vitest.mjs", ...tests, "--run", "--bail=1", "--no-cache"], limit);
}

/** @param {string} copy @param {string[]} program in node_modules, and its arguments @param {number} [limit] */
function succeeds(copy, [program, ...args], limit) {
  const child = spawn(process.execPath, [join("node_modules", program), ...args], {
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
 * The tests to try, one after another: those of the same room, those that import the file, however far away, and all.
 * @param {string} file @returns {Tests[]}
 */
function stagesOf(file) {
  const room = file.split("/")[1].replace(/\.ts$/, ".test.ts");
  const beside = existsSync(join(ROOT, "test", room)) ? [[`test/${room}`]] : [];
  const stages = [...beside, ["related", file]];
  return values.quick ? stages : [...stages, []];
}

/** How long each stage may take. @param {string} copy @param {string[]} files @returns {Promise<Map<string, number>>} */
async function limitsOf(copy, files) {
  const limits = new Map();
  // Those of all files together take no less than those of one.
  const related = ["related", ...new Set(files)];
  for (const tests of [related, ...files.flatMap(stagesOf).filter(([first]) => first !== "related")]) {
    const name = tests.join();
    if (limits.has(name)) continue;
    const start = performance.now();
    if (!(await passes(copy, tests))) throw new Error(`without any change, tests fail: ${name || "of all"}`);
    limits.set(name, PATIENCE * (performance.now() - start));
  }
  for (const file of files) limits.set(`related,${file}`, limits.get(related.join()));
  return limits;
}

/** Whether any test fails when the change is made. @param {string} copy @param {Change} change @param {Map<string, number>} limits */
async function isNoticed(copy, { file, start, end, text }, limits) {
  const path = join(copy, file);
  const code = readFileSync(path, "utf8");
  writeFileSync(path, code.slice(0, start) + text + code.slice(end));
  try {
    for (const tests of stagesOf(file)) {
      if (!(await passes(copy, tests, limits.get(tests.join())))) return true;
    }
    return false;
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
  const limits = await limitsOf(
    copy,
    changes.map(({ file }) => file),
  );
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

if (positionals.length === 0) {
  console.error(`usage: ${basename(process.argv[1])} PATH... [--sample N] [--seed N] [--quick]`);
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
