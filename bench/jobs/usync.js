/** Loading a uSync folder, in whole processes, against reading each of its files and running the bare XML parser. */
import { compareTimes } from "../compare.js";
import { migrations, side } from "../programs.js";

/** @type {import("../job.js").Job} */
export const usync = { name: "usync", needs: [], measure };

/** @param {import("../workbench.js").Workbench} bench */
async function* measure(bench) {
  for (const count of [1_000, 20_000].map(bench.thoroughness.size)) {
    const folder = await bench.materials.usyncSite(count);
    yield await compareTimes(
      bench,
      {
        what: `load a uSync folder of ${count.toLocaleString("en")} files`,
        against: "reading each, and bare saxes",
        goal: { atMost: 1.3 },
      },
      migrations("content", "--depth", "0", "--data", folder),
      side("bare-xml", folder),
    );
  }
}
