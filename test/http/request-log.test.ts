/** The request log: long targets, and the stream on which the server must not wait. */
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { ApiKey } from "../../src/access/api-key.ts";
import { logStream, RequestLog } from "../../src/http/request-log.ts";
import { temporaryDirectory } from "../support/temporary.ts";

const KEY = "s3cret-key-0123";

function logged(form: "plain" | "json", target: string): string {
  const stream = new PassThrough();
  const log = new RequestLog(stream, form, new ApiKey(KEY));
  log.add({ method: "GET", target, status: 400, bytes: 1, milliseconds: 2 });
  log.flush();
  return String(stream.read());
}

it.each(["plain", "json"] as const)("RequestLog: cuts long targets: %s", (form) => {
  const line = logged(form, `/${"x".repeat(15_000)}`);
  expect(line).toContain(`/${"x".repeat(1998)}…`);
  expect(line.length).toBeLessThan(2200);
});

it("RequestLog: writes each line whole, however many come before it is written", () => {
  const stream = new PassThrough();
  const log = new RequestLog(stream, "plain");
  const targets = Array.from({ length: 300 }, (_, i) => `/${"y".repeat(1500)}${i}`);
  for (const target of targets) log.add({ method: "GET", target, status: 200, bytes: 1, milliseconds: 2 });
  log.flush();
  const lines = String(stream.read()).trimEnd().split("\n");
  expect(lines).toEqual(targets.map((target) => `GET ${target} 200 1 B 2.0 ms`));
});

it("RequestLog: redacts the key if a target is cut within it, plain and escaped", () => {
  for (const spelling of [KEY, KEY.replaceAll("-", "%2d"), KEY.replaceAll("e", "%65")]) {
    for (let before = 1985; before < 2005; before++) {
      expect(logged("plain", `/${"x".repeat(before)}${spelling}`)).toMatch(/^GET \/x+\*{0,3}…? 400 /);
    }
  }
});

it.each([
  ["linux", { fd: 2 }],
  ["darwin", { fd: 2 }],
  ["win32", { fd: 2, isTTY: true }],
  ["win32", {}],
] as const)("logStream returns stderr itself on %s: %j", (platform, given) => {
  const stderr = Object.assign(new PassThrough(), given);
  expect(logStream({ stderr }, platform)).toBe(stderr);
});

it("logStream returns its own stream for a file on Windows, and leaves the file open", async () => {
  const path = join(temporaryDirectory(), "stderr");
  const fd = openSync(path, "w");
  const stream = logStream({ stderr: Object.assign(new PassThrough(), { fd }) }, "win32");
  stream.end("a line\n");
  await once(stream, "finish");
  closeSync(fd);
  expect(readFileSync(path, "utf8")).toBe("a line\n");
});
