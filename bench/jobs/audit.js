/** `audit`, in whole processes, against loading the same data: time and memory. */
import { compareMemory, compareTimes } from "../compare.js";
import { migrations } from "../programs.js";

/** @typedef {import("../workbench.js").Workbench} Workbench */

const AGAINST = "loading them";

/** @type {import("../job.js").Job} */
export const audit = { name: "audit", needs: [], measure };

/** @param {Workbench} bench */
async function* measure(bench) {
  const { size } = bench.thoroughness;
  for (const language of /** @type {const} */ (["plain", "nonLatin"])) {
    const count = size(100_000);
    const { directory } = await bench.materials.nodes(count, { language });
    const what = `audit of ${count.toLocaleString("en")} nodes, ${language === "plain" ? "plain" : "non-Latin"} NDJSON`;
    const ours = migrations("audit", "--data", directory);
    const other = migrations("content", "--depth", "0", "--data", directory);
    yield await compareTimes(bench, { what, against: AGAINST, goal: { atMost: 3 } }, ours, other);
    const claim = { what: `${what}, most memory`, against: AGAINST, goal: { atMost: 1.3 } };
    yield await compareMemory(bench, claim, ours, other);
  }
}
