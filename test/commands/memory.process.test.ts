/** Data and responses larger than memory: the process stays below its limit, and is not aborted. */
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { RequestListener, ServerResponse } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { listening } from "../support/listening.ts";
import { runProcess, start, startServeProcess } from "../support/program.ts";
import { keyOf } from "../support/site.ts";
import { dataDirectory } from "../support/temporary.ts";

const MEGABYTE = Buffer.alloc(1_000_000, " ");

/** Gzip data that inflates to this many megabytes of spaces. */
function bomb(megabytes: number): Buffer {
  const member = gzipSync(MEGABYTE);
  return Buffer.concat(Array.from({ length: megabytes }, () => member));
}

/** Writes endlessly, as fast as the client reads. */
function endless(response: ServerResponse, chunk: Buffer | string = MEGABYTE): void {
  const fill = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on("drain", fill);
  response.on("error", () => {});
  fill();
}

function coded(coding: string, body: Buffer): RequestListener {
  return (_request, response) => response.writeHead(200, { "Content-Encoding": coding }).end(body);
}

/** Measures the peak memory of a process, in bytes; 0 without /proc. */
function peakMemory(pid: number | undefined): () => Promise<number> {
  let peak = 0;
  const measure = async () => {
    const { readFile } = await import("node:fs/promises");
    const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
    peak = Math.max(peak, Number(/VmHWM:\s+([0-9]+)/.exec(status)?.[1] ?? 0) * 1024);
  };
  const timer = setInterval(measure, 20);
  return async () => {
    clearInterval(timer);
    return peak;
  };
}

describe("memory: content with a response that is too large", () => {
  it.each<[string, RequestListener]>([
    ["1.2 GB in gzip", coded("gzip", bomb(1200))],
    ["an endless body", (_request, response) => endless(response)],
    [
      "an endless body with a length",
      (_request, response) => endless(response.writeHead(200, { "Content-Length": 1e12 })),
    ],
  ])("%s: one error line, status 5, and bounded memory", async (_name, handler) => {
    const site = await listening(handler);
    const { child, output, ended } = start(["content", "--base-url", site]);
    child.stdin.end();
    const peak = peakMemory(child.pid);
    const status = await ended;
    expect(output.stderr).toMatch(/^error: http:\S+ answered with more than 256 MB\n$/);
    expect(status).toBe(5);
    expect(await peak()).toBeLessThan(900_000_000);
  });
});

describe("memory: check of a file with many small parts, with a small heap", () => {
  const MANY = 500_000;
  const memoryOf = (megabytes: number) => ({ env: { NODE_OPTIONS: `--max-old-space-size=${megabytes}` } });
  const config = (inside: string) => `<root id="-1">${inside}</root>`;

  it.each<[string, megabytes: number, string, () => string, RegExp]>([
    [
      "invalid types",
      60,
      "content-types.json",
      () => `[${"{},".repeat(MANY / 5)}{}]`,
      /^error: content-types\.json: and \d+ more$/m,
    ],
    [
      "invalid tabs in one type",
      60,
      "media-types.json",
      () => `[{"tabs":[${"{},".repeat(MANY / 5)}{}]}]`,
      /^error: media-types\.json: and \d+ more$/m,
    ],
    [
      "nested elements",
      60,
      "umbraco.config",
      () => config(`${"<a>".repeat(MANY)}${"</a>".repeat(MANY)}`),
      /^error: umbraco\.config:1:3014: elements lie more than 1000 deep in each other$/m,
    ],
    [
      "lines before an error",
      60,
      "umbraco.config",
      () => config(`${"\n".repeat(60 * MANY)}<a id="x" isDoc=""/>`),
      /^error: umbraco\.config:30000001: id must be a 32-bit integer, not "x"$/m,
    ],
  ])("prints an error of one line: %s", async (_, megabytes, name, text, message) => {
    const directory = dataDirectory(name.endsWith("types.json") ? { "content.json": "[]" } : {});
    mkdirSync(join(directory, "Content"));
    writeFileSync(join(directory, name), text());
    const { status, stdout, stderr } = await runProcess(["check", "--data", directory], memoryOf(megabytes));
    expect(stdout + stderr).toMatch(message);
    expect(stderr).not.toContain(" at ");
    expect(status).toBe(6);
  });

  it("prints a warning with the number of elements that are not nodes", async () => {
    const home = `<home id="1050" key="${keyOf(1050)}" nodeName="Home" isDoc=""/>`;
    const directory = dataDirectory({ "umbraco.config": config(home + "<a/>".repeat(MANY)) });
    const { status, stdout } = await runProcess(
      ["check", "--data", directory, "--format", "json"],
      memoryOf(80),
    );
    expect(stdout).toContain("line 1: <a> is left out: it has no isDoc");
    expect(stdout).toContain('"and 499000 more of that kind"');
    expect(status).toBe(0);
  });
});

describe.skipIf(process.platform !== "linux")("memory: serve with clients that do not read", () => {
  const LENGTH = 4_000_000;
  const CLIENTS = 60;

  it.each([
    `/umbraco/delivery/api/v2/content/item/${keyOf(1)}`,
    `/explorer/value?kind=content&key=${keyOf(1)}&alias=body`,
    `/explorer/json?kind=content&key=${keyOf(1)}`,
    `/explorer/decoded?kind=content&key=${keyOf(1)}`,
  ])("holds a long answer once: %s", async (path) => {
    const value = Array.from({ length: LENGTH / 8 }, (_, i) => String(i).padStart(7, "0")).join(" ");
    const properties = { body: { alias: "body", editorAlias: "Umbraco.TextArea", value } };
    const page = { id: 1, key: keyOf(1), name: "a", type: "page", url: "/", properties };
    const data = dataDirectory({ "content.json": [page] });
    const { child, origin, port } = await startServeProcess(["--data", data, "--quiet"]);
    const memory = () =>
      Number(/VmRSS:\s+([0-9]+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) * 1024;
    const whole = await (await fetch(origin + path, { headers: { "Accept-Encoding": "identity" } })).text();
    expect(whole.length).toBeGreaterThan(LENGTH - 1000);
    const before = memory();
    const sockets = await Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        const socket = connect(port, "127.0.0.1").on("error", () => {});
        await once(socket, "connect");
        socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
        await once(socket, "readable");
        return socket;
      }),
    );
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    expect(memory() - before).toBeLessThan(CLIENTS * LENGTH * 0.4);
    let late = "";
    for await (const part of sockets[0].setEncoding("utf8")) late += part;
    expect(late.slice(late.indexOf("\r\n\r\n") + 4)).toBe(whole);
    for (const socket of sockets) socket.destroy();
  });
});
