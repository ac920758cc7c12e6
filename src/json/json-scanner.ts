/** Reads JSON (RFC 8259): tokens, whole values nested however deeply, and the members of objects one by one. */
import { BYTE, isScalar, numberEnd } from "./grammar.ts";
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
