/** Load from wrk, in a process of its own, and what a server does under it. */
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { cpuSeconds } from "./process.js";

const SCRIPT = fileURLToPath(new URL("load.lua", import.meta.url));
const CONNECTIONS = 16;
/** By how much a run may be longer than it was to be. */
const STANDSTILL_SECONDS = 2;
const ATTEMPTS = 3;
const MILLISECONDS = { us: 1e-3, ms: 1, s: 1e3 };

/** @typedef {import("./servers.js").Server} Server */
/** @typedef {import("./workbench.js").Workbench} Workbench */
/** Requests, sent in turn. @typedef {{ paths: readonly string[], headers?: readonly string[] }} Requests */

/**
 * @typedef {object} Options
 * @property {number} [connections] default: 16
 * @property {number} [seconds] default: those of the workbench
 * @property {boolean} [expectErrors] default: an answer that is not 2xx or 3xx ends the benchmark
 */

/**
 * One run of wrk, which is made again where the machine stood still meanwhile, as virtual ones do now and then.
 * @param {Workbench} bench
 * @param {Server} server
 * @param {Requests} requests
 * @param {Options} [options]
 * @returns {Promise<import("./figure.js").Sample & { slowest: number }>} requests per second; and the milliseconds that
 *   99 of 100 requests did not exceed
 */
export async function load(bench, server, requests, options = {}) {
  const { seconds = bench.thoroughness.seconds, expectErrors = false } = options;
  for (let attempt = 1; ; attempt++) {
    const before = cpuSeconds(server.pid);
    const started = performance.now();
    const text = await wrk(bench, server, requests, { ...options, seconds });
    const elapsed = (performance.now() - started) / 1000;
    const after = cpuSeconds(server.pid);
    if (elapsed > seconds + STANDSTILL_SECONDS && attempt < ATTEMPTS) continue;
    const { value, slowest, count } = parse(text, expectErrors);
    if (before === undefined || after === undefined) return { value, slowest };
    return { value, slowest, cpu: ((after - before) / count) * 1e6, busy: (after - before) / elapsed };
  }
}

/**
 * @param {Workbench} bench
 * @param {Server} server
 * @param {Requests} requests
 * @param {Options} options
 * @returns {Promise<string>} what wrk prints
 */
async function wrk(bench, { origin }, { paths, headers = [] }, { connections = CONNECTIONS, seconds }) {
  const list = bench.newPath("paths");
  writeFileSync(list, `${paths.join("\n")}\n`);
  const given = headers.flatMap((header) => ["-H", header]);
  const shape = ["-t1", `-c${connections}`, `-d${seconds}s`, "--timeout", "30s", "--latency", "-s", SCRIPT];
  const child = bench.start(["wrk", ...shape, ...given, origin, "--", list]);
  let text = "";
  child.stdout.on("data", (chunk) => {
    text += chunk;
  });
  await once(child, "close");
  return text;
}

/**
 * @param {string} text what wrk printed
 * @param {boolean} expectErrors
 */
function parse(text, expectErrors) {
  const value = Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1]);
  const count = Number(/(\d+) requests in/.exec(text)?.[1]);
  const [, slowest, unit] = /99%\s+([\d.]+)(us|ms|s)/.exec(text) ?? [];
  if (!(count > 0) || /Socket errors/.test(text) || (!expectErrors && /Non-2xx/.test(text))) {
    throw new Error(`wrk failed: ${text}`);
  }
  return {
    value,
    count,
    slowest: Number(slowest) * MILLISECONDS[/** @type {keyof typeof MILLISECONDS} */ (unit)],
  };
}
