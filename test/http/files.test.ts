/** Media files at the urls of media nodes: whole files, ranges, problems, and that each is closed whatever its client does. */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { DirectorySource } from "../../src/formats/directory-source.ts";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { MediaFiles } from "../../src/site/media/media-files.ts";
import type { DataNode } from "../oracle.ts";
import { expectProblem } from "../support/problem.ts";
import {
  API_KEY,
  AUTHORIZATION,
  appOf,
  type GivenOptions,
  nodeOf,
  serverOf,
  siteDirectory,
  smallTree,
} from "../support/site.ts";

const LARGE = "large.bin";
/** Longer than file systems accept. */
const LONG_NAME = `${"x".repeat(300)}.png`;
const NAMES = [
  "a.txt",
  "empty.bin",
  "folder",
  "link.txt",
  "missing.png",
  "pipe.mp3",
  "Ünïcode b.svg",
  "data.own",
  LONG_NAME,
  LARGE,
];
const TEXT = "0123456789";

let folder: string;
let options: GivenOptions;

beforeEach(async () => {
  const media = NAMES.map((name, i): DataNode => ({ ...nodeOf(i + 1, name), url: `/media/${name}` }));
  const directory = siteDirectory(smallTree(), media);
  folder = join(directory, "media");
  mkdirSync(join(folder, "folder"), { recursive: true });
  writeFileSync(join(folder, "folder", "index.html"), "<h1>not a media file</h1>");
  writeFileSync(join(folder, "a.txt"), TEXT);
  writeFileSync(join(folder, "empty.bin"), "");
  writeFileSync(join(folder, "data.own"), "own");
  writeFileSync(join(folder, "Ünïcode b.svg"), "<svg/>");
  writeFileSync(join(directory, "secret.txt"), "not below the folder");
  const { trees } = await loadDirectory(directory);
  const files = new MediaFiles(trees.media, folder, "site");
  options = { media: () => files };
  source = new DirectorySource({ trees });
});

let source: DirectorySource;

/** Requests a file and reads the answer, since an unread answer keeps the file open, and Windows does not remove open files. */
async function statusOf(path: string, headers: Record<string, string> = {}): Promise<number> {
  const response = await send(path, headers);
  await response.arrayBuffer();
  return response.status;
}

const send = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  appOf(options, source).request(path, { method, headers });

