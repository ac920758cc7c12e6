/** A digest of trees that differs wherever an answer rendered from them does. */
import { createHash, type Hash } from "node:crypto";
import { ByteBuffer } from "../json/byte-buffer.ts";
import type { Tree } from "./tree.ts";

/** How much text is gathered for one call into the hash, in bytes. */
const GATHERED_BYTES = 256 * 1024;

/** 22 characters of 6 bits hold 128 bits. */
const DIGEST_LENGTH = 22;

/**
 * The first 128 bits of the SHA-256 of the trees, in the order in which they are given: letters, digits, `-` and `_`.
 * @param texts what else is to make a difference. Default: nothing
 */
export function digestTrees(trees: Iterable<Tree>, texts: Iterable<string> = []): string {
  const hash = createHash("sha256");
  for (const text of texts) hash.update(`${text.length};${text}`);
  for (const tree of trees) addTree(tree, hash);
  return hash.digest("base64url").slice(0, DIGEST_LENGTH);
}

function addTree({ size, columns, blocks }: Tree, hash: Hash): void {
  hash.update(`${size};`);
  for (const column of [columns.level, columns.item, columns.fields, columns.text]) {
    hash.update(new Uint8Array(column.buffer, column.byteOffset, column.byteLength));
  }
  // Blocks hold gaps too, whose bytes are whatever they were: what nodes say is gathered.
  const out = new ByteBuffer(2 * GATHERED_BYTES);
  for (let place = 0; place < size; place++) {
    const start = columns.start[place];
    out.append(blocks[columns.block[place]], start, start + columns.text[place]);
    if (out.length < GATHERED_BYTES) continue;
    hash.update(out.bytes.subarray(0, out.length));
    out.length = 0;
  }
  hash.update(out.bytes.subarray(0, out.length));
}
