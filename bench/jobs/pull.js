/** `pull` against a bare loop that sends the same requests with the same HTTP library, and how much memory it takes. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { figureOf, figureOfTwo, inTurn } from "../figure.js";
import { watched } from "../process.js";
import { migrations, side } from "../programs.js";
import { startOurs } from "../servers.js";

const MEGABYTES = 300;

/** @typedef {import("../servers.js").Server} Server */
/** @typedef {import("../workbench.js").Workbench} Workbench */

/** @type {import("../job.js").Job} */
export const pull = { name: "pull", needs: [], measure };

/** @param {Workbench} bench */
async function* measure(bench) {
  const count = bench.thoroughness.size(100_000);
  const { directory } = await bench.materials.nodes(count);
  const what = `pull ${count.toLocaleString("en")} nodes`;
  const { paths, megabytes } = await recorded(bench, directory);
  const server = await startOurs(bench, directory, "--log", "none");
  const list = bench.newPath("paths");
  writeFileSync(list, `${paths.join("\n")}\n`);
  const requestsPerSecond = async (/** @type {import("../workbench.js").Program} */ program) => {
    const { value: milliseconds } = await bench.timed(program);
    return { value: (paths.length / milliseconds) * 1000 };
  };
  const pullOnce = async () => {
    const out = bench.newPath("out");
    const sample = await requestsPerSecond(pulling(server, out));
    rmSync(out, { recursive: true });
    return sample;
  };
  const samples = await inTurn(bench.thoroughness.longRounds, pullOnce, () =>
    requestsPerSecond(side("bare-pull", server.origin, list)),
  );
  const against = "bare loop of the same requests";
  yield figureOf({ what, against, goal: { atLeast: 0.6 }, unit: "/s" }, samples);
  if (megabytes === undefined) return;
  const claim = { what: `${what}, most memory`, against: `${MEGABYTES} MB`, goal: { atMost: 1 } };
  yield figureOfTwo({ ...claim, unit: "MB" }, megabytes, MEGABYTES);
}

/**
 * @param {Server} server
 * @param {string} out
 */
function pulling(server, out) {
  const { origin } = server;
  return migrations("pull", "--base-url", origin, "--out", out, "--kind", "content", "--quiet");
}

/**
 * Pulls once, untimed.
 * @param {Workbench} bench
 * @param {string} directory
 * @returns {Promise<{ paths: string[], megabytes: number | undefined }>} the requests that a pull sends, and the most
 *   resident memory that it was seen to have
 */
async function recorded(bench, directory) {
  const server = await startOurs(bench, directory);
  const child = bench.start(pulling(server, bench.newPath("out")));
  child.stdout.resume();
  const { megabytes } = await watched(child);
  // The log gathers lines for a moment.
  await setTimeout(1000);
  const log = readFileSync(server.log, "utf8");
  await server.stop();
  return { paths: Array.from(log.matchAll(/^GET (\S+) 200 /gm), ([, path]) => path), megabytes };
}
