/** `find`, in whole processes, against loading the same data: time and memory. */
import { compareMemory, compareTimes } from "../compare.js";
import { migrations } from "../programs.js";

/** @typedef {import("../workbench.js").Workbench} Workbench */

const AGAINST = "loading them";
/** What is looked for: some names hold the first, and all nodes are of the second. */
const SEARCHES = [
  { by: "name", flags: ["--name", "Dólor sit"] },
  { by: "type", flags: ["--type", "page"] },
];

/** @type {import("../job.js").Job} */
export const find = { name: "find", needs: [], measure };

/** @param {Workbench} bench */
async function* measure(bench) {
  const count = bench.thoroughness.size(100_000);
  const { directory } = await bench.materials.nodes(count);
  const other = migrations("content", "--depth", "0", "--data", directory);
  for (const { by, flags } of SEARCHES) {
    const what = `find by ${by} in ${count.toLocaleString("en")} nodes`;
    const ours = migrations("find", ...flags, "--data", directory);
    yield await compareTimes(bench, { what, against: AGAINST, goal: { atMost: 1.5 } }, ours, other);
    const claim = { what: `${what}, most memory`, against: AGAINST, goal: { atMost: 1.3 } };
    yield await compareMemory(bench, claim, ours, other);
  }
}
