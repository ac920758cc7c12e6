/** Writes a tree as NDJSON: a line for each node, in preorder, naming its parent first. */
import { createHash } from "node:crypto";
import { writeSync } from "node:fs";
import { open } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { withPathOf } from "../errors.ts";
import { ByteBuffer } from "../json/byte-buffer.ts";
import { appendLine, type NodeText, withoutParentNames } from "../json/node-text.ts";
import type { Tree } from "../tree/tree.ts";

/** A node, as a line has it. */
export type NodeLine = {
  /** `undefined` for a root. */
  parentId: number | undefined;
  text: NodeText;
};

/** A node of a tree; its fields alone, or all of it. */
export function lineAt(tree: Tree, place: number, part: "fields" | "text" = "text"): NodeLine {
  const parent = tree.parentAt(place);
  return {
    parentId: parent < 0 ? undefined : tree.idAt(parent),
    text: withoutParentNames(tree.text(place, part)),
  };
}

/** What was written. */
type WrittenNodes = { nodes: number; bytes: number; sha256: string };

const GATHERED_BYTES = 256 * 1024;

/** @throws the system's errors, with the path */
export function writeNodesFile(path: string, lines: Iterable<NodeLine>): Promise<WrittenNodes> {
  return withPathOf(path, () => write(path, lines));
}

async function write(path: string, lines: Iterable<NodeLine>): Promise<WrittenNodes> {
  const hash = createHash("sha256");
  const written = { nodes: 0, bytes: 0 };
  const file = await open(path, "w");
  try {
    const gathered = new ByteBuffer(2 * GATHERED_BYTES);
    const flush = async () => {
      const bytes = gathered.bytes.subarray(0, gathered.length);
      hash.update(bytes);
      written.bytes += bytes.length;
      gathered.length = 0;
      // Twice as quick as a write in another thread, which this one would only wait for.
      for (let at = 0; at < bytes.length; ) at += writeSync(file.fd, bytes, at);
      await setImmediate();
    };
    for (const { parentId, text } of lines) {
      written.nodes++;
      appendLine(gathered, text, parentId);
      if (gathered.length >= GATHERED_BYTES) await flush();
    }
    await flush();
    await file.sync();
  } finally {
    await file.close();
  }
  return { ...written, sha256: hash.digest("hex") };
}
