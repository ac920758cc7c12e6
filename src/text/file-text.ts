/** The text of files: byte-order marks, which some programs write at its start, unresolved Git conflicts, and parts that outlive it. */

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

/** The text of bytes in an encoding that nothing names: UTF-16 with or without a mark, UTF-8, else Windows-1252. */
export function textOfUnknownEncoding(bytes: Buffer): string {
  const isBigEndian = bytes[0] === 0xfe || bytes[0] === 0;
  if (isUtf16(bytes)) return withoutMark((isBigEndian ? bytes.swap16() : bytes).toString("utf16le"));
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** The prefixes of lines that Git adds. */
const MARKERS = ["<<<<<<<", "|||||||", "=======", ">>>>>>>"];

/** The number of characters of a line that `conflictIn` needs. */
export const MARKER_LENGTH = 8;

const BEGIN = "<<<<<<< ";
const BEGINNING = /^<{7} /m;
const END = /^>{7} /m;

/** Whether a text has a line that starts a conflict, and one that ends it. */
export function holdsConflict(text: string): boolean {
  // A quick check first: this runs on every value.
  return text.includes(BEGIN) && BEGINNING.test(text) && END.test(text);
}

/**
 * Returns the error message for a conflict marker.
 * @param line at least its first `MARKER_LENGTH` characters
 */
export function conflictIn(line: string): string | undefined {
  const marker = MARKERS.find((each) => line.startsWith(each) && !/[^ \r\n]/.test(line[each.length] ?? ""));
  return marker && `unresolved Git conflict: the line begins with ${marker}`;
}

/** Copies a text: a part of a longer text would keep all of that in memory. */
export function copiedText(text: string): string {
  return ` ${text}`.slice(1);
}
