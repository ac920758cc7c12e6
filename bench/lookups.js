/** Look-ups: over HTTP against a bare server and json-server, and in the shell against an empty Node process. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { flatJson, idOf, keyOf, ndjsonSite } from "./data.js";
import { compared, FOLDER, PROGRAM, serve, use, useProgram } from "./measure.js";

const LOAD = fileURLToPath(new URL("load.js", import.meta.url));
const BARE = fileURLToPath(new URL("bare-server.js", import.meta.url));
const JSON_SERVER = "json-server@0.17.4";
const OPERATIONS = "/platform/module/Migrations/GetContent";
/** A key of the sample. */
const SAMPLE_KEY = "ca6558e1-81be-46e1-a367-99864e2b06fc";
/** Commands that end soon, each with its goal. @type {[args: string[], atMost: number][]} */
const COLD = [
  [["content", "--sample", "--key", SAMPLE_KEY], 1.6],
  [["content", "--sample", "--depth", "all", "--format", "tree"], 2],
  [["find", "--sample", "--name", "e"], 2],
  [["types", "--sample"], 2],
  [["urls", "--sample"], 2],
  [["check", "--sample"], 2],
  [["audit", "--sample"], 3],
];

/** @param {{size: number, rounds: number}} thoroughness @returns {AsyncGenerator<import("./measure.js").Figure>} */
export async function* lookups({ size, rounds }) {
  const count = Math.round(10_000 * size);
  const requests = Math.round(40_000 * size);
  const asked = Array.from({ length: 200 }, (_, i) => Math.floor((i * count) / 200));
  const paths = asked.map((number, i) =>
    i % 2 ? `${OPERATIONS}ById?id=${idOf(number)}` : `${OPERATIONS}ByKey?key=${keyOf(number)}`,
  );
  const data = ndjsonSite(count);
  const ours = () => perRequest([PROGRAM, "serve", "--data", data, "--port", "0"], requests, paths);
  const source = await serve(PROGRAM, "serve", "--data", data, "--port", "0", "--log", "none");
  const bare = await compared(
    rounds,
    ours,
    () => perRequest([BARE, source.origin, ...paths], requests, paths),
    Number,
  );
  await source.stop();
  yield {
    what: "a look-up over HTTP, of a bare node:http server's rate",
    value: 1 / bare.ratio,
    unit: "×",
    atLeast: 0.6,
    detail: `${bare.detail} µs of processor time`,
  };
  const jsonServer = installed(JSON_SERVER);
  if (jsonServer) {
    const others = asked.map((number) => `/content/${idOf(number)}`);
    const theirs = () => perRequest([jsonServer, flatJson(count), "--port", "38417"], requests / 20, others);
    const { ratio, detail } = await compared(1, ours, theirs, Number);
    const what = `a look-up over HTTP, of ${JSON_SERVER}'s rate`;
    yield { what, value: 1 / ratio, unit: "×", atLeast: 20, detail: `${detail} µs of processor time` };
  }
  const empty = join(FOLDER, "empty.js");
  writeFileSync(empty, "");
  for (const [args, atMost] of COLD) {
    const { ratio, detail } = await compared(
      rounds * 4,
      () => useProgram(...args),
      () => use(empty),
      ({ cpu }) => cpu,
    );
    const what = `${args.join(" ")}, of an empty Node process`;
    yield { what, value: ratio, unit: "×", atMost, detail: `${detail} s of processor time` };
  }
}

/**
 * The server's processor time for a request, in microseconds: with many requests, less with few.
 * @param {string[]} args what starts the server
 * @param {number} requests
 * @param {string[]} paths
 */
async function perRequest(args, requests, paths) {
  const few = requests / 10;
  const used = [];
  for (const count of [few, requests]) {
    const server = await serve(...args);
    await use(LOAD, server.origin, String(count), ...paths);
    used.push((await server.stop()).cpu);
  }
  return ((used[1] - used[0]) / (requests - few)) * 1e6;
}

/** Installs a package into the folder of the run. @param {string} specifier @returns its script, if npm can bring it */
function installed(specifier) {
  const folder = join(FOLDER, "json-server");
  mkdirSync(folder);
  spawnSync("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", specifier], {
    shell: process.platform === "win32",
  });
  const script = join(folder, "node_modules/json-server/lib/cli/bin.js");
  if (existsSync(script)) return script;
  console.error(`${specifier} is left out: npm could not install it`);
  return undefined;
}
