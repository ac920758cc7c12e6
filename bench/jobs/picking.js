/** One node out of a file, against `jq` picking it from the same file. */
import { compareTimes } from "../compare.js";
import { keyOf } from "../data/nodes.js";
import { migrations } from "../programs.js";

/** @type {import("../job.js").Job} */
export const picking = { name: "picking", needs: ["jq"], measure };

/** @param {import("../workbench.js").Workbench} bench */
async function* measure(bench) {
  const count = bench.thoroughness.size(100_000);
  const { directory, file } = await bench.materials.nodes(count);
  const key = keyOf(count >> 1);
  yield await compareTimes(
    bench,
    {
      what: `migrations content --key K, ${count.toLocaleString("en")} nodes, NDJSON`,
      against: "jq picking the node from the same file",
      goal: { atMost: 0.7 },
    },
    migrations("content", "--key", key, "--data", directory),
    ["jq", "-c", `select(.key == "${key}")`, file],
  );
}
