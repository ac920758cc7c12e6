/** The pages of a SQL Server database, verified, in whichever place of a data file or a backup they are. */
import { FileFault } from "../data-file.ts";
import { type FileBytes, keepingLast, openBytes, TRUNCATED } from "../file-bytes.ts";
import type { ReadingReport } from "../tables/table-reader.ts";
import { type Lsn, lastFullSet, lsnAt, readBackupSets, TAPE_MAGIC } from "./backup-sets.ts";
import { COMPRESSED_MAGIC, inflatedBytes } from "./compressed-backup.ts";

export const PAGE_BYTES = 8192;
/** The number of pages that lie together in files and backups. */
export const EXTENT_PAGES = 8;
const EXTENT_BYTES = PAGE_BYTES * EXTENT_PAGES;
/** Bytes before the records of a page. */
const HEADER_BYTES = 96;
const SLOT_BYTES = 2;

/** What a page holds, in its second byte. */
export const PAGE_TYPE = {
  data: 1,
  index: 2,
  longValues: 3,
  longValueTree: 4,
  map: 10,
  boot: 13,
  fileHeader: 15,
} as const;
const LAST_PAGE_TYPE = 20;
/** Types of pages whose slots are read. */
const RECORD_PAGES: readonly number[] = [
  PAGE_TYPE.data,
  PAGE_TYPE.index,
  PAGE_TYPE.longValues,
  PAGE_TYPE.longValueTree,
  PAGE_TYPE.map,
];

/** The address of a page: its number, and from bit 32 on the number of its file. The next page of the file has the next one. */
export type PageAddress = number;
export const NO_PAGE: PageAddress = 0;
const FILE = 2 ** 32;
/** The number of the file that has the system tables. */
const PRIMARY_FILE = 1;
export const BOOT_PAGE: PageAddress = PRIMARY_FILE * FILE + 9;

export function addressAt(bytes: Buffer, at: number): PageAddress {
  return bytes.readUIntLE(at, 6);
}
export function pageNumber(address: PageAddress): number {
  return address % FILE;
}
function fileNumber(address: PageAddress): number {
  return Math.floor(address / FILE);
}
/** Where a page has its own address. */
const ADDRESS_AT = 32;

/** A fault of a page, which is named as in SQL Server's own messages. */
function faultAt(address: PageAddress, reason: string): FileFault {
  return new FileFault(`page ${fileNumber(address)}:${pageNumber(address)} ${reason}`);
}

/** A fault of a page. @param page its bytes, whose header has its address */
export function pageFault(page: Buffer, reason = "is damaged"): FileFault {
  return faultAt(addressAt(page, ADDRESS_AT), reason);
}

export type Pages = {
  /**
   * A page, whose checksum and slots are right.
   * @throws FileFault
   */
  get(address: PageAddress): Buffer;
  /** How many pages the file can have at most. */
  most: number;
  /** Whether the file is a data file; else it is a backup. */
  isDataFile: boolean;
  /** The pages that were read and had changed after the checkpoint of the backup. */
  changed: ReadonlySet<PageAddress>;
  /** How many bytes were read. */
  bytesRead(): number;
  close(): void;
};

/** The extents of a database by the address of their first page. */
type Extents = {
  /** Where an extent is in the bytes. */
  offsetOf(first: PageAddress): number | undefined;
  bytes: FileBytes;
  count: number;
  checkpoint?: Lsn;
};

/** Enough that extents in use stay, if rows and long values are read in turn. */
const KEPT_EXTENTS = 32;

/**
 * Opens a data file or a backup, in steps.
 * @throws FileFault; the error of the file system
 */
