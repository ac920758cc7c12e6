/** Scans JSON forward: lines, white space and punctuation, then whole values, each copied as it is checked. */
import { conflictIn, MARKER_LENGTH } from "../text/git-conflict.ts";
import type { ByteBuffer } from "./byte-buffer.ts";
import { type ByteWindow, CopyingReader } from "./byte-window.ts";
import { BYTE, isScalar, numberEnd } from "./grammar.ts";

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

/** A little less than a string can hold, so that whatever is read can be shown. */
const LONGEST_NODE = 512_000_000;

const SPACE = 0x20;
const TAB = 0x09;
const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;

/** Leaves out white space, counts lines, and tells where a fault lies. */
class LineScanner extends CopyingReader {
  /** The line of the input, from 1. */
  line = 1;
  /** While set, a line feed between tokens is a fault: NDJSON has a value a line. */
  lineFeedIsFault = false;
  /** How many bytes of the input lie before the line. */
  #lineStart = 0;
  readonly #longest: number;

  /** @param longest how many bytes a node may take, with the nodes around it. Default: 512 MB */
  constructor(input: ByteWindow, out: ByteBuffer, longest: number = LONGEST_NODE) {
    super(input, out);
    this.#longest = longest;
  }

  /** The next byte that is no white space, not consumed; 0 at the end of the input. */
  peek(): number {
    const input = this.input;
    const next = input.bytes[input.position];
    return next > SPACE ? next : this.#peekBehindSpace();
  }

  #peekBehindSpace(): number {
    const input = this.input;
    this.flush();
    for (;;) {
      const byte = input.bytes[input.position];
      if (byte === LINE_FEED) this.#countLine();
      else if (byte !== SPACE && byte !== TAB && byte !== CARRIAGE_RETURN) {
        if (byte !== 0 || input.position < input.limit) break;
        this.#checkLength(input.position);
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
    const byte = this.input.offset(this.input.position) - this.#lineStart + 1;
    const conflict = byte === 1 ? conflictIn(this.#ahead(MARKER_LENGTH)) : undefined;
    if (conflict !== undefined) throw new JsonSyntaxError(conflict, this.line, byte);
    const { bytes, position, limit, malformed } = this.input;
    if (position < limit)
      throw new JsonSyntaxError(`${reason}, found ${shown(bytes, position, limit)}`, this.line, byte);
    if (malformed) throw new JsonSyntaxError("the bytes here are not UTF-8", this.line, byte);
    throw new JsonSyntaxError(`${reason}, but the text ends`, this.line, byte);
  }

  /** The next characters, of which only those of ASCII are what they are; fewer where the input ends. */
  #ahead(count: number): string {
    const { input } = this;
    while (input.limit - input.position < count && input.more(0));
    return input.bytes.toString("latin1", input.position, Math.min(input.position + count, input.limit));
  }

  #countLine(): void {
    if (this.lineFeedIsFault) this.fail("expected the rest of the node: NDJSON has a node a line");
    this.#nextLine();
  }

  #nextLine(): void {
    this.line++;
    this.#lineStart = this.input.offset(this.input.position) + 1;
  }

  /** Reads on in the middle of a token that begins at `start`, which moves to 0: but not for ever. */
  protected override refill(start: number): boolean {
    this.#checkLength(start);
    return super.refill(start);
  }

  /** @param start where in the window the token at hand begins */
  #checkLength(start: number): void {
    const { position, limit } = this.input;
    if (this.out.length + limit - start <= this.#longest) return;
    const megabytes = Math.floor(this.#longest / 1_000_000);
    const reason = `a node may take ${megabytes} MB, with those around it, and here it takes more`;
    throw new JsonSyntaxError(reason, this.line, this.input.offset(position) - this.#lineStart + 1);
  }
}

/** The character at a position, as an error message shows it. */
function shown(bytes: Buffer, position: number, limit: number): string {
  const text = bytes.toString("utf8", position, Math.min(position + 4, limit));
  return JSON.stringify(String.fromCodePoint(text.codePointAt(0) ?? 0));
}

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
 * Copies what it reads compact, in UTF-8 without needless escapes. That is byte for byte as
 * `JSON.stringify(JSON.parse(text))` has it, but for numbers, which keep the digits that they were written with, since
 * doubles cannot always hold them; and for repeated names and names that are numbers, which stay as and where they are.
 * Nothing here recurses, so depth is bounded by memory alone.
 */
export class JsonScanner extends LineScanner {
  /** For each open object or array, the byte that closes it. */
  #closers = new Uint8Array(64);

  /**
   * Copies the name of an object's member and the colon behind it.
   * @param names the names that mean something. Default: none
   * @returns the name's index in `names`, or -1
   */
  copyName(names?: NameTable): number {
    if (this.peek() !== BYTE.quote) this.fail("expected a name in quotes");
    const mark = this.mark();
    const start = this.#copyString();
    const name =
      start < 0
        ? names?.find(this.out.bytes, mark + 1, this.out.length - 1)
        : names?.find(this.input.bytes, start + 1, this.input.position - 1);
    this.expect(BYTE.colon, '":"');
    return name ?? -1;
  }

  /** Copies the next value, whatever it is. */
  copyValue(): void {
    let depth = 0;
    for (;;) {
      const first = this.peek();
      if (depth === 0 && isScalar(first)) {
        this.#copyScalar(first);
        return;
      }
      if (first === BYTE.openBrace || first === BYTE.openBracket) {
        const closer = first + 2;
        this.input.position++;
        if (!this.accept(closer)) {
          this.#open(depth++, closer);
          if (closer === BYTE.closeBrace) this.copyName();
          continue;
        }
      } else {
        this.#copyScalar(first);
      }
      depth = this.#close(depth);
      if (depth === 0) return;
    }
  }

  /** After a value inside `depth` containers: closes what ends, consumes a comma. Returns the depth that is left. */
  #close(depth: number): number {
    for (let open = depth; open > 0; open--) {
      const closer = this.#closers[open - 1];
      if (this.accept(BYTE.comma)) {
        if (closer === BYTE.closeBrace) this.copyName();
        return open;
      }
      this.expect(closer, `"," or "${String.fromCharCode(closer)}"`);
    }
    return 0;
  }

  #open(depth: number, closer: number): void {
    if (depth === this.#closers.length) {
      const larger = new Uint8Array(depth * 2);
      larger.set(this.#closers);
      this.#closers = larger;
    }
    this.#closers[depth] = closer;
  }

  /** Copies a string, number or literal that begins with the byte `first`. */
  #copyScalar(first: number): void {
    if (first === BYTE.quote) this.#copyString();
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
  #copyString(): number {
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
      this.#readOnInString(byte, start);
      start = 0;
      bytes = input.bytes;
      position = input.position;
    }
    input.position = position;
    if (rewrite) this.#rewriteString(start, position);
    return rewrite ? -1 : start;
  }

  /** Reads on in a string, where that is why `byte` did not go on with it. */
  #readOnInString(byte: number, start: number): void {
    const input = this.input;
    if (byte !== BYTE.backslash && input.position < input.limit)
      this.fail("expected no control character in a string");
    if (this.refill(start)) return;
    input.position = input.limit;
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

/** A fixed list of names that are recognised as bytes, without making strings of them. */
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

  /** @returns the index of the name that lies in `source` from `start` to `end`, or -1 */
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
