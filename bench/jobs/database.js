/** Loading a site's own database, in whole processes, against reading the same rows of it and making nothing of them. */
import { compareTimes } from "../compare.js";
import { migrations, side } from "../programs.js";

/** @type {import("../job.js").Job} */
export const database = { name: "database", needs: [], measure };

/** @param {import("../workbench.js").Workbench} bench */
async function* measure(bench) {
  const count = bench.thoroughness.size(10_000);
  const file = await bench.materials.databaseSite(count);
  const engine = await bench.materials.databaseEngine();
  const ours = migrations("content", "--depth", "0", "--data", file);
  const what = `load a site's database of ${count.toLocaleString("en")} nodes`;
  yield await compareTimes(
    bench,
    { what, against: "reading the same rows, same engine", goal: { atMost: 2.5 } },
    ours,
    side("bare-pages", engine, file),
  );
  yield await compareTimes(
    bench,
    { what, against: "reading the same rows, SQLite in WebAssembly" },
    ours,
    side("bare-sqlite", file),
  );
}
