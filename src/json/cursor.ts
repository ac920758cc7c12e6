/** A cursor over JSON text in one buffer: validates the text, compacts it in place, and reports faults with line and byte. */
import { isUtf8 } from "node:buffer";
import { conflictIn, MARKER_LENGTH } from "../text/file-text.ts";
import { type ByteBuffer, copyBytes } from "./byte-buffer.ts";
import { BYTE, MOST_LEVELS, numberEnd } from "./grammar.ts";

/** A syntax error in JSON text. `line` and `byte` (within the line) count from 1. */
export class JsonSyntaxError extends Error {
  readonly line: number;
  readonly byte: number;

  constructor(message: string, line: number, byte: number) {
    super(message);
    this.line = line;
    this.byte = byte;
  }
}

const SPACE = 0x20;
const TAB = 0x09;
const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;

/** 1 for bytes that need no escape in a string. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= SPACE && byte !== BYTE.quote && byte !== BYTE.backslash ? 1 : 0,
);
/** 1 for bytes of numbers. */
const NUMERIC = Uint8Array.from({ length: 256 }, (_, byte) =>
  "+-.0123456789Ee".includes(String.fromCharCode(byte)) ? 1 : 0,
);
/** 1 for the second byte of escapes that JSON.stringify writes too. */
const KEPT_ESCAPES = Uint8Array.from({ length: 256 }, (_, byte) =>
  '"\\bfnrt'.includes(String.fromCharCode(byte)) ? 1 : 0,
);

/** The longest text that is decoded, and the longest of a node: a little less than the longest string of V8. */
export const LONGEST_TEXT = 512_000_000;
/** The least space that `makeRoom` adds, in bytes, and as a fraction of the text that is still unread. */
const LEAST_ROOM = 1024;
const ROOM_SHARE = 8;

/**
 * Reads forward through one buffer. What is read is kept at the beginning of the same buffer, compact and in UTF-8 without
 * needless escapes: the same bytes as `JSON.stringify(JSON.parse(text))`, except that numbers keep their digits,
 * and that repeated names and names that are numbers stay as and where they are. Compact text is never longer than what
 * it was read from, so the kept text cannot overtake the cursor.
 *
 * `offset()` before a value is the offset of the value's compact text.
 */
export class JsonCursor {
  /** The buffer. `makeRoom` replaces it. */
  bytes: Buffer;
  /** The offset of the next byte to read. */
  at: number;
  /** The line of the next byte, from 1. */
  line = 1;
  /** If set, a line feed between tokens is an error: NDJSON has one value per line. */
  lineFeedIsFault = false;
  /** The end of the text, or the first byte that is not UTF-8. The byte there is 0, so that loops need no bound. */
  #limit: number;
  readonly #isUtf8: boolean;
  #lineStart: number;
  /** The end of the kept text that was moved. Bytes from `#unmoved` to `at` follow it, but are not moved yet. */
  #kept: number;
  #unmoved: number;

  /**
   * @param bytes the buffer, which the cursor overwrites
   * @param start the start of the text, and of the compact text
   * @param end the end of the text; the buffer must have one byte more
   */
  constructor(bytes: Buffer, start: number, end: number) {
    const text = bytes.subarray(start, end);
    this.bytes = bytes;
    this.#isUtf8 = isUtf8(text);
    this.#limit = this.#isUtf8 ? end : start + validPrefixLength(text);
    this.at = this.#lineStart = this.#kept = this.#unmoved = start;
    bytes[this.#limit] = 0;
  }

  /** A cursor over a copy of the text. */
  static copyOf(json: Buffer): JsonCursor {
    const bytes = Buffer.allocUnsafeSlow(json.length + 1);
    bytes.set(json);
    return new JsonCursor(bytes, 0, json.length);
  }

  /** The next byte that is not white space, without consuming it; 0 at the end of the text. */
  peek(): number {
    const next = this.bytes[this.at];
    return next > SPACE ? next : this.#peekBehindSpace();
  }

  #peekBehindSpace(): number {
    const { bytes } = this;
    this.settle();
    for (;;) {
      const byte = bytes[this.at];
      if (byte === LINE_FEED) {
        if (this.lineFeedIsFault) this.fail("expected the rest of the node: NDJSON has a node a line");
        this.line++;
        this.#lineStart = this.at + 1;
      } else if (byte !== SPACE && byte !== TAB && byte !== CARRIAGE_RETURN) {
        if (byte === 0 && this.at === this.#limit && !this.#isUtf8) this.fail("");
        this.#unmoved = this.at;
        return byte;
      }
      this.at++;
    }
  }

  /** Whether only white space is left. */
  atEnd(): boolean {
    return this.peek() === 0 && this.at === this.#limit;
  }

  /** Consumes the next byte that is not white space if it is `byte`. */
  accept(byte: number): boolean {
    if (this.bytes[this.at] !== byte && this.peek() !== byte) return false;
    this.at++;
    return true;
  }

  /** Consumes the next byte that is not white space, which must be `byte`. */
  expect(byte: number, wanted: string): void {
    if (!this.accept(byte)) this.fail(`expected ${wanted}`);
  }

  /**
   * Reads the name of an object's member and the colon after it.
   * @param names the known names. Default: none
   * @returns the name's index in `names`, or -1
   */
  name(names?: NameTable): number {
    if (this.peek() !== BYTE.quote) this.fail("expected a name in quotes");
    const start = this.#string();
    const isWritten = start < this.#unmoved;
    const index = names?.find(this.bytes, start + 1, (isWritten ? this.#kept : this.at) - 1) ?? -1;
    this.expect(BYTE.colon, '":"');
    return index;
  }

  /** Reads the next value, of up to `MOST_LEVELS` nested levels. */
  value(): void {
    this.#value(0);
  }

  /** @param depth how many objects and arrays of the value are open */
  #value(depth: number): void {
    const first = this.peek();
    if (first === BYTE.quote) this.#string();
    else if (first === BYTE.openBrace) this.#object(depth + 1);
    else if (first === BYTE.openBracket) this.#array(depth + 1);
    else if (NUMERIC[first]) this.#number();
    else if (first === 0x74) this.#literal("true");
    else if (first === 0x66) this.#literal("false");
    else if (first === BYTE.n) this.#literal("null");
    else this.fail("expected a value");
  }

  #object(depth: number): void {
    this.#enter(depth);
    if (this.accept(BYTE.closeBrace)) return;
    do {
      this.name();
      this.#value(depth);
    } while (this.accept(BYTE.comma));
    this.expect(BYTE.closeBrace, '"," or "}"');
  }

  #array(depth: number): void {
    this.#enter(depth);
    if (this.accept(BYTE.closeBracket)) return;
    do this.#value(depth);
    while (this.accept(BYTE.comma));
    this.expect(BYTE.closeBracket, '"," or "]"');
  }

