/** Reads the members of a node that say what it is and where it stands: `id`, `key`, `sortOrder`, and its parent. */
import type { ByteBuffer } from "../../json/byte-buffer.ts";
import { BYTE, integerIn, isNumber, stringIn } from "../../json/grammar.ts";
import type { JsonScanner } from "../../json/json-scanner.ts";
import { type Key, parseKey, ZERO_KEY } from "../../tree/key.ts";
import type { TreeBuilder } from "../../tree/tree-builder.ts";

/** A key's length in quotes. */
const QUOTED_KEY_LENGTH = ZERO_KEY.length + 2;
/** As long as a key in any form, in quotes: other texts need not be looked at, however long. */
const LONGEST_KEY = QUOTED_KEY_LENGTH + 2;

/** Each method reads the value that was copied from the mark `value` on, for a row, and returns what is wrong with it. */
export class HeadReader {
  readonly #scanner: JsonScanner;
  readonly #out: ByteBuffer;
  readonly #builder: TreeBuilder;

  constructor(scanner: JsonScanner, out: ByteBuffer, builder: TreeBuilder) {
    this.#scanner = scanner;
    this.#out = out;
    this.#builder = builder;
  }

  readId(row: number, value: number): string | undefined {
    const id = this.#integer(value);
    if (id === undefined) return this.#noInteger(value);
    this.#builder.setId(row, id);
    return undefined;
  }

  /** Also writes the key anew where it has another form than answers have. */
  readKey(row: number, value: number): string | undefined {
    const scanner = this.#scanner;
    const start = scanner.find(value);
    const isQuoted = scanner.foundEnd - start === QUOTED_KEY_LENGTH;
    if (isQuoted && this.#builder.setKeyBytes(row, scanner.found, start + 1)) return undefined;
    const key = this.#key(value);
    if (key === undefined) return this.#noKey(value);
    this.#builder.setKey(row, key);
    scanner.rewind(value);
    this.#out.appendText(`"${key}"`);
    return undefined;
  }

  readSortOrder(row: number, value: number): string | undefined {
    const text = this.#scanner.shownText(value);
    if (isNumber(text)) this.#builder.setSortOrder(row, Number(this.#scanner.copiedText(value)));
    else if (text !== "null") return `must be a number, not ${text}`;
    return undefined;
  }

  readParentId(row: number, value: number): string | undefined {
    if (this.#isNull(value)) return undefined;
    const id = this.#integer(value);
    if (id === undefined) return this.#noInteger(value);
    this.#builder.setParentId(row, id);
    return undefined;
  }

  readParentKey(row: number, value: number): string | undefined {
    if (this.#isNull(value)) return undefined;
    const key = this.#key(value);
    if (key === undefined) return this.#noKey(value);
    this.#builder.setParentKey(row, key);
    return undefined;
  }

  #isNull(value: number): boolean {
    const start = this.#scanner.find(value);
    return this.#scanner.found[start] === BYTE.n;
  }

  #integer(value: number): number | undefined {
    const start = this.#scanner.find(value);
    return integerIn(this.#scanner.found, start, this.#scanner.foundEnd);
  }

  #key(value: number): Key | undefined {
    if (this.#scanner.mark() - value > LONGEST_KEY) return undefined;
    return parseKey(stringIn(this.#scanner.copiedText(value)) ?? "");
  }

  #noInteger(value: number): string {
    return `must be a 32-bit integer, not ${this.#scanner.shownText(value)}`;
  }

  #noKey(value: number): string {
    return `must be a GUID, not ${this.#scanner.shownText(value)}`;
  }
}
