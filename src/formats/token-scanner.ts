/** Reads the tokens of JSON (RFC 8259) that are values: strings, numbers, literals. */
import { numberEnd } from "./json-number.ts";
import { BYTE } from "./json-text.ts";
import { LineScanner } from "./line-scanner.ts";

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
export class TokenScanner extends LineScanner {
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
