/** Walks over the rows of a table: the pages of its b-tree, and those that long rows go on in. */
import { MAIN_HEADER_BYTES } from "./main-header.ts";
import type { Pages } from "./pages.ts";
import type { Row } from "./row.ts";
import { SqliteFault } from "./sqlite-fault.ts";
import { ByteCursor, type Integer } from "./varint.ts";

/** The kinds of page that tables have (sqlite.org/fileformat2.html, "B-tree Pages"). */
const INNER = 5;
const LEAF = 13;

/**
 * Gives each row of a table, in order of row ids; always the same object, which takes in one after the other.
 * @param root the page that the table begins with
 * @throws SqliteFault where the pages are not those of a table
 */
export function* scanTable(pages: Pages, root: number, row: Row): Generator<Row, void> {
  const scan = new TableScan(pages, row);
  const waiting = [root];
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
    const cells = scan.open(number);
    if (cells === undefined) {
      for (const child of scan.children()) waiting.push(child);
      scan.checkWaiting(waiting.length);
      continue;
    }
    for (let cell = 0; cell < cells; cell++) {
      scan.take(cell);
      yield row;
    }
  }
}

class TableScan {
  readonly #pages: Pages;
  readonly #row: Row;
  readonly #page: Buffer;
  readonly #cursor: ByteCursor;
  #number = 0;
  /** Where the header of the page at hand begins: on the first page, behind that of the file. */
  #start = 0;
  #cells = 0;
  /** A page belongs to one place of one table, so that there are never more of them to read than there are in all. */
  #pagesRead = 0;
  #lastRowid: Integer | undefined;
  #long = Buffer.alloc(0);

  constructor(pages: Pages, row: Row) {
    this.#pages = pages;
    this.#row = row;
    this.#page = Buffer.alloc(pages.pageSize);
    this.#cursor = new ByteCursor(this.#page.subarray(0, pages.usableSize));
  }

  /** Goes to a page. @returns how many rows it has, or `undefined` where it has children instead */
  open(number: number): number | undefined {
    this.#number = number;
    this.#read(number, this.#page);
    this.#start = number === 1 ? MAIN_HEADER_BYTES : 0;
    const kind = this.#page[this.#start];
    if (kind !== LEAF && kind !== INNER) this.#damaged("is no page of a table");
    this.#cells = this.#page.readUInt16BE(this.#start + 3);
    const pointersEnd = this.#start + (kind === LEAF ? 8 : 12) + 2 * this.#cells;
    if (pointersEnd > this.#pages.usableSize) this.#damaged(`has no room for its ${this.#cells} cells`);
    return kind === LEAF ? this.#cells : undefined;
  }

  /** The children of the page at hand, the last one first. */
  *children(): Generator<number> {
    yield this.#page.readUInt32BE(this.#start + 8);
    for (let cell = this.#cells - 1; cell >= 0; cell--) {
      const at = this.#cellAt(cell, 12);
      if (at + 4 > this.#pages.usableSize) this.#damaged("has a cell beyond its end");
      yield this.#page.readUInt32BE(at);
    }
  }

  /** Takes in a row of the page at hand. */
  take(cell: number): void {
    const cursor = this.#cursor;
    cursor.position = this.#cellAt(cell, 8);
    const length = cursor.length();
    const rowid = cursor.varint();
    if (this.#lastRowid !== undefined && rowid <= this.#lastRowid) this.#damaged("has rows out of order");
    this.#lastRowid = rowid;
    const start = cursor.position;
    const local = localLength(length, this.#pages.usableSize);
    if (start + local > this.#pages.usableSize) this.#damaged("has a cell beyond its end");
    if (local === length) this.#row.take(rowid, cursor.bytes, start, start + length);
    else this.#row.take(rowid, this.#joined(start, local, length), 0, length);
  }

  #cellAt(cell: number, headerLength: number): number {
    return this.#page.readUInt16BE(this.#start + headerLength + 2 * cell);
  }

  /** A row that begins on the page at hand and goes on in others, each of which names the next. */
  #joined(start: number, local: number, length: number): Buffer {
    const { usableSize, count, pageSize } = this.#pages;
    if (length > count * usableSize || start + local + 4 > usableSize)
      this.#damaged("has a cell beyond its end");
    const whole = Buffer.allocUnsafe(length);
    this.#page.copy(whole, 0, start, start + local);
    let next = this.#page.readUInt32BE(start + local);
    if (this.#long.length === 0) this.#long = Buffer.alloc(pageSize);
    for (let at = local; at < length; at += usableSize - 4) {
      this.#read(next, this.#long);
      this.#long.copy(whole, at, 4, usableSize);
      next = this.#long.readUInt32BE(0);
    }
    return whole;
  }

  /** @param waiting how many pages are still to be opened */
  checkWaiting(waiting: number): void {
    if (this.#pagesRead + waiting > this.#pages.count) this.#damaged("leads in a circle");
  }

  #read(number: number, target: Buffer): void {
    this.#pagesRead++;
    this.checkWaiting(0);
    this.#pages.read(number, target);
  }

  #damaged(reason: string): never {
    throw new SqliteFault(`it is damaged: page ${this.#number} ${reason}`);
  }
}

/** How much of a row stands on its own page (sqlite.org/fileformat2.html, "Cell Payload Overflow Pages"). */
function localLength(length: number, usableSize: number): number {
  if (length <= usableSize - 35) return length;
  const least = Math.floor(((usableSize - 12) * 32) / 255) - 23;
  const local = least + ((length - least) % (usableSize - 4));
  return local <= usableSize - 35 ? local : least;
}
