/** Answers that are too large, too slow, unusually encoded or redirected: one line and exit status 5, or the answer. */
import type { RequestListener, ServerResponse } from "node:http";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { RemoteSource } from "../../src/remote/remote-source.ts";
import { listening } from "../support/listening.ts";
import { run } from "../support/program.ts";
import { siteOptions } from "../support/site-options.ts";

const ROOTS = '[{"id":1,"key":"5f0c9e7a-0000-4000-8000-000000000001","name":"Home","children":[]}]';
const ANSWER = `${ROOTS}\n`;

/** Repeats the action until the connection is closed. */
function every(milliseconds: number, response: ServerResponse, action: () => void): void {
  const timer = setInterval(action, milliseconds);
  response.on("close", () => clearInterval(timer));
}

function coded(coding: string, body: Buffer): RequestListener {
  return (_request, response) => response.writeHead(200, { "Content-Encoding": coding }).end(body);
}

describe("RemoteSource: an answer with a Content-Encoding", () => {
  it.each<[string, Buffer]>([
    ["gzip", gzipSync(ROOTS)],
    ["x-gzip", gzipSync(ROOTS)],
    ["GZIP", gzipSync(ROOTS)],
    ["identity", Buffer.from(ROOTS)],
    ["deflate", deflateSync(ROOTS)],
    ["deflate", deflateRawSync(ROOTS)],
    ["br", brotliCompressSync(ROOTS)],
    ["gzip, br", brotliCompressSync(gzipSync(ROOTS))],
  ])("%s is decoded", async (coding, body) => {
    const site = await listening(coded(coding, body));
    expect(await run(["content", "--base-url", site])).toEqual({ status: 0, stdout: ANSWER, stderr: "" });
  });

  it.each<[string, Buffer, RegExp]>([
    ["zstd", Buffer.from(ROOTS), /answered with an unknown Content-Encoding$/],
    ["constructor", Buffer.from(ROOTS), /answered with an unknown Content-Encoding$/],
    ["gzip", gzipSync(ROOTS).subarray(0, 40), /cannot be read: its gzip data is corrupt or incomplete$/],
    ["br", Buffer.from("no brotli"), /cannot be read: its br data is corrupt or incomplete$/],
  ])("%s that is unknown or corrupt is reported", async (coding, body, message) => {
    const site = await listening(coded(coding, body));
    const { status, stderr } = await run(["content", "--base-url", site]);
    expect(stderr.trimEnd()).toMatch(message);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(status).toBe(5);
  });
});

describe("RemoteSource: an answer that is not HTTP", () => {
  it.each<[string, string, RegExp]>([
    ["another protocol", "SSH-2.0-OpenSSH_9\r\n", /does not match the HTTP\/1\.1 protocol/],
    ["a status of 0", "HTTP/1.1 000 What\r\nContent-Length: 2\r\n\r\n[]", /the answer is not HTTP$/],
    [
      "a chunk without end",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfff\r\n[",
      /the connection was closed before the answer was complete/,
    ],
    [
      "two lengths",
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n[]",
      /the length of the answer differs from its Content-Length/,
    ],
    ["a head of 100 kB", `HTTP/1.1 200 OK\r\nX: ${"x".repeat(100_000)}\r\n\r\n`, /Headers Overflow Error$/],
  ])("%s gives one line", async (_name, bytes, message) => {
    const site = await listening(({ socket }) => socket.end(bytes));
    const { status, stderr } = await run(["content", "--base-url", site]);
    expect(stderr.trimEnd()).toMatch(message);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(status).toBe(5);
  });

  it("is not a coding of the transfer", async () => {
    const head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n";
    const body = gzipSync(ROOTS);
    const site = await listening(({ socket }) => {
      socket.write(`${head}${body.length.toString(16)}\r\n`);
      socket.write(body);
      socket.end("\r\n0\r\n\r\n");
    });
    expect(await run(["content", "--base-url", site])).toEqual({ status: 0, stdout: ANSWER, stderr: "" });
  });
});

describe("RemoteSource: an answer that is too large", () => {
  it("is refused", async () => {
    const padded = ROOTS + " ".repeat(400 - ROOTS.length);
    const site = siteOptions(await listening(coded("gzip", gzipSync(padded))), "platform/module", 5);
    const lookUp = (maxAnswer: number) =>
      new RemoteSource({ ...site, maxAnswer }).answer({
        kind: "content",
        target: { by: "root" },
        maxLevel: 0,
      });
    expect(await lookUp(400)).toBeDefined();
    await expect(lookUp(399)).rejects.toThrow(/answered with more than .* MB$/);
  });
});

describe("RemoteSource: an answer that is too slow", () => {
  it.each<[string, RequestListener, RegExp]>([
    [
      "a head that drips",
      ({ socket }, response) => {
        socket.write("HTTP/1.1 200 OK\r\nX-Long: ");
        every(20, response, () => socket.write("x"));
      },
      /timed out: no data for 0\.4 s; try a larger --timeout$/,
    ],
  ])("%s", async (_name, handler, message) => {
    const site = await listening(handler);
    const { status, stderr } = await run(["content", "--base-url", site, "--timeout", "0.4"]);
    expect(stderr.trimEnd()).toMatch(message);
    expect(status).toBe(5);
  });
});

describe("RemoteSource: a redirect", () => {
  it.each<[string, RegExp]>([
    ["http://[nowhere", /redirects to an invalid URL$/],
    ["javascript:alert(1)", /redirects to an invalid URL$/],
    ["http://127.0.0.1:99999/", /redirects to an invalid URL$/],
    ["https://elsewhere.example/", /redirects to https:\/\/elsewhere\.example: use --base-url/],
    ["?again", /redirects more than 5 times, last to /],
  ])("to %s is reported", async (location, message) => {
    const site = await listening((_request, response) =>
      response.writeHead(302, { Location: location }).end(),
    );
    const { status, stderr } = await run(["content", "--base-url", site]);
    expect(stderr.trimEnd()).toMatch(message);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(status).toBe(5);
  });
});
