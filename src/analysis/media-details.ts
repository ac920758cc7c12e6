/** Compares what media nodes say of their files (width, height, bytes, extension) with the files, and finds equal files. */
import { createHash } from "node:crypto";
import { closeSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { IMAGE_HEADER_LENGTH, imageSize } from "../site/media/image-size.ts";
import type { MediaFiles } from "../site/media/media-files.ts";
import type { Tree } from "../site/tree/tree.ts";
import { parseString } from "./compact-json.ts";
import { entryIn } from "./map-entries.ts";
import { NodeView } from "./site-nodes.ts";

export type MediaDetails = {
  /** Properties of nodes that do not match the file. */
  different: readonly { id: number; path: string; property: string; data: string; file: string }[];
  /** Paths of files with the same content (SHA-256), in order, with the id of the first node of each. */
  equal: readonly { path: string; id: number }[][];
};

/** Reads all files of a folder. Files that do not exist or cannot be read are left out. */
export function mediaDetails({ folder, all }: MediaFiles, tree: Tree): MediaDetails {
  const different: MediaDetails["different"][number][] = [];
  const bySize = new Map<number, { path: string; id: number; file: string }[]>();
  for (const [path, { id, name }] of all) {
    const file = folder === undefined || name === undefined ? undefined : join(folder, name);
    const bytes = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false });
    if (file === undefined || !bytes?.isFile()) continue;
    entryIn(bySize, bytes.size, () => []).push({ path, id, file });
    const facts: Record<string, string | undefined> = {
      umbracoBytes: String(bytes.size),
      umbracoExtension: extname(path).slice(1).toLowerCase(),
      ...sizeOf(file),
    };
    for (const { alias, value } of new NodeView("media", tree, tree.findId(id)).properties()) {
      const [fact, data] = [Object.hasOwn(facts, alias) ? facts[alias] : undefined, textOf(value)];
      if (fact && data && data.toLowerCase() !== fact) {
        different.push({ id, path, property: alias, data, file: fact });
      }
    }
  }
  // Only files of the same size can be equal.
  const byHash = new Map<string, { path: string; id: number }[]>();
  for (const [size, files] of bySize) {
    if (files.length < 2 || size === 0) continue;
    for (const { path, id, file } of files) {
      const hash = createHash("sha256").update(readFileSync(file)).digest("hex");
      entryIn(byHash, hash, () => []).push({ path, id });
    }
  }
  return { different, equal: [...byHash.values()].filter((files) => files.length > 1) };
}

function sizeOf(file: string): Record<string, string> {
  const descriptor = openSync(file, "r");
  try {
    const bytes = Buffer.alloc(IMAGE_HEADER_LENGTH);
    const size = imageSize(bytes.subarray(0, readSync(descriptor, bytes)));
    return size ? { umbracoWidth: String(size.width), umbracoHeight: String(size.height) } : {};
  } finally {
    closeSync(descriptor);
  }
}

/** Values are numbers, or texts with a number. */
function textOf(json: string): string {
  return parseString(json)?.trim() ?? (/^\d+$/.test(json) ? json : "");
}
