/** Runs programs as whole processes and measures what they use. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

export const PROGRAM = fileURLToPath(new URL("../bin/migrations.js", import.meta.url));
const USAGE = fileURLToPath(new URL("usage.cjs", import.meta.url));

/** What a process used: processor seconds, elapsed seconds, and the most resident memory in MB. @typedef {{cpu: number, seconds: number, rss: number}} Usage */
/** What is measured, and its goal: `atMost` or `atLeast` that value. @typedef {{what: string, value: number, unit: string, atMost?: number, atLeast?: number, detail: string}} Figure */

/** A folder for all that one run makes, removed when the run ends. */
export const FOLDER = mkdtempSync(join(tmpdir(), "migrations-bench-"));
process.on("exit", () => rmSync(FOLDER, { recursive: true, force: true }));

/**
 * Runs a script of Node to its end.
 * @param {string[]} args the script and its arguments
 * @returns {Promise<Usage>}
 * @throws {Error} if it exits with another status than 0 or 1 (differences were found)
 */
export async function use(...args) {
  const began = performance.now();
  const { child, usage } = start(args);
  child.stdout.resume();
  let errors = "";
  child.stderr.on("data", (text) => {
    errors += text;
  });
  const [status] = await once(child, "close");
  if (status !== 0 && status !== 1) throw new Error(`${args.join(" ")} exited with ${status}: ${errors}`);
  return { ...usage(), seconds: (performance.now() - began) / 1000 };
}

/** Runs a command of the program to its end. @param {string[]} args */
export function useProgram(...args) {
  return use(PROGRAM, ...args);
}

/**
 * Runs two things in turn, so that a busy machine slows both.
 * @template T
 * @param {number} rounds
 * @param {() => Promise<T>} ours
 * @param {() => Promise<T>} theirs
 * @param {(used: T) => number} value
 * @returns {Promise<{ratio: number, detail: string}>} the median of the ratios, and both medians
 */
export async function compared(rounds, ours, theirs, value) {
  /** @type {number[][]} */
  const pairs = [];
  for (let round = 0; round < rounds; round++) {
    const other = value(await theirs());
    pairs.push([value(await ours()), other]);
  }
  const detail = [0, 1].map((side) => rounded(median(pairs.map((pair) => pair[side])))).join(" : ");
  return { ratio: median(pairs.map(([our, other]) => our / other)), detail };
}

/**
 * Starts a server and waits until it prints its address.
 * @param {string[]} args the script and its arguments
 */
export async function serve(...args) {
  const { child, usage } = start(args);
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (part) => {
      text += part;
    });
  }
  for (;;) {
    const [origin] = /http:\/\/(?:127\.0\.0\.1|localhost):\d+/.exec(text) ?? [];
    if (origin) {
      const stop = async () => {
        const closed = once(child, "close");
        child.kill("SIGTERM");
        await closed;
        return usage();
      };
      return { origin, stop };
    }
    if (child.exitCode !== null) throw new Error(`${args.join(" ")}: ${text}`);
    await sleep(10);
  }
}

/** @param {string[]} args */
function start(args) {
  const file = join(FOLDER, `usage-${performance.now()}`);
  const child = spawn(process.execPath, ["--require", USAGE, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, BENCH_USAGE: file },
  });
  return { child, usage: () => JSON.parse(readFileSync(file, "utf8")) };
}

/** @param {number[]} values */
export function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}

/** Three digits, or all before the point. @param {number} value */
export function rounded(value) {
  return value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}
