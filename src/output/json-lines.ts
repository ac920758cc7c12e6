/** Answers as JSON lines. */

const LINE_FEED = Buffer.from("\n");
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** The answer byte for byte, on one line. */
export function* oneLine(chunks: Iterable<Uint8Array>): Generator<Uint8Array> {
  yield* chunks;
  yield LINE_FEED;
}

/** The elements of an array, or the one object, a line each. */
export function* elementLines(chunks: Iterable<Uint8Array>): Generator<Uint8Array> {
  const splitter = new LineSplitter();
  for (const chunk of chunks) yield* splitter.split(chunk);
  if (splitter.hasText) yield LINE_FEED;
}

/** Turns the commas between an array's elements into line feeds, and leaves out its brackets. */
class LineSplitter {
  hasText = false;
  /** How deep the text lies below the answer's own array; below nothing in an answer that is an object. */
  #depth = -1;
  #inString = false;
  #escaped = false;

  *split(chunk: Uint8Array): Generator<Uint8Array> {
    let start = 0;
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i];
      if (this.#inString) {
        this.#stepInString(byte);
        continue;
      }
      if (byte === QUOTE) this.#inString = true;
      const isSeparator = this.#step(byte);
      if (!isSeparator) continue;
      if (i > start) yield chunk.subarray(start, i);
      if (byte === COMMA) yield LINE_FEED;
      start = i + 1;
    }
    if (start < chunk.length) yield chunk.subarray(start);
  }

  #stepInString(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === QUOTE) this.#inString = false;
  }

  /** Whether the byte is a comma or bracket of the answer's own array. */
  #step(byte: number): boolean {
    if (this.#depth < 0) {
      this.#depth = byte === OPEN_BRACKET ? 0 : 1;
      this.hasText = byte !== OPEN_BRACKET;
      return byte === OPEN_BRACKET;
    }
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      this.hasText = true;
      this.#depth++;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      return this.#depth-- === 0;
    }
    return byte === COMMA && this.#depth === 0;
  }
}
