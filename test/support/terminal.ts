/** What the program writes to a terminal, and where there is none. */
import { PassThrough, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { run } from "../../src/cli.ts";
import type { OutputStream } from "../../src/io.ts";

/** Runs the program's source where nobody looks. */
export async function piped(args: readonly string[], env: Record<string, string> = {}) {
  const io = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough(), env };
  const output = Promise.all([text(io.stdout), text(io.stderr)]);
  const status = await run(args, io);
  io.stdout.end();
  io.stderr.end();
  const [stdout, stderr] = await output;
  return { status, stdout, stderr };
}

/** Runs the program's source, with a terminal of so many columns and no colour. */
export async function shown(args: readonly string[], columns = 80) {
  const texts = { stdout: "", stderr: "" };
  const terminal = (name: "stdout" | "stderr"): OutputStream =>
    Object.assign(
      new Writable({
        write(chunk, _, done) {
          texts[name] += String(chunk);
          done();
        },
      }),
      { isTTY: true, columns },
    );
  const io = {
    stdin: process.stdin,
    stdout: terminal("stdout"),
    stderr: terminal("stderr"),
    env: { NO_COLOR: "1" },
  };
  return { status: await run(args, io), ...texts };
}
