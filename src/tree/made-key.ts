/** Keys that are made of names: UUIDs of version 5 (RFC 9562, section 5.5). */
import { type Key, keyOfDigits } from "./key.ts";

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
