/** The bytes of a SQLite database in one state: its file with the write-ahead log folded in (sqlite.org/fileformat2.html). */
import { statSync } from "node:fs";
import { beginsWith, FileFault, ONE_BUFFER, readStart, readWholeFile } from "../data-file.ts";

/** The files of a database, read while no program wrote to them. */
export type DatabaseFiles = {
  path: string;
  main: Buffer;
  /** The write-ahead log; empty if there is none. */
  log: Buffer;
  /** Changes with every write. */
  stamp: string;
  /** Whether the last write is so recent that the program that writes may not have finished. */
  isYoung: boolean;
};

const LOG_ENDING = "-wal";
const JOURNAL_ENDING = "-journal";
/** A rollback journal begins so while a transaction is open, and after a transaction was interrupted. */
const JOURNAL_MAGIC = Buffer.from("d9d505f920a163d7", "hex");
/** File systems round times to up to so many milliseconds. */
const COARSEST_MILLISECONDS = 20;
/** A program that copies a large file can be suspended for so long. */
const YOUNG_MILLISECONDS = 2000;

/** Files that are not in one state: of an open transaction, or written to while they were read. */
type BusyFiles = { journal: string } | { isWritten: true };

/** @throws the error of the file system if a file cannot be read */
export function readDatabaseFiles(path: string): DatabaseFiles | BusyFiles {
  const logPath = path + LOG_ENDING;
  const journal = path + JOURNAL_ENDING;
  if (isJournalInUse(journal)) return { journal };
  const stamp = stampOf(path);
  const main = readWholeFile(path);
  const log = ifPresent(() => readWholeFile(logPath));
  if (isJournalInUse(journal)) return { journal };
  const age = Math.min(ageOf(path), ageOf(logPath));
  // Sizes and times can miss a write to a log, so that its bytes are compared, too.
  const isUnchanged =
    age >= COARSEST_MILLISECONDS &&
    stampOf(path) === stamp &&
    ifPresent(() => readWholeFile(logPath)).equals(log);
  return isUnchanged ? { path, main, log, stamp, isYoung: age < YOUNG_MILLISECONDS } : { isWritten: true };
}

/** Whether a file, whatever its name, is a SQLite database that is not encrypted. */
export function beginsAsDatabase(path: string): boolean {
  return beginsWith(path, SQLITE_MAGIC);
}

/** @returns no bytes if there is no such file: SQLite deletes logs and journals when it is done with them */
function ifPresent(read: () => Buffer): Buffer {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return Buffer.alloc(0);
    throw error;
  }
}

/** A journal that is not in use is empty, or begins with zeros. */
function isJournalInUse(path: string): boolean {
  return ifPresent(() => readStart(path, JOURNAL_MAGIC.length)).equals(JOURNAL_MAGIC);
}

/** Sizes and times, and the header, which changes with transactions even if times are coarse or late. */
function stampOf(path: string): string {
  const files = [path, path + LOG_ENDING].map((name) => {
    const found = statSync(name, { bigint: true, throwIfNoEntry: false });
    return found ? `${found.ino} ${found.size} ${found.mtimeNs}` : "missing";
  });
  return [...files, readStart(path, HEADER_BYTES).toString("hex")].join("\n");
}

/** Milliseconds since a file was written; infinite if there is none, or if the file is from the future. */
function ageOf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  const age = found ? Date.now() - found.mtimeMs : -1;
  return age < 0 ? Number.POSITIVE_INFINITY : age;
}

/** Every SQLite file begins with this, unless it is encrypted. */
const SQLITE_MAGIC = Buffer.from("SQLite format 3\0", "latin1");
const HEADER_BYTES = 100;
const UTF_8 = 1;
const WAL_MODE = 2;
const ROLLBACK_MODE = 1;

/**
 * The database as SQLite itself would leave it after writing the log into the file.
 * @param files their bytes may be changed
 * @throws FileFault if this is not an SQLite database, or a truncated one
 */
export function imageOf({ path, main, log }: DatabaseFiles): Buffer {
  const { pageSize, pageCount } = readHeader(main);
  const commit = readLog(log);
  const inFile = Math.floor(main.length / pageSize);
  if (!commit && pageCount > inFile)
    throw new FileFault(`it is cut off: it holds ${inFile} of ${pageCount} pages`);
  const isLogged = main[18] === WAL_MODE || main[19] === WAL_MODE;
  if (isLogged && !commit && main.length <= pageSize) {
    const start = `it is one empty page, since its data is in the log beside it, ${path}${LOG_ENDING}`;
    throw new FileFault(
      log.length > 0
        ? `${start}, which has no complete transaction`
        : `${start}, which is missing: copy both together`,
    );
  }
  const image = commit ? withLog(main, log, commit, pageSize) : main;
  if (commit) readHeader(image);
  return image.fill(ROLLBACK_MODE, 18, 20);
}

