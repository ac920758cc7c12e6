/** Reads only the ids and lists of a response, without checking the rest, to save time and memory. */

import { BYTE, integerIn, MOST_LEVELS } from "../json/grammar.ts";
import { TextCursor } from "../json/outline.ts";
import { withoutMark } from "../text/file-text.ts";

/** A node of a response. `null` in a list replaces anything that is not a node and has no lists. */
export type OutlineItem = {
  /** Absent if it is no 32-bit integer, or is there twice; so are lists that are there twice. */
  id?: number;
  children?: (OutlineItem | null)[];
  /** The ancestors; only in the answer about one node. */
  path?: (OutlineItem | null)[];
};

export type OutlineItems = readonly (OutlineItem | null)[];

/** The members that are read, by their names as they are written. */
const MEMBERS: ReadonlyMap<string, keyof OutlineItem> = new Map([
  ['"id"', "id"],
  ['"children"', "children"],
  ['"path"', "path"],
]);

/** The most items of an answer, ten times as many as the largest sites have: more would not fit into memory. */
const MOST_ITEMS = 5_000_000;

/** Ends the reading of a text that is no answer. */
class Unreadable extends Error {}

/** @returns the roots of an answer, or the node; `undefined` if it is neither, its end is missing, or it is too deep or too long */
export function readAnswerOutline(body: Buffer): (OutlineItem | null)[] | OutlineItem | undefined {
  const bytes = withoutMark(body);
  // A character a byte: nothing is read that is not ASCII.
  const cursor = new TextCursor(bytes.toString("latin1"));
  let count = 0;

  /** Reads a list from behind its bracket. */
  function readList(level: number): (OutlineItem | null)[] {
    if (level > MOST_LEVELS) throw new Unreadable();
    const list: (OutlineItem | null)[] = [];
    while (cursor.next() !== BYTE.closeBracket) {
      if (Number.isNaN(cursor.peek()) || ++count > MOST_ITEMS) throw new Unreadable();
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
  function readItem(level: number, isTop: boolean): OutlineItem {
    const item: OutlineItem = {};
    for (let name = cursor.name(); name !== undefined; name = cursor.name()) {
      const member = MEMBERS.get(name);
      const isRepeated = member !== undefined && Object.hasOwn(item, member);
      if (isRepeated) item[member] = undefined;
      if (isRepeated || member === undefined || (member === "path" && !isTop)) cursor.skip();
      else readMember(item, member, level);
    }
    if (cursor.next() !== BYTE.closeBrace) throw new Unreadable();
    cursor.at++;
    return item;
  }

  function readMember(item: OutlineItem, member: keyof OutlineItem, level: number): void {
    if (member === "children" || member === "path") {
      if (cursor.accept(BYTE.openBracket)) item[member] = readList(level + 1);
      else cursor.skip();
      return;
    }
    cursor.peek();
    const start = cursor.at;
    cursor.skip();
    item[member] = integerIn(bytes, start, cursor.at);
  }

  try {
    if (cursor.accept(BYTE.openBracket)) return readList(0);
    return cursor.accept(BYTE.openBrace) ? readItem(0, true) : undefined;
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}