  #enter(depth: number): void {
    if (depth > MOST_LEVELS)
      this.#fault(`a value is nested more than ${MOST_LEVELS.toLocaleString("en-US")} levels deep`);
    this.at++;
  }

  #literal(word: string): void {
    for (let i = 0; i < word.length; i++) {
      if (this.bytes[this.at] !== word.charCodeAt(i)) this.fail(`expected ${word}`);
      this.at++;
    }
  }

  #number(): void {
    const { bytes, at: start } = this;
    let at = start + 1;
    while (NUMERIC[bytes[at]]) at++;
    if (numberEnd(bytes, start) !== at) this.fail("expected a number as JSON writes it");
    this.at = at;
  }

  /** Reads a string. Returns its range with the quotes: after the kept text, or in it if it was rewritten. */
  #string(): number {
    const { bytes, at: start } = this;
    let isEscaped = false;
    let at = start + 1;
    for (;;) {
      let byte = bytes[at++];
      while (PLAIN[byte]) byte = bytes[at++];
      if (byte === BYTE.quote) break;
      if (byte === BYTE.backslash && at < this.#limit) {
        if (!KEPT_ESCAPES[bytes[at]]) isEscaped = true;
        at++;
      } else this.#failInString(byte, at - 1);
    }
    this.at = at;
    return isEscaped ? this.#rewritten(start) : start;
  }

  #failInString(byte: number, at: number): never {
    const isCut = at >= this.#limit || byte === BYTE.backslash;
    this.at = isCut ? this.#limit : at;
    this.fail(isCut ? 'expected a closing quote (")' : "expected no control character in a string");
  }

  /** Rewrites the string from `start` to the cursor as `JSON.stringify` does. Returns its new range. */
  #rewritten(start: number): number {
    this.#checkLength(this.at - start);
    let value = "";
    try {
      value = JSON.parse(this.bytes.toString("utf8", start, this.at));
    } catch {
      this.at = start;
      this.fail("expected only the escapes that JSON knows in a string");
    }
    this.#settleTo(start);
    const written = this.#kept;
    this.#kept += this.bytes.write(JSON.stringify(value), written);
    this.#unmoved = this.at;
    return written;
  }

  #checkLength(length: number): void {
    if (length > LONGEST_TEXT) this.#fault("a value takes more than 512 MB");
  }

  /** The offset at which the next byte that is read will be kept. */
  offset(): number {
    return this.#kept + this.at - this.#unmoved;
  }

  /** Moves all that was read to the kept text. Kept text is then in `bytes`, from its offset up to `offset()`. */
  settle(): void {
    this.#settleTo(this.at);
  }

  #settleTo(end: number): void {
    const { bytes } = this;
    if (this.#kept < this.#unmoved) copyBytes(bytes, this.#unmoved, end, bytes, this.#kept);
    this.#kept += end - this.#unmoved;
    this.#unmoved = end;
  }

  /** Discards what was read since an offset. */
  rewind(offset: number): void {
    if (offset > this.#kept) this.settle();
    this.#kept = offset;
    this.#unmoved = this.at;
  }

  /**
   * The kept text from an offset on.
   * @param length the most bytes of it. Default: all
   */
  text(offset: number, length = Number.POSITIVE_INFINITY): string {
    this.settle();
    const end = Math.min(this.#kept, offset + length);
    this.#checkLength(end - offset);
    return this.bytes.toString("utf8", offset, end);
  }

  /** Appends a text to the kept text. */
  write(text: Buffer): void {
    this.makeRoom(text.length);
    this.#kept += text.copy(this.bytes, this.#kept);
  }

  /** Frees bytes after the kept text, if necessary in a larger buffer. Offsets stay valid; `at` changes. */
  makeRoom(length: number): void {
    this.settle();
    if (this.at - this.#kept >= length) return;
    const { bytes, at } = this;
    const extra = length + Math.max(LEAST_ROOM, Math.floor((this.#limit - at) / ROOM_SHARE));
    this.bytes = Buffer.allocUnsafeSlow(bytes.length + extra);
    bytes.copy(this.bytes, 0, 0, this.#kept);
    bytes.copy(this.bytes, at + extra, at);
    this.at += extra;
    this.#unmoved += extra;
    this.#lineStart += extra;
    this.#limit += extra;
  }

  /**
   * Skips the rest of the line, to continue after an error.
   * @returns false if no line follows
   */
  skipLine(): boolean {
    const end = this.bytes.indexOf(LINE_FEED, this.at);
    const hasNext = end >= 0 && end < this.#limit;
    this.at = this.#lineStart = hasNext ? end + 1 : this.#limit;
    this.#unmoved = this.at;
    if (hasNext) this.line++;
    return hasNext;
  }

  /** Throws a JsonSyntaxError for the next byte. */
  fail(reason: string): never {
    const { bytes, at } = this;
    const limit = this.#limit;
    const ahead =
      at === this.#lineStart ? bytes.toString("latin1", at, Math.min(at + MARKER_LENGTH, limit)) : "";
    const conflict = conflictIn(ahead);
    if (conflict !== undefined) this.#fault(conflict);
    if (at < limit) this.#fault(`${reason}, found ${shownCharacter(bytes, at, limit)}`);
    this.#fault(this.#isUtf8 ? `${reason}, but the text ends` : "the bytes here are not UTF-8");
  }

  #fault(message: string): never {
    throw new JsonSyntaxError(message, this.line, this.at - this.#lineStart + 1);
  }
}

/** The character at a position, as an error message shows it. */
function shownCharacter(bytes: Buffer, position: number, limit: number): string {
  const text = bytes.toString("utf8", position, Math.min(position + 4, limit));
  return JSON.stringify(String.fromCodePoint(text.codePointAt(0) ?? 0));
}

/** The number of bytes before the first one that is not UTF-8. */
function validPrefixLength(bytes: Buffer): number {
  const wholeLength = (length: number) => length - cutCharacterLength(bytes, length);
  let valid = 0;
  let invalid = bytes.length + 1;
  while (invalid - valid > 1) {
    const middle = Math.floor((valid + invalid) / 2);
    if (isUtf8(bytes.subarray(0, wholeLength(middle)))) valid = middle;
    else invalid = middle;
  }
  return wholeLength(valid);
}

/** How many of the first `end` bytes belong to a character that continues after them. */
function cutCharacterLength(bytes: Buffer, end: number): number {
  for (let back = 1; back <= 3 && back <= end; back++) {
    const byte = bytes[end - back];
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
  }
  return 0;
}

/** A fixed list of names that are recognised as bytes, without decoding them. */
export class NameTable {
  /** For each length, the names of that length and their indexes. */
  readonly #byLength: { bytes: Buffer; index: number }[][] = [];

  constructor(names: readonly string[]) {
    names.forEach((name, index) => {
      const bytes = Buffer.from(name);
      this.#byLength[bytes.length] ??= [];
      this.#byLength[bytes.length].push({ bytes, index });
    });
  }

  /** @returns the index of the name in `source` from `start` to `end`, or -1 */
  find(source: Buffer, start: number, end: number): number {
    const candidates = this.#byLength[end - start];
    if (candidates === undefined) return -1;
    for (let i = 0; i < candidates.length; i++) {
      const { bytes, index } = candidates[i];
      let at = 0;
      while (at < bytes.length && bytes[at] === source[start + at]) at++;
      if (at === bytes.length) return index;
    }
    return -1;
  }
}

/**
 * The compact text of one JSON value.
 * @param end what an error message says must follow the value
 * @throws JsonSyntaxError if the text is anything else
 */
export function compactJson(json: Buffer, end = "the end of the text"): string {
  const cursor = JsonCursor.copyOf(json);
  cursor.value();
  if (!cursor.atEnd()) cursor.fail(`expected ${end}`);
  return cursor.text(0);
}

/**
 * Appends the compact text of one JSON value.
 * @returns false, and appends nothing, if the text is anything else
 */
export function appendCompact(out: ByteBuffer, json: string): boolean {
  const start = out.length;
  out.appendText(json);
  out.reserve(1);
  const cursor = new JsonCursor(out.bytes, start, out.length);
  try {
    cursor.value();
    const isWhole = cursor.atEnd();
    out.length = isWhole ? cursor.offset() : start;
    return isWhole;
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    out.length = start;
    return false;
  }
}
