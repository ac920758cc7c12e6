/** Reads SQLite's whole numbers of one to nine bytes. */
import { SqliteFault } from "./sqlite-fault.ts";

/** A whole number; one that a double does not hold exactly is a bigint. */
export type Integer = number | bigint;

/** Where in a page, or in a record, the next bytes are read. */
export class ByteCursor {
  bytes: Buffer;
  position = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  /** A number that is not negative and not large, such as a length. @throws SqliteFault where it is, or is cut off */
  length(): number {
    const value = this.varint();
    if (typeof value === "number" && value >= 0) return value;
    throw new SqliteFault("it is damaged: a length is negative or too large");
  }

  /** @throws SqliteFault where it is cut off */
  varint(): Integer {
    const { bytes } = this;
    const start = this.position;
    let value = 0;
    for (let at = start; at < start + 8; at++) {
      const byte = bytes[at];
      if (byte === undefined) throw new SqliteFault("it is damaged: a number is cut off");
      value = value * 128 + (byte & 127);
      if (byte < 128) {
        this.position = at + 1;
        return Number.isSafeInteger(value) ? value : exactly(bytes, start, at + 1);
      }
    }
    if (start + 9 > bytes.length) throw new SqliteFault("it is damaged: a number is cut off");
    this.position = start + 9;
    return exactly(bytes, start, start + 9);
  }
}

/** All nine bytes are a signed number of 64 bits: seven of each but the last, and all of that. */
function exactly(bytes: Buffer, start: number, end: number): Integer {
  let value = 0n;
  for (let at = start; at < end; at++) {
    const isNinth = at === start + 8;
    value = (value << (isNinth ? 8n : 7n)) | BigInt(isNinth ? bytes[at] : bytes[at] & 127);
  }
  return asInteger(BigInt.asIntN(64, value));
}

export function asInteger(value: bigint): Integer {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
