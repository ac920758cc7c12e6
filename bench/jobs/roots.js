/** The roots alone, of a large tree and of a small one: what an answer costs is to follow from the answer. */
import { compareRates, expectSameAnswer } from "../compare.js";
import { atRoot, startOurs } from "../servers.js";

const ROOTS_ONLY = atRoot(1);

/** @type {import("../job.js").Job} */
export const roots = { name: "roots", needs: ["wrk"], measure };

/** @param {import("../workbench.js").Workbench} bench */
async function* measure(bench) {
  const [few, many] = [1_000, 1_000_000].map(bench.thoroughness.size);
  const large = await startOurs(bench, (await bench.materials.nodes(many)).directory);
  const small = await startOurs(bench, (await bench.materials.nodes(few)).directory);
  await expectSameAnswer(large, small, ROOTS_ONLY);
  const requests = { paths: [ROOTS_ONLY] };
  yield await compareRates(
    bench,
    {
      what: `the 10 roots of ${many.toLocaleString("en")} nodes`,
      against: `those of ${few.toLocaleString("en")} nodes`,
      goal: { atMost: 1.2 },
      unit: "µs",
    },
    { server: large, requests },
    { server: small, requests },
  );
}
