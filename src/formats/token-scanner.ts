/** Reads the tokens of JSON (RFC 8259): white space, punctuation, strings, numbers, literals. */
import { CopyingReader } from "./copying-reader.ts";
import { numberEnd } from "./json-number.ts";
import { BYTE } from "./json-text.ts";

/** A fault in the JSON text itself. `line` and `byte` (within the line) count from 1. */
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

/** 1 for bytes that stand for themselves inside a string. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x20 && byte !== BYTE.quote && byte !== BYTE.backslash ? 1 : 0,
);
/** 1 for bytes that numbers are made of. */
const NUMERIC = Uint8Array.from({ length: 256 }, (_, byte) =>
  "+-.0123456789Ee".includes(String.fromCharCode(byte)) ? 1 : 0,
);
/** Escapes which JSON.stringify writes too, so that they can be copied as they are. */
const KEPT_ESCAPES = Uint8Array.from({ length: 256 }, (_, byte) =>
  '"\\bfnrt'.includes(String.fromCharCode(byte)) ? 1 : 0,
);

/**
 * Copies tokens compact, in UTF-8 without needless escapes. That is byte for byte as `JSON.stringify(JSON.parse(text))`
 * has them, but for numbers: they keep the digits that they were written with, which doubles cannot always hold.
 */
export class TokenScanner extends CopyingReader {
  /** The line of the input, from 1. */
  line = 1;
  /** While set, a line feed between tokens is a fault: NDJSON has a value a line. */
  lineFeedIsFault = false;
  /** How many bytes of the input lie before the line. */
  #lineStart = 0;

  /** The next byte that is no white space, not consumed; 0 at the end of the input. */
  peek(): number {
    const input = this.input;
    const next = input.bytes[input.position];
    if (next > SPACE) return next;
    this.flush();
    for (;;) {
      const byte = input.bytes[input.position];
      if (byte === LINE_FEED) this.#countLine();
      else if (byte !== SPACE && byte !== TAB && byte !== CARRIAGE_RETURN) {
        if (byte !== 0 || input.position < input.limit) break;
        if (!input.more(input.position)) {
          if (input.malformed) this.fail("");
          break;
        }
        continue;
      }
      input.position++;
    }
    this.run = input.position;
    return input.bytes[input.position];
  }

  /** Whether nothing but white space is left. */
  atEnd(): boolean {
    return this.peek() === 0 && this.input.position === this.input.limit;
  }

  /** Consumes the next byte that is no white space if it is `byte`. */
  accept(byte: number): boolean {
    const input = this.input;
    if (input.bytes[input.position] !== byte && this.peek() !== byte) return false;
    input.position++;
    return true;
  }

  /** Consumes the next byte that is no white space, which must be `byte`. */
  expect(byte: number, wanted: string): void {
    if (!this.accept(byte)) this.fail(`expected ${wanted}`);
  }

  /**
   * Skips the rest of the line, to go on behind a fault.
   * @returns false where no line follows
   */
  skipLine(): boolean {
    const input = this.input;
    for (;;) {
      const end = input.bytes.indexOf(LINE_FEED, input.position);
      if (end >= 0 && end < input.limit) {
        input.position = end;
        this.#nextLine();
        input.position++;
        return true;
      }
      input.position = input.limit;
      if (!input.more(input.position)) return false;
    }
  }

  /** Throws a JsonSyntaxError for the byte at which the reader stands. */
  fail(reason: string): never {
    const { bytes, position, limit, malformed } = this.input;
    const byte = this.input.offset(position) - this.#lineStart + 1;
    if (position < limit)
      throw new JsonSyntaxError(`${reason}, found ${shown(bytes, position, limit)}`, this.line, byte);
    if (malformed) throw new JsonSyntaxError("the bytes here are not UTF-8", this.line, byte);
    throw new JsonSyntaxError(`${reason}, but the text ends`, this.line, byte);
  }

  #countLine(): void {
    if (this.lineFeedIsFault) this.fail("expected the rest of the node: NDJSON has a node a line");
    this.#nextLine();
  }

  #nextLine(): void {
    this.line++;
    this.#lineStart = this.input.offset(this.input.position) + 1;
  }

  /** Copies a string, number or literal that begins with the byte `first`. */
  protected copyScalar(first: number): void {
    if (first === BYTE.quote) this.copyString();
    else if (NUMERIC[first]) this.#copyNumber();
    else if (first === 0x74) this.#literal("true");
    else if (first === 0x66) this.#literal("false");
    else if (first === 0x6e) this.#literal("null");
    else this.fail("expected a value");
  }

  #literal(word: string): void {
    for (let i = 0; i < word.length; i++) {
      if (this.#current() !== word.charCodeAt(i)) this.fail(`expected ${word}`);
      this.input.position++;
    }
  }

  /** The byte at the reader's position, more being read where the window ends. */
  #current(): number {
    const input = this.input;
    if (input.position === input.limit) this.refill(input.position);
    return input.bytes[input.position];
  }

  /** Copies a string. Returns where it lies in the window with its quotes, or -1 where it was written anew. */
  protected copyString(): number {
    const input = this.input;
    let start = input.position;
    let rewrite = false;
    let { bytes } = input;
    let position = start + 1;
    for (;;) {
      let byte = bytes[position++];
      while (PLAIN[byte]) byte = bytes[position++];
      if (byte === BYTE.quote) break;
      if (byte === BYTE.backslash && position < input.limit) {
        if (!KEPT_ESCAPES[bytes[position]]) rewrite = true;
        position++;
        continue;
      }
      // A control character, or the end of the window, perhaps just behind a backslash.
      input.position = position - 1;
      if (byte !== BYTE.backslash && input.position < input.limit)
        this.fail("expected no control character in a string");
      const atEnd = !this.refill(start);
      if (atEnd) this.#failInString();
      start = 0;
      bytes = input.bytes;
      position = input.position;
    }
    input.position = position;
    if (rewrite) this.#rewriteString(start, position);
    return rewrite ? -1 : start;
  }

  #failInString(): never {
    this.input.position = this.input.limit;
    this.fail('expected a closing quote (")');
  }

  #rewriteString(start: number, end: number): void {
    this.flushTo(start);
    const { bytes } = this.input;
    let value = "";
    try {
      value = JSON.parse(bytes.toString("utf8", start, end));
    } catch {
      this.input.position = start;
      this.fail("expected only the escapes that JSON knows in a string");
    }
    this.out.appendText(JSON.stringify(value));
    this.run = end;
  }

  #copyNumber(): void {
    const input = this.input;
    let start = input.position;
    for (;;) {
      while (NUMERIC[input.bytes[input.position]]) input.position++;
      if (input.position < input.limit) break;
      const more = this.refill(start);
      start = 0;
      if (!more) break;
    }
    if (numberEnd(input.bytes, start) === input.position) return;
    input.position = start;
    this.fail("expected a number as JSON writes it");
  }
}

/** The character at a position, as an error message shows it. */
function shown(bytes: Buffer, position: number, limit: number): string {
  const text = bytes.toString("utf8", position, Math.min(position + 4, limit));
  return JSON.stringify(String.fromCodePoint(text.codePointAt(0) ?? 0));
}
