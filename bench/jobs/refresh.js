/** Pulling again where little has changed: requests and time against the first pull, from a server that takes its time; memory. */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { figureOfTwo } from "../figure.js";
import { watched } from "../process.js";
import { migrations } from "../programs.js";
import { byId, startOurs } from "../servers.js";

const NODES = 5000;
const MANY_NODES = 100_000;
const MEGABYTES = 300;
const CHANGED = 10;
const LATENCY_MILLISECONDS = 20;
const LATER = "2031-01-01T00:00:00";
const POLL_MILLISECONDS = 200;

/** @typedef {import("../workbench.js").Workbench} Workbench */
/** @typedef {import("../servers.js").Server} Server */

/** @type {import("../job.js").Job} */
export const refresh = { name: "refresh", needs: [], measure };

/** @param {Workbench} bench */
async function* measure(bench) {
  yield* timeAndRequests(bench);
  yield* mostMemory(bench);
}

/** @param {Workbench} bench */
async function* timeAndRequests(bench) {
  const site = await siteOf(bench, NODES, "--latency", String(LATENCY_MILLISECONDS));
  const out = bench.newPath("out");
  const pullOnce = async () => {
    const before = requestsIn(site.server.log);
    const child = bench.start(pulling(site.server, out));
    child.stdout.resume();
    const { milliseconds, cpuMilliseconds } = await watched(child);
    // The log gathers lines for a moment.
    await setTimeout(1000);
    return { milliseconds, cpuMilliseconds, requests: requestsIn(site.server.log) - before };
  };
  const first = await pullOnce();
  await site.change();
  const second = await pullOnce();
  await site.server.stop();
  const what = `pull ${NODES.toLocaleString("en")} nodes again, ${CHANGED} changed`;
  const against = "the first pull";
  yield figureOfTwo(
    { what: `${what}: time`, against, goal: { atMost: 0.1 }, unit: "ms" },
    second.milliseconds,
    first.milliseconds,
  );
  yield figureOfTwo(
    { what: `${what}: requests`, against, goal: { atMost: 0.01 }, unit: "requests" },
    second.requests,
    first.requests,
  );
  if (second.cpuMilliseconds === undefined || first.cpuMilliseconds === undefined) return;
  yield figureOfTwo(
    { what: `${what}: processor time`, against, unit: "ms" },
    second.cpuMilliseconds,
    first.cpuMilliseconds,
  );
}

/** @param {Workbench} bench */
async function* mostMemory(bench) {
  const count = bench.thoroughness.size(MANY_NODES);
  const site = await siteOf(bench, count, "--log", "none");
  const out = bench.newPath("out");
  await bench.timed(pulling(site.server, out));
  await site.change();
  const child = bench.start(pulling(site.server, out));
  child.stdout.resume();
  const { megabytes } = await watched(child);
  await site.server.stop();
  if (megabytes === undefined) return;
  const what = `pull ${count.toLocaleString("en")} nodes again, ${CHANGED} changed: most memory`;
  yield figureOfTwo(
    { what, against: `${MEGABYTES} MB`, goal: { atMost: 1 }, unit: "MB" },
    megabytes,
    MEGABYTES,
  );
}

/**
 * A site that can be changed.
 * @param {Workbench} bench
 * @param {number} count of its nodes
 * @param {string[]} flags of the server
 */
async function siteOf(bench, count, ...flags) {
  const { file } = await bench.materials.nodes(count);
  const data = bench.newPath("site");
  mkdirSync(data);
  const path = join(data, "content.ndjson");
  copyFileSync(file, path);
  const server = await startOurs(bench, data, "--watch", ...flags);
  const change = async () => {
    writeFileSync(path, withChanges(readFileSync(file, "utf8")));
    while (!(await (await fetch(server.origin + byId(0))).text()).includes(LATER)) {
      await setTimeout(POLL_MILLISECONDS);
    }
  };
  return { server, change };
}

/**
 * @param {Server} server
 * @param {string} out
 */
function pulling({ origin }, out) {
  return migrations("pull", "--base-url", origin, "--out", out, "--kind", "content", "--quiet");
}

/** @param {string} lines */
function withChanges(lines) {
  let left = CHANGED;
  return lines.replaceAll(/"updateDate":"[^"]*"/g, (date) => (left-- > 0 ? `"updateDate":"${LATER}"` : date));
}

/** @param {string} log */
function requestsIn(log) {
  return [...readFileSync(log, "utf8").matchAll(/^GET \S+Migrations\S+ /gm)].length;
}
