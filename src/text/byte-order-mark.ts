/** Byte-order marks, which some programs write at the start of text. */
const MARK = Buffer.of(0xef, 0xbb, 0xbf);

/** Returns the length of the UTF-8 mark at the start of a text: 3, or 0 if there is none. */
export function markLength(text: Buffer): number {
  return text.length >= MARK.length && MARK.equals(text.subarray(0, MARK.length)) ? MARK.length : 0;
}

/** Returns a text without its mark, if there is one. */
export function withoutMark<T extends string | Buffer>(text: T): T;
export function withoutMark(text: string | Buffer): string | Buffer {
  if (typeof text === "string") return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  return text.subarray(markLength(text));
}

/** Whether bytes look like UTF-16, which `>` of Windows PowerShell writes. */
export function isUtf16(bytes: Buffer): boolean {
  if (bytes.length < 2) return false;
  // Destructuring is slow, and this runs once per file.
  const first = bytes[0];
  const second = bytes[1];
  const hasMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return hasMark || (first === 0) !== (second === 0);
}
