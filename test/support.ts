/** What tests share: data directories that go away by themselves, the binary as a process, servers on free ports. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));
export const BINARY = join(ROOT, "bin", "migrations.js");

/** Makes a directory of these files. A value that is no string or buffer is written as JSON. */
export function dataDirectory(files: Record<string, unknown>): string {
  const directory = mkdtempSync(join(tmpdir(), "migrations-test-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    const isText = typeof content === "string" || Buffer.isBuffer(content);
    writeFileSync(join(directory, name), isText ? content : JSON.stringify(content));
  }
  return directory;
}

/** What a finished process has written, and its exit status. */
export type Finished = { status: number | null; stdout: string; stderr: string };

export type RunOptions = { env?: Record<string, string>; cwd?: string; stdin?: string };

/** Runs the built binary to its end. */
export async function run(args: string[], options: RunOptions = {}): Promise<Finished> {
  const child = start(args, options);
  child.stdin.end(options.stdin ?? "");
  const output = collect(child);
  const status = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { status, ...output };
}

/** Starts the built binary. It is ended with the test, if it still runs. */
export function start(
  args: string[],
  { env = {}, cwd = ROOT }: RunOptions = {},
): ChildProcessWithoutNullStreams {
  const variables = Object.entries(process.env).filter(
    ([name]) => !/^(?:MIGRATIONS_|NO_COLOR$|FORCE_COLOR$)/.test(name),
  );
  const child = spawn(process.execPath, [BINARY, ...args], {
    cwd,
    env: { ...Object.fromEntries(variables), ...env },
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  return child;
}

/** Gathers what a process writes; the texts grow as it goes on. */
export function collect(child: ChildProcessWithoutNullStreams): { stdout: string; stderr: string } {
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output.stderr += text;
  });
  return output;
}

/** Starts `serve` on a free port, and waits until it listens. */
export async function startServe(args: string[], options: RunOptions = {}) {
  const child = start(["serve", "--port", "0", ...args], options);
  child.stdin.end(options.stdin ?? "");
  const output = collect(child);
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", () => {
      const match = /^serving (http:\S+)\n/.exec(output.stdout);
      if (match) resolve(match[1]);
    });
    child.on("close", () => reject(new Error(`serve ended: ${output.stderr}`)));
  });
  return { child, output, url, origin: new URL(url).origin };
}

/** Lets a handler listen on a free port of loopback until the test ends. */
export async function listening(handler: RequestListener): Promise<string> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
