/** Reads of an answer only who is listed where: nothing else of it is kept or checked, so that it takes little time and memory. */

import { BYTE, integerIn } from "../json/grammar.ts";
import { MOST_ENTRIES, MOST_LEVELS } from "../json/json-bounds.ts";
import { withoutMark } from "../text/byte-order-mark.ts";
import { markOfKey, parseKey, ZERO_KEY } from "../tree/key.ts";

/** What an answer has of a node. Where a list has something that is no node and lists nobody, `null` stands in its place. */
export type LeanItem = {
  /** Absent where it is no 32-bit integer, or is there twice; so are lists that are there twice. */
  id?: number;
  /** What tells its key from others (`markOfKey`). Absent where it has none, or one that is there twice. */
  keyMark?: number;
  children?: (LeanItem | null)[];
  /** Of the node that is answered with. */
  path?: (LeanItem | null)[];
};

export type LeanItems = readonly (LeanItem | null)[];

/** Takes an item, when all below it have been read, and the bytes of it. */
type OnItem = (item: LeanItem, json: Buffer) => void;

/** A list that is being read, and the item in it whose members are, which begins at `start`. */
type Open = { list: (LeanItem | null)[]; item: LeanItem | undefined; start: number };

const SPACE = 0x20;
/** An item takes more bytes on average, as it has a key: an answer of shorter ones would take forty times its size. */
const LEAST_ITEM_BYTES = 40;
/** So few may be as short as they like. */
const FEW_ITEMS = 1000;
/** A key in its quotes, and in braces. */
const LONGEST_KEY = ZERO_KEY.length + 4;

/** @returns the roots of an answer, or the node; `undefined` where it is neither, its end is missing, or items are none */
export function readLean(body: Buffer, onItem?: OnItem): (LeanItem | null)[] | LeanItem | undefined {
  return new LeanReader(withoutMark(body), onItem).read();
}

/** Reads without recursion, since trees can be deep. */
class LeanReader {
  readonly #bytes: Buffer;
  readonly #onItem: OnItem | undefined;
  #at = 0;
  /** How many more items there may be. */
  #left: number;

  constructor(bytes: Buffer, onItem: OnItem | undefined) {
    this.#bytes = bytes;
    this.#onItem = onItem;
    this.#left = Math.max(FEW_ITEMS, bytes.length / LEAST_ITEM_BYTES);
  }

  read(): (LeanItem | null)[] | LeanItem | undefined {
    const first = this.#next();
    this.#at++;
    const roots: (LeanItem | null)[] = [];
    const item: LeanItem = {};
    const start = this.#at - 1;
    if (first === BYTE.openBracket)
      return this.#readBelow({ list: roots, item: undefined, start }) ? roots : undefined;
    if (first === BYTE.openBrace) return this.#readBelow({ list: roots, item, start }) ? item : undefined;
    return undefined;
  }

