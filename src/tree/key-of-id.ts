/** Keys for nodes that have none: UUIDs of version 5 (RFC 9562, section 5.5), made of their ids. */
import { type Key, parseKey } from "./key.ts";

/** The namespace of these names, itself a random UUID: a site's keys are the same wherever they are made. */
const NAMESPACE = Buffer.from("7b1f0c4e5d3a4f0f9a5b2c8e6d417f93", "hex");
const VERSION = 0x50;
const VARIANT = 0x80;

/**
 * The key of a node that has none. It is made of the id's decimal digits, so it is the same in every format, from a
 * remote, and at each reading.
 */
export function keyOfId(id: number): Key {
  // Few trees need it, and every look-up would wait for it to load.
  const { createHash } = process.getBuiltinModule("node:crypto");
  const bytes = createHash("sha1").update(NAMESPACE).update(String(id)).digest().subarray(0, 16);
  bytes[6] = (bytes[6] & 0x0f) | VERSION;
  bytes[8] = (bytes[8] & 0x3f) | VARIANT;
  const key = parseKey(bytes.toString("hex"));
  if (key === undefined) throw new Error("16 bytes are a key");
  return key;
}
