/** Compares what media nodes say of their files (width, height, bytes, extension) with the files. */
import { closeSync, openSync, readSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { reasonOf } from "../../errors.ts";
import { parseString } from "../../json/outline.ts";
import { SiteNode } from "../site-nodes.ts";
import type { Tree } from "../tree/tree.ts";
import { IMAGE_HEADER_LENGTH, imageSize } from "./image-size.ts";
import type { MediaFiles } from "./media-files.ts";

export type MediaDetails = {
  /** Properties of nodes that do not match the file. */
  different: readonly { id: number; path: string; property: string; data: string; file: string }[];
  /** Files that exist and cannot be read, with the reason. */
  unreadable: readonly { id: number; path: string; reason: string }[];
};

/** Reads the beginning of each file of a folder. Files that do not exist are left out. */
export function mediaDetails({ folder, all }: MediaFiles, tree: Tree): MediaDetails {
  const different: MediaDetails["different"][number][] = [];
  const unreadable: MediaDetails["unreadable"][number][] = [];
  for (const [path, { id, name }] of all) {
    if (folder === undefined || name === undefined) continue;
    let facts: Readonly<Record<string, string>> | undefined;
    try {
      facts = factsOfFile(join(folder, name));
    } catch (error) {
      unreadable.push({ id, path, reason: reasonOf(error) });
    }
    if (!facts) continue;
    facts = { ...facts, umbracoExtension: extname(path).slice(1).toLowerCase() };
    for (const { alias, value } of new SiteNode("media", tree, tree.findId(id)).properties()) {
      const [fact, data] = [Object.hasOwn(facts, alias) ? facts[alias] : undefined, textOfNumber(value)];
      if (fact && data && data.toLowerCase() !== fact) {
        different.push({ id, path, property: alias, data, file: fact });
      }
    }
  }
  return { different, unreadable };
}

/**
 * Returns the properties that follow from a file, by alias; `undefined` if there is no such file.
 * @throws the error of the file system
 */
function factsOfFile(path: string): Record<string, string> | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile()) return undefined;
  const descriptor = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(IMAGE_HEADER_LENGTH);
    const size = imageSize(bytes.subarray(0, readSync(descriptor, bytes)));
    return {
      umbracoBytes: String(stats.size),
      ...(size && { umbracoWidth: String(size.width), umbracoHeight: String(size.height) }),
    };
  } finally {
    closeSync(descriptor);
  }
}

/** Values are numbers, or texts with a number. */
function textOfNumber(json: string): string {
  return parseString(json)?.trim() ?? (/^\d+$/.test(json) ? json : "");
}
