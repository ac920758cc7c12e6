/** The pages of a SQLite database in one state: those of its file, with those of its write-ahead log over them. */
import type { DatabaseFiles } from "./database-files.ts";
import { MAIN_HEADER_BYTES, type MainHeader, readMainHeader } from "./main-header.ts";
import { SqliteFault } from "./sqlite-fault.ts";

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