describe("mediaReply: a media file", () => {
  it.each([
    ["/media/a.txt", "text/plain; charset=utf-8", TEXT],
    ["/MEDIA/A.TXT", "text/plain; charset=utf-8", TEXT],
    ["/media/empty.bin", "application/octet-stream", ""],
    ["/media/data.own", "application/octet-stream", "own"],
    ["/media/%C3%9Cn%C3%AFcode%20b.svg", "image/svg+xml; charset=utf-8", "<svg/>"],
  ])("%s is served completely, and HEAD has the same headers", async (path, type, text) => {
    const response = await send(path);
    const headers = Object.fromEntries(response.headers);
    expect([response.status, await response.text()]).toEqual([200, text]);
    expect(headers).toMatchObject({
      "accept-ranges": "bytes",
      "cache-control": "private, no-cache",
      "content-length": String(text.length),
      "content-security-policy": "sandbox",
      "content-type": type,
      "x-content-type-options": "nosniff",
    });
    const head = await send(path, { Range: "bytes=0-1" }, "HEAD");
    expect([head.status, await head.text(), Object.fromEntries(head.headers)]).toEqual([200, "", headers]);
  });

  it.each(["POST", "DELETE", "OPTIONS"])("is refused to the method %s", async (method) => {
    const response = await send("/media/a.txt", {}, method);
    expect([response.status, response.headers.get("Allow")]).toEqual([405, "GET, HEAD"]);
    expect(await response.json()).toMatchObject({ detail: `${method} is not allowed: use GET or HEAD.` });
    expect((await send("/media/nowhere.txt", {}, method)).status).toBe(404);
  });

  it("is the one with the exact name, or else the first, if several names differ only in case", async () => {
    const names = ["a.txt", "A.txt"];
    const media = names.map((name, i): DataNode => ({ ...nodeOf(i + 1, name), url: `/media/${name}` }));
    const { trees } = await loadDirectory(siteDirectory(smallTree(), media));
    const files = new MediaFiles(trees.media, folder, "site");
    const named = ["/media/a.txt", "/media/A.txt", "/MEDIA/A.TXT"].map((path) => files.named(path)?.name);
    expect(named).toEqual(["a.txt", "A.txt", "a.txt"]);
  });

  it.each([
    ["bytes=0-3", "0123", "bytes 0-3/10"],
    ["bytes=4-4", "4", "bytes 4-4/10"],
    ["bytes=7-", "789", "bytes 7-9/10"],
    ["bytes=-3", "789", "bytes 7-9/10"],
    ["bytes=-30", TEXT, "bytes 0-9/10"],
    ["Bytes=8-99999999999999999999", "89", "bytes 8-9/10"],
  ])("serves the range %s", async (range, text, contentRange) => {
    const response = await send("/media/a.txt", { Range: range });
    expect([response.status, await response.text()]).toEqual([206, text]);
    expect(response.headers.get("Content-Range")).toBe(contentRange);
    expect(response.headers.get("Content-Length")).toBe(String(text.length));
  });

  it.each(["bytes=-", "bytes=5-2", "bytes=0-1,3-4", "bytes=1-2x", "chars=0-3", ""])(
    "is served completely if the Range header is %j",
    async (range) => {
      const response = await send("/media/a.txt", { Range: range });
      expect([response.status, await response.text()]).toEqual([200, TEXT]);
      expect(response.headers.get("Content-Range")).toBeNull();
    },
  );

  it.each([
    ["/media/a.txt", "bytes=10-", 10],
    ["/media/a.txt", "bytes=99-100", 10],
    ["/media/a.txt", "bytes=-0", 10],
    ["/media/empty.bin", "bytes=0-", 0],
  ])("%s cannot satisfy %s", async (path, range, size) => {
    const response = await send(path, { Range: range });
    expect(response.status).toBe(416);
    expect(response.headers.get("Content-Range")).toBe(`bytes */${size}`);
    expect((await expectProblem(response, "range-not-satisfiable")).detail).toBe(
      `The file has ${size} bytes, and the requested range is outside of them.`,
    );
  });

  it("is compared with the client's copy", async () => {
    const { headers } = await send("/media/a.txt", {}, "HEAD");
    const tag = headers.get("ETag") ?? "";
    const modified = headers.get("Last-Modified") ?? "";
    const statusWith = (sent: Record<string, string>) => statusOf("/media/a.txt", sent);
    for (const held of [tag, `W/${tag}`, `"x", ${tag}`, "*"])
      expect(await statusWith({ "If-None-Match": held })).toBe(304);
    expect(await statusWith({ "If-Modified-Since": modified })).toBe(304);
    expect(await statusWith({ "If-None-Match": '"x"', "If-Modified-Since": modified })).toBe(200);
    for (const condition of [tag, modified])
      expect(await statusWith({ Range: "bytes=0-1", "If-Range": condition })).toBe(206);
    for (const condition of ['"x"', `W/${tag}`, "Thu, 01 Jan 1970 00:00:00 GMT"])
      expect(await statusWith({ Range: "bytes=0-1", "If-Range": condition })).toBe(200);
  });

  it("that becomes shorter while it is sent is cut off, and the server continues", async () => {
    const file = join(folder, "a.txt");
    writeFileSync(file, Buffer.alloc(16 * 1024 * 1024, "x"));
    const faults: unknown[] = [];
    const { url } = await serverOf(appOf({ ...options, onFault: (error) => faults.push(error) }, source));
    const response = await fetch(`${url}/media/a.txt`);
    truncateSync(file, 10);
    await expect(response.arrayBuffer()).rejects.toThrow();
    expect(faults).toEqual([]);
    expect(await (await fetch(`${url}/media/a.txt`)).text()).toBe("xxxxxxxxxx");
  });
});

describe("mediaReply: a path without a file", () => {
  const reason = "but it is not in the folder that --files names.";
  it.each([
    [
      "a folder with an index.html",
      "/media/folder",
      `The media node with the id 3 names /media/folder, ${reason}`,
    ],
    [
      "a missing file",
      "/media/missing.png",
      `The media node with the id 5 names /media/missing.png, ${reason}`,
    ],
    [
      "a name that is too long",
      `/media/${LONG_NAME}`,
      `The media node with the id 9 names /media/${"x".repeat(192)}…, ${reason}`,
    ],
  ])("%s is reported, with the node that has it as url", async (_name, path, detail) => {
    expect((await expectProblem(await send(path), "no-such-file")).detail).toBe(detail);
  });

  it.skipIf(process.platform === "win32")("links out of the folder, and broken links", async () => {
    for (const target of ["../secret.txt", "link.txt"]) {
      symlinkSync(target, join(folder, "link.txt"));
      const { detail } = await expectProblem(await send("/media/link.txt"), "no-such-file");
      expect(detail).toBe(`The media node with the id 4 names /media/link.txt, ${reason}`);
      execFileSync("rm", [join(folder, "link.txt")]);
    }
  });

  it.skipIf(process.platform === "win32")("pipes are not opened: others are served meanwhile", async () => {
    execFileSync("mkfifo", [join(folder, "pipe.mp3")]);
    const { url } = await serverOf(appOf(options, source));
    const responses = await Promise.all(Array.from({ length: 10 }, () => fetch(`${url}/media/pipe.mp3`)));
    for (const response of responses) await expectProblem(response, "no-such-file");
    expect(await (await fetch(`${url}/media/a.txt`)).text()).toBe(TEXT);
  });

  it("is reported with --files if the server has no folder, or another one", async () => {
    const { trees } = await loadDirectory(
      siteDirectory(smallTree(), [{ ...nodeOf(7, "x"), url: "/media/x.png" }]),
    );
    const detailOf = async (path: string | undefined, layout: "pulled" | "site") => {
      const files = new MediaFiles(trees.media, path, layout);
      const response = await appOf({ media: () => files }, source).request("/media/x.png");
      return (await expectProblem(response, "no-such-file")).detail;
    };
    const named = "The media node with the id 7 names /media/x.png, but ";
    expect(await detailOf(undefined, "pulled")).toBe(
      `${named}this server has no folder of media files: start it with --files DIRECTORY.`,
    );
    expect(await detailOf(folder, "pulled")).toBe(
      `${named}it is not among the files that were pulled: pull again with --files.`,
    );
    expect(await detailOf(join(folder, "missing"), "site")).toBe(
      `${named}it is not in the folder that --files names.`,
    );
  });
});

