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
  if (!match || (match[1] === "" && match[2] === "")) return undefined;
  const [first, last] = match.slice(1).map((digits) => (digits === "" ? undefined : Number(digits)));
  if (first === undefined)
    return last === 0 || size === 0 ? "unsatisfiable" : { start: Math.max(0, size - (last ?? 0)), end: size };
  if (last !== undefined && last < first) return undefined;
  if (first >= size) return "unsatisfiable";
  return { start: first, end: last === undefined ? size : Math.min(last + 1, size) };
}
