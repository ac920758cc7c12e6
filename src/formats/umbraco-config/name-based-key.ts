/** Keys for nodes that have none: UUIDs of version 5 (RFC 9562, section 5.5), made of their ids. */
import { createHash } from "node:crypto";
import { type Key, parseKey } from "../../tree/key.ts";

/** The namespace of these names, itself a random UUID: a site's keys are the same wherever they are made. */
const NAMESPACE = Buffer.from("7b1f0c4e5d3a4f0f9a5b2c8e6d417f93", "hex");
const VERSION = 0x50;
const VARIANT = 0x80;

/** @param id in decimal digits */
export function nameBasedKey(id: number): Key {
  const bytes = createHash("sha1").update(NAMESPACE).update(String(id)).digest().subarray(0, 16);
  bytes[6] = (bytes[6] & 0x0f) | VERSION;
  bytes[8] = (bytes[8] & 0x3f) | VARIANT;
  const key = parseKey(bytes.toString("hex"));
  if (key === undefined) throw new Error("16 bytes are a key");
  return key;
}
