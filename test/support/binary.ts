/** The built program as a process. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const BINARY = fileURLToPath(new URL("../../bin/migrations.js", import.meta.url));

export type Running = {
  child: ChildProcess;
  /** What it has written so far. */
  output: { stdout: string; stderr: string };
  /** The exit status, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>;
  /** Waits until it has written this. */
  until: (pattern: RegExp) => Promise<RegExpExecArray>;
};

/** Starts the program. It does not outlive the test. */
export function startBinary(args: readonly string[], env: Record<string, string> = {}): Running {
  const child = spawn(process.execPath, [BINARY, ...args], { env: { ...process.env, ...env } });
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
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  return { child, output, ended, until };
}

/** Starts `serve` on a free port, and waits for its ready line. */
export async function startServe(args: readonly string[], env?: Record<string, string>) {
  const running = startBinary(["serve", "--port", "0", ...args], env);
  const [, url, port] = await running.until(/serving (http:\/\/127\.0\.0\.1:([0-9]+))\//);
  return { ...running, url, port: Number(port) };
}