/** @throws FileFault if the bytes are no header, or the header of a database that is not supported */
function readHeader(bytes: Buffer): { pageSize: number; pageCount: number } {
  if (bytes.length === 0) throw new FileFault("the file is empty");
  if (!bytes.subarray(0, SQLITE_MAGIC.length).equals(SQLITE_MAGIC))
    throw new FileFault("it is not an SQLite database, or it is encrypted");
  if (bytes.length < HEADER_BYTES) throw new FileFault("it is cut off within its header");
  // 65,536 does not fit in two bytes and is written as 1.
  const pageSize = bytes.readUInt16BE(16) === 1 ? 65_536 : bytes.readUInt16BE(16);
  if (!isPageSize(pageSize)) throw new FileFault(`its header is damaged: pages of ${pageSize} bytes`);
  // 0 before anything was written.
  if (bytes.readUInt32BE(56) > UTF_8) throw new FileFault("its text is not UTF-8, as the CMS writes it");
  // Programs from before 2010 do not update the number of pages.
  const isCountValid = bytes.readUInt32BE(24) === bytes.readUInt32BE(92);
  return { pageSize, pageCount: isCountValid ? bytes.readUInt32BE(28) : 0 };
}

function isPageSize(size: number): boolean {
  return size >= 512 && size <= 65_536 && (size & (size - 1)) === 0;
}

const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** Followed by a bit that is set if checksums are made of big-endian words. */
const LOG_MAGIC = 0x377f0682;

/** The last whole transaction in a log. */
type Commit = {
  pageSize: number;
  /** The number of pages of the database. */
  pageCount: number;
  /** The position in the log of the latest version of each page, by the page's number. */
  pages: ReadonlyMap<number, number>;
};

/** Reads a log up to the first frame whose salt or checksum is wrong: later frames are of an earlier use of the file. */
function readLog(log: Buffer): Commit | undefined {
  if (log.length < LOG_HEADER_BYTES) return undefined;
  const magic = log.readUInt32BE(0);
  const pageSize = log.readUInt32BE(8);
  const isBigEndian = (magic & 1) === 1;
  let sums = checksum(log, 0, 24, [0, 0], isBigEndian);
  const isValid = (magic & ~1) === LOG_MAGIC && isPageSize(pageSize) && isSum(log, 24, sums);
  if (!isValid) return undefined;
  const pages = new Map<number, number>();
  const pending = new Map<number, number>();
  let pageCount = 0;
  const frameBytes = FRAME_HEADER_BYTES + pageSize;
  for (let at = LOG_HEADER_BYTES; at + frameBytes <= log.length; at += frameBytes) {
    const hasSalts = log.compare(log, 16, 24, at + 8, at + 16) === 0;
    sums = checksum(log, at, at + 8, sums, isBigEndian);
    sums = checksum(log, at + FRAME_HEADER_BYTES, at + frameBytes, sums, isBigEndian);
    if (!hasSalts || !isSum(log, at + 16, sums)) break;
    pending.set(log.readUInt32BE(at), at + FRAME_HEADER_BYTES);
    const countAfterCommit = log.readUInt32BE(at + 4);
    if (countAfterCommit === 0) continue;
    for (const [page, position] of pending) pages.set(page, position);
    pending.clear();
    pageCount = countAfterCommit;
  }
  return pageCount === 0 ? undefined : { pageSize, pageCount, pages };
}

type Sums = readonly [number, number];

/** Continues the checksums of a log over bytes, eight at a time. */
function checksum(bytes: Buffer, start: number, end: number, sums: Sums, isBigEndian: boolean): Sums {
  let [first, second] = sums;
  for (let at = start; at < end; at += 8) {
    const word = isBigEndian ? bytes.readInt32BE(at) : bytes.readInt32LE(at);
    const next = isBigEndian ? bytes.readInt32BE(at + 4) : bytes.readInt32LE(at + 4);
    first = (first + second + word) | 0;
    second = (second + first + next) | 0;
  }
  return [first, second];
}

function isSum(log: Buffer, at: number, [first, second]: Sums): boolean {
  return log.readInt32BE(at) === first && log.readInt32BE(at + 4) === second;
}

/** A page that is neither in the file nor in the log is left zero, so that SQLite reports it if it is needed. */
function withLog(main: Buffer, log: Buffer, commit: Commit, pageSize: number): Buffer {
  if (commit.pageSize !== pageSize) {
    throw new FileFault(
      `the log beside it is another's: its pages are of ${commit.pageSize} bytes, not of ${pageSize}`,
    );
  }
  if (commit.pageCount * pageSize > ONE_BUFFER.bytes) throw new FileFault(ONE_BUFFER.reason);
  const image = Buffer.alloc(commit.pageCount * pageSize);
  main.copy(image);
  for (const [page, at] of commit.pages) {
    if (page <= commit.pageCount) log.copy(image, (page - 1) * pageSize, at, at + pageSize);
  }
  return image;
}
