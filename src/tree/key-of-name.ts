/** Keys that are made of names: UUIDs of version 5 (RFC 9562, section 5.5). */
import { type Key, parseKey } from "./key.ts";

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
  const key = parseKey(bytes.toString("hex"));
  if (key === undefined) throw new Error("16 bytes are a key");
  return key;
}

/** The key of a thing that data names by its alias alone, in any case. */
export function keyOfAlias(kind: "type" | "template" | "data type", alias: string): Key {
  return keyOfName(ALIASES, `${kind} ${alias.toLowerCase()}`);
}
