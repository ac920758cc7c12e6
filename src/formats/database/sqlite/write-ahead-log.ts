/** A SQLite write-ahead log: which pages its whole transactions hold (sqlite.org/fileformat2.html, "The WAL File Format"). */
import type { ReadOnlyFile } from "./read-only-file.ts";

export const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** Sums are made of little-endian words, or, where the last bit is set, of big-endian ones. */
const MAGIC = 0x377f0682;
const LARGEST_PAGE = 65_536;

/** What a log holds up to its last whole transaction. */
export type WriteAheadLog = {
  /** Bytes of a page; 0 where the log has no valid header. */
  pageSize: number;
  /** Where in the log the last state of each page lies, in bytes. */
  pages: ReadonlyMap<number, number>;
  /** How many pages the database has; 0 where the log holds no whole transaction. */
  pageCount: number;
  /** Where the last whole transaction ends, in bytes. */
  end: number;
};

/** Reads a log as far as its sums hold. A log that is cut off, or holds frames of an earlier use behind its own, is a whole one. */
export function readWriteAheadLog(file: ReadOnlyFile | undefined): WriteAheadLog {
  const header = Buffer.alloc(LOG_HEADER_BYTES);
  const log = { pageSize: 0, pages: new Map<number, number>(), pageCount: 0, end: 0 };
  if (!file || file.read(header, 0) < LOG_HEADER_BYTES) return log;
  const magic = header.readUInt32BE(0);
  const pageSize = header.readUInt32BE(8);
  const sums = new ChainedSums((magic & 1) === 1);
  sums.add(header, 0, 24);
  const isSizeValid = pageSize >= 512 && pageSize <= LARGEST_PAGE && (pageSize & (pageSize - 1)) === 0;
  if ((magic & ~1) !== MAGIC || !isSizeValid || !sums.equal(header, 24)) return log;
  return { ...log, pageSize, ...readFrames(file, header, pageSize, sums) };
}

function readFrames(file: ReadOnlyFile, header: Buffer, pageSize: number, sums: ChainedSums) {
  const pages = new Map<number, number>();
  const pending = new Map<number, number>();
  const frame = Buffer.allocUnsafe(FRAME_HEADER_BYTES + pageSize);
  let [pageCount, end] = [0, LOG_HEADER_BYTES];
  for (let at = LOG_HEADER_BYTES; file.read(frame, at) === frame.length; at += frame.length) {
    // Both salts, 8 bytes, are those of the header.
    if (frame.compare(header, 16, 24, 8, 16) !== 0) break;
    sums.add(frame, 0, 8);
    sums.add(frame, FRAME_HEADER_BYTES, frame.length);
    if (!sums.equal(frame, 16)) break;
    pending.set(frame.readUInt32BE(0), at + FRAME_HEADER_BYTES);
    const sizeAfterCommit = frame.readUInt32BE(4);
    if (sizeAfterCommit === 0) continue;
    for (const [page, position] of pending) pages.set(page, position);
    pending.clear();
    [pageCount, end] = [sizeAfterCommit, at + frame.length];
  }
  return { pages, pageCount, end };
}

/** The two sums that go on from one frame to the next. */
class ChainedSums {
  #first = 0;
  #second = 0;
  readonly #isBigEndian: boolean;

  constructor(isBigEndian: boolean) {
    this.#isBigEndian = isBigEndian;
  }

  /** Adds bytes from `start` to `end`, eight at a time. */
  add(bytes: Buffer, start: number, end: number): void {
    let first = this.#first;
    let second = this.#second;
    for (let at = start; at < end; at += 8) {
      first = (first + second + this.#word(bytes, at)) | 0;
      second = (second + first + this.#word(bytes, at + 4)) | 0;
    }
    this.#first = first;
    this.#second = second;
  }

  /** Whether the sums are those that stand at `at`, which are big-endian always. */
  equal(bytes: Buffer, at: number): boolean {
    return bytes.readInt32BE(at) === this.#first && bytes.readInt32BE(at + 4) === this.#second;
  }

  #word(bytes: Buffer, at: number): number {
    return this.#isBigEndian ? bytes.readInt32BE(at) : bytes.readInt32LE(at);
  }
}
