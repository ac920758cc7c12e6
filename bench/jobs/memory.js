/** What a loaded tree weighs beside its data, and whether a server grows with the requests it answers. */
import { once } from "node:events";
import { figureOf, figureOfTwo } from "../figure.js";
import { load } from "../load.js";
import { residentMegabytes } from "../process.js";
import { side } from "../programs.js";
import { ALL_LEVELS, atRoot, byId, byKey, startOurs } from "../servers.js";
import { end } from "../workbench.js";

const MEGABYTE = 1e6;
const MIXED = 2000;

/** @typedef {import("../workbench.js").Workbench} Workbench */

/** @type {import("../job.js").Job} */
export const memory = { name: "memory", needs: ["wrk"], measure };

/** @param {Workbench} bench */
async function* measure(bench) {
  const { size, longRounds } = bench.thoroughness;
  const idle = await idleMegabytes(bench);
  if (idle === undefined) return;
  for (const { count, language, name } of /** @type {const} */ ([
    { count: size(100_000), language: "plain", name: "plain" },
    { count: size(100_000), language: "nonLatin", name: "non-Latin" },
    { count: size(1_000_000), language: "plain", name: "plain" },
  ])) {
    const { directory, bytes } = await bench.materials.nodes(count, { language });
    const sizes = [];
    for (let round = 0; round < longRounds; round++) sizes.push(await loadedMegabytes(bench, directory));
    yield figureOf(
      {
        what: `memory of ${count.toLocaleString("en")} nodes in serve, ${name} NDJSON, beyond an empty Node's`,
        against: "the data's bytes",
        goal: { atMost: 1.2 },
        unit: "MB",
      },
      {
        ours: sizes.map((megabytes) => ({ value: megabytes - idle })),
        other: sizes.map(() => ({ value: bytes / MEGABYTE })),
      },
    );
  }
  yield await afterManyRequests(bench);
}

/** @param {Workbench} bench */
async function idleMegabytes(bench) {
  const child = bench.start(side("idle"));
  await once(child.stdout, "data");
  const megabytes = child.pid && residentMegabytes(child.pid);
  await end(child);
  return megabytes;
}

/**
 * @param {Workbench} bench
 * @param {string} directory
 */
async function loadedMegabytes(bench, directory) {
  const server = await startOurs(bench, directory);
  const megabytes = residentMegabytes(server.pid);
  await server.stop();
  return megabytes ?? 0;
}

/**
 * After all requests, against after the first tenth of them.
 * @param {Workbench} bench
 */
async function afterManyRequests(bench) {
  const count = bench.thoroughness.size(100_000);
  const server = await startOurs(bench, (await bench.materials.nodes(count)).directory);
  const paths = Array.from({ length: MIXED }, (_, index) => mixedPath(index));
  const early = 2 * bench.thoroughness.seconds;
  await load(bench, server, { paths }, { seconds: early, expectErrors: true });
  const before = residentMegabytes(server.pid) ?? 0;
  await load(bench, server, { paths }, { seconds: 9 * early, expectErrors: true });
  const after = residentMegabytes(server.pid) ?? 0;
  return figureOfTwo(
    {
      what: `memory of serve after ${10 * early} s of mixed requests`,
      against: `after the first ${early} s`,
      goal: { atMost: 1.1 },
      unit: "MB",
    },
    after,
    before,
  );
}

/** Look-ups of all kinds, some of them in vain or wrong, and now and then a whole tree. @param {number} index */
function mixedPath(index) {
  if (index % 500 === 0) return atRoot(ALL_LEVELS);
  if (index % 10 === 1) return byId(-1_000_000 - index);
  if (index % 10 === 2) return `${byId(index)}x`;
  return index % 2 === 1 ? `${byId(index)}&maxLevel=${index % 6}` : byKey(index);
}
