/** The bytes of a compressed backup: the blocks of an uncompressed one, cut into chunks. */
import { FileFault } from "../data-file.ts";
import { type FileBytes, TRUNCATED } from "../file-bytes.ts";
import { inflateXpress } from "./xpress.ts";

/** How compressed backups begin. */
export const COMPRESSED_MAGIC = "MSSQLBAK";

/** `start`: of its inflated bytes among all. */
type Chunk = { at: number; size: number; start: number; inflated: number };

const VERSION_AT = 8;
/** Bytes of the header of a chunk, by the version of the file. Version 1 (2008 to 2012) is described by others; no file of it was seen. */
const HEADER_BYTES: Readonly<Record<number, number>> = { 1: 8, 2: 28 };
const FIRST_CHUNK = 480;
const CHUNK_TAG = 0x21;
/** The unit of the inflated size, and of the positions at which chunks begin that do not follow another. */
const SECTOR = 512;
/** The table of codes alone takes so many bytes. */
const SMALLEST_CHUNK = 256;

/**
 * Indexes the chunks of a compressed backup, in steps.
 * @returns what inflates the bytes that are read
 * @throws FileFault if there are none, as in an encrypted backup
 */
export function* inflatedBytes(file: FileBytes): Generator<void, FileBytes> {
  const version = file.read(VERSION_AT, 4).readUInt32LE(0);
  const headerBytes = HEADER_BYTES[version];
  if (headerBytes === undefined) throw new FileFault(`${UNKNOWN} (version ${version})${ADVICE}`);
  const chunks: Chunk[] = [];
  let size = 0;
  for (let at = FIRST_CHUNK; at + headerBytes < file.size; ) {
    yield;
    const header = file.read(at, headerBytes);
    const inflated = header[1] * SECTOR;
    const deflated = header.readUInt16LE(2);
    const isChunk =
      header[0] === CHUNK_TAG &&
      inflated > 0 &&
      deflated >= SMALLEST_CHUNK &&
      (version === 1 || header.readUInt32LE(20) === 0);
    if (isChunk) {
      chunks.push({ at: at + headerBytes, size: deflated, start: size, inflated });
      size += inflated;
      at += headerBytes + deflated;
    } else at = (Math.floor(at / SECTOR) + 1) * SECTOR;
  }
  if (chunks.length === 0) throw new FileFault(UNKNOWN + ADVICE);
  return { size, read: (at, length) => readChunks(file, chunks, at, length), close: file.close };
}

const UNKNOWN = "it is encrypted, or compressed in a way that is not known";
const ADVICE = ": back up once more without encryption and compression";

function readChunks(file: FileBytes, chunks: readonly Chunk[], from: number, length: number): Buffer {
  const parts: Buffer[] = [];
  let index = chunkAt(chunks, from);
  for (let at = from; at < from + length; index++) {
    const chunk = chunks[index];
    if (!chunk) throw new FileFault(TRUNCATED);
    const end = Math.min(from + length - chunk.start, chunk.inflated);
    const inflated = inflateXpress(file.read(chunk.at, chunk.size), end);
    if (!inflated) throw new FileFault(`${UNKNOWN}, at byte ${chunk.at}${ADVICE}`);
    parts.push(inflated.subarray(at - chunk.start));
    at = chunk.start + end;
  }
  return parts.length === 1 ? parts[0] : Buffer.concat(parts);
}

/** The index of the chunk that has a byte. */
function chunkAt(chunks: readonly Chunk[], at: number): number {
  let low = 0;
  for (let high = chunks.length; high - low > 1; ) {
    const middle = (low + high) >> 1;
    if (chunks[middle].start <= at) low = middle;
    else high = middle;
  }
  return low;
}
