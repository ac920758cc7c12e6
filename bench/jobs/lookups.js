/** Look-ups over HTTP, each of another node, against a bare `node:http` server that sends the same bytes. */
import { compareRates, compareWithBare } from "../compare.js";
import { byId, byKey, startOurs } from "../servers.js";

/** How many nodes are asked for in turn. */
const ASKED = 1000;
const LIKE_BARE = { atLeast: 0.9 };
/** "The same", give or take what two runs of one server differ. */
const THE_SAME = { atLeast: 0.95 };

/** @typedef {import("../servers.js").Server} Server */
/** @typedef {import("../workbench.js").Workbench} Workbench */

/** @type {import("../job.js").Job} */
export const lookups = { name: "lookups", needs: ["wrk"], measure };

/** @param {Workbench} bench */
async function* measure(bench) {
  const [few, many] = [1_000, 100_000].map(bench.thoroughness.size);
  const small = await startOurs(bench, (await bench.materials.nodes(few)).directory);
  const { directory } = await bench.materials.nodes(many);
  const large = await startOurs(bench, directory);
  yield* againstBare(bench, small, few);
  yield* againstBare(bench, large, many);
  yield await acrossSizes(bench, large, many, small, few);
  yield await notModified(bench, large);
  await small.stop();
  await large.stop();
  const silent = await startOurs(bench, directory, "--log", "none");
  const what = `look-up by id, ${many.toLocaleString("en")} nodes, --log none`;
  yield await compareWithBare(bench, { what, goal: LIKE_BARE }, silent, spread(many).map(byId));
}

/**
 * @param {Workbench} bench
 * @param {Server} server
 * @param {number} count
 */
async function* againstBare(bench, server, count) {
  for (const [by, path] of /** @type {const} */ ([
    ["id", byId],
    ["key", byKey],
  ])) {
    const what = `look-up by ${by}, ${count.toLocaleString("en")} nodes`;
    yield await compareWithBare(bench, { what, goal: LIKE_BARE }, server, spread(count).map(path));
  }
}

/**
 * The same answers from a large and a small tree: the nodes that both have, without their children.
 * @param {Workbench} bench
 * @param {Server} large
 * @param {number} many
 * @param {Server} small
 * @param {number} few
 */
function acrossSizes(bench, large, many, small, few) {
  const both = Array.from({ length: Math.min(few, ASKED) }, (_, number) => `${byKey(number)}&maxLevel=0`);
  return compareRates(
    bench,
    {
      what: `look-up by key, ${many.toLocaleString("en")} nodes`,
      against: `the same answers from ${few.toLocaleString("en")} nodes`,
      goal: THE_SAME,
      unit: "/s",
    },
    { server: large, requests: { paths: both } },
    { server: small, requests: { paths: both } },
  );
}

/**
 * @param {Workbench} bench
 * @param {Server} server
 */
async function notModified(bench, server) {
  const paths = [byId(0)];
  const answer = await fetch(server.origin + paths[0], { headers: { "Accept-Encoding": "identity" } });
  await answer.arrayBuffer();
  const headers = [`If-None-Match: ${answer.headers.get("etag")}`];
  return compareRates(
    bench,
    { what: "look-up that is answered 304", against: "the same, answered 200", goal: THE_SAME, unit: "/s" },
    { server, requests: { paths, headers } },
    { server, requests: { paths } },
  );
}

/** Numbers of nodes, evenly over the whole of the data. @param {number} count */
function spread(count) {
  const asked = Math.min(count, ASKED);
  return Array.from({ length: asked }, (_, index) => Math.floor((index * count) / asked));
}
