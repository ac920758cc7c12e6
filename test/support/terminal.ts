/** What the program writes to a terminal. */
import { Writable } from "node:stream";
import { run } from "../../src/cli.ts";
import type { OutputStream } from "../../src/io.ts";

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
