/** Commands listen for signals while they run, and remove their listeners at the end. */
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { expect, it, onTestFinished } from "vitest";
import { run } from "../../src/cli.ts";
import { stoppable } from "../../src/commands/signals.ts";
import { listening } from "../support/listening.ts";
import { siteDirectory } from "../support/site.ts";
import { temporaryDirectory } from "../support/temporary.ts";

const listeners = () => [process.listeners("SIGINT"), process.listeners("SIGTERM")];

/** Runs a command in this process. */
function runHere(args: readonly string[]): Promise<number> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  stdin.end();
  stdout.resume();
  stderr.resume();
  return run(args, { stdin, stdout, stderr, env: {} });
}

it.each<[string, number, (data: string, out: string) => string[]]>([
  ["export", 0, (data, out) => ["export", "--data", data, "--out", out]],
  [
    "pull of an unreachable site",
    5,
    (_, out) => ["pull", "--base-url", "http://127.0.0.1:1", "--retries", "0", "--out", out],
  ],
])("%s removes its listeners for signals", async (_name, status, args) => {
  const before = listeners();
  expect(await runHere(args(siteDirectory(), join(temporaryDirectory(), "out")))).toBe(status);
  expect(listeners()).toEqual(before);
});

it("urls --request removes its listeners for signals", async () => {
  const before = listeners();
  const site = await listening((_request, response) => response.writeHead(404).end());
  const content = [{ id: 1, key: "5f0c9e7a-0000-4000-8000-000000000001", url: "/", name: "Home" }];
  expect(await runHere(["urls", "--data", siteDirectory(content), "--request", site])).toBe(1);
  expect(listeners()).toEqual(before);
});

it("serve on a port that is in use removes its listeners for signals", async () => {
  const before = listeners();
  const other = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void other.close());
  await once(other, "listening");
  const { port } = other.address() as { port: number };
  expect(await runHere(["serve", "--data", siteDirectory(), "--port", String(port)])).toBe(5);
  expect(listeners()).toEqual(before);
});

it("`stoppable` listens until the work has ended", async () => {
  const before = listeners();
  let end = () => {};
  const ended = stoppable({}, () => new Promise<void>((resolve) => (end = resolve)));
  expect(process.listenerCount("SIGTERM")).toBe(before[1].length + 1);
  end();
  await ended;
  expect(listeners()).toEqual(before);
});
