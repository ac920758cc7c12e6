/** Loading: whole processes that read a site and print its roots, against `JSON.parse` of each line. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { databaseSite, ndjsonSite, tableFiles, usyncSite } from "./data.js";
import { compared, median, rounded, use, useProgram } from "./measure.js";

const PARSE_LINES = fileURLToPath(new URL("parse-lines.js", import.meta.url));

/** @param {{size: number, rounds: number}} thoroughness @returns {AsyncGenerator<import("./measure.js").Figure>} */
export async function* loading({ size, rounds }) {
  const sites = [
    { what: "50,000 nodes of NDJSON", data: ndjsonSite(50_000 * size), seconds: 1, memory: 200 },
    { what: "a uSync folder of 5,000 files", data: usyncSite(5_000 * size), seconds: 2 },
    { what: "a database of 10,000 nodes", data: await databaseSite(10_000 * size), seconds: 2 },
  ];
  for (const { what, data, seconds, memory } of sites) {
    const used = [];
    for (let round = 0; round < rounds; round++)
      used.push(await useProgram("content", "--depth", "0", "--data", data));
    const cpu = median(used.map((usage) => usage.cpu));
    const rss = median(used.map((usage) => usage.rss));
    const elapsed = median(used.map((usage) => usage.seconds));
    const detail = `${rounded(cpu)} s of processor time, ${rounded(rss)} MB`;
    yield { what: `loading ${what}`, value: elapsed, unit: "s", atMost: seconds, detail };
    if (memory)
      yield { what: `loading ${what}, most memory`, value: rss, unit: "MB", atMost: memory, detail: "" };
  }
  const data = sites[0].data;
  const { ratio, detail } = await compared(
    rounds,
    () => useProgram("content", "--depth", "0", "--data", data),
    () => use(PARSE_LINES, join(data, "content.ndjson")),
    ({ cpu }) => cpu,
  );
  const what = `loading ${sites[0].what}, of JSON.parse of each line`;
  yield { what, value: ratio, unit: "×", atMost: 1.15, detail: `${detail} s of processor time` };
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
