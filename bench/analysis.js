/** Commands that read all nodes: processor time against `JSON.parse` of each line of the same file. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ndjsonSite } from "./data.js";
import { compared, FOLDER, use, useProgram } from "./measure.js";

const PARSE_LINES = fileURLToPath(new URL("parse-lines.js", import.meta.url));
/** What commands may take of `JSON.parse` of each line. OLD has other names and dates. @type {[atMost: number, ...args: string[]][]} */
const CASES = [
  [1.1, "find", "--name", "東京", "--data", "SITE"],
  [1.7, "find", "--text", "документ", "--data", "SITE"],
  [2.2, "find", "--search", "документ", "--data", "SITE"],
  [2.5, "find", "--links-to", "1003", "--data", "SITE"],
  [1.5, "diff", "OLD", "SITE", "--stat"],
  [5, "diff", "OLD", "SITE", "--stat", "--as-migrated"],
  [1.3, "find", "--kind", "content", "--full", "--format", "ndjson", "--data", "SITE"],
  [3.1, "audit", "--data", "SITE"],
  [4, "find", "--kind", "content", "--fields", "inventory", "--format", "csv", "--data", "SITE"],
  [5.5, "export", "--data", "SITE", "--out", "OUT"],
];
/** What the cost of a node may be in a large site, of that in a small one, and the sizes. */
const LINEAR = 1.25;
const [SMALL, LARGE] = [10_000, 200_000];
/** @type {string[][]} */
const LINEAR_CASES = [
  ["content", "--depth", "0", "--data", "SITE"],
  ["audit", "--data", "SITE"],
  ["diff", "OLD", "SITE", "--stat", "--as-migrated"],
  ["export", "--data", "SITE", "--out", "OUT"],
  ["urls", "--data", "SITE"],
  ["verify", "OLD", "SITE"],
];

/** @param {{size: number, rounds: number}} thoroughness @returns {AsyncGenerator<import("./measure.js").Figure>} */
export async function* analysis({ size, rounds }) {
  const count = 50_000 * size;
  const lines = join(ndjsonSite(count), "content.ndjson");
  for (const [atMost, ...args] of CASES) {
    const parse = () => use(PARSE_LINES, lines);
    const { ratio, detail } = await compared(rounds, runOf(args, count), parse, ({ cpu }) => cpu);
    const what = `${namesOf(args)} of ${count} nodes, of JSON.parse of each line`;
    yield { what, value: ratio, unit: "P", atMost, detail: `${detail} s of processor time` };
  }
  const [small, large] = [SMALL * size, LARGE * size];
  for (const args of LINEAR_CASES) {
    const { ratio, detail } = await compared(1, runOf(args, large), runOf(args, small), ({ cpu }) => cpu);
    const what = `${namesOf(args)}: cost of a node of ${large}, of one of ${small}`;
    const value = ratio / (large / small);
    yield { what, value, unit: "×", atMost: LINEAR, detail: `${detail} s of processor time` };
  }
}

/** Runs a command on sites of so many nodes. @param {readonly string[]} args @param {number} count */
function runOf(args, count) {
  // Written anew by each run.
  const out = join(FOLDER, "exported");
  /** @type {Readonly<Record<string, () => string>>} */
  const places = { SITE: () => ndjsonSite(count), OLD: () => ndjsonSite(count, 100), OUT: () => out };
  const given = args.map((each) => places[each]?.() ?? each);
  return () => {
    rmSync(out, { recursive: true, force: true });
    return useProgram(...given);
  };
}

/** A command without the places that it reads and writes. @param {readonly string[]} args */
function namesOf(args) {
  return args.filter((each) => !["SITE", "OLD", "OUT", "--data", "--out"].includes(each)).join(" ");
}
