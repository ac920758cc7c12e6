/** Keys for nodes that have none, made of their ids. */
import type { Key } from "./key.ts";
import { keyOfName } from "./key-of-name.ts";

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
