/** The sample's media files match its nodes, are valid, and are served and copied. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { expect, it } from "vitest";
import { run, startServe } from "./support/program.ts";
import { ROOT } from "./support/repository.ts";
import { temporaryDirectory } from "./support/temporary.ts";

type Size = { width: number; height: number };
type MediaNode = {
  name: string;
  url?: string;
  properties: Record<string, { value: unknown }>;
  children: MediaNode[];
};

const DATA = join(ROOT, "data");
const FILES = join(DATA, "files");
/** The limit for all files together, in bytes. */
const MOST_BYTES = 100 * 1024;

/** The nodes with a file, on any level. */
function holders(nodes: readonly MediaNode[]): (MediaNode & { url: string })[] {
  return nodes.flatMap(({ url, ...node }) => [
    ...(url === undefined ? [] : [{ ...node, url }]),
    ...holders(node.children),
  ]);
}

const HOLDERS = holders(JSON.parse(readFileSync(join(DATA, "media.json"), "utf8")) as MediaNode[]);
const fileOf = (url: string) => readFileSync(join(FILES, url));

/** How a file of each extension begins, and where a bitmap has its size. */
const FORMATS: Record<string, { start: string; sizeOf?: (bytes: Buffer) => Size }> = {
  ".jpg": {
    start: "\xff\xd8\xff\xe0",
    sizeOf: (bytes) => {
      const frame = bytes.indexOf(Buffer.from("ffc00011", "hex"));
      return { height: bytes.readUInt16BE(frame + 5), width: bytes.readUInt16BE(frame + 7) };
    },
  },
  ".png": {
    start: "\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
    sizeOf: (bytes) => ({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }),
  },
  ".svg": { start: "<svg " },
  ".pdf": { start: "%PDF-1.4\n" },
  ".mp3": { start: "\xff\xf3\x28\xc0" },
};

/** The files of a folder, with slashes in their names. */
function namesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => name.replaceAll("\\", "/"))
    .toSorted();
}

it.each(HOLDERS)(
  "sample files: $url has the format of its extension and the size that its node declares",
  ({ url, properties }) => {
    const bytes = fileOf(url);
    const { start, sizeOf } = FORMATS[extname(url)];
    expect(bytes.subarray(0, start.length).toString("latin1")).toBe(start);
    const size = sizeOf?.(bytes);
    if (properties.umbracoBytes) expect(properties.umbracoBytes.value).toBe(bytes.length);
    const declared = { width: properties.umbracoWidth?.value, height: properties.umbracoHeight?.value };
    expect(declared).toEqual(size ?? { width: undefined, height: undefined });
    expect(properties.umbracoBytes || size).toBeTruthy();
  },
);

it("sample files: every file belongs to a node, and all take at most 100 KB", () => {
  expect(HOLDERS).toHaveLength(14);
  expect(namesIn(FILES)).toEqual(HOLDERS.map(({ url }) => url.slice(1)).toSorted());
  expect(HOLDERS.reduce((sum, { url }) => sum + fileOf(url).length, 0)).toBeLessThanOrEqual(MOST_BYTES);
});

it("serve --sample serves each file", async () => {
  const { origin, output } = await startServe(["--sample", "--log", "none"]);
  for (const { url } of HOLDERS) {
    const answer = await fetch(origin + url);
    expect(answer.status, url).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(fileOf(url)), url).toBe(true);
  }
  expect(output.stderr).toMatch(/^media files come from .*files$/m);
});

it("pull --files copies each file of the sample that is served, and check passes the copy", async () => {
  const out = join(temporaryDirectory(), "copy");
  const { origin } = await startServe(["--sample", "--log", "none"]);
  const { status, stdout } = await run(["pull", "--base-url", origin, "--files", "--out", out]);
  expect(status).toBe(0);
  expect(stdout).toContain("files: 14 of 14");
  for (const { url } of HOLDERS) expect(readFileSync(join(out, "files", url)).equals(fileOf(url))).toBe(true);
  expect(await run(["check", "--fail-on", "any", "--data", out])).toMatchObject({ status: 0, stderr: "" });
});
