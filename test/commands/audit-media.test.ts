/** `audit --section media` compares the declared properties of media nodes with their files. */
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { imageSize } from "../../src/site/media/image-size.ts";
import { type DataNode, everyNode } from "../oracle.ts";
import { parseLines } from "../support/ndjson.ts";
import { run } from "../support/program.ts";
import { ROOT } from "../support/repository.ts";
import { temporaryDirectory } from "../support/temporary.ts";

const SAMPLE = join(ROOT, "data");

type MediaNode = DataNode & { url?: string; properties: Record<string, { value: unknown }> };

const property = (alias: string, value: unknown) => ({ alias, editorAlias: "Umbraco.Label", value });

/** A copy of the sample whose media nodes were edited. */
function edited(edit: (nodes: Map<unknown, MediaNode>, files: string) => void): string {
  const folder = join(temporaryDirectory(), "site");
  cpSync(SAMPLE, folder, { recursive: true });
  const file = join(folder, "media.json");
  const roots = JSON.parse(readFileSync(file, "utf8"));
  edit(new Map([...everyNode(roots)].map(({ node }) => [node.id, node as MediaNode])), join(folder, "files"));
  writeFileSync(file, JSON.stringify(roots));
  return folder;
}

async function rowsOf(folder: string, ...args: string[]) {
  const { stdout } = await run([
    "audit",
    "--data",
    folder,
    "--section",
    "media",
    "--format",
    "ndjson",
    ...args,
  ]);
  const rows = parseLines(stdout);
  return rows.filter(({ what }) => what === "differs-from-file" || what === "unreadable-file");
}

describe("audit --section media: compares nodes with files", () => {
  it("finds no difference in the sample", async () => {
    expect(await rowsOf(SAMPLE)).toEqual([]);
  });

  it("finds a different width, size and extension, and a file that cannot be read", async () => {
    const folder = edited((nodes, files) => {
      const images = [...nodes.values()].filter(({ url }) => url?.endsWith(".png") || url?.endsWith(".jpg"));
      const [first, second, third] = images;
      Object.assign(first.properties, { umbracoWidth: property("umbracoWidth", "1") });
      Object.assign(second.properties, {
        umbracoBytes: property("umbracoBytes", 7),
        umbracoExtension: property("umbracoExtension", "TIFF"),
      });
      // A link to itself exists and cannot be read.
      const unreadable = join(files, String(third.url));
      rmSync(unreadable);
      symlinkSync(basename(unreadable), unreadable);
    });
    const rows = await rowsOf(folder);
    expect(rows.map((row) => [row.what, row.nodes, String(row["in data"] ?? "")])).toEqual([
      ["differs-from-file", 1, "umbracoBytes 7"],
      ["differs-from-file", 1, "umbracoExtension TIFF"],
      ["differs-from-file", 1, "umbracoWidth 1"],
      ["unreadable-file", 1, ""],
    ]);
    expect(await rowsOf(folder, "--kind", "content")).toEqual([]);
    const { stdout } = await run(["check", "--data", folder, "--files", join(folder, "files")]);
    expect(stdout).toMatch(/which the media node with the id \d+ names, cannot be read: /);
  });
});

it("imageSize: reads the size that the sample's media nodes declare", () => {
  const roots = JSON.parse(readFileSync(join(SAMPLE, "media.json"), "utf8"));
  const nodes = [...everyNode(roots)].map(({ node }) => node as MediaNode);
  const images = nodes.filter(({ url }) => /\.(?:png|jpe?g|gif|webp)$/.test(url ?? ""));
  expect(images.length).toBeGreaterThan(5);
  for (const { url, properties } of images) {
    const { width, height } = imageSize(readFileSync(join(SAMPLE, "files", String(url)))) ?? {};
    expect([String(width), String(height)], url).toEqual([
      String(properties.umbracoWidth.value),
      String(properties.umbracoHeight.value),
    ]);
  }
});

describe("imageSize reads", () => {
  const webp = (format: string, rest: number[]) =>
    Buffer.concat([Buffer.from(`RIFF....WEBP${format}....`, "latin1"), Buffer.from(rest)]);
  it.each<[string, Buffer, [number, number] | undefined]>([
    ["GIF", Buffer.concat([Buffer.from("GIF89a"), Buffer.from([0x40, 1, 0xf0, 0])]), [320, 240]],
    ["extended WebP", webp("VP8X", [0, 0, 0, 0, 0x3f, 1, 0, 0xef, 0, 0]), [320, 240]],
    ["lossy WebP", webp("VP8 ", [0, 0, 0, 0x9d, 1, 0x2a, 0x40, 1, 0xf0, 0]), [320, 240]],
    // 319 in 14 bits, then 239 in 14 bits.
    ["lossless WebP", webp("VP8L", [0x2f, 0x3f, 0xc1, 0x3b, 0]), [320, 240]],
    ["no other file", Buffer.from("%PDF-1.7 and more text"), undefined],
    ["no truncated PNG", Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), undefined],
    ["no empty file", Buffer.alloc(0), undefined],
  ])("%s", (_, bytes, expected) => {
    const size = imageSize(bytes);
    expect(size && [size.width, size.height]).toEqual(expected);
  });
});