  /** @returns false where the text ends before the list, or the item, does */
  #readBelow(top: Open): boolean {
    const isOne = top.item !== undefined;
    const open = [top];
    for (let last = open.at(-1); last; last = open.at(-1)) {
      const byte = this.#next();
      if (byte === undefined) return false;
      if (last.item === undefined) {
        if (this.#readElement(last, byte)) open.pop();
      } else if (byte === BYTE.closeBrace) {
        this.#at++;
        this.#close(last, last.item);
        if (isOne && open.length === 1) return true;
      } else {
        const list = this.#readMember(last.item, open.length === 1);
        if (list) open.push({ list, item: undefined, start: this.#at });
        if (open.length > MOST_LEVELS + 1) this.#stop();
      }
    }
    return true;
  }

  #close(last: Open, item: LeanItem): void {
    last.item = undefined;
    if (item.id !== undefined && --this.#left < 0) this.#stop();
    // There can be millions that are nothing.
    last.list.push(item.id === undefined && item.children === undefined ? null : item);
    this.#onItem?.(item, this.#bytes.subarray(last.start, this.#at));
  }

  /** @returns whether the list ends */
  #readElement(last: Open, byte: number): boolean {
    if (byte === BYTE.closeBracket || byte === BYTE.openBrace) this.#at++;
    if (byte === BYTE.closeBracket) return true;
    // In malformed JSON no commas may stand between them, which is what others count.
    if (last.list.length === MOST_ENTRIES) {
      this.#stop();
      return false;
    }
    if (byte === BYTE.openBrace) {
      last.item = {};
      last.start = this.#at - 1;
    } else {
      this.#skipValue(byte);
      last.list.push(null);
    }
    return false;
  }

  /** @returns the list that the member is, where it is one that is read: it begins behind the bracket */
  #readMember(item: LeanItem, isTop: boolean): (LeanItem | null)[] | undefined {
    const start = this.#at + 1;
    this.#skipString();
    const end = this.#at - 1;
    if (this.#bytes[start - 1] !== BYTE.quote || this.#next() !== BYTE.colon) return this.#stop();
    this.#at++;
    const byte = this.#next();
    if (byte === undefined) return undefined;
    const from = this.#at;
    const name = this.#nameIn(start, end);
    const isRepeated = repeats(item, name);
    if (byte === BYTE.openBracket && !isRepeated && isListName(name, isTop)) {
      this.#at++;
      const list: (LeanItem | null)[] = [];
      item[name] = list;
      return list;
    }
    this.#skipValue(byte);
    if (isRepeated) return undefined;
    if (name === "id") item.id = integerIn(this.#bytes, from, this.#at);
    if (name === "keyMark") item.keyMark = keyMarkIn(this.#bytes, from, this.#at);
    return undefined;
  }

  /** The name of a member, where it is one that is read. */
  #nameIn(start: number, end: number): keyof LeanItem | undefined {
    const length = end - start;
    if (length !== 2 && length !== 3 && length !== 4 && length !== 8) return undefined;
    const name = this.#bytes.toString("latin1", start, end);
    if (name === "key") return "keyMark";
    return name === "id" || name === "children" || name === "path" ? name : undefined;
  }

  /** The next byte that means something; where it is no bracket, it is not consumed. */
  #next(): number | undefined {
    const bytes = this.#bytes;
    while (bytes[this.#at] <= SPACE || bytes[this.#at] === BYTE.comma) this.#at++;
    return bytes[this.#at];
  }

  /** What is no JSON has no end that could be found. */
  #stop(): undefined {
    this.#at = this.#bytes.length;
  }

  #skipValue(first: number): void {
    if (first === BYTE.quote) this.#skipString();
    else if (first === BYTE.openBrace || first === BYTE.openBracket) this.#skipNested();
    else this.#skipWord();
  }

  #skipString(): void {
    const bytes = this.#bytes;
    let at = this.#at + 1;
    while (at < bytes.length && bytes[at] !== BYTE.quote) at += bytes[at] === BYTE.backslash ? 2 : 1;
    this.#at = at + 1;
  }

  /** A number or a literal; at least one byte. */
  #skipWord(): void {
    const bytes = this.#bytes;
    let at = this.#at + 1;
    for (let byte = bytes[at]; byte > SPACE; byte = bytes[++at]) {
      if (byte === BYTE.comma || byte === BYTE.closeBrace || byte === BYTE.closeBracket) break;
    }
    this.#at = at;
  }

  #skipNested(): void {
    const bytes = this.#bytes;
    let depth = 0;
    do {
      const byte = bytes[this.#at];
      if (byte === BYTE.quote) {
        this.#skipString();
        continue;
      }
      if (byte === BYTE.openBrace || byte === BYTE.openBracket) depth++;
      else if (byte === BYTE.closeBrace || byte === BYTE.closeBracket) depth--;
      this.#at++;
    } while (depth > 0 && this.#at < bytes.length);
  }
}

function keyMarkIn(bytes: Buffer, start: number, end: number): number | undefined {
  if (end - start > LONGEST_KEY) return undefined;
  const key = parseKey(bytes.toString("latin1", start + 1, end - 1));
  return key === undefined || key === ZERO_KEY ? undefined : markOfKey(key);
}

/** Whether the item has such a member already, which then counts for nothing. */
function repeats(item: LeanItem, name: keyof LeanItem | undefined): boolean {
  if (name === undefined || !Object.hasOwn(item, name)) return false;
  item[name] = undefined;
  return true;
}

/** Whether a member of this name is a list that is read. */
function isListName(name: keyof LeanItem | undefined, isTop: boolean): name is "children" | "path" {
  return name === "children" || (name === "path" && isTop);
}
