/** Reads bytes that are in memory already. */
import type { ReadBytes } from "./byte-window.ts";

/** Reads from buffers, one behind the other, past a byte-order mark at the beginning of each. */
export function readFrom(buffers: Buffer[]): ReadBytes {
  const left = buffers.map(withoutMark);
  return (target, offset, length) => {
    while (left.length > 0 && left[0].length === 0) left.shift();
    if (left.length === 0) return 0;
    const count = left[0].copy(target, offset, 0, length);
    left[0] = left[0].subarray(count);
    return count;
  };
}

/** The bytes behind a byte-order mark, if there is one. */
export function withoutMark(buffer: Buffer): Buffer {
  return buffer.subarray(0, 3).equals(Buffer.of(0xef, 0xbb, 0xbf)) ? buffer.subarray(3) : buffer;
}
