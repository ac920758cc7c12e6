/** Reads the entries of a zip file (APPNOTE.TXT of PKWARE, Zip64 included) as streams: neither file nor entry is in memory whole. */
import { pipeline, Readable } from "node:stream";
import { crc32, createInflateRaw } from "node:zlib";
import { FileFault } from "../data-file.ts";
import { type FileBytes, openBytes } from "../file-bytes.ts";

// Not fflate, the one small package that streams: it reads local headers in file order, so that it cannot read one table alone,
// and does not compare sizes and checksums.

export type ZipEntry = {
  name: string;
  /** Bytes of the entry, as the directory of the zip file declares them. */
  size: number;
  compressedSize: number;
  crc: number;
  method: number;
  isEncrypted: boolean;
  /** The offset of its local header. */
  start: number;
};

export type ZipFile = {
  /** The entries by name, in lower case. */
  entries: ReadonlyMap<string, ZipEntry>;
  /**
   * Inflates an entry. At its end, its size and checksum must be the declared ones.
   * @throws FileFault
   */
  read(entry: ZipEntry): AsyncIterable<Buffer>;
  /** Must be called once. */
  close(): void;
};

const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 0xffff;
const ZIP64_LOCATOR_SIGNATURE = 0x07064b50;
const ZIP64_LOCATOR_BYTES = 20;
const ZIP64_END_SIGNATURE = 0x06064b50;
const ZIP64_END_BYTES = 56;
const ZIP64_EXTRA = 1;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_BYTES = 30;
/** Marks a number that a Zip64 field holds. */
const IN_ZIP64 = 0xffffffff;
const STORED = 0;
const DEFLATED = 8;

const CHUNK_BYTES = 256 * 1024;

/**
 * Opens a zip file and reads its directory.
 * @throws FileFault if the directory is damaged; the error of the file system if the file cannot be read
 */
export function openZip(path: string): ZipFile {
  const file = openBytes(path);
  try {
    return { entries: readEntries(file), read: (entry) => readEntry(file, entry), close: file.close };
  } catch (error) {
    file.close();
    throw error;
  }
}

function readEntries(file: FileBytes): Map<string, ZipEntry> {
  const { position, size, count, end } = findDirectory(file);
  if (position + size !== end) throw new FileFault("its directory of entries is damaged");
  return parseDirectory(file.read(position, size), count);
}

type DirectoryLocation = {
  position: number;
  size: number;
  count: number;
  /** Where the records behind the directory begin. */
  end: number;
};

function findDirectory(file: FileBytes): DirectoryLocation {
  const tailStart = Math.max(0, file.size - END_BYTES - LONGEST_COMMENT);
  const tail = file.read(tailStart, file.size - tailStart);
  let at = tail.length - END_BYTES;
  // The comment must end where the file ends.
  const isEnd = () =>
    tail.readUInt32LE(at) === END_SIGNATURE && at + END_BYTES + tail.readUInt16LE(at + 20) === tail.length;
  while (at >= 0 && !isEnd()) at--;
  if (at < 0) throw new FileFault("it is truncated, or has other bytes after its end");
  if (tail.readUInt16LE(at + 4) !== tail.readUInt16LE(at + 6) || tail.readUInt16LE(at + 4) % 0xffff !== 0)
    throw new FileFault("it is one part of a zip file in several parts");
  const end = tailStart + at;
  const found = {
    count: tail.readUInt16LE(at + 10),
    size: tail.readUInt32LE(at + 12),
    position: tail.readUInt32LE(at + 16),
    end,
  };
  if (end < ZIP64_LOCATOR_BYTES) return found;
  const locator = file.read(end - ZIP64_LOCATOR_BYTES, ZIP64_LOCATOR_BYTES);
  return locator.readUInt32LE(0) === ZIP64_LOCATOR_SIGNATURE ? readZip64End(file, locator) : found;
}

function readZip64End(file: FileBytes, locator: Buffer): DirectoryLocation {
  const position = numberAt(locator, 8);
  const record = file.read(position, ZIP64_END_BYTES);
  if (record.readUInt32LE(0) !== ZIP64_END_SIGNATURE) throw new FileFault("its Zip64 end record is damaged");
  return {
    count: numberAt(record, 32),
    size: numberAt(record, 40),
    position: numberAt(record, 48),
    end: position,
  };
}

