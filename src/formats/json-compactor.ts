/** Copies JSON that lies in strings, in the one form in which answers write it. */
import type { ByteBuffer } from "../tree/byte-buffer.ts";
import { ByteWindow } from "./byte-window.ts";
import { JsonScanner } from "./json-scanner.ts";
import { JsonSyntaxError } from "./line-scanner.ts";

/** The most bytes that a character of a string takes in UTF-8. */
const BYTES_PER_CHARACTER = 3;

export class JsonCompactor {
  readonly #out: ByteBuffer;
  readonly #window: ByteWindow;
  readonly #scanner: JsonScanner;
  /** What is left to be read of the text at hand: as it is, or, where it is long, as bytes. */
  #text = "";
  #bytes: Buffer | undefined;

  /** @param out where it is copied to */
  constructor(out: ByteBuffer) {
    this.#out = out;
    this.#window = new ByteWindow((target, offset, length) => this.#read(target, offset, length));
    this.#scanner = new JsonScanner(this.#window, out);
  }

  /** @returns false, and copies nothing, where the text is not one JSON value */
  copy(text: string): boolean {
    const start = this.#out.length;
    this.#text = text;
    try {
      this.#scanner.copyValue();
      if (this.#scanner.atEnd()) return true;
    } catch (error) {
      if (!(error instanceof JsonSyntaxError)) throw error;
    }
    // What is left of the text must not be taken for the beginning of the next.
    do this.#window.position = this.#window.limit;
    while (this.#window.more(this.#window.position));
    this.#scanner.rewind(start);
    return false;
  }

  #read(target: Buffer, offset: number, length: number): number {
    if (this.#bytes === undefined) {
      const text = this.#text;
      this.#text = "";
      if (text.length * BYTES_PER_CHARACTER <= length) return text === "" ? 0 : target.write(text, offset);
      this.#bytes = Buffer.from(text);
    }
    const count = this.#bytes.copy(target, offset, 0, length);
    this.#bytes = count === this.#bytes.length ? undefined : this.#bytes.subarray(count);
    return count;
  }
}
