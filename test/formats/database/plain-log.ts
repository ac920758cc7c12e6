/** A second implementation of the write-ahead log of SQLite (sqlite.org/fileformat2.html#walformat), to test the program's. */
import { existsSync, readFileSync } from "node:fs";

const HEADER = 32;
const FRAME = 24;

/** The bytes of a database with the complete transactions of its log applied, as a file without a log. */
export function imageWithLog(path: string): Buffer {
  const image = readFileSync(path);
  return existsSync(`${path}-wal`) ? withLog(image, readFileSync(`${path}-wal`)) : image;
}

function withLog(main: Buffer, log: Buffer): Buffer {
  const size = log.readUInt32BE(8);
  let sums = sumOf(log.subarray(0, 24), [0, 0]);
  let image: Buffer = main;
  let pending: Buffer = main;
  for (let at = HEADER; at + FRAME + size <= log.length; at += FRAME + size) {
    const header = log.subarray(at, at + FRAME);
    const page = log.subarray(at + FRAME, at + FRAME + size);
    sums = sumOf(page, sumOf(header.subarray(0, 8), sums));
    const isValid =
      header.subarray(8, 16).equals(log.subarray(16, 24)) &&
      header.readUInt32BE(16) === sums[0] &&
      header.readUInt32BE(20) === sums[1];
    if (!isValid) break;
    pending = withPage(pending, header.readUInt32BE(0), page);
    const count = header.readUInt32BE(4);
    if (count > 0) image = pending = pending.subarray(0, count * size);
  }
  image = Buffer.from(image);
  // The journal mode in the header: without a log.
  image.fill(1, 18, 20);
  return image;
}

function withPage(image: Buffer, number: number, page: Buffer): Buffer {
  const made = Buffer.alloc(Math.max(image.length, number * page.length));
  image.copy(made);
  page.copy(made, (number - 1) * page.length);
  return made;
}

type Order = "big-endian" | "little-endian";

/** The two sums of words, in the order of the machine that wrote the log. */
function sumOf(bytes: Buffer, [first, second]: number[], order: Order = "little-endian"): [number, number] {
  const word = (at: number) =>
    BigInt(order === "big-endian" ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at));
  let [a, b] = [BigInt(first), BigInt(second)];
  for (let at = 0; at < bytes.length; at += 8) {
    a = BigInt.asUintN(32, a + word(at) + b);
    b = BigInt.asUintN(32, b + word(at + 4) + a);
  }
  return [Number(a), Number(b)];
}

/**
 * The log of transactions that lead from one image of a database to the next, of the same page size.
 * @param images the first is that of the main file
 */
export function logOf(images: readonly Uint8Array[], salt = 7, order: Order = "little-endian"): Buffer {
  const size = Buffer.from(images[0]).readUInt16BE(16);
  const header = Buffer.alloc(HEADER);
  for (const [index, word] of [
    order === "big-endian" ? 0x377f0683 : 0x377f0682,
    3007000,
    size,
    0,
    salt,
    salt + 1,
  ].entries())
    header.writeUInt32BE(word, index * 4);
  let sums = sumOf(header.subarray(0, 24), [0, 0], order);
  header.writeUInt32BE(sums[0], 24);
  header.writeUInt32BE(sums[1], 28);
  const parts: Buffer[] = [header];
  for (const [index, next] of images.slice(1).entries()) {
    const pages = changedPages(Buffer.from(images[index]), Buffer.from(next), size);
    for (const [position, { number, page }] of pages.entries()) {
      const frame = Buffer.alloc(FRAME);
      frame.writeUInt32BE(number, 0);
      frame.writeUInt32BE(position === pages.length - 1 ? next.length / size : 0, 4);
      header.copy(frame, 8, 16, 24);
      sums = sumOf(page, sumOf(frame.subarray(0, 8), sums, order), order);
      frame.writeUInt32BE(sums[0], 16);
      frame.writeUInt32BE(sums[1], 20);
      parts.push(frame, page);
    }
  }
  return Buffer.concat(parts);
}

function changedPages(before: Buffer, after: Buffer, size: number) {
  const pages: { number: number; page: Buffer }[] = [];
  for (let at = 0; at < after.length; at += size) {
    const page = after.subarray(at, at + size);
    if (!page.equals(before.subarray(at, at + size))) pages.push({ number: at / size + 1, page });
  }
  return pages;
}
