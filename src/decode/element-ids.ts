/** The ids of elements: as they are stored, or derived so that they are the same each time. */
import { type Key, keyOfName, parseKey, ZERO_KEY } from "../site/tree/key.ts";
import { keyInName } from "../site/udi.ts";
import type { ValueAt } from "./decoding.ts";

/** @param stored a GUID in any form, or a UDI */
export function elementId(at: ValueAt, stored: string | undefined): Key {
  const key = parseKey(keyInName(stored) ?? "");
  return key === undefined || key === ZERO_KEY ? derivedKey(at) : key;
}

/**
 * Derives an id from the node, its property, the language, the segment and the JSON pointer.
 * @param place distinguishes elements that have one pointer. Default: there are no others
 */
export function derivedKey({ property, value }: ValueAt, place = ""): Key {
  const { node, alias, culture = "", segment = "" } = property;
  return keyOfName(node, JSON.stringify([alias, culture, segment, value.pointer, place]));
}
