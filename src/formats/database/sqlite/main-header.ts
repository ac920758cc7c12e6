/** The first 100 bytes of a SQLite file. */
import { SqliteFault } from "./sqlite-fault.ts";

/** What every SQLite file begins with, unless it is encrypted. */
export const SQLITE_MAGIC = Buffer.from("SQLite format 3\0", "latin1");
export const MAIN_HEADER_BYTES = 100;

const UTF_8 = 1;
const WAL_MODE = 2;

export type MainHeader = {
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
export function readMainHeader(bytes: Buffer): MainHeader {
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

function checkBeginning(bytes: Buffer): void {
  if (bytes.length === 0) throw new SqliteFault("the file is empty");
  if (!bytes.subarray(0, SQLITE_MAGIC.length).equals(SQLITE_MAGIC)) {
    throw new SqliteFault("it is no SQLite database, or one that is encrypted");
  }
  if (bytes.length < MAIN_HEADER_BYTES) throw new SqliteFault("it is cut off within its header");
}
