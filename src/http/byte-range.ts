/** Which part of a file a `Range` header asks for (RFC 9110, section 14). */

/** From the first byte to the one behind the last. */
export type ByteRange = { start: number; end: number };

/**
 * @param size of the file, in bytes
 * @returns `unsatisfiable` where the file has none of the bytes; `undefined` where the header is to be ignored: it is
 * malformed, or asks for several parts or in another unit
 */
export function requestedRange(header: string, size: number): ByteRange | "unsatisfiable" | undefined {
  const match = /^bytes=[ \t]*([0-9]*)-([0-9]*)[ \t]*$/i.exec(header);
  if (!match) return undefined;
  const [, first, last] = match;
  if (first === "") return last === "" ? undefined : lastBytes(Number(last), size);
  const start = Number(first);
  const end = last === "" ? size : Math.min(Number(last) + 1, size);
  if (last !== "" && Number(last) < start) return undefined;
  return start >= size ? "unsatisfiable" : { start, end };
}

function lastBytes(count: number, size: number): ByteRange | "unsatisfiable" {
  return count === 0 || size === 0 ? "unsatisfiable" : { start: Math.max(0, size - count), end: size };
}
