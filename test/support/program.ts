/** Runs the program: from source in this process, or as built in a new process. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, onTestFinished } from "vitest";
import { run as runCommand } from "../../src/cli.ts";
import type { OutputStream } from "../../src/io.ts";
import { entryIn } from "../../src/site/map-entries.ts";
import { ROOT } from "./repository.ts";

export const BINARY = join(ROOT, "bin", "migrations.js");

export type RunOptions = {
  /** Variables in addition to those of this process. */
  env?: Record<string, string>;
  /** The working directory. Default: the repository. */
  cwd?: string;
  stdin?: string;
};

/** Options of a run in a process of its own. */
export type ProcessOptions = RunOptions & {
  /** Options of Node. */
  node?: readonly string[];
};

/** A small stack: 20,000 arguments of one call overflow it, instead of 130,000. */
export const SMALL_STACK: ProcessOptions = { node: ["--stack-size=150"] };

/** Options of a run in this process. */
export type CommandOptions = RunOptions & {
  /** The width of the terminal that stdout and stderr are. Default: they are pipes. */
  columns?: number;
};

type Output = { stdout: string; stderr: string };

/** The output of a finished command, and its exit status. */
export type Finished = Output & { status: number | null };

/** Waits until the output of a command matches. */
type Until = (pattern: RegExp) => Promise<RegExpExecArray>;

export type Running = {
  child: ChildProcessWithoutNullStreams;
  /** The output so far. */
  output: Output;
  /** The exit status, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>;
  until: Until;
};

/** The addresses of `serve`. `url` is that of the operations. */
type Served = { url: string; origin: string; port: number };

/**
 * Runs a command in this process to its end. A test whose subject is the process (signals, closed streams, exit statuses that a
 * shell sees, memory) uses `runProcess` or `start`.
 */
export async function run(args: readonly string[], options: CommandOptions = {}): Promise<Finished> {
  const { output, ended } = startHere(args, options);
  return { status: await ended, ...output };
}

/** Starts a command in this process. `stop` sends it a signal, at the latest when the test ends. */
export function startCommand(args: readonly string[], options: CommandOptions = {}) {
  const started = startUntilStopped(args, options);
  onTestFinished(async () => {
    await started.stop();
  });
  return started;
}

function startUntilStopped(args: readonly string[], options: CommandOptions) {
  const { output, ended, signals, leave } = startHere(args, options);
  const stop = (signal: "SIGINT" | "SIGTERM" = "SIGTERM") => {
    signals.emit(signal, signal);
    return ended;
  };
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  return { output, ended, until: untilWritten(output, () => hasEnded), stop, leave };
}

/**
 * Returns a function that starts `serve` once for all tests of a file that have the same arguments, and only read. Called outside
 * of tests; the servers are stopped after the last test.
 */
export function sharedServers(): (args: readonly string[]) => Promise<Served> {
  const started = new Map<string, Promise<Served & { stop: () => Promise<number> }>>();
  afterAll(async () => {
    for (const server of started.values()) await (await server).stop();
  });
  return (args) =>
    entryIn(started, JSON.stringify(args), async () => {
      const { until, leave, stop } = startUntilStopped(["serve", "--port", "0", ...args], {});
      const served = await servedAt(until);
      leave();
      return { ...served, stop };
    });
}

/** Starts `serve` in this process on a free port, and waits until it listens. From then on it needs no working directory. */
export async function startServe(args: readonly string[], options: CommandOptions = {}) {
  const { leave, ...started } = startCommand(["serve", "--port", "0", ...args], options);
  const served = await servedAt(started.until);
  leave();
  return { ...started, ...served };
}

/** Runs the built program to its end, in a process of its own. */
export async function runProcess(args: readonly string[], options: ProcessOptions = {}): Promise<Finished> {
  const { child, output, ended } = start(args, options);
  child.stdin.end(options.stdin ?? "");
  await ended;
  return { status: child.exitCode, ...output };
}

/** Starts the built program in a process of its own, which does not outlive the test. */
export function start(
  args: readonly string[],
  { env = {}, cwd = ROOT, node = [] }: ProcessOptions = {},
): Running {
  const child = spawn(process.execPath, [...node, BINARY, ...args], { cwd, env: { ...process.env, ...env } });
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
  return { child, output, ended, until: untilWritten(output, () => child.exitCode !== null) };
}

/** As `startServe`, in a process of its own. */
export async function startServeProcess(args: readonly string[], options: RunOptions = {}) {
  const running = start(["serve", "--port", "0", ...args], options);
  running.child.stdin.end(options.stdin ?? "");
  return { ...running, ...(await servedAt(running.until)) };
}

async function servedAt(until: Until): Promise<Served> {
  const [, url] = await until(/^(?:serving )?(http:\S+)$/m);
  const { origin, port } = new URL(url);
  return { url, origin, port: Number(port) };
}

function startHere(args: readonly string[], { env, cwd = ROOT, stdin = "", columns }: CommandOptions) {
  const output = { stdout: "", stderr: "" };
  const signals = new EventEmitter();
  const leave = enter(cwd);
  const io = {
    stdin: Readable.from([Buffer.from(stdin)]),
    stdout: collecting(output, "stdout", columns),
    stderr: collecting(output, "stderr", columns),
    env: { ...process.env, ...env },
    signals,
  };
  return { output, signals, leave, ended: runCommand(args, io).finally(leave) };
}

function collecting(output: Output, name: keyof Output, columns: number | undefined): OutputStream {
  const decoder = new StringDecoder("utf8");
  const stream = new Writable({
    write(chunk, _encoding, done) {
      output[name] += decoder.write(chunk);
      done();
    },
  });
  return columns === undefined ? stream : Object.assign(stream, { isTTY: true, columns });
}

/** The working directory of this process, and how many commands run in it. */
const here = { cwd: ROOT, commands: 0 };

/** Enters a working directory until the function that it returns is called. Commands that run at the same time share one. */
function enter(cwd: string): () => void {
  if (cwd !== here.cwd) {
    if (here.commands > 0) throw new Error(`a command runs in ${here.cwd}: another cannot run in ${cwd}`);
    process.chdir(cwd);
    here.cwd = cwd;
  }
  here.commands++;
  let hasLeft = false;
  return () => {
    if (hasLeft) return;
    hasLeft = true;
    here.commands--;
    if (here.commands > 0 || here.cwd === ROOT) return;
    process.chdir(ROOT);
    here.cwd = ROOT;
  };
}

function untilWritten(output: Output, hasEnded: () => boolean): Until {
  return async (pattern) => {
    for (;;) {
      const found = pattern.exec(output.stdout) ?? pattern.exec(output.stderr);
      if (found) return found;
      if (hasEnded()) throw new Error(`it ended: ${output.stderr}`);
      await sleep(10);
    }
  };
}

/** Expects an error of one line. */
export function expectError({ status, stderr }: Finished, expected: number, message: RegExp): void {
  const lines = stderr.split("\n").filter((line) => line.startsWith("error: "));
  expect(lines, stderr).toEqual([expect.stringMatching(message)]);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(status).toBe(expected);
}
