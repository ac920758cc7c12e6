/** The files of a SQLite database, opened for reading alone: its pages, those of its write-ahead log over them (sqlite.org/fileformat2.html). */
import { closeSync, readSync, statSync } from "node:fs";
import { openRegularFile } from "../../data-file.ts";

/** Its message is a reason without the file's name, such as `page 7 is damaged: …`. */
export class SqliteFault extends Error {}

class ReadOnlyFile {
  readonly path: string;
  /** In bytes, when it was opened. */
  readonly size: number;
  readonly #handle: number;

  /** @throws the error of the file system where it cannot be opened, or is no file but a pipe or a device */
  constructor(path: string) {
    this.path = path;
    ({ file: this.#handle, size: this.size } = openRegularFile(path));
  }

  /** @returns `undefined` where there is no such file */
  static ifThere(path: string): ReadOnlyFile | undefined {
    try {
      return new ReadOnlyFile(path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw error;
    }
  }

  /** Fills `target` from `position` on. @returns how many bytes there were */
  read(target: Buffer, position: number): number {
    let count = 0;
    while (count < target.length) {
      const more = readSync(this.#handle, target, count, target.length - count, position + count);
      if (more === 0) break;
      count += more;
    }
    return count;
  }

  close(): void {
    closeSync(this.#handle);
  }
}

/** What every SQLite file begins with, unless it is encrypted. */
const SQLITE_MAGIC = Buffer.from("SQLite format 3\0", "latin1");
export const MAIN_HEADER_BYTES = 100;

const UTF_8 = 1;
const WAL_MODE = 2;

type MainHeader = {
  /** Bytes of a page. */
  pageSize: number;
  /** Bytes of a page that SQLite makes use of. */
  usableSize: number;
  /** Pages of the whole file, where the header can be believed. */
  pageCount: number | undefined;
  /** Whether transactions go to a log beside the file first. */
  isLogged: boolean;
};

/**
 * @param bytes as many of the first 100 as there are
 * @throws SqliteFault where they are no header, or one of a kind that is not read
 */
function readMainHeader(bytes: Buffer): MainHeader {
  checkBeginning(bytes);
  // What two bytes do not hold is written as 1.
  const pageSize = bytes.readUInt16BE(16) === 1 ? 65_536 : bytes.readUInt16BE(16);
  const usableSize = pageSize - bytes[20];
  if (pageSize < 512 || (pageSize & (pageSize - 1)) !== 0 || usableSize < 480) {
    throw new SqliteFault(`its header is damaged: pages of ${pageSize} bytes`);
  }
  const encoding = bytes.readUInt32BE(56);
  // A file to which nothing was written yet has none.
  if (encoding > UTF_8) throw new SqliteFault("its text is not UTF-8, as the CMS writes it");
  // Programs of before 2010 do not keep the count.
  const isCountKept = bytes.readUInt32BE(24) === bytes.readUInt32BE(92);
  return {
    pageSize,
    usableSize,
    pageCount: isCountKept ? bytes.readUInt32BE(28) || undefined : undefined,
    isLogged: bytes[18] === WAL_MODE || bytes[19] === WAL_MODE,
  };
}

/** Whether a file, whatever its name, is a SQLite database that is not encrypted. */
export function beginsAsDatabase(path: string): boolean {
  const bytes = Buffer.alloc(SQLITE_MAGIC.length);
  try {
    const file = new ReadOnlyFile(path);
    file.read(bytes, 0);
    file.close();
  } catch {
    return false;
  }
  return bytes.equals(SQLITE_MAGIC);
}

function checkBeginning(bytes: Buffer): void {
  if (bytes.length === 0) throw new SqliteFault("the file is empty");
  if (!bytes.subarray(0, SQLITE_MAGIC.length).equals(SQLITE_MAGIC)) {
    throw new SqliteFault("it is no SQLite database, or one that is encrypted");
  }
  if (bytes.length < MAIN_HEADER_BYTES) throw new SqliteFault("it is cut off within its header");
}

const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** Sums are made of little-endian words, or, where the last bit is set, of big-endian ones. */
const MAGIC = 0x377f0682;
const LARGEST_PAGE = 65_536;

/** What a log holds up to its last whole transaction. */
type WriteAheadLog = {
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
function readWriteAheadLog(file: ReadOnlyFile | undefined): WriteAheadLog {
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

/** How the names of the files beside the main one end. */
const LOG_ENDING = "-wal";
const JOURNAL_ENDING = "-journal";
/** What a rollback journal begins with while a transaction is under way, and after one was cut off. */
const JOURNAL_MAGIC = "d9d505f920a163d7";
/** File systems tell times in steps of up to so many milliseconds. */
const COARSEST_MILLISECONDS = 20;
/** Copying a large file over another can be stopped for so long by what else a machine does. */
const YOUNG_MILLISECONDS = 2000;

export class DatabaseFiles {
  readonly main: ReadOnlyFile;
  /** The write-ahead log, which may be missing, and may be empty. */
  readonly log: ReadOnlyFile | undefined;
  readonly logged: WriteAheadLog;
  /** The file that tells of a transaction which is not whole, where there is one. */
  readonly journal: string | undefined;
  /** Of the state in which they were opened: another where something was written. */
  readonly stamp: string;

  /** @throws the error of the file system where a file that is there cannot be read */
  constructor(path: string) {
    this.main = new ReadOnlyFile(path);
    try {
      this.journal = openJournal(path + JOURNAL_ENDING);
      this.log = ReadOnlyFile.ifThere(path + LOG_ENDING);
      this.stamp = this.#stampNow();
      this.logged = readWriteAheadLog(this.log);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Whether nothing was written since the files were opened. What was written just now is not known yet: then it says no. */
  isCurrent(): boolean {
    const { path } = this.main;
    if (this.#stampNow() !== this.stamp || openJournal(path + JOURNAL_ENDING) !== this.journal) return false;
    if (this.#isYounger(COARSEST_MILLISECONDS)) return false;
    return readWriteAheadLog(this.log).end === this.logged.end;
  }

  /** Whether they were written to so short a while ago that whoever writes may not be done. */
  isYoung(): boolean {
    return this.#isYounger(YOUNG_MILLISECONDS);
  }

  #isYounger(milliseconds: number): boolean {
    return [this.main.path, this.main.path + LOG_ENDING].some((path) => {
      const age = ageOf(path);
      // A clock that is ahead tells nothing.
      return age >= 0 && age < milliseconds;
    });
  }

  close(): void {
    this.main.close();
    this.log?.close();
  }

  /** Sizes and times, and, since times may be coarse or late, the bytes that change with transactions. */
  #stampNow(): string {
    const { path } = this.main;
    return [
      stampOf(path),
      stampOf(path + LOG_ENDING),
      firstBytes(this.main, MAIN_HEADER_BYTES),
      this.log ? firstBytes(this.log, LOG_HEADER_BYTES) : "",
    ].join("\n");
  }
}

/** @returns the path, where the journal is in use: once it is not, it is empty, or begins with zeros */
function openJournal(path: string): string | undefined {
  const journal = ReadOnlyFile.ifThere(path);
  const isInUse = journal && firstBytes(journal, JOURNAL_MAGIC.length / 2) === JOURNAL_MAGIC;
  journal?.close();
  return isInUse ? path : undefined;
}

function stampOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.ino} ${found.size} ${found.mtimeNs}` : "missing";
}

/** How long ago a file was written, in milliseconds. */
function ageOf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? Date.now() - found.mtimeMs : Number.POSITIVE_INFINITY;
}

function firstBytes(file: ReadOnlyFile, length: number): string {
  const bytes = Buffer.alloc(length);
  return bytes.toString("hex", 0, file.read(bytes, 0));
}

export class Pages {
  readonly pageSize: number;
  readonly usableSize: number;
  /** How many there are. */
  readonly count: number;
  /** Whether transactions go to a log beside the file first. */
  readonly isLogged: boolean;
  readonly #files: DatabaseFiles;

  /** @throws SqliteFault where this is no SQLite database, or one that is cut off */
  constructor(files: DatabaseFiles) {
    this.#files = files;
    const header = readHeader(files);
    this.pageSize = header.pageSize;
    this.usableSize = header.usableSize;
    this.isLogged = header.isLogged;
    this.count = files.logged.pageCount || countInFile(header, files.main.size);
  }

  /**
   * Reads a page into `target`, which is as long as one.
   * @throws SqliteFault where there is none of that number
   */
  read(number: number, target: Buffer): void {
    if (number < 1 || number > this.count) {
      throw new SqliteFault(`it is damaged: page ${number} is asked for, and it has ${this.count}`);
    }
    const { main, log, logged } = this.#files;
    const inLog = logged.pages.get(number);
    const count =
      inLog !== undefined && log ? log.read(target, inLog) : main.read(target, (number - 1) * this.pageSize);
    if (count < target.length) {
      throw new SqliteFault(`it is cut off: page ${number} of ${this.count} is missing`);
    }
  }
}

/** Why a database has no tables: its file and its log may have been torn apart. */
export function reasonForNothing(
  { main, log, logged }: DatabaseFiles,
  { isLogged, pageSize }: Pages,
): string {
  if (!isLogged || logged.pageCount > 0 || main.size > pageSize) return "it holds no tables";
  const start = `it is one empty page, since its data is in the log beside it, ${main.path}-wal`;
  return log && log.size > 0
    ? `${start}, which holds no whole transaction`
    : `${start}, which is missing: copy both together`;
}

/** That of the first page, wherever it lies. */
function readHeader({ main, log, logged }: DatabaseFiles): MainHeader {
  const bytes = Buffer.alloc(MAIN_HEADER_BYTES);
  const header = readMainHeader(bytes.subarray(0, main.read(bytes, 0)));
  if (!log || logged.pageCount === 0) return header;
  if (logged.pageSize !== header.pageSize) {
    throw new SqliteFault(
      `the log beside it is another's: its pages are of ${logged.pageSize} bytes, not of ${header.pageSize}`,
    );
  }
  const inLog = logged.pages.get(1);
  return inLog === undefined ? header : readMainHeader(bytes.subarray(0, log.read(bytes, inLog)));
}

function countInFile({ pageCount, pageSize }: MainHeader, size: number): number {
  const inFile = Math.floor(size / pageSize);
  if (pageCount !== undefined && pageCount > inFile) {
    throw new SqliteFault(`it is cut off: it holds ${inFile} of ${pageCount} pages`);
  }
  return pageCount ?? inFile;
}
