/** Loading, in whole processes, against reading the file and parsing each node once. */
import { compareTimes } from "../compare.js";
import { migrations, side } from "../programs.js";

/** @typedef {import("../workbench.js").Workbench} Workbench */
/** @typedef {{ language?: import("../data/nodes.js").Language, layout?: "ndjson" | "json" }} Form */

/** @type {import("../job.js").Job} */
export const loading = { name: "loading", needs: [], measure };

/** @param {Workbench} bench */
async function* measure(bench) {
  const { size, longRounds } = bench.thoroughness;
  yield await loadingOf(bench, size(100_000), "plain NDJSON", {});
  yield await loadingOf(bench, size(100_000), "non-Latin NDJSON", { language: "nonLatin" });
  yield await loadingOf(bench, size(100_000), "plain JSON", { layout: "json" });
  yield await loadingOf(bench, size(1_000_000), "plain NDJSON", {}, longRounds);
}

/**
 * @param {Workbench} bench
 * @param {number} count
 * @param {string} name
 * @param {Form} form
 * @param {number} [rounds]
 */
async function loadingOf(bench, count, name, form, rounds) {
  const { directory, file } = await bench.materials.nodes(count, form);
  const isJson = form.layout === "json";
  const claim = {
    what: `load ${count.toLocaleString("en")} nodes, ${name}`,
    against: isJson ? "reading and one `JSON.parse`" : "reading and `JSON.parse` of each line",
    goal: { atMost: 1.3 },
  };
  // Loading checks all; what is printed is the ten roots.
  const ours = migrations("content", "--depth", "0", "--data", directory);
  return compareTimes(bench, claim, ours, side(isJson ? "bare-json" : "bare-ndjson", file), rounds);
}
