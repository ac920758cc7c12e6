/**
 * Shows what two builds do otherwise: `node scripts/same-output.js OLD NEW [--quick] [--only commands,servers,data,pulls] [--seed N]`.
 * OLD and NEW are built checkouts. Runs the same command lines, requests, data, damaged data and pulls through both, and
 * compares bytes and exit statuses. What is intended to differ is listed in same-output/intended.js.
 * Exit status 1 if anything else differs.
 */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { Build } from "./same-output/build.js";
import { commandLines, respelled } from "./same-output/command-lines.js";
import { Comparison } from "./same-output/comparison.js";
import { INTENDED } from "./same-output/intended.js";
import { comparePulls, folderContents } from "./same-output/pulls.js";
import { compareServers, compareWatched } from "./same-output/requests.js";
import { damaged, dataPaths, layDesk, randomOf, sharedPaths } from "./same-output/sites.js";

const TERMINALS = [40, 80, 140];
const SHOWN_DIFFERENCES = 40;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string", default: "commands,servers,data,pulls" },
    seed: { type: "string", default: "1" },
  },
});
if (positionals.length !== 2)
  throw new Error("usage: node scripts/same-output.js OLD NEW [--quick] [--only PARTS] [--seed N]");
const oldRoot = realpathSync(resolve(positionals[0]));