export function* openPages(path: string, report: ReadingReport): Generator<void, Pages> {
  const file = openBytes(path);
  try {
    const start = file.read(0, Math.min(file.size, PAGE_BYTES));
    const isDataFile = start[0] === 1 && start[1] === PAGE_TYPE.fileHeader;
    const extents = isDataFile
      ? dataFileExtents(file, start)
      : yield* backupExtents(yield* backupBytes(file, start), report);
    return { ...pagesIn(extents), isDataFile, close: file.close };
  } catch (error) {
    file.close();
    throw error;
  }
}

function dataFileExtents(file: FileBytes, start: Buffer): Extents {
  if (file.size % PAGE_BYTES !== 0) throw new FileFault(TRUNCATED);
  const number = fileNumber(addressAt(start, ADDRESS_AT));
  if (number !== PRIMARY_FILE)
    throw new FileFault(
      `it is file ${number} of a database, a log (.ldf) or a further data file (.ndf): pass the .mdf`,
    );
  return {
    bytes: file,
    count: Math.ceil(file.size / EXTENT_BYTES),
    offsetOf: (first) => (fileNumber(first) === number ? pageNumber(first) * PAGE_BYTES : undefined),
  };
}

function* backupBytes(file: FileBytes, start: Buffer): Generator<void, FileBytes> {
  const beginsWith = (magic: string) => start.toString("latin1", 0, magic.length) === magic;
  if (beginsWith(TAPE_MAGIC)) return file;
  if (beginsWith(COMPRESSED_MAGIC)) return yield* inflatedBytes(file);
  throw new FileFault("it is no backup and no data file of SQL Server, by its first bytes");
}

function* backupExtents(bytes: FileBytes, { warn }: ReadingReport): Generator<void, Extents> {
  const { sets, end } = readBackupSets(bytes);
  const { date, data, first, checkpoint } = lastFullSet(sets);
  if (sets.length > 1)
    warn(`holds ${sets.length} backups; the last full one is read, of ${date}`, "oneOfSeveral");
  if (bytes.read(end, Math.min(bytes.size - end, PAGE_BYTES)).some((byte) => byte !== 0))
    warn(
      `has bytes from byte ${end} on that are not read: the backup that is read ends there`,
      "newerElsewhere",
    );
  if (first < checkpoint)
    warn(
      "a transaction was open when the backup was made: its changes are read, though they may have been undone",
      "changedFile",
    );
  const offsets = new Map<PageAddress, number>();
  for (const { at, size } of data) {
    if (size % EXTENT_BYTES !== 0) throw new FileFault(`it is damaged: ${size} bytes are no whole extents`);
    for (let offset = at; offset < at + size; offset += EXTENT_BYTES) {
      yield;
      const address = firstPage(bytes, offset);
      // A later copy of an extent replaces an earlier one.
      if (address !== undefined) offsets.set(address, offset);
    }
  }
  return { bytes, count: offsets.size, checkpoint, offsetOf: (address) => offsets.get(address) };
}

/** The address of the first page of an extent of a backup, which the pages in use say; unused ones are zeros or rubbish. */
function firstPage(bytes: FileBytes, offset: number): PageAddress | undefined {
  for (let index = 0; index < EXTENT_PAGES; index++) {
    const header = bytes.read(offset + index * PAGE_BYTES, ADDRESS_AT + 6);
    const address = addressAt(header, ADDRESS_AT);
    const isPage = header[0] === 1 && header[1] > 0 && header[1] <= LAST_PAGE_TYPE;
    if (isPage && fileNumber(address) > 0 && address % EXTENT_PAGES === index) return address - index;
  }
  return undefined;
}

