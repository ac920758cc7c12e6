/** The built program as a process. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { ROOT } from "./repository.ts";

export const BINARY = join(ROOT, "bin", "migrations.js");

export type RunOptions = { env?: Record<string, string>; cwd?: string; stdin?: string };

/** What a finished process has written, and its exit status. */
export type Finished = { status: number | null; stdout: string; stderr: string };

export type Running = {
  child: ChildProcessWithoutNullStreams;
  /** What it has written so far. */
  output: { stdout: string; stderr: string };
  /** The exit status, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>;
  /** Waits until it has written this. */
  until: (pattern: RegExp) => Promise<RegExpExecArray>;
};

/** Runs the program to its end. */
export async function run(args: readonly string[], options: RunOptions = {}): Promise<Finished> {
  const { child, output, ended } = start(args, options);
  child.stdin.end(options.stdin ?? "");
  await ended;
  return { status: child.exitCode, ...output };
}

/** Starts the program. It does not outlive the test. */
export function start(args: readonly string[], { env = {}, cwd = ROOT }: RunOptions = {}): Running {
  const child = spawn(process.execPath, [BINARY, ...args], { cwd, env: { ...process.env, ...env } });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text) => {
      output[name] += text;
    });
  }
  const ended = once(child, "close").then(([status, signal]) => status ?? signal);
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  const until = async (pattern: RegExp) => {
    for (;;) {
      const found = pattern.exec(output.stdout) ?? pattern.exec(output.stderr);
      if (found) return found;
      if (child.exitCode !== null) throw new Error(`it ended: ${output.stderr}`);
      await sleep(10);
    }
  };
  return { child, output, ended, until };
}

/** Starts `serve` on a free port, and waits until it listens. The URL is that of the operations. */
export async function startServe(args: readonly string[], options: RunOptions = {}) {
  const running = start(["serve", "--port", "0", ...args], options);
  running.child.stdin.end(options.stdin ?? "");
  const [, url] = await running.until(/^serving (http:\S+)$/m);
  const { origin, port } = new URL(url);
  return { ...running, url, origin, port: Number(port) };
}
