/** The servers that are compared, each in a process of its own, and the paths that they are asked for. */
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { idOf, keyOf } from "./data/nodes.js";
import { migrations, side } from "./programs.js";
import { end } from "./workbench.js";

const OPERATIONS = "/platform/module/Migrations";
const POLL_MILLISECONDS = 100;
/** Deeper than any tree. */
export const ALL_LEVELS = 2147483647;

/**
 * @typedef {object} Server
 * @property {string} origin
 * @property {number} pid
 * @property {string} log the file that its stderr goes to
 * @property {() => Promise<void>} stop
 */
/** @typedef {import("./workbench.js").Workbench} Workbench */

/** @param {number} number of the node */
export const byId = (number) => `${OPERATIONS}/GetContentById?id=${idOf(number)}`;

/** @param {number} number of the node */
export const byKey = (number) => `${OPERATIONS}/GetContentByKey?key=${keyOf(number)}`;

/** @param {number} maxLevel */
export const atRoot = (maxLevel) => `${OPERATIONS}/GetContentAtRoot?maxLevel=${maxLevel}`;

/**
 * `serve`, with the log on as users run it.
 * @param {Workbench} bench
 * @param {string} directory of the data
 * @param {string[]} flags
 */
export function startOurs(bench, directory, ...flags) {
  return startServer(bench, migrations("serve", "--data", directory, "--port", "0", ...flags));
}

/**
 * A bare server that sends what another one answered.
 * @param {Workbench} bench
 * @param {Server} server
 * @param {readonly string[]} paths
 */
export async function startBare(bench, server, paths) {
  const list = bench.newPath("paths");
  writeFileSync(list, `${paths.join("\n")}\n`);
  return startServer(bench, side("bare-server", server.origin, list));
}

/**
 * @param {Workbench} bench
 * @param {import("./packages.js").Installed} installed of json-server
 * @param {string} file of the data
 */
export async function startJsonServer(bench, { modules }, file) {
  const port = String(await freePort());
  const binary = join(modules, ".bin", "json-server");
  const log = bench.newPath("log");
  const child = bench.start([process.execPath, binary, file, "--port", port], log);
  // It may log there.
  child.stdout.resume();
  const server = serverOf(child, `http://127.0.0.1:${port}`, log);
  while (!(await isAnswering(server.origin))) {
    if (child.exitCode !== null) {
      throw new Error(`json-server ended before it was ready: ${readFileSync(log, "utf8")}`);
    }
    await setTimeout(POLL_MILLISECONDS);
  }
  return server;
}

/**
 * Starts a server whose first line on stdout tells its URL.
 * @param {Workbench} bench
 * @param {import("./workbench.js").Program} program
 */
async function startServer(bench, program) {
  const log = bench.newPath("log");
  const child = bench.start(program, log);
  for await (const line of createInterface(child.stdout)) {
    return serverOf(child, new URL(line.slice(line.indexOf("http"))).origin, log);
  }
  throw new Error(`${program.join(" ")} ended before it was ready: ${readFileSync(log, "utf8")}`);
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @param {string} origin
 * @param {string} log
 * @returns {Server}
 */
function serverOf(child, origin, log) {
  if (child.pid === undefined) throw new Error("The server did not start");
  return { origin, pid: child.pid, log, stop: () => end(child) };
}

/** A port that nothing listens on, for a server that does not tell which one it took. */
async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (!address || typeof address === "string") throw new Error("There is no free port");
  return address.port;
}

/** @param {string} origin */
async function isAnswering(origin) {
  try {
    await (await fetch(origin)).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
