/** Byte-order marks: what stands before text that some programs write. */
const MARK = Buffer.of(0xef, 0xbb, 0xbf);

/** How many bytes a mark of UTF-8 takes at the beginning of a text: 3, or 0 where there is none. */
export function markLength(text: Buffer): number {
  return text.length >= MARK.length && MARK.equals(text.subarray(0, MARK.length)) ? MARK.length : 0;
}

/** A text without its mark, if there is one. */
export function withoutMark<T extends string | Buffer>(text: T): T;
export function withoutMark(text: string | Buffer): string | Buffer {
  if (typeof text === "string") return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  return text.subarray(markLength(text));
}

/** Whether bytes begin as UTF-16 does, which Windows PowerShell's `>` writes. */
export function isUtf16(bytes: Buffer): boolean {
  if (bytes.length < 2) return false;
  // Taking an array apart is slow where there is one a file.
  const first = bytes[0];
  const second = bytes[1];
  const hasMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return hasMark || (first === 0) !== (second === 0);
}
