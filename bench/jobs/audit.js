/** `audit`, in whole processes, against loading the same data: time and memory. */
import { once } from "node:events";
import { compareTimes } from "../compare.js";
import { figureOf, inTurn } from "../figure.js";
import { watchMemory } from "../process.js";
import { migrations } from "../programs.js";

/** @typedef {import("../workbench.js").Workbench} Workbench */

const AGAINST = "loading them";

/** @type {import("../job.js").Job} */
export const audit = { name: "audit", needs: [], measure };

/** @param {Workbench} bench */
async function* measure(bench) {
  const { size, longRounds } = bench.thoroughness;
  for (const language of /** @type {const} */ (["plain", "nonLatin"])) {
    const count = size(100_000);
    const { directory } = await bench.materials.nodes(count, { language });
    const what = `audit of ${count.toLocaleString("en")} nodes, ${language === "plain" ? "plain" : "non-Latin"} NDJSON`;
    const ours = migrations("audit", "--data", directory);
    const other = migrations("content", "--depth", "0", "--data", directory);
    yield await compareTimes(bench, { what, against: AGAINST, goal: { atMost: 3 } }, ours, other);
    const samples = await inTurn(
      longRounds,
      () => mostMemory(bench, ours),
      () => mostMemory(bench, other),
    );
    const claim = { what: `${what}, most memory`, against: AGAINST, goal: { atMost: 1.3 } };
    yield figureOf({ ...claim, unit: "MB" }, samples);
  }
}

/**
 * @param {Workbench} bench
 * @param {import("../workbench.js").Program} program
 * @returns {Promise<import("../figure.js").Sample>} the most resident memory that it was seen to have
 */
async function mostMemory(bench, program) {
  const child = bench.start(program);
  child.stdout.resume();
  const most = watchMemory(child.pid);
  const [status] = await once(child, "close");
  const value = most();
  if (status !== 0 || value === undefined) throw new Error(`${program.join(" ")} ended with ${status}`);
  return { value };
}
