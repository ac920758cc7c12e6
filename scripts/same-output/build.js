/** A build under comparison: runs its commands in a worker, and starts its program as a process. */
import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const WORKER = fileURLToPath(new URL("worker.js", import.meta.url));
/** A command that takes longer hangs. */
const LONGEST_RUN_MS = 120_000;

/** @typedef {import("./worker.js").Job} Job */
/** @typedef {{status: number | string | null, stdout: string, stderr: string}} Output */

export class Build {
  /** @type {import("node:child_process").ChildProcess | undefined} */
  #worker;
  /** @type {Set<import("node:child_process").ChildProcess>} */
  #servers = new Set();

  /**
   * @param {string} root the built checkout
   * @param {string} folder where the commands of this build work
   */
  constructor(root, folder) {
    this.root = root;
    this.folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  /**
   * Runs a command in the worker. A worker that dies or hangs is replaced; `serve -- COMMAND` ends its worker some time after its
   * output, so a command with which a worker dies runs once more.
   * @param {Job} job
   * @returns {Promise<Output>} its output, a character a byte
   */
  async run(job) {
    const output = await this.#runOnce(job);
    return String(output.status).startsWith("died") ? this.#runOnce(job) : output;
  }

  /** @param {Job} job @returns {Promise<Output>} */
  async #runOnce(job) {
    if (!this.#worker?.connected)
      this.#worker = fork(WORKER, [this.root], { stdio: ["ignore", "ignore", "ignore", "ipc"] });
    const worker = this.#worker;
    const over = new AbortController();
    const { signal } = over;
    const output = await Promise.race([
      new Promise((resolve) => {
        worker.once("message", resolve);
        worker.send(job);
      }),
      once(worker, "exit", { signal }).then(([code, killed]) => ({ status: `died: ${code ?? killed}` })),
      sleep(LONGEST_RUN_MS, { status: "hangs" }, { signal }),
    ]);
    over.abort();
    if (typeof output.status === "string") {
      worker.kill("SIGKILL");
      this.#worker = undefined;
    }
    return { stdout: "", stderr: "", ...output };
  }

  /**
   * Starts the program as a process.
   * @param {string[]} args
   */
  start(args) {
    const child = spawn(process.execPath, [join(this.root, "bin/migrations.js"), ...args], {
      cwd: this.folder,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#servers.add(child);
    child.once("exit", () => this.#servers.delete(child));
    return child;
  }

  /**
   * Starts `serve` on a free port.
   * @param {string[]} args
   * @returns {Promise<{origin: string, stop: () => Promise<void>}>}
   */
  async serve(args) {
    const child = this.start(["serve", "--port", "0", "--log", "none", ...args]);
    let text = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (part) => (text += part));
    for (;;) {
      const [, origin] = /^serving (http:\/\/[^/\s]+)/im.exec(text) ?? [];
      if (origin) {
        const stop = async () => {
          child.kill("SIGKILL");
          if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
        };
        return { origin, stop };
      }
      if (child.exitCode !== null) throw new Error(`${this.root}: serve ${args.join(" ")}: ${text}`);
      await sleep(20);
    }
  }

  close() {
    this.#worker?.kill("SIGKILL");
    for (const child of this.#servers) child.kill("SIGKILL");
  }
}
