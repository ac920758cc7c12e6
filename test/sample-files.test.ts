/** The sample's media files match its nodes, are valid, and are served and copied. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { inflateSync } from "node:zlib";
import { SaxesParser } from "saxes";
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
/** The bytes of one frame of the sound: 16 kbit/s at 16 kHz. */
const FRAME_BYTES = 72;

/** The nodes with a file, on any level. */
function holders(nodes: readonly MediaNode[]): (MediaNode & { url: string })[] {
  return nodes.flatMap(({ url, ...node }) => [
    ...(url === undefined ? [] : [{ ...node, url }]),
    ...holders(node.children),
  ]);
}

const HOLDERS = holders(JSON.parse(readFileSync(join(DATA, "media.json"), "utf8")) as MediaNode[]);
const fileOf = (url: string) => readFileSync(join(FILES, url));

/** Validates a file by its extension. @returns the size of bitmaps */
const KINDS: Record<string, (bytes: Buffer) => Size | undefined> = {
  ".jpg": (bytes) => {
    expect(bytes.subarray(0, 4).toString("hex")).toBe("ffd8ffe0");
    expect(bytes.subarray(-2).toString("hex")).toBe("ffd9");
    const frame = bytes.indexOf(Buffer.from("ffc00011", "hex"));
    return { height: bytes.readUInt16BE(frame + 5), width: bytes.readUInt16BE(frame + 7) };
  },
  ".png": (bytes) => {
    expect(bytes.subarray(0, 16).toString("latin1")).toBe("\x89PNG\r\n\x1a\n\0\0\0\rIHDR");
    const size = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
    expect(pixelRowsOf(bytes)).toHaveLength(size.height * (size.width * 3 + 1));
    return size;
  },
  ".svg": (bytes) => {
    const elements: string[] = [];
    const parser = new SaxesParser({ xmlns: true });
    parser.on("opentag", ({ local, uri }) => elements.push(`${uri} ${local}`));
    parser.write(bytes.toString()).close();
    expect(elements[0]).toBe("http://www.w3.org/2000/svg svg");
    return undefined;
  },
  ".pdf": (bytes) => {
    const text = bytes.toString("latin1");
    expect(text).toMatch(/^%PDF-1\.4\n/);
    const [, table] = /startxref\n(\d+)\n%%EOF\n$/.exec(text) ?? [];
    const entries = [...text.slice(Number(table)).matchAll(/^(\d{10}) 00000 n $/gm)];
    const found = entries.map(([, offset]) => /^\d+ 0 obj\n/.exec(text.slice(Number(offset)))?.[0]);
    expect(text.slice(Number(table))).toMatch(`xref\n0 ${entries.length + 1}\n`);
    expect(found).toEqual(entries.map((_, index) => `${index + 1} 0 obj\n`));
    return undefined;
  },
  ".mp3": (bytes) => {
    const frames = Array.from({ length: bytes.length / FRAME_BYTES }, (_, index) =>
      bytes.readUInt32BE(index * FRAME_BYTES).toString(16),
    );
    expect(frames.length).toBeGreaterThan(60);
    expect(new Set(frames)).toEqual(new Set(["fff328c0"]));
    return undefined;
  },
};

/** The pixel rows of a PNG: their compression may differ between versions of Node. */
function pixelRowsOf(bytes: Buffer): Buffer {
  const data = bytes.indexOf("IDAT");
  return inflateSync(bytes.subarray(data + 4, data + 4 + bytes.readUInt32BE(data - 4)));
}

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
    const size = KINDS[extname(url)](bytes);
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

it("pull --sample --files copies each file, and check passes the copy", async () => {
  const out = join(temporaryDirectory(), "copy");
  const { status, stdout } = await run(["pull", "--sample", "--files", "--out", out]);
  expect(status).toBe(0);
  expect(stdout).toContain("files: 14 of 14");
  for (const { url } of HOLDERS) expect(readFileSync(join(out, "files", url)).equals(fileOf(url))).toBe(true);
  expect(await run(["check", "--fail-on", "any", "--data", out])).toMatchObject({ status: 0, stderr: "" });
});
