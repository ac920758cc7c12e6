/** Look-ups over HTTP against a bare `node:http` server that sends the same bytes. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { BINARY, idOf, keyOf, writeNodes } from "./figures.js";

const BARE = fileURLToPath(new URL("bare-server.js", import.meta.url));
const NODES = 1_000;
const CONNECTIONS = 16;

/**
 * @param {string} folder where data can be written
 * @param {number} rounds
 * @param {number} seconds how long each side is loaded in a round
 * @returns {Promise<import("./figures.js").Figure[]>}
 */
export async function lookups(folder, rounds, seconds) {
  if (spawnSync("wrk", ["--version"]).error) {
    console.error("wrk is missing, so look-ups are left out: apt-get install wrk, or brew install wrk");
    return [];
  }
  const directory = join(folder, "lookups");
  mkdirSync(directory);
  await writeNodes(join(directory, "content.ndjson"), NODES, "plain");
  const ours = await startServer([BINARY, "serve", "--port", "0", "--data", directory]);
  const operations = [`GetContentById?id=${idOf(50)}`, `GetContentByKey?key=${keyOf(50)}`];
  const figures = [];
  for (const operation of operations) {
    const url = `${ours.url}/${operation}`;
    const bare = await startServer([BARE, url]);
    const path = new URL(url);
    const bareUrl = `${bare.url}${path.pathname}${path.search}`;
    requestsPerSecond(url, 1);
    requestsPerSecond(bareUrl, 1);
    const ratios = Array.from(
      { length: rounds },
      () => requestsPerSecond(url, seconds) / requestsPerSecond(bareUrl, seconds),
    );
    figures.push({
      job: `look-up by ${operation.includes("id=") ? "id" : "key"}, with the log on`,
      against: "rate of a bare server, same bytes",
      goal: ">= 0.85",
      ratios,
    });
    await bare.stop();
  }
  await ours.stop();
  return figures;
}

/**
 * Starts a server whose first line on stdout ends with its URL. What it logs is thrown away.
 * @param {string[]} args
 */
async function startServer(args) {
  const child = spawn(process.execPath, args);
  child.stderr.resume();
  const [line] = await once(child.stdout, "data");
  const url = String(line).trim().split(" ").at(-1) ?? "";
  const stop = async () => {
    child.kill();
    await once(child, "close");
  };
  return { url, stop };
}

/**
 * @param {string} url
 * @param {number} seconds
 */
function requestsPerSecond(url, seconds) {
  const { stdout } = spawnSync("wrk", ["-t1", `-c${CONNECTIONS}`, `-d${seconds}s`, url], {
    encoding: "utf8",
  });
  const rate = /Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1];
  if (rate === undefined || /Non-2xx/.test(stdout)) throw new Error(`wrk failed: ${stdout}`);
  return Number(rate);
}
