/** Loading: whole processes that read a site and print its roots; NDJSON against `JSON.parse` of each line. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { databaseSite, ndjsonSite, tableFiles, usyncSite } from "./data.js";
import { compared, median, rounded, use, useProgram } from "./measure.js";

const PARSE_LINES = fileURLToPath(new URL("parse-lines.js", import.meta.url));

/** @param {{size: number, rounds: number}} thoroughness @returns {AsyncGenerator<import("./measure.js").Figure>} */
export async function* loading({ size, rounds }) {
  const nodes = ndjsonSite(50_000 * size);
  /** @type {number[]} */
  const memory = [];
  const load = async () => {
    const used = await useProgram("content", "--depth", "0", "--data", nodes);
    memory.push(used.rss);
    return used;
  };
  const parse = () => use(PARSE_LINES, join(nodes, "content.ndjson"));
  const { ratio, detail } = await compared(rounds, load, parse, ({ cpu }) => cpu);
  const what = "loading 50,000 nodes of NDJSON";
  yield {
    what: `${what}, of JSON.parse of each line`,
    value: ratio,
    unit: "P",
    atMost: 0.75,
    detail: `${detail} s of processor time`,
  };
  yield { what: `${what}, most memory`, value: median(memory), unit: "MB", atMost: 200, detail: "" };
  const sites = [
    { what: "a uSync folder of 5,000 files", data: usyncSite(5_000 * size), seconds: 2 },
    { what: "a database of 10,000 nodes", data: await databaseSite(10_000 * size), seconds: 2.2 },
  ];
  for (const { what, data, seconds } of sites) {
    const used = [];
    for (let round = 0; round < rounds; round++)
      used.push(await useProgram("content", "--depth", "0", "--data", data));
    const [cpu, rss, elapsed] = [
      used.map((usage) => usage.cpu),
      used.map((usage) => usage.rss),
      used.map((usage) => usage.seconds),
    ].map(median);
    const detail = `${rounded(cpu)} s of processor time, ${rounded(rss)} MB`;
    yield { what: `loading ${what}`, value: elapsed, unit: "s", atMost: seconds, detail };
  }
  yield* loadingTables(10_000 * size, rounds);
}

/** Databases that are read table by table, against a `.bacpac` of the same rows. @param {number} count @param {number} rounds */
async function* loadingTables(count, rounds) {
  const files = await tableFiles(count);
  const load = (/** @type {string} */ file) => useProgram("content", "--depth", "0", "--data", file);
  for (const kind of /** @type {const} */ (["bak", "sdf"])) {
    const used = await load(files[kind]);
    const cpuOf = (/** @type {import("./measure.js").Usage} */ { cpu }) => cpu;
    const { ratio, detail } = await compared(
      rounds,
      () => load(files[kind]),
      () => load(files.bacpac),
      cpuOf,
    );
    const what = `loading a .${kind} of 10,000 nodes`;
    yield {
      what: `${what}, of a .bacpac`,
      value: ratio,
      unit: "×",
      atMost: 1.25,
      detail: `${detail} s of processor time`,
    };
    yield { what: `${what}, most memory`, value: used.rss, unit: "MB", atMost: 150, detail: "" };
  }
}
