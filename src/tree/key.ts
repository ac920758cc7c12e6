/** Keys: GUIDs as people write them, as answers write them, and as look-up tables hold them. */

/** A GUID in lower-case form D, `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx`: the only form that answers use. */
export type Key = string;

const D = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const CANONICAL = new RegExp(`^${D}$`);
const ANY_FORM = new RegExp(`^(?:[0-9a-f]{32}|${D}|\\{${D}\\}|\\(${D}\\))$`, "i");

/** The key that parents of roots carry in the CMS's own files. */
export const ZERO_KEY: Key = "00000000-0000-0000-0000-000000000000";

/**
 * Reads a GUID in one of .NET's forms N, D, B and P, in any case.
 * @returns the key, or `undefined` where the text is none of them
 */
export function parseKey(text: string): Key | undefined {
  if (CANONICAL.test(text)) return text;
  if (!ANY_FORM.test(text)) return undefined;
  return keyOfDigits(text.toLowerCase().replace(/[^0-9a-f]/g, ""));
}

/** @param hex 32 hexadecimal digits in lower case */
export function keyOfDigits(hex: string): Key {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const MARK_START = 0x811c9dc5 | 0;
const MARK_FACTOR = 0x01000193;

/** 32 bits that tell a key from another, or all but: FNV-1a (draft-eastlake-fnv) over its characters. */
export function markOfKey(key: Key): number {
  let mark = MARK_START;
  for (let i = 0; i < key.length; i++) mark = Math.imul(mark ^ key.charCodeAt(i), MARK_FACTOR);
  return mark;
}

/** How many 32-bit words a key takes in a look-up table. */
export const KEY_WORDS = 4;

/** Where each of the 32 hexadecimal digits stands in form D. */
const DIGIT_POSITIONS = Array.from(ZERO_KEY, (digit, position) => (digit === "-" ? -1 : position)).filter(
  (position) => position >= 0,
);

/** Writes the key's 128 bits into `words[at]` to `words[at + 3]`. */
export function writeKeyWords(key: Key, words: Uint32Array, at: number): void {
  for (let word = 0; word < KEY_WORDS; word++) {
    let bits = 0;
    for (let digit = word * 8; digit < word * 8 + 8; digit++) {
      const code = key.charCodeAt(DIGIT_POSITIONS[digit]);
      // '0' to '9' end in their value; 'a' to 'f' end in 1 to 6.
      bits = (bits << 4) | (code > 57 ? (code & 15) + 9 : code & 15);
    }
    words[at + word] = bits;
  }
}

/** Whether the words are those of the zero key. */
export function isZeroKey(words: Uint32Array, at: number): boolean {
  return (words[at] | words[at + 1] | words[at + 2] | words[at + 3]) === 0;
}

/** Reads back what `writeKeyWords` wrote. */
export function readKeyWords(words: Uint32Array, at: number): Key {
  let hex = "";
  for (let word = 0; word < KEY_WORDS; word++) hex += words[at + word].toString(16).padStart(8, "0");
  return keyOfDigits(hex);
}

const VERSION = 0x50;
const VARIANT = 0x80;
/** The namespace of aliases, itself a random UUID: keys made of them are the same for every site. */
const ALIASES: Key = "3ee56112-bdee-4e94-8068-af7586f6555b";

/** The key of a name, which within its namespace is the same wherever it is made. */
export function keyOfName(namespace: Key, name: string): Key {
  // Few data needs it, and every look-up would wait for it to load.
  const { createHash } = process.getBuiltinModule("node:crypto");
  const hash = createHash("sha1")
    .update(Buffer.from(namespace.replaceAll("-", ""), "hex"))
    .update(name);
  const bytes = hash.digest().subarray(0, 16);
  bytes[6] = (bytes[6] & 0x0f) | VERSION;
  bytes[8] = (bytes[8] & 0x3f) | VARIANT;
  return keyOfDigits(bytes.toString("hex"));
}

/** The key of a thing that data names by its alias alone, in any case. */
export function keyOfAlias(kind: "type" | "template" | "data type", alias: string): Key {
  return keyOfName(ALIASES, `${kind} ${alias.toLowerCase()}`);
}

/** The namespace of ids, itself a random UUID: a site's keys are the same wherever they are made. */
const IDS: Key = "7b1f0c4e-5d3a-4f0f-9a5b-2c8e6d417f93";

/**
 * The key of a node that has none. It is made of the id's decimal digits, so it is the same in every format, from a
 * remote, and at each reading.
 */
export function keyOfId(id: number): Key {
  return keyOfName(IDS, String(id));
}

/** Where a key says its version, and what keys that are made of ids say there. */
const VERSION_AT = 14;

/** Whether a key is of the version of those that are made of ids. */
export function isLikeKeyOfId(key: Key): boolean {
  return key[VERSION_AT] === "5";
}

/** Whether a node's key was made of its id. */
export function isKeyOfId(key: Key, id: number): boolean {
  return isLikeKeyOfId(key) && key === keyOfId(id);
}

const HIGHEST_ID = 2 ** 31 - 1;

/** The id that a key stands for where that is free: its first 32 bits with the top bit cleared. */
export function idOfKey(key: Key): number {
  return Number.parseInt(key.slice(0, 8), 16) & HIGHEST_ID;
}

/** A node, as far as its id goes. */
export type Identified = { readonly key: Key; id: number | undefined; hasDerivedId?: boolean };

/**
 * docs/formats.md, Ids and keys: the id of its key; where that is 0 or taken, the next free number above. Changes the nodes.
 * @param nodes all nodes of a site
 * @returns whether any had none
 */
export function deriveIds(nodes: readonly Identified[]): boolean {
  const free = new FreeIds();
  for (const { id } of nodes) if (id !== undefined) free.take(id);
  const waiting = nodes.filter(({ id }) => id === undefined);
  // The sort is stable, so that content comes before media of the same key.
  waiting.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  for (const node of waiting) {
    node.id = free.next(idOfKey(node.key));
    free.take(node.id);
    node.hasDerivedId = true;
  }
  return waiting.length > 0;
}

/** The ids that are not taken. 0 always is. */
class FreeIds {
  /** For each id that is taken, a higher one below which none is free; behind the highest comes 1. */
  readonly #higher = new Map<number, number>([[0, 1]]);

  take(id: number): void {
    this.#higher.set(id, id === HIGHEST_ID ? 1 : id + 1);
  }

  /** The first free id from `id` on. What was passed over is not looked at again, so many keys may begin alike. */
  next(id: number): number {
    const passed: number[] = [];
    let at = id;
    for (let higher = this.#higher.get(at); higher !== undefined; higher = this.#higher.get(at)) {
      passed.push(at);
      at = higher;
    }
    for (const each of passed) this.#higher.set(each, at);
    return at;
  }
}