describe("mediaReply: with an API key", () => {
  it("files need the key, and so do details about them", async () => {
    options = { ...options, apiKey: API_KEY };
    for (const path of ["/media/a.txt", "/media/missing.png"])
      await expectProblem(await send(path), "unauthorized");
    expect(await statusOf("/media/a.txt", { Authorization: AUTHORIZATION })).toBe(200);
  });

  it("public files need no key, and problems mention no node without it", async () => {
    options = { ...options, apiKey: API_KEY, publicFiles: true };
    expect(await statusOf("/media/a.txt")).toBe(200);
    const { detail } = await expectProblem(await send("/media/missing.png"), "no-such-file");
    expect(detail).toBe("There is no such file.");
    const problem = await expectProblem(
      await send("/media/missing.png", { Authorization: AUTHORIZATION }),
      "no-such-file",
    );
    expect(problem.detail).toContain("The media node with the id 5");
    await expectProblem(await send("/media/named-by-no-node.png"), "unauthorized");
  });
});

// Node 26 ends a process that leaves a file open.

/** Lists the open files of this process. */
const OPEN = "/proc/self/fd";
const SENT = [LARGE, "a.txt", "empty.bin"];
/** More than sockets buffer. */
const LARGE_BYTES = 8 * 1024 * 1024;

/** The server of the site, with a large file, and the files that are open. */
async function openFiles() {
  writeFileSync(join(folder, LARGE), "");
  truncateSync(join(folder, LARGE), LARGE_BYTES);
  const app = appOf(options, source);
  const server = await serverOf(app);
  const below = realpathSync(folder);
  const open = () => readdirSync(OPEN).filter((name) => linkOf(join(OPEN, name)).startsWith(below));
  return { app, server, open };
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    // Closed in between.
    return "";
  }
}

/** Sends requests, and disconnects after some bytes of the response. */
async function leaving(port: number, text: string, bytes: number): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  let read = 0;
  socket.on("data", (chunk) => {
    read += chunk.length;
    if (read >= bytes) socket.destroy();
  });
  socket.on("error", () => {});
  await new Promise<void>((resolve) => socket.write(text, () => resolve()));
  if (bytes === 0) socket.destroy();
  await once(socket, "close");
}

const get = (name: string, method = "GET") => `${method} /media/${name} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

type OpenFiles = Awaited<ReturnType<typeof openFiles>>;

it.runIf(existsSync(OPEN)).each<[string, (site: OpenFiles) => Promise<unknown>]>([
  [
    "reads all",
    async ({ server }) =>
      Promise.all(SENT.map(async (name) => (await fetch(`${server.url}/media/${name}`)).arrayBuffer())),
  ],
  [
    "sends HEAD requests",
    async ({ server }) =>
      Promise.all(SENT.map((name) => fetch(`${server.url}/media/${name}`, { method: "HEAD" }))),
  ],
  [
    "has the current file",
    async ({ server }) => fetch(`${server.url}/media/${LARGE}`, { headers: { "If-None-Match": "*" } }),
  ],
  [
    "requests a range outside of the file",
    async ({ server }) =>
      (await fetch(`${server.url}/media/${LARGE}`, { headers: { Range: "bytes=99999999-" } })).text(),
  ],
  ["disconnects before the answer", ({ server }) => leaving(server.port, get(LARGE), 0)],
  ["disconnects in the middle", ({ server }) => leaving(server.port, get(LARGE), 100_000)],
  [
    "disconnects after pipelined requests",
    ({ server }) => leaving(server.port, get("a.txt").repeat(3) + get(LARGE).repeat(3), 2000),
  ],
  [
    "is sent a file that becomes shorter",
    async ({ server }) => {
      truncateSync(join(folder, LARGE), LARGE_BYTES);
      const response = await fetch(`${server.url}/media/${LARGE}`);
      truncateSync(join(folder, LARGE), 10);
      await expect(response.arrayBuffer()).rejects.toThrow();
    },
  ],
  [
    "never reads the answer",
    async ({ app }) => Promise.all(["a.txt", "empty.bin"].map((name) => app.request(`/media/${name}`))),
  ],
])("mediaReply closes the file when a client %s", async (_name, send) => {
  const warnings: string[] = [];
  const onWarning = (warning: Error) => warnings.push(warning.message);
  process.on("warning", onWarning);
  onTestFinished(() => void process.off("warning", onWarning));
  const site = await openFiles();
  for (let time = 0; time < 2; time++) await send(site);
  await expect.poll(site.open).toEqual([]);
  // Closed by the server, not by the garbage collector.
  expect(warnings).toEqual([]);
});
