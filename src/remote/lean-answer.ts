/** Reads only the ids, keys and lists of a response, without checking the rest, to save time and memory. */

import { BYTE, integerIn, MOST_LEVELS } from "../json/grammar.ts";
import { MOST_ENTRIES } from "../json/json-bounds.ts";
import { TextCursor } from "../json/outline.ts";
import { keyHash, parseKey, ZERO_KEY } from "../site/tree/key.ts";
import { withoutMark } from "../text/byte-order-mark.ts";

/** A node of a response. `null` in a list replaces anything that is not a node and has no lists. */
export type LeanItem = {
  /** Absent if it is no 32-bit integer, or is there twice; so are lists that are there twice. */
  id?: number;
  /** The hash of its key (`keyHash`). Absent if it has no key, or two. */
  keyMark?: number;
  children?: (LeanItem | null)[];
  /** Of the node that is answered with. */
  path?: (LeanItem | null)[];
};

export type LeanItems = readonly (LeanItem | null)[];

/** Takes an item, when all below it have been read, and the bytes of it. */
type OnItem = (item: LeanItem, json: Buffer) => void;

/** An item takes more bytes on average, as it has a key: an answer of shorter ones would take forty times its size. */
const LEAST_ITEM_BYTES = 40;
/** So few may be as short as they like. */
const FEW_ITEMS = 1000;
/** A key in its quotes, and in braces. */
const LONGEST_KEY = ZERO_KEY.length + 4;
/** The members that are read, by their names as they are written. */
const MEMBERS: ReadonlyMap<string, keyof LeanItem> = new Map([
  ['"id"', "id"],
  ['"key"', "keyMark"],
  ['"children"', "children"],
  ['"path"', "path"],
]);

/** Ends the reading of a text that is no answer. */
class Unreadable extends Error {}

/** @returns the roots of an answer, or the node; `undefined` if it is neither, its end is missing, or it exceeds a limit */
export function readLean(body: Buffer, onItem?: OnItem): (LeanItem | null)[] | LeanItem | undefined {
  const bytes = withoutMark(body);
  // A character a byte: nothing is read that is not ASCII.
  const cursor = new TextCursor(bytes.toString("latin1"));
  let left = Math.max(FEW_ITEMS, bytes.length / LEAST_ITEM_BYTES);

  /** Reads a list from behind its bracket. */
  function readList(level: number): (LeanItem | null)[] {
    if (level > MOST_LEVELS) throw new Unreadable();
    const list: (LeanItem | null)[] = [];
    while (cursor.next() !== BYTE.closeBracket) {
      if (Number.isNaN(cursor.peek()) || list.length === MOST_ENTRIES) throw new Unreadable();
      if (cursor.accept(BYTE.openBrace)) {
        const item = readItem(level, false);
        // There can be millions that are nothing.
        list.push(item.id === undefined && item.children === undefined ? null : item);
      } else {
        cursor.skip();
        list.push(null);
      }
    }
    cursor.at++;
    return list;
  }

  /** Reads an item from behind its brace. */
  function readItem(level: number, isTop: boolean): LeanItem {
    const item: LeanItem = {};
    const start = cursor.at - 1;
    for (let name = cursor.name(); name !== undefined; name = cursor.name()) {
      const member = MEMBERS.get(name);
      const isRepeated = member !== undefined && Object.hasOwn(item, member);
      if (isRepeated) item[member] = undefined;
      if (isRepeated || member === undefined || (member === "path" && !isTop)) cursor.skip();
      else readMember(item, member, level);
    }
    if (cursor.next() !== BYTE.closeBrace) throw new Unreadable();
    cursor.at++;
    if (item.id !== undefined && --left < 0) throw new Unreadable();
    onItem?.(item, bytes.subarray(start, cursor.at));
    return item;
  }

  function readMember(item: LeanItem, member: keyof LeanItem, level: number): void {
    if (member === "children" || member === "path") {
      if (cursor.accept(BYTE.openBracket)) item[member] = readList(level + 1);
      else cursor.skip();
      return;
    }
    cursor.peek();
    const start = cursor.at;
    cursor.skip();
    item[member] = member === "id" ? integerIn(bytes, start, cursor.at) : keyMarkIn(bytes, start, cursor.at);
  }

  try {
    if (cursor.accept(BYTE.openBracket)) return readList(0);
    return cursor.accept(BYTE.openBrace) ? readItem(0, true) : undefined;
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

function keyMarkIn(bytes: Buffer, start: number, end: number): number | undefined {
  if (end - start > LONGEST_KEY) return undefined;
  const key = parseKey(bytes.toString("latin1", start + 1, end - 1));
  return key === undefined || key === ZERO_KEY ? undefined : keyHash(key);
}
