/** Pulling again where little has changed, against the first pull, from a server that takes its time: requests and time. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { figureOfTwo } from "../figure.js";
import { migrations } from "../programs.js";
import { byId, startOurs } from "../servers.js";

const NODES = 5000;
const CHANGED = 10;
const LATENCY_MILLISECONDS = 20;
const LATER = "2031-01-01T00:00:00";
const POLL_MILLISECONDS = 200;

/** @typedef {import("../workbench.js").Workbench} Workbench */

/** @type {import("../job.js").Job} */
export const refresh = { name: "refresh", needs: [], measure };

/** @param {Workbench} bench */
async function* measure(bench) {
  const { file } = await bench.materials.nodes(NODES);
  const data = bench.newPath("site");
  mkdirSync(data);
  const site = join(data, "content.ndjson");
  const lines = readFileSync(file, "utf8");
  writeFileSync(site, lines);
  const server = await startOurs(bench, data, "--watch", "--latency", String(LATENCY_MILLISECONDS));
  const out = bench.newPath("out");
  const pullOnce = async () => {
    const before = requestsIn(server.log);
    const flags = ["--base-url", server.origin, "--out", out, "--kind", "content", "--quiet"];
    const { value: milliseconds } = await bench.timed(migrations("pull", ...flags));
    // The log gathers lines for a moment.
    await setTimeout(1000);
    return { milliseconds, requests: requestsIn(server.log) - before };
  };
  const first = await pullOnce();
  writeFileSync(site, withChanges(lines));
  while (!(await (await fetch(server.origin + byId(0))).text()).includes(LATER))
    await setTimeout(POLL_MILLISECONDS);
  const second = await pullOnce();
  await server.stop();
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