const work = realpathSync(mkdtempSync(join(tmpdir(), "migrations-same-output-")));
// Names of one length, since texts are broken and padded by their length.
const folders = { old: join(work, "old"), new: join(work, "new") };
const programs = positionals.map((root, i) =>
  copyProgram(realpathSync(resolve(root)), join(work, `program-${i}`)),
);
const older = new Build(programs[0], folders.old);
const newer = new Build(programs[1], folders.new);
process.on("exit", () => {
  older.close();
  newer.close();
  rmSync(work, { recursive: true, force: true });
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(130));

const comparison = new Comparison([...Object.values(folders), ...programs]);
const random = randomOf(Number(values.seed));
const parts = { commands: compareCommands, servers: compareRequests, data: compareData, pulls };
for (const [name, compare] of Object.entries(parts)) {
  if (!values.only.split(",").includes(name)) continue;
  const [before, found, began] = [comparison.compared, comparison.differences.length, Date.now()];
  // Both read the data of the older checkout, so that a changed fixture is no difference.
  for (const folder of Object.values(folders)) layDesk(oldRoot, folder);
  await compare();
  for (const folder of Object.values(folders)) rmSync(folder, { recursive: true, force: true });
  const seconds = Math.round((Date.now() - began) / 1000);
  console.log(
    `${name}: ${comparison.compared - before} compared, ${comparison.differences.length - found} differences, ${seconds} s`,
  );
}
for (const { name, field, old, new: is } of comparison.differences.slice(0, SHOWN_DIFFERENCES)) {
  console.log(`\n${name}\n  ${field}\n  old ${old}\n  new ${is}`);
}
const left = comparison.differences.length - SHOWN_DIFFERENCES;
if (left > 0) console.log(`\nand ${left} more`);
INTENDED.forEach(({ reason }, i) => {
  console.log(`intended, ${comparison.met[i] || "never met: remove it"}: ${reason}`);
});
process.exitCode = comparison.differences.length > 0 ? 1 : 0;
process.exit();

/**
 * Copies what a build needs to run.
 * @param {string} from a built checkout
 * @param {string} to
 */
function copyProgram(from, to) {
  for (const name of ["bin", "dist", "data", "docs", "package.json"])
    cpSync(join(from, name), join(to, name), { recursive: true });
  symlinkSync(join(from, "node_modules"), join(to, "node_modules"));
  return to;
}

/** Runs a command in both builds. @param {string} name @param {Omit<import("./same-output/worker.js").Job, "cwd">} job */
async function compareRun(name, job) {
  const outputs = await Promise.all([
    older.run({ ...job, cwd: older.folder }),
    newer.run({ ...job, args: respelled(job.args), cwd: newer.folder }),
  ]);
  comparison.compare(name, outputs[0], outputs[1]);
}

async function compareCommands() {
  const lines = commandLines(oldRoot);
  const step = values.quick ? 6 : 1;
  for (const [i, { args, writes }] of lines.entries()) {
    const name = args.join(" ");
    if (i % step === 0 || writes) await compareRun(name, { args });
    const out = args[args.indexOf("--out") + 1];
    if (writes && /^[\w.-/]+$/.test(out)) {
      comparison.compare(
        `${name}: what it wrote`,
        folderContents(join(folders.old, out)),
        folderContents(join(folders.new, out)),
      );
    }
    if (writes || i % step !== 0) continue;
    for (const columns of values.quick ? TERMINALS.slice(1, 2) : TERMINALS) {
      await compareRun(`${name} (terminal of ${columns} columns)`, { args, columns });
    }
    if (args.includes("--format")) continue;
    await compareRun(`${name} (colours)`, { args, columns: 100, env: { FORCE_COLOR: "1" } });
  }
}

async function compareRequests() {
  const data = join(folders.old, "data");
  const fixtures = ["values", "importer", "cultures"].map((name) =>
    join(folders.old, "test/fixtures/usync", name),
  );
  const shared = sharedPaths(oldRoot).filter((path) => /\/(?:trees|databases)\//.test(path));
  const paths = values.quick ? [data] : [data, ...fixtures, ...shared];
  await compareServers(older, newer, comparison, {
    paths,
    against: join(folders.old, "friday"),
    step: values.quick ? 8 : 1,
  });
  await compareWatched(older, newer, comparison);
}

/** Digests of what is read from whole and from damaged data. */
async function compareData() {
  const paths = dataPaths(oldRoot);
  for (const [i, path] of paths.entries()) {
    const questions = [
      "check --format json", "check --all-notes", "content --depth all --format json", "media --depth all --format json",
      "find --full --format ndjson", "find --full --format ndjson --urls", "find --full --format ndjson --include-unpublished",
      "types --format json", "types --kind media --format json", "audit --format json", "urls --format json --urls",
    ]; // biome-ignore format: a list
    for (const question of values.quick ? questions.slice(0, 6) : questions) {
      await compareRun(`${question} --data ${path}`, { args: [...question.split(" "), "--data", path] });
    }
    if (i > 0)
      await compareRun(`diff ${paths[i - 1]} ${path}`, {
        args: ["diff", paths[i - 1], path, "--format", "ndjson"],
      });
  }
  await older.run({ args: ["pull", "--sample", "--out", "lines", "--quiet"], cwd: folders.old });
  const seeds = damageable();
  const count = values.quick ? 150 : 10_000;
  for (let i = 0; i < count; i++) {
    const seed = seeds[i % seeds.length];
    // A database takes long to read, and is tried less often.
    if (/\.db$/.test(seed.file) && i % 20 >= seeds.length) continue;
    const path = join(work, "damaged");
    cpSync(seed.folder, path, { recursive: true });
    const file = join(path, seed.file);
    writeFileSync(file, damaged(readFileSync(file), random));
    const data = seed.file === "umbraco.config" || /\.db$/.test(seed.file) ? file : path;
    for (const question of ["check --format json", "find --full --format ndjson"]) {
      await compareRun(`damaged ${i}, ${seed.file}: ${question}`, {
        args: [...question.split(" "), "--data", data],
      });
    }
    rmSync(path, { recursive: true });
  }
}

/** Files to damage, each in a folder with the others that are read with it. */
function damageable() {
  const fixture = join(folders.old, "test/fixtures/usync/values");
  const usync = readdirSync(fixture, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".config"),
  );
  const databases = sharedPaths(oldRoot).filter(
    (path) => path.endsWith(".db") && statSync(path).size < 1_500_000,
  );
  return [
    { folder: join(folders.old, "data"), file: "content.json" },
    { folder: join(folders.old, "lines"), file: "content.ndjson" },
    { folder: join(folders.old, "lines"), file: "manifest.json" },
    { folder: join(folders.old, "lines"), file: "content-types.json" },
    ...usync.map((file) => ({ folder: fixture, file })),
    { folder: join(folders.old, "App_Data"), file: "umbraco.config" },
    ...databases.map((path) => {
      const folder = join(work, "databases", basename(path));
      mkdirSync(folder, { recursive: true });
      cpSync(path, join(folder, basename(path)));
      return { folder, file: basename(path) };
    }),
  ].filter(
    ({ folder, file }) =>
      statSync(join(folder, file), { throwIfNoEntry: false })?.isFile() && dirname(folder),
  );
}

async function pulls() {
  await comparePulls(older, newer, comparison, {
    root: oldRoot,
    desk: folders.old,
    kills: values.quick ? 5 : 200,
    liars: values.quick ? 1 : 12,
  });
}