/** @throws FileFault if a number of 64 bits is no position in a file */
function numberAt(bytes: Buffer, at: number): number {
  const number = Number(bytes.readBigUInt64LE(at));
  if (!Number.isSafeInteger(number)) throw new FileFault("its directory of entries is damaged");
  return number;
}

function parseDirectory(bytes: Buffer, count: number): Map<string, ZipEntry> {
  const damaged = () => new FileFault("its directory of entries is damaged");
  const entries = new Map<string, ZipEntry>();
  let at = 0;
  for (let index = 0; index < count; index++) {
    if (at + ENTRY_BYTES > bytes.length || bytes.readUInt32LE(at) !== ENTRY_SIGNATURE) throw damaged();
    const nameEnd = at + ENTRY_BYTES + bytes.readUInt16LE(at + 28);
    const extraEnd = nameEnd + bytes.readUInt16LE(at + 30);
    const next = extraEnd + bytes.readUInt16LE(at + 32);
    if (next > bytes.length) throw damaged();
    const name = bytes.toString("utf8", at + ENTRY_BYTES, nameEnd);
    // In this order, and only if the field of 32 bits has no room.
    const [size, compressedSize, start] = withZip64(
      [bytes.readUInt32LE(at + 24), bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 42)],
      bytes.subarray(nameEnd, extraEnd),
    );
    entries.set(name.toLowerCase(), {
      name,
      size,
      compressedSize,
      crc: bytes.readUInt32LE(at + 16),
      method: bytes.readUInt16LE(at + 10),
      isEncrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
      start,
    });
    at = next;
  }
  if (at !== bytes.length) throw damaged();
  return entries;
}

/** Replaces numbers that did not fit in 32 bits by those of the Zip64 field. @param extra the extra fields of an entry */
function withZip64(numbers: readonly number[], extra: Buffer): number[] {
  let field: Buffer | undefined;
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) === ZIP64_EXTRA)
      field = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2));
  }
  let at = 0;
  return numbers.map((number) => {
    if (number !== IN_ZIP64) return number;
    if (!field || at + 8 > field.length) throw new FileFault("its directory of entries is damaged");
    at += 8;
    return numberAt(field, at - 8);
  });
}

async function* readEntry(file: FileBytes, entry: ZipEntry): AsyncGenerator<Buffer> {
  const { size } = entry;
  const fault = (reason: string) => new FileFault(`its entry "${entry.name}" ${reason}`);
  if (entry.isEncrypted) throw fault("is encrypted");
  if (entry.method !== STORED && entry.method !== DEFLATED)
    throw fault(`has the compression method ${entry.method}, which is not supported`);
  const header = file.read(entry.start, LOCAL_BYTES);
  const start = entry.start + LOCAL_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
  if (header.readUInt32LE(0) !== LOCAL_SIGNATURE) throw fault("is damaged: its header is missing");
  let count = 0;
  let crc = 0;
  if (size > 0) {
    for await (const chunk of inflatedEntry(file, entry, start)) {
      count += chunk.length;
      crc = crc32(chunk, crc);
      yield chunk;
    }
  }
  if (count !== size) throw fault(`holds ${count} bytes, and declares ${size}`);
  if (crc !== entry.crc) throw fault("is damaged: its checksum is wrong");
}

async function* inflatedEntry(
  file: FileBytes,
  { name, method, compressedSize }: ZipEntry,
  start: number,
): AsyncGenerator<Buffer> {
  const chunks = chunksOf(file, start, compressedSize);
  if (method === STORED) {
    yield* chunks;
    return;
  }
  const inflate = createInflateRaw({ chunkSize: CHUNK_BYTES });
  pipeline(Readable.from(chunks), inflate, () => {});
  try {
    yield* inflate;
  } catch (error) {
    if (error instanceof FileFault) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new FileFault(`its entry "${name}" is damaged: ${reason}`, { cause: error });
  }
}

/** A stream of `node:fs` would close the file when it ends. */
function* chunksOf(file: FileBytes, start: number, length: number): Generator<Buffer> {
  for (let at = 0; at < length; at += CHUNK_BYTES)
    yield file.read(start + at, Math.min(CHUNK_BYTES, length - at));
}
