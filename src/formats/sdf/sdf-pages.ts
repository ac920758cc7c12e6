/** The pages of a SQL Server Compact database (`.sdf`): finds them by their ids, and verifies their checksums. */
import { entryIn } from "../../site/map-entries.ts";
import { FileFault, readStart } from "../data-file.ts";
import { type FileBytes, keepingLast, openBytes } from "../file-bytes.ts";

// Microsoft never documented the format. What is known of it was measured on databases of versions 3.5 and 4.0.

export const PAGE_BYTES = 4096;
/** Bytes before the contents of a page. */
export const PAGE_HEADER_BYTES = 16;

/** The kinds of pages that are read. */
export const PAGE_TYPES = {
  firstMap: 1,
  map: 2,
  table: 3,
  rows: 4,
  longValue: 5,
  bitmap: 8,
  longValueMap: 9,
} as const;

/** The numbers at byte 16 of the first page, and the versions of SQL Server Compact that write them. */
const VERSIONS: ReadonlyMap<number, string> = new Map([
  [0x003d0900, "4.0"],
  [0x00357b9d, "3.5"],
  [0x00357dd9, "3.5"],
]);
const VERSION_AT = 16;
const MAP_PLACE_AT = 44;

/** Ids and places in the file have 20 bits; three are in 8 bytes. */
const ID_BITS = 20;
const ID_MASK = 0xfffff;
/** How many ids fill a page to its last 8 bytes, which count them. */
export const IDS_PER_PAGE = 1527;
/** The first map has the places of so many maps, the pages that follow it. */
const MAPS = 1025;
const FIRST_MAP_ID = 1;
const FIRST_MAPPED_ID = FIRST_MAP_ID + 1 + MAPS;

export type SdfPages = {
  /** The version of SQL Server Compact: `3.5` or `4.0`. */
  version: string;
  /**
   * Reads a page.
   * @param reader what needs the page, in messages
   * @throws FileFault if there is no such page, or if it is damaged
   */
  read(id: number, type: number, reader: string): Buffer;
  /** Must be called once. */
  close(): void;
};

/** Whether a path is a file that begins as a database of SQL Server Compact. */
export function beginsAsSdf(path: string): boolean {
  try {
    return versionOf(readStart(path, VERSION_AT + 4)) !== undefined;
  } catch {
    return false;
  }
}

/** The version of SQL Server Compact that writes such a first page; `undefined` if none does. */
function versionOf(firstPage: Buffer): string | undefined {
  return firstPage.length < VERSION_AT + 4 ? undefined : VERSIONS.get(firstPage.readUInt32LE(VERSION_AT));
}

/**
 * Opens a database.
 * @throws FileFault if it is none; the error of the file system if the file cannot be read
 */
export function openSdfPages(path: string): SdfPages {
  const file = openBytes(path);
  try {
    return pagesOf(file);
  } catch (error) {
    file.close();
    throw error;
  }
}

/** Pages that are read together, since those of a table lie side by side; and how many blocks of them are in memory. */
const BLOCK_PAGES = 16;
const KEPT_BLOCKS = 16;

function pagesOf(file: FileBytes): SdfPages {
  const count = Math.floor(file.size / PAGE_BYTES);
  const blockAt = keepingLast(KEPT_BLOCKS, (block) => {
    const start = block * BLOCK_PAGES;
    return file.read(start * PAGE_BYTES, Math.min(BLOCK_PAGES, count - start) * PAGE_BYTES);
  });
  const pageAt = (place: number): Buffer => {
    const at = (place % BLOCK_PAGES) * PAGE_BYTES;
    return blockAt(Math.floor(place / BLOCK_PAGES)).subarray(at, at + PAGE_BYTES);
  };
  const header = count > 0 ? pageAt(0) : undefined;
  const version = header && versionOf(header);
  if (!header || version === undefined) throw new FileFault("it is not a database of SQL Server Compact");
  const verifiedPage = (place: number, id: number, type: number, reader: string) => {
    const fault = (reason: string) => new FileFault(`${reader} is damaged: page ${id} ${reason}`);
    if (place >= count) throw fault("lies beyond the end of the file, which may be cut off");
    const page = pageAt(place);
    if (page.readUInt32LE(0) !== checksumOf(page))
      throw id === FIRST_MAP_ID ? new FileFault(ENCRYPTED) : fault("has a wrong checksum");
    const stamp = page.readUInt32LE(4);
    if ((stamp & ID_MASK) !== id) throw fault(`is page ${stamp & ID_MASK}`);
    if (((stamp >>> ID_BITS) & 0xf) !== type) throw fault(`has the type ${(stamp >>> ID_BITS) & 0xf}`);
    return page;
  };
  const firstPlace = header.readUInt32LE(MAP_PLACE_AT) & ID_MASK;
  const first = verifiedPage(firstPlace, FIRST_MAP_ID, PAGE_TYPES.firstMap, "it");
  const maps = new Map<number, Buffer>();
  return {
    version,
    read: (id, type, reader) => {
      const index = id - FIRST_MAPPED_ID;
      const number = Math.floor(index / IDS_PER_PAGE);
      const mapPlace = index < 0 || number >= MAPS ? 0 : idAt(first, PAGE_HEADER_BYTES, number);
      const map =
        mapPlace === 0
          ? undefined
          : entryIn(maps, number, () =>
              verifiedPage(mapPlace, FIRST_MAP_ID + 1 + number, PAGE_TYPES.map, reader),
            );
      const place = map ? idAt(map, PAGE_HEADER_BYTES, index % IDS_PER_PAGE) : 0;
      if (place === 0) throw new FileFault(`${reader} is damaged: there is no page ${id}`);
      return verifiedPage(place, id, type, reader);
    },
    close: file.close,
  };
}

const ENCRYPTED =
  "it is encrypted with a password, or damaged: save it without a password (SQL Server Compact Toolbox: Set Password, left empty)";
/** Of all bytes but the checksum itself: the sums of Fletcher's algorithm over 16-bit words, modulo 65,535. */
export function checksumOf(page: Buffer): number {
  let sum = 0;
  let sumOfSums = 0;
  // Both sums stay exact in a double.
  for (let at = 4; at < PAGE_BYTES; at += 2) {
    sum += page[at] | (page[at + 1] << 8);
    sumOfSums += sum;
  }
  return (sum % 0xffff) * 0xffff + (sumOfSums % 0xffff);
}

/**
 * A packed id.
 * @param start where the ids begin
 * @throws RangeError if it lies beyond the bytes
 */
export function idAt(bytes: Buffer, start: number, index: number): number {
  const three = bytes.readBigUInt64LE(start + 8 * Math.floor(index / 3));
  return Number((three >> BigInt(ID_BITS * (index % 3))) & BigInt(ID_MASK));
}
