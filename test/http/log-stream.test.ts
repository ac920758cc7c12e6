/** `logStream`: the stream of the request log, on which the server must not wait. */
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { logStream } from "../../src/http/request-log.ts";
import { temporaryDirectory } from "../support/temporary.ts";

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
