/** The snapshot version of data: a hash of its nodes and types. */
import { createHash, type Hash } from "node:crypto";
import { ByteBuffer } from "../json/byte-buffer.ts";
import { KINDS, type Kind, TYPE_KINDS } from "../operations.ts";
import type { TypeLists } from "../site/schema/site-types.ts";
import type { StoredFacts } from "../site/site-data.ts";
import type { Tree } from "../site/tree/tree.ts";

/** The bytes of text per call of the hash function. */
const GATHERED_BYTES = 256 * 1024;

/** 22 characters of 6 bits hold 128 bits. */
const DIGEST_LENGTH = 22;

/** @returns the first 128 bits of a SHA-256, as letters, digits, `-` and `_`, that differ wherever an answer differs */
export function dataVersion(
  trees: Readonly<Record<Kind, Tree>>,
  types: TypeLists,
  { unpublished = [], protectedNodes = new Set(), exactDates = new Map() }: StoredFacts = {},
): string {
  const hash = createHash("sha256");
  for (const kind of TYPE_KINDS) {
    const text = JSON.stringify(types[kind]);
    hash.update(`${text.length};${text}`);
  }
  for (const kind of KINDS) addTree(trees[kind], hash);
  for (const { kind, key } of unpublished) hash.update(`${kind} ${key};`);
  for (const key of protectedNodes) hash.update(`${key};`);
  for (const { createDate, updateDate } of exactDates.values()) hash.update(`${createDate} ${updateDate};`);
  return hash.digest("base64url").slice(0, DIGEST_LENGTH);
}

function addTree({ size, columns, blocks }: Tree, hash: Hash): void {
  hash.update(`${size};`);
  for (const column of [columns.level, columns.item, columns.fields, columns.text]) {
    hash.update(new Uint8Array(column.buffer, column.byteOffset, column.byteLength));
  }
  // Blocks have gaps with arbitrary bytes, so only the texts of nodes are hashed.
  const out = new ByteBuffer(2 * GATHERED_BYTES);
  for (let index = 0; index < size; index++) {
    const start = columns.start[index];
    out.append(blocks[columns.block[index]], start, start + columns.text[index]);
    if (out.length < GATHERED_BYTES) continue;
    hash.update(out.bytes.subarray(0, out.length));
    out.length = 0;
  }
  hash.update(out.bytes.subarray(0, out.length));
}
