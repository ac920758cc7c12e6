/** Reads bytes forward and copies what it consumes, in runs as long as they can be. */
import type { ByteBuffer } from "./byte-buffer.ts";
import type { ByteWindow } from "./byte-window.ts";
import { SHOWN_BYTES, shown } from "./grammar.ts";

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
