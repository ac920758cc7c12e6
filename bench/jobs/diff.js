/** Comparing two trees of which little differs, against loading one of them: time and memory. */
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { compareTimes } from "../compare.js";
import { figureOf } from "../figure.js";
import { highestMegabytes } from "../process.js";
import { migrations, side } from "../programs.js";

const NODES = 100_000;
/** One of so many nodes has another name. */
const ONE_OF = 100;
const POLL_MILLISECONDS = 5;

/** @typedef {import("../workbench.js").Workbench} Workbench */
/** @typedef {import("../workbench.js").Program} Program */

/** @type {import("../job.js").Job} */
export const diff = { name: "diff", needs: [], measure };

/** @param {Workbench} bench */
async function* measure(bench) {
  const count = bench.thoroughness.size(NODES);
  const { directory, file } = await bench.materials.nodes(count);
  const other = bench.newPath("edited");
  mkdirSync(other);
  writeFileSync(join(other, "content.ndjson"), edited(readFileSync(file, "utf8")));
  // What differs is printed; that it does is no failure here.
  const ours = migrations("diff", directory, other, "--format", "ndjson", "--fail-on", "gone");
  const load = migrations("content", "--depth", "0", "--data", directory);
  const what = `diff of two trees of ${count.toLocaleString("en")} nodes, 1 % changed`;
  yield await compareTimes(
    bench,
    { what, against: "loading one of them", goal: { atMost: 2.5 } },
    ours,
    load,
  );
  yield* memory(bench, what, ours, load);
}

/** @param {string} lines */
function edited(lines) {
  let line = 0;
  return lines.replaceAll(/"name":"/g, (name) => (line++ % ONE_OF === 0 ? `${name}Another ` : name));
}

/**
 * @param {Workbench} bench
 * @param {string} what
 * @param {Program} ours
 * @param {Program} load
 */
async function* memory(bench, what, ours, load) {
  const idle = await peakOf(bench, side("empty"));
  if (idle === undefined) return;
  /** @type {import("../figure.js").Samples} */
  const samples = { ours: [], other: [] };
  for (let round = 0; round < bench.thoroughness.longRounds; round++) {
    samples.other.push({ value: 2 * (((await peakOf(bench, load)) ?? 0) - idle) });
    samples.ours.push({ value: ((await peakOf(bench, ours)) ?? 0) - idle });
  }
  const claim = { what: `memory of a ${what}`, against: "loading both", goal: { atMost: 1 }, unit: "MB" };
  yield figureOf(/** @type {import("../figure.js").Claim} */ (claim), samples);
}

/**
 * The most memory that a program takes while it runs.
 * @param {Workbench} bench
 * @param {Program} program
 */
async function peakOf(bench, program) {
  const child = bench.start(program);
  child.stdout.resume();
  let isOver = false;
  const over = once(child, "exit").then(() => {
    isOver = true;
  });
  /** @type {number | undefined} */
  let peak;
  while (!isOver) {
    peak = (child.pid && highestMegabytes(child.pid)) ?? peak;
    await setTimeout(POLL_MILLISECONDS);
  }
  await over;
  return peak || undefined;
}
