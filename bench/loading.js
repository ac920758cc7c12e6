/** Loading against reading the file and parsing each node once, in whole processes; and what a loaded tree weighs. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { BINARY, timeRatios, writeNodes } from "./figures.js";

const BARE = fileURLToPath(new URL("bare-parse.js", import.meta.url));
const NODES = 100_000;

/**
 * @param {string} folder where data can be written
 * @param {number} rounds
 * @returns {Promise<import("./figures.js").Figure[]>}
 */
export async function loading(folder, rounds) {
  const figures = [];
  for (const language of /** @type {const} */ (["plain", "nonLatin"])) {
    const directory = join(folder, language);
    mkdirSync(directory);
    const file = join(directory, "content.ndjson");
    await writeNodes(file, NODES, language);
    const job = `100,000 nodes of 1 kB, ${language === "plain" ? "plain" : "non-Latin"} NDJSON`;
    figures.push({
      job: `load ${job}`,
      against: "time of a bare read and parse",
      goal: "<= 1.5",
      // Loading checks all; what is printed is the ten roots.
      ratios: timeRatios([BINARY, "content", "--depth", "0", "--data", directory], [BARE, file], rounds),
    });
    const bytes = statSync(file).size;
    const idle = await residentBytes(["-e", "console.log(0); setInterval(() => {}, 1000)"]);
    const served = await residentBytes([BINARY, "serve", "--port", "0", "--data", directory]);
    if (served !== undefined && idle !== undefined) {
      figures.push({
        job: `hold ${job}`,
        against: "memory beyond an empty Node's, of the data's bytes",
        goal: "<= 1.5",
        ratios: [(served - idle) / bytes],
      });
    }
  }
  return figures;
}

/**
 * The resident memory of a process, once it has written its first line; unknown where there is no `ps`.
 * @param {string[]} args
 */
async function residentBytes(args) {
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] });
  await once(child.stdout, "data");
  const { stdout } = spawnSync("ps", ["-o", "rss=", "-p", String(child.pid)], { encoding: "utf8" });
  child.kill();
  await once(child, "close");
  return stdout ? Number(stdout) * 1024 : undefined;
}
