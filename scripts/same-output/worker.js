/** Runs commands of one build in this process, one after the other, as its parent asks: `node worker.js BUILD`. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";

const require = createRequire(import.meta.url);
const { run } = require(join(process.argv[2], "bin/load-built.js")).loadBuilt();
// Each run may add listeners that a process, which ends with it, never counts.
process.setMaxListeners(0);

/** @typedef {{args: string[], cwd: string, stdin?: string, env?: Record<string, string>, columns?: number}} Job */

process.on("message", async (/** @type {Job} */ job) => {
  process.chdir(job.cwd);
  const stdout = sink(job.columns);
  const stderr = sink();
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...job.env };
  const io = { stdin: Readable.from([Buffer.from(job.stdin ?? "")]), stdout, stderr, env, cwd: job.cwd };
  /** @type {number | string} */
  let status;
  try {
    status = await run(job.args, io);
  } catch (error) {
    status = `threw ${error}`;
  }
  process.send?.({ status, stdout: stdout.text(), stderr: stderr.text() });
});

/** @param {number} [columns] the width of a terminal; without one, a pipe */
function sink(columns) {
  /** @type {Buffer[]} */
  const parts = [];
  const stream = new Writable({
    write(part, _encoding, done) {
      parts.push(Buffer.from(part));
      done();
    },
  });
  const terminal = columns === undefined ? {} : { isTTY: true, columns };
  return Object.assign(stream, terminal, { text: () => Buffer.concat(parts).toString("latin1") });
}
