/** A window over bytes that are read forward once and checked to be UTF-8 as they come in, and a reader that copies from it. */
import { isUtf8 } from "node:buffer";
import { withoutMark } from "../text/byte-order-mark.ts";
import type { ByteBuffer } from "./byte-buffer.ts";
import { SHOWN_BYTES, shown } from "./grammar.ts";

/** Reads up to `length` bytes into `target` at `offset`; 0 at the end. */
export type ReadBytes = (target: Buffer, offset: number, length: number) => number;

const WINDOW_BYTES = 256 * 1024;

export class ByteWindow {
  /** Holds the window's bytes up to `limit`; the byte at `limit` is always 0, so that loops need no bound. */
  bytes: Buffer;
  /** Where the reader stands. */
  position = 0;
  /** Where the bytes read so far end. */
  limit = 0;
  /** Set by one who keeps some of `bytes` for good: reading then goes on in a buffer of its own. */
  kept = false;
  /** Set when the bytes at `limit` are not UTF-8: the window then ends there. */
  malformed = false;
  /** How many bytes have left the window. */
  #passed = 0;
  /** Where the bytes read so far really end: up to 3 behind `limit`, when a read ended inside a character. */
  #end = 0;
  /** The byte that the 0 at `limit` hides. */
  #hidden = 0;
  readonly #read: ReadBytes;

  /** @param size how many bytes the window holds, unless a value needs more */
  constructor(read: ReadBytes, size: number = WINDOW_BYTES) {
    this.#read = read;
    this.bytes = Buffer.allocUnsafeSlow(size + 1);
    this.bytes[0] = 0;
  }

  /** How many bytes lie before `position` in the whole input. */
  offset(position: number): number {
    return this.#passed + position;
  }

  /**
   * Reads on. What lies before `keep` leaves the window: every position the caller holds moves back by `keep`.
   * @returns false where no more bytes are to be had
   */
  more(keep: number): boolean {
    this.bytes[this.limit] = this.#hidden;
    this.#dropBefore(keep);
    const before = this.limit;
    let ended = this.malformed;
    while (!ended && this.limit === before) {
      if (this.#end === this.bytes.length - 1) this.#grow();
      const count = this.#read(this.bytes, this.#end, this.bytes.length - 1 - this.#end);
      ended = count === 0;
      this.#extend(count);
    }
    this.#hidden = this.bytes[this.limit];
    this.bytes[this.limit] = 0;
    return this.limit > before;
  }

  #dropBefore(keep: number): void {
    if (keep === 0) return;
    const target = this.kept ? Buffer.allocUnsafeSlow(this.bytes.length) : this.bytes;
    this.bytes.copy(target, 0, keep, this.#end);
    this.bytes = target;
    this.kept = false;
    this.#passed += keep;
    this.position -= keep;
    this.#end -= keep;
    this.limit -= keep;
  }

  #grow(): void {
    const larger = Buffer.allocUnsafeSlow(this.bytes.length * 2 - 1);
    this.bytes.copy(larger, 0, 0, this.#end);
    this.bytes = larger;
    this.kept = false;
  }

  /** Takes in `count` bytes behind `#end`; 0 says that no more will come, so that a cut character is a fault. */
  #extend(count: number): void {
    const start = this.limit;
    this.#end += count;
    const whole = count === 0 ? this.#end : this.#end - cutCharacterLength(this.bytes, start, this.#end);
    const fresh = this.bytes.subarray(start, whole);
    this.malformed = !isUtf8(fresh);
    this.limit = this.malformed ? start + validPrefixLength(fresh) : whole;
  }
}

/** How many bytes at the end belong to a character whose last bytes are still to come. */
function cutCharacterLength(bytes: Buffer, start: number, end: number): number {
  for (let back = 1; back <= 3 && end - back >= start; back++) {
    const byte = bytes[end - back];
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
  }
  return 0;
}

/** How many bytes lie before the first that cannot be UTF-8. */
function validPrefixLength(bytes: Buffer): number {
  const wholeLength = (length: number) => length - cutCharacterLength(bytes, 0, length);
  let valid = 0;
  let invalid = bytes.length + 1;
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1;
    if (isUtf8(bytes.subarray(0, wholeLength(middle)))) valid = middle;
    else invalid = middle;
  }
  return wholeLength(valid);
}

/** Reads from buffers, one behind the other, past a byte-order mark at the beginning of each. */
export function readFrom(buffers: Buffer[]): ReadBytes {
  const left = buffers.map(withoutMark);
  return (target, offset, length) => {
    while (left.length > 0 && left[0].length === 0) left.shift();
    if (left.length === 0) return 0;
    const count = left[0].copy(target, offset, 0, length);
    left[0] = left[0].subarray(count);
    return count;
  };
}

/**
 * What is consumed from `input` goes to `out`. It is copied late, in long runs, so `out` lags behind: `mark` tells where
 * the next byte will lie in it, `flush` brings it up to date.
 */
export class CopyingReader {
  /** Where `find` found bytes last, and where they end. */
  found: Buffer;
  foundEnd = 0;
  protected readonly input: ByteWindow;
  protected readonly out: ByteBuffer;
  /** Where the bytes begin that are consumed, can be copied as they are, and have not been copied yet. */
  protected run = 0;

  /**
   * @param input what to read
   * @param out where it is copied to
   */
  constructor(input: ByteWindow, out: ByteBuffer) {
    this.input = input;
    this.out = out;
    this.found = input.bytes;
  }

  /** Where in `out` the next byte consumed will lie. */
  mark(): number {
    return this.out.length + this.input.position - this.run;
  }

  /** Copies what has been consumed and not yet copied. */
  flush(): void {
    const { position, bytes } = this.input;
    if (position > this.run) this.out.append(bytes, this.run, position);
    this.run = position;
  }

  /**
   * Finds the bytes copied since `mark`, wherever they are by now: `found` is where they lie, up to `foundEnd`, until the
   * scanner moves on.
   * @returns where in `found` they begin
   */
  find(mark: number): number {
    const out = this.out;
    if (mark < out.length) {
      this.flush();
      this.found = out.bytes;
      this.foundEnd = out.length;
      return mark;
    }
    const { bytes, position } = this.input;
    this.found = bytes;
    this.foundEnd = position;
    return position - (this.mark() - mark);
  }

  /**
   * The text of the bytes copied since `mark`.
   * @param bytes how many of them at most. Default: all
   */
  copiedText(mark: number, bytes = Number.POSITIVE_INFINITY): string {
    const start = this.find(mark);
    return this.found.toString("utf8", start, Math.min(this.foundEnd, start + bytes));
  }

  /** The beginning of that text, as an error message shows it: not a part of a long text that would keep all of it. */
  shownText(mark: number): string {
    return shown(this.copiedText(mark, SHOWN_BYTES));
  }

  /** Leaves the window's bytes to the caller for good, if that is where bytes were last found. */
  keepFound(): boolean {
    if (this.found !== this.input.bytes) return false;
    this.input.kept = true;
    return true;
  }

  /** Takes back what was copied since `mark`. */
  rewind(mark: number): void {
    if (mark > this.out.length) this.flushTo(this.run + mark - this.out.length);
    this.run = this.input.position;
    this.out.length = mark;
  }

  /** Reads on in the middle of a token that begins at `start`, which moves to 0. */
  protected refill(start: number): boolean {
    this.flushTo(start);
    const more = this.input.more(start);
    this.run = 0;
    return more;
  }

  /** Copies what was consumed before `end`. */
  protected flushTo(end: number): void {
    if (end > this.run) this.out.append(this.input.bytes, this.run, end);
    this.run = end;
  }
}
