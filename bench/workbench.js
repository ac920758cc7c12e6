/** What one job works with: how thorough to be, a folder of its own, and processes, all of which end with the job. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";

/**
 * @typedef {object} Thoroughness
 * @property {number} rounds how often each side is measured
 * @property {number} longRounds the same where one measurement takes many seconds
 * @property {number} shortRounds the same where one measurement takes milliseconds
 * @property {number} seconds how long a server is loaded in a round
 * @property {(count: number) => number} size how many nodes or files stand for this many
 */

/** @type {Thoroughness} */
export const WHOLE = { rounds: 7, longRounds: 3, shortRounds: 31, seconds: 3, size: (count) => count };

/** Tells whether the benchmark works, and nothing of the program. @type {Thoroughness} */
export const QUICK = {
  rounds: 2,
  longRounds: 1,
  shortRounds: 3,
  seconds: 1,
  size: (count) => Math.max(200, count / 50),
};

/** @typedef {import("node:child_process").ChildProcessByStdio<null, import("node:stream").Readable, null>} Started */
/** A command with its arguments. @typedef {readonly string[]} Program */

export class Workbench {
  /** @type {Set<import("node:child_process").ChildProcess>} */
  #running = new Set();
  #files = 0;

  /**
   * @param {string} folder does not exist yet
   * @param {Thoroughness} thoroughness
   * @param {import("./materials.js").Materials} materials
   */
  constructor(folder, thoroughness, materials) {
    this.folder = folder;
    this.thoroughness = thoroughness;
    this.materials = materials;
    mkdirSync(folder);
  }

  /** A path in the folder that nothing has yet. @param {string} name */
  newPath(name) {
    return join(this.folder, `${this.#files++}-${name}`);
  }

  /**
   * Starts a program whose stdout is read here. Its stderr goes to a file: into a pipe it would wait for this process.
   * @param {Program} program
   * @param {string} [log] the file
   */
  start([command, ...args], log = this.newPath("stderr")) {
    const errors = openSync(log, "w");
    const child = /** @type {Started} */ (
      spawn(command, args, { cwd: this.folder, stdio: ["ignore", "pipe", errors] })
    );
    closeSync(errors);
    this.#running.add(child);
    child.once("close", () => this.#running.delete(child));
    return child;
  }

  /**
   * Runs a program to its end. What it prints is thrown away.
   * @param {Program} program
   * @returns {Promise<import("./figure.js").Sample>} its milliseconds
   */
  async timed([command, ...args]) {
    const started = performance.now();
    const child = spawn(command, args, { cwd: this.folder, stdio: ["ignore", "ignore", "pipe"] });
    this.#running.add(child);
    let errors = "";
    child.stderr.on("data", (chunk) => {
      errors += chunk;
    });
    const ended = once(child, "close");
    const [status] = await once(child, "exit");
    const value = performance.now() - started;
    await ended;
    this.#running.delete(child);
    if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}: ${errors}`);
    return { value };
  }

  /** Ends what is still running, and removes the folder. */
  async close() {
    await Promise.all(Array.from(this.#running, end));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/**
 * Ends a process at once, by its id: what is measured here has nothing to put in order.
 * @param {import("node:child_process").ChildProcess} child
 */
export async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}
