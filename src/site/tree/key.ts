/** Keys: parses GUIDs, formats them as answers have them, packs them for look-up tables, and derives keys and ids. */

/** A GUID in lower-case form D, `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx`: the only form that answers use. */
export type Key = string;

const D = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const CANONICAL = new RegExp(`^${D}$`);
const ANY_FORM = new RegExp(`^(?:[0-9a-f]{32}|${D}|\\{${D}\\}|\\(${D}\\))$`, "i");

/** The key of the parent of roots in Umbraco's files. */
export const ZERO_KEY: Key = "00000000-0000-0000-0000-000000000000";

/**
 * Reads a GUID in one of .NET's forms N, D, B and P, in any case.
 * @returns the key, or `undefined` if the text has none of these forms
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

/** The 32-bit words of a key in a look-up table. */
export const KEY_WORDS = 4;

/** The positions of the 32 hexadecimal digits in form D. */
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
/** The namespace of aliases, a random UUID: keys derived from them are the same for every site. */
const ALIASES: Key = "3ee56112-bdee-4e94-8068-af7586f6555b";

/** The key derived from a name: the same everywhere within a namespace. */
export function keyOfName(namespace: Key, name: string): Key {
  // Little data needs it, and every look-up would wait until it is loaded.
  const { createHash } = process.getBuiltinModule("node:crypto");
  const hash = createHash("sha1")
    .update(Buffer.from(namespace.replaceAll("-", ""), "hex"))
    .update(name);
  const bytes = hash.digest().subarray(0, 16);
  bytes[6] = (bytes[6] & 0x0f) | VERSION;
  bytes[8] = (bytes[8] & 0x3f) | VARIANT;
  return keyOfDigits(bytes.toString("hex"));
}

/** The key derived from an alias, for things that have only that. Ignores case. */
export function keyOfAlias(kind: "type" | "template" | "data type" | "dictionary item", alias: string): Key {
  return keyOfName(ALIASES, `${kind} ${alias.toLowerCase()}`);
}

/** The namespace of ids, a random UUID: a site's derived keys are the same everywhere. */
const IDS: Key = "7b1f0c4e-5d3a-4f0f-9a5b-2c8e6d417f93";

/**
 * The key of a node that has none. It is derived from the id's decimal digits, so that all formats, remote sites and runs
 * give the same.
 */
export function keyOfId(id: number): Key {
  return keyOfName(IDS, String(id));
}

/** The position of a UUID's version, and the version of keys that are derived from ids. */
const VERSION_AT = 14;

/** Whether a key has the version of keys that are derived from ids. */
export function isLikeKeyOfId(key: Key): boolean {
  return key[VERSION_AT] === "5";
}

/** Whether a node's key was derived from its id. */
export function isKeyOfId(key: Key, id: number): boolean {
  return isLikeKeyOfId(key) && key === keyOfId(id);
}

export const HIGHEST_ID = 2 ** 31 - 1;

/** The id that a key gets if it is free: the first 32 bits without the top bit. */
export function idOfKey(key: Key): number {
  return Number.parseInt(key.slice(0, 8), 16) & HIGHEST_ID;
}

/** A node with a key, and perhaps an id. */
export type Identified = { readonly key: Key; id: number | undefined; hasDerivedId?: boolean };

/**
 * Sets the id of each node without one to that of its key; if that is 0 or taken, to the next free number above, in order
 * of keys. All nodes count, published or not, so that ids do not depend on options.
 * @param nodes all nodes of a site
 * @returns whether a node had none
 */
export function deriveIds(nodes: readonly Identified[]): boolean {
  /** For each taken id, a higher one with no free id in between; after the highest comes 1. 0 is always taken. */
  const higher = new Map<number, number>([[0, 1]]);
  const take = (id: number) => higher.set(id, id === HIGHEST_ID ? 1 : id + 1);
  for (const { id } of nodes) if (id !== undefined) take(id);
  const waiting = nodes.filter(({ id }) => id === undefined);
  // The sort is stable, so that content comes before media of the same key.
  waiting.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  for (const node of waiting) {
    const passed: number[] = [];
    let id = idOfKey(node.key);
    for (let next = higher.get(id); next !== undefined; next = higher.get(id)) {
      passed.push(id);
      id = next;
    }
    // Skipped ranges are remembered, so many keys may have the same first digits.
    for (const each of passed) higher.set(each, id);
    take(id);
    node.id = id;
    node.hasDerivedId = true;
  }
  return waiting.length > 0;
}
