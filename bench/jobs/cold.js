/** One command, from start to end, against a Node process that does nothing. */
import { compareTimes } from "../compare.js";
import { migrations, side } from "../programs.js";

/** Of a node of the sample. */
const KEY = "ca6558e1-81be-46e1-a367-99864e2b06fc";

/** @type {import("../job.js").Job} */
export const cold = { name: "cold", needs: [], measure };

/** @param {import("../workbench.js").Workbench} bench */
async function* measure(bench) {
  for (const args of [["content", "--sample", "--key", KEY], ["--help"]]) {
    yield await compareTimes(
      bench,
      {
        what: `migrations ${args.join(" ").replace(KEY, "K")}`,
        against: "empty Node process",
        goal: { atMost: 1.2 },
      },
      migrations(...args),
      side("empty"),
      bench.thoroughness.shortRounds,
    );
  }
}
