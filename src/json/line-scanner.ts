/** Reads forward between the tokens of JSON: white space, punctuation, lines. */
import { conflictIn, MARKER_LENGTH } from "../text/git-conflict.ts";
import type { ByteBuffer } from "./byte-buffer.ts";
import type { ByteWindow } from "./byte-window.ts";
import { CopyingReader } from "./copying-reader.ts";

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
export class LineScanner extends CopyingReader {
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