function pagesIn({ bytes, count, offsetOf, checkpoint }: Extents): Omit<Pages, "isDataFile" | "close"> {
  const changed = new Set<PageAddress>();
  let bytesRead = 0;
  /** `verified`: a bit for each page. */
  const extentAt = keepingLast(KEPT_EXTENTS, (first) => {
    const offset = offsetOf(first) ?? bytes.size;
    const extent = bytes.read(offset, Math.max(0, Math.min(EXTENT_BYTES, bytes.size - offset)));
    bytesRead += extent.length;
    return { extent, verified: 0 };
  });
  const get = (address: PageAddress): Buffer => {
    const index = address % EXTENT_PAGES;
    const found = extentAt(address - index);
    const page = found.extent.subarray(index * PAGE_BYTES, (index + 1) * PAGE_BYTES);
    if (page.length !== PAGE_BYTES) throw faultAt(address, reasonMissing(address));
    if (((found.verified >> index) & 1) === 0) {
      verifyPage(page, address);
      found.verified |= 1 << index;
      if (checkpoint !== undefined && lsnAt(page, 40) > checkpoint) changed.add(address);
    }
    return page;
  };
  return { get, most: count * EXTENT_PAGES, changed, bytesRead: () => bytesRead };
}

function reasonMissing(address: PageAddress): string {
  return fileNumber(address) === PRIMARY_FILE
    ? "is missing: the file is truncated or damaged"
    : "is missing: the database has a further data file (.ndf): pass a backup, which has all of them";
}

const CHECKSUM_FLAG = 0x200;
const TORN_FLAG = 0x100;
const CHECK_AT = 60;

/** @throws FileFault if a page is not what its header says */
function verifyPage(page: Buffer, address: PageAddress): void {
  if (page[0] !== 1 || addressAt(page, ADDRESS_AT) !== address)
    throw faultAt(address, "is damaged: another page, or none, is in its place");
  const flags = page.readUInt16LE(4);
  if (flags & CHECKSUM_FLAG) {
    if (pageChecksum(page) !== page.readUInt32LE(CHECK_AT))
      throw pageFault(page, "is damaged: its checksum is wrong");
  } else if (flags & TORN_FLAG) restoreTornBits(page);
  if (!RECORD_PAGES.includes(page[1])) return;
  const end = recordsEnd(page);
  for (let slot = 0; slot < slotCount(page); slot++) {
    const offset = slotOffset(page, slot);
    if (offset !== NO_RECORD && (offset < HEADER_BYTES || offset >= end))
      throw pageFault(page, "is damaged or encrypted");
  }
}

const SECTOR_BYTES = 512;
const SECTORS = PAGE_BYTES / SECTOR_BYTES;

export function pageChecksum(page: Buffer): number {
  let sum = 0;
  for (let sector = 0; sector < SECTORS; sector++) {
    // The checksum itself counts as 0.
    let words = sector === 0 ? page.readInt32LE(CHECK_AT) : 0;
    const end = (sector + 1) * SECTOR_BYTES;
    for (let at = end - SECTOR_BYTES; at < end; at += 4) words ^= page.readInt32LE(at);
    const turn = SECTORS - 1 - sector;
    sum ^= turn === 0 ? words : (words << turn) | (words >>> (32 - turn));
  }
  return sum >>> 0;
}

/** Puts back the last two bits of each sector but the first, which hold a mark that shows whether the sector was written whole. */
function restoreTornBits(page: Buffer): void {
  const bits = page.readUInt32LE(CHECK_AT);
  for (let sector = 1; sector < SECTORS; sector++) {
    const at = (sector + 1) * SECTOR_BYTES - 1;
    if ((page[at] & 3) !== (bits & 3)) throw pageFault(page, "is damaged: it was not written whole");
    page[at] = (page[at] & ~3) | ((bits >>> (2 * sector)) & 3);
  }
}

export function slotCount(page: Buffer): number {
  return page.readUInt16LE(22);
}
/** Where the records of a page end, and its slots begin. */
export function recordsEnd(page: Buffer): number {
  return PAGE_BYTES - SLOT_BYTES * slotCount(page);
}
/** Where the record of a slot begins; `NO_RECORD` if it has none. */
export function slotOffset(page: Buffer, slot: number): number {
  return page.readUInt16LE(PAGE_BYTES - SLOT_BYTES * (slot + 1));
}
export const NO_RECORD = 0;
