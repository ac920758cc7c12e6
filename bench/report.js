/** Figures as a table to read and as JSON, with the machine that they were taken on. */
import { cpus, release, totalmem, type } from "node:os";
import { isReached, median } from "./figure.js";

/** @typedef {import("./figure.js").Figure & { job: string }} Row */

const HEADINGS = [
  "job",
  "what",
  "against",
  "goal",
  "median",
  "lowest to highest",
  "reached",
  "ours",
  "other",
  "server CPU per request (share of a processor), ours and other",
];
/** @type {Record<string, string>} */
const REACHED = { true: "yes", false: "**no**", undefined: "" };
const FRACTION_DIGITS = { "/s": 0, ms: 1, µs: 1, MB: 1, packages: 0, requests: 0 };

/** The machine, and what was run on it. */
export function circumstances() {
  const [{ model }] = cpus();
  return {
    processors: `${cpus().length} x ${model.trim()}`,
    memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
    system: `${type()} ${release()}`,
    node: process.version,
    date: new Date().toISOString().slice(0, 10),
  };
}

/** @param {Row[]} rows */
export function toMarkdown(rows) {
  const { processors, memory, system, node, date } = circumstances();
  const lines = rows.map((row) => `| ${cells(row).join(" | ")} |`);
  return [
    `${date}, Node ${node}, ${processors}, ${memory}, ${system}`,
    "",
    `| ${HEADINGS.join(" | ")} |`,
    `|${HEADINGS.map(() => "---|").join("")}`,
    ...lines,
  ].join("\n");
}

/**
 * @param {Row[]} rows
 * @param {boolean} isQuick the figures tell nothing
 */
export function toJson(rows, isQuick) {
  const figures = rows.map((row) => ({ ...row, isReached: isReached(row) }));
  return `${JSON.stringify({ circumstances: circumstances(), isQuick, figures }, undefined, 2)}\n`;
}

/** One line, to be read while the others are measured. @param {Row} row */
export function toLine(row) {
  const { job, what, against, median: middle, lowest, highest, ours, other } = row;
  const times = [ours, other].flatMap((samples) => processorTime(samples) ?? []).join(" and ");
  const spread = `${ratio(middle)} (${ratio(lowest)} to ${ratio(highest)})`;
  return `${job}: ${what}, against ${against}: ${spread}${times && `, server CPU per request ${times}`}`;
}

/** @param {Row} row */
function cells(row) {
  const { job, what, against, goal, lowest, highest, ours, other } = row;
  return [
    job,
    what,
    against,
    toText(goal),
    ratio(row.median),
    ours.length > 1 ? `${ratio(lowest)} to ${ratio(highest)}` : "",
    REACHED[String(isReached(row))],
    quantity(row, ours),
    quantity(row, other),
    [ours, other].flatMap((samples) => processorTime(samples) ?? []).join(" and "),
  ];
}

/**
 * Of one side, where it is known.
 * @param {import("./figure.js").Sample[]} samples
 */
function processorTime(samples) {
  const [cpu, busy] = [medianOf(samples, "cpu"), medianOf(samples, "busy")];
  return cpu && busy && `${cpu.toFixed(1)} µs (${Math.round(busy * 100)} %)`;
}

/** @param {import("./figure.js").Goal} [goal] */
function toText(goal) {
  if (goal === undefined) return "";
  if ("atLeast" in goal) return `≥ ${goal.atLeast}`;
  return "atMost" in goal ? `≤ ${goal.atMost}` : `< ${goal.below}`;
}

/** @param {number} value */
function ratio(value) {
  return value.toFixed(2);
}

/**
 * @param {Row} row
 * @param {import("./figure.js").Sample[]} samples
 */
function quantity({ unit }, samples) {
  const digits = FRACTION_DIGITS[unit];
  const value = median(samples.map((sample) => sample.value)).toLocaleString("en", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return unit === "packages" ? value : `${value} ${unit}`;
}

/**
 * @param {import("./figure.js").Sample[]} samples
 * @param {"cpu" | "busy"} name
 * @returns {number | undefined} where every sample has it
 */
function medianOf(samples, name) {
  const values = samples.flatMap((sample) => sample[name] ?? []);
  return values.length === samples.length ? median(values) : undefined;
}
