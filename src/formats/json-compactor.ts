/** Copies JSON that lies in strings, in the one form in which answers write it. */
import type { ByteBuffer } from "../tree/byte-buffer.ts";
import { ByteWindow } from "./byte-window.ts";
import { JsonScanner } from "./json-scanner.ts";
import { JsonSyntaxError } from "./token-scanner.ts";

export class JsonCompactor {
  readonly #out: ByteBuffer;
  readonly #window: ByteWindow;
  readonly #scanner: JsonScanner;
  /** What is left to be read of the text at hand. */
  #rest = Buffer.alloc(0);

  /** @param out where it is copied to */
  constructor(out: ByteBuffer) {
    this.#out = out;
    this.#window = new ByteWindow((target, offset, length) => {
      const count = this.#rest.copy(target, offset, 0, length);
      this.#rest = this.#rest.subarray(count);
      return count;
    });
    this.#scanner = new JsonScanner(this.#window, out);
  }

  /** @returns false, and copies nothing, where the text is not one JSON value */
  copy(text: string): boolean {
    const start = this.#out.length;
    this.#rest = Buffer.from(text);
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
}
