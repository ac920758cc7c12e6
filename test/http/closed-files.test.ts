/** The server closes each media file, whatever its clients do: Node 26 ends a process that leaves one open. */
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { DirectorySource } from "../../src/formats/directory-source.ts";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { MediaFiles } from "../../src/site/media/media-files.ts";
import { appOf, nodeOf, serverOf, siteDirectory, smallTree } from "../support/site.ts";

/** Lists the open files of this process. */
const OPEN = "/proc/self/fd";
/** More than sockets buffer. */
const LARGE_BYTES = 8 * 1024 * 1024;
const NAMES = ["large.bin", "small.txt", "empty.txt"];

/** A site with files, its server, and the files that are open. */
async function fileSite() {
  const media = NAMES.map((name, i) => ({ ...nodeOf(i + 1, name), url: `/media/${name}` }));
  const directory = siteDirectory(smallTree(), media);
  const folder = join(directory, "media");
  mkdirSync(folder);
  writeFileSync(join(folder, "large.bin"), "");
  truncateSync(join(folder, "large.bin"), LARGE_BYTES);
  writeFileSync(join(folder, "small.txt"), "small");
  writeFileSync(join(folder, "empty.txt"), "");
  const { trees } = await loadDirectory(directory);
  const files = new MediaFiles(trees.media, folder, "site");
  const app = appOf({ media: () => files }, new DirectorySource({ trees }));
  const server = await serverOf(app);
  const below = realpathSync(folder);
  const open = () => readdirSync(OPEN).filter((name) => linkOf(join(OPEN, name)).startsWith(below));
  return { app, server, folder, open };
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

type Site = Awaited<ReturnType<typeof fileSite>>;

it.runIf(existsSync(OPEN)).each<[string, (site: Site) => Promise<unknown>]>([
  [
    "reads all",
    async ({ server }) =>
      Promise.all(NAMES.map(async (name) => (await fetch(`${server.url}/media/${name}`)).arrayBuffer())),
  ],
  [
    "sends HEAD requests",
    async ({ server }) =>
      Promise.all(NAMES.map((name) => fetch(`${server.url}/media/${name}`, { method: "HEAD" }))),
  ],
  [
    "has the current file",
    async ({ server }) => fetch(`${server.url}/media/large.bin`, { headers: { "If-None-Match": "*" } }),
  ],
  [
    "requests a range outside of the file",
    async ({ server }) =>
      (await fetch(`${server.url}/media/large.bin`, { headers: { Range: "bytes=99999999-" } })).text(),
  ],
  ["disconnects before the answer", ({ server }) => leaving(server.port, get("large.bin"), 0)],
  ["disconnects in the middle", ({ server }) => leaving(server.port, get("large.bin"), 100_000)],
  [
    "disconnects after pipelined requests",
    ({ server }) => leaving(server.port, get("small.txt").repeat(3) + get("large.bin").repeat(3), 2000),
  ],
  [
    "is sent a file that becomes shorter",
    async ({ server, folder }) => {
      truncateSync(join(folder, "large.bin"), LARGE_BYTES);
      const response = await fetch(`${server.url}/media/large.bin`);
      truncateSync(join(folder, "large.bin"), 10);
      await expect(response.arrayBuffer()).rejects.toThrow();
    },
  ],
  [
    "never reads the answer",
    async ({ app }) => Promise.all(["small.txt", "empty.txt"].map((name) => app.request(`/media/${name}`))),
  ],
])("mediaReply closes the file when a client %s", async (_name, send) => {
  const warnings: string[] = [];
  const onWarning = (warning: Error) => warnings.push(warning.message);
  process.on("warning", onWarning);
  onTestFinished(() => void process.off("warning", onWarning));
  const site = await fileSite();
  for (let time = 0; time < 2; time++) await send(site);
  await expect.poll(site.open).toEqual([]);
  // Closed by the server, not by the garbage collector.
  expect(warnings).toEqual([]);
});
