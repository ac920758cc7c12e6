/** Writes a tree as NDJSON: a line for each node, in preorder, naming its parent first. */
import { createHash } from "node:crypto";
import { open } from "node:fs/promises";

/** A node, as a line has it. */
export type NodeLine = {
  /** `undefined` for a root. */
  parentId: number | undefined;
  /** `{"id":…` without the closing brace. */
  text: Buffer;
};

/** What was written. */
export type WrittenNodes = { nodes: number; bytes: number; sha256: string };

const GATHERED_BYTES = 256 * 1024;
const LINE_END = Buffer.from("}\n");

export async function writeNodesFile(path: string, lines: Iterable<NodeLine>): Promise<WrittenNodes> {
  const hash = createHash("sha256");
  const written = { nodes: 0, bytes: 0 };
  const file = await open(path, "w");
  try {
    const flush = async (parts: Buffer[]) => {
      const bytes = Buffer.concat(parts);
      hash.update(bytes);
      written.bytes += bytes.length;
      await file.writeFile(bytes);
    };
    let parts: Buffer[] = [];
    let gathered = 0;
    for (const { parentId, text } of lines) {
      written.nodes++;
      const head = parentId === undefined ? "{" : `{"parentId":${parentId},`;
      // The text's own brace gives way to the line's.
      parts.push(Buffer.from(head), text.subarray(1), LINE_END);
      gathered += text.length;
      if (gathered < GATHERED_BYTES) continue;
      await flush(parts);
      parts = [];
      gathered = 0;
    }
    await flush(parts);
    await file.sync();
  } finally {
    await file.close();
  }
  return { ...written, sha256: hash.digest("hex") };
}
