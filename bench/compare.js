/** Comparisons that several jobs make: servers under load, and programs run to their end. */
import { once } from "node:events";
import { get } from "node:http";
import { figureOf, inTurn } from "./figure.js";
import { load } from "./load.js";
import { watchMemory } from "./process.js";
import { startBare } from "./servers.js";

/** @typedef {import("./figure.js").Claim} Claim */
/** @typedef {import("./servers.js").Server} Server */
/** @typedef {import("./workbench.js").Workbench} Workbench */
/** @typedef {{ server: Server, requests: import("./load.js").Requests }} Loaded */

/** What our server is compared with most. */
export const SAME_BYTES = "bare `node:http`, same bytes";
/** How long a server is loaded before its first round. */
const WARMING_SECONDS = 1;

/**
 * The request rates of two servers.
 * @param {Workbench} bench
 * @param {Claim} claim its unit is `/s`, or `µs` for the time that a request takes: the inverse
 * @param {Loaded} ours
 * @param {Loaded} other
 * @param {import("./load.js").Options} [options]
 */
export async function compareRates(bench, claim, ours, other, options) {
  for (const { server, requests } of [ours, other]) {
    await load(bench, server, requests, { ...options, seconds: WARMING_SECONDS });
  }
  const sample = async (/** @type {Loaded} */ { server, requests }) => {
    const { value, ...rest } = await load(bench, server, requests, options);
    return { ...rest, value: claim.unit === "µs" ? 1e6 / value : value };
  };
  const samples = await inTurn(
    bench.thoroughness.rounds,
    () => sample(ours),
    () => sample(other),
  );
  return figureOf(claim, samples);
}

/**
 * The request rates of a server and of a bare one that sends the same answers.
 * @param {Workbench} bench
 * @param {Omit<Claim, "against" | "unit">} claim
 * @param {Server} server
 * @param {readonly string[]} paths
 * @param {import("./load.js").Options} [options]
 */
export async function compareWithBare(bench, claim, server, paths, options) {
  const bare = await startBare(bench, server, paths);
  await expectSameAnswer(server, bare, paths[0]);
  const figure = await compareRates(
    bench,
    { ...claim, against: SAME_BYTES, unit: "/s" },
    { server, requests: { paths } },
    { server: bare, requests: { paths } },
    options,
  );
  await bare.stop();
  return figure;
}

/**
 * The times that two programs take.
 * @param {Workbench} bench
 * @param {Omit<Claim, "unit">} claim
 * @param {import("./workbench.js").Program} ours
 * @param {import("./workbench.js").Program} other
 * @param {number} [rounds]
 */
export async function compareTimes(bench, claim, ours, other, rounds = bench.thoroughness.rounds) {
  for (const program of [ours, other]) await bench.timed(program);
  const samples = await inTurn(
    rounds,
    () => bench.timed(ours),
    () => bench.timed(other),
  );
  return figureOf({ ...claim, unit: "ms" }, samples);
}

/**
 * The most memory that two programs take while they run.
 * @param {Workbench} bench
 * @param {Omit<Claim, "unit">} claim
 * @param {import("./workbench.js").Program} ours
 * @param {import("./workbench.js").Program} other
 */
export async function compareMemory(bench, claim, ours, other) {
  const samples = await inTurn(
    bench.thoroughness.longRounds,
    () => mostMemory(bench, ours),
    () => mostMemory(bench, other),
  );
  return figureOf({ ...claim, unit: "MB" }, samples);
}

/**
 * @param {Workbench} bench
 * @param {import("./workbench.js").Program} program
 * @returns {Promise<import("./figure.js").Sample>} the most resident memory that it was seen to have
 */
async function mostMemory(bench, program) {
  const child = bench.start(program);
  child.stdout.resume();
  const most = watchMemory(child.pid);
  const [status] = await once(child, "close");
  const value = most();
  if (status !== 0 || value === undefined) throw new Error(`${program.join(" ")} ended with ${status}`);
  return { value };
}

/**
 * Makes sure that two servers send the same head, but for its date and its tag, and as many bytes.
 * @param {Server} ours
 * @param {Server} other
 * @param {string} path
 */
export async function expectSameAnswer(ours, other, path) {
  const [first, second] = await Promise.all([ours, other].map(({ origin }) => outline(origin + path)));
  if (first !== second) throw new Error(`The two sides differ at ${path}:\n${first}\n${second}`);
}

/** @param {string} url @returns {Promise<string>} */
function outline(url) {
  return new Promise((resolve, reject) => {
    const asked = get(url, async (answer) => {
      let bytes = 0;
      for await (const chunk of answer) bytes += chunk.length;
      const { date, etag, ...rest } = answer.headers;
      // The tag names the data as well, so that only its length is told.
      const head = Object.entries({ ...rest, etag: etag?.length }).sort();
      resolve(JSON.stringify([answer.statusCode, head, bytes]));
    });
    asked.on("error", reject);
  });
}
