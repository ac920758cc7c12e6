/** Measures what the program costs beside others that do the same: `npm run bench`. See bench/README.md. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { HOW_TO_GET } from "./job.js";
import { audit } from "./jobs/audit.js";
import { cold } from "./jobs/cold.js";
import { database } from "./jobs/database.js";
import { diff } from "./jobs/diff.js";
import { explorer } from "./jobs/explorer.js";
import { find } from "./jobs/find.js";
import { installed } from "./jobs/installed.js";
import { jsonServer } from "./jobs/json-server.js";
import { loading } from "./jobs/loading.js";
import { lookups } from "./jobs/lookups.js";
import { memory } from "./jobs/memory.js";
import { picking } from "./jobs/picking.js";
import { pull } from "./jobs/pull.js";
import { refresh } from "./jobs/refresh.js";
import { roots } from "./jobs/roots.js";
import { tree } from "./jobs/tree.js";
import { usync } from "./jobs/usync.js";
import { Materials } from "./materials.js";
import { toJson, toLine, toMarkdown } from "./report.js";
import { QUICK, WHOLE, Workbench } from "./workbench.js";

const JOBS = [
  lookups,
  jsonServer,
  tree,
  roots,
  loading,
  usync,
  database,
  memory,
  find,
  audit,
  cold,
  picking,
  installed,
  explorer,
  pull,
  refresh,
  diff,
];
const USAGE = `npm run bench -- [--quick] [--readme] [--json FILE] [job...]\njobs: ${JOBS.map(({ name }) => name).join(", ")}`;
const README = fileURLToPath(new URL("README.md", import.meta.url));
const RESULTS = fileURLToPath(new URL("results.json", import.meta.url));
/** What stands between these in the README is written by `--readme`. */
const MARKED = /(<!-- results -->\n)[\s\S]*(<!-- end of results -->)/;

process.exitCode = await main();

async function main() {
  const { values, positionals } = parseArgs({
    options: {
      json: { type: "string", default: RESULTS },
      quick: { type: "boolean", default: false },
      readme: { type: "boolean", default: false },
    },
    allowPositionals: true,
  });
  const isUnknown = positionals.some((name) => !JOBS.some((job) => job.name === name));
  if (isUnknown || (values.readme && (values.quick || positionals.length > 0))) {
    console.error(`${isUnknown ? "" : "--readme wants a whole run.\n"}${USAGE}`);
    return 2;
  }
  const chosen = JOBS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  const { rows, failed } = await runAll(chosen, values.quick ? QUICK : WHOLE);
  const table = toMarkdown(rows);
  console.log(table);
  writeFileSync(values.json, toJson(rows, values.quick));
  if (values.readme && failed === 0) {
    const text = readFileSync(README, "utf8");
    writeFileSync(
      README,
      text.replace(MARKED, (_, begin, end) => `${begin}${table}\n${end}`),
    );
  }
  return failed > 0 ? 1 : 0;
}

/**
 * Runs jobs one after the other. One that fails does not keep the others from being run.
 * @param {import("./job.js").Job[]} jobs
 * @param {import("./workbench.js").Thoroughness} thoroughness
 */
async function runAll(jobs, thoroughness) {
  const folder = mkdtempSync(join(tmpdir(), "migrations-bench-"));
  const materials = new Materials(folder);
  /** @type {import("./report.js").Row[]} */
  const rows = [];
  let failed = 0;
  for (const job of jobs.filter(isPossible)) {
    const bench = new Workbench(join(folder, `job-${job.name}`), thoroughness, materials);
    const release = whenInterrupted(async () => {
      await bench.close();
      rmSync(folder, { recursive: true, force: true });
    });
    try {
      for await (const figure of job.measure(bench)) {
        rows.push({ job: job.name, ...figure });
        console.error(toLine(rows[rows.length - 1]));
      }
    } catch (error) {
      failed++;
      console.error(`${job.name} failed:`, error);
    } finally {
      release();
      await bench.close();
    }
  }
  rmSync(folder, { recursive: true, force: true });
  return { rows, failed };
}

/** @param {import("./job.js").Job} job */
function isPossible({ name, needs }) {
  const missing = needs.filter((command) => spawnSync(command, ["--version"]).error);
  for (const command of missing) {
    console.error(`${name} is left out, since ${command} is missing (${HOW_TO_GET[command]})`);
  }
  return missing.length === 0;
}

/**
 * @param {() => Promise<void>} cleanUp done before the process ends
 * @returns {() => void} takes it back
 */
function whenInterrupted(cleanUp) {
  const interrupted = () => cleanUp().finally(() => process.exit(130));
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, interrupted);
  return () => {
    for (const signal of ["SIGINT", "SIGTERM"]) process.off(signal, interrupted);
  };
}
