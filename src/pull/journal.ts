/** The record of a pull on disk, written as it goes, so that whatever ends it costs only the requests under way. */
import { closeSync, constants, fstatSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";

/** Where in the journal a node's text lies. */
export type TextSpan = { offset: number; length: number };

/** A line that was read back: its members, and where the text of its node lies if it has one. */
export type ReplayedLine = { members: Record<string, unknown>; text: TextSpan | undefined };

/** What stands before a node's text. Inside strings its quotes would be escaped, so it is found without parsing. */
const NODE = ',"node":';
const LINE_END = "}}\n";
const LINE_FEED = 0x0a;
const CHUNK_BYTES = 256 * 1024;
const WINDOW_BYTES = 16 * 1024;

/**
 * An append-only file of JSON lines. What a process has written outlives it; a line that was cut (by a power failure, a
 * full disk) is taken off when the file is read back.
 */
export class Journal {
  readonly #file: number;
  /** Where the file ends once all lines are written. */
  #end = 0;
  /** The lines that are not written yet. */
  #gathered = "";
  #flushing: NodeJS.Immediate | undefined;
  /** What was read back last: where it lies in the file, how long it is, and the storage that it lies in. */
  #window = { offset: 0, length: 0, bytes: Buffer.allocUnsafe(WINDOW_BYTES) };

  /** Opens the journal; it is created where it is not there. Lines are added behind those that were read back. */
  constructor(path: string) {
    // Not "a+": on Linux that writes at the end, wherever it is told to write, and a cut line must go.
    this.#file = openSync(path, constants.O_RDWR | constants.O_CREAT);
  }

  /** Reads back what was written, up to the first line that is not whole. */
  *replay(): Generator<ReplayedLine> {
    for (const { bytes, offset } of this.#lines()) {
      const members = parseLine(bytes);
      if (members === undefined) break;
      const at = bytes.indexOf(NODE);
      const start = at + NODE.length;
      const length = bytes.length - start - (LINE_END.length - 1);
      yield { members, text: at < 0 ? undefined : { offset: offset + start, length } };
      this.#end = offset + bytes.length + 1;
    }
    ftruncateSync(this.#file, this.#end);
  }

  /**
   * Adds a line, and writes it now.
   * @param members at least one
   * @param text a node's text, without the closing brace
   * @returns where the text then lies
   */
  add(members: object, text?: string): TextSpan {
    const span = this.gather(members, text);
    this.flush();
    return span;
  }

  /** As `add`, but the line is written with others: by `flush`, or at the end of this turn of the event loop. */
  gather(members: object, text = ""): TextSpan {
    const head = JSON.stringify(members).slice(0, -1) + (text && NODE);
    const end = text ? LINE_END : LINE_END.slice(1);
    const offset = this.#end + Buffer.byteLength(head);
    const length = Buffer.byteLength(text);
    this.#end = offset + length + end.length;
    this.#gathered += head + text + end;
    this.#flushing ??= setImmediate(() => this.#flushQuietly());
    return { offset, length };
  }

  /** Writes what was gathered. */
  flush(): void {
    if (this.#gathered === "") return;
    const bytes = Buffer.from(this.#gathered);
    // All of it once more, where a write has failed midway.
    const start = this.#end - bytes.length;
    for (let written = 0; written < bytes.length; ) {
      written += writeSync(this.#file, bytes, written, bytes.length - written, start + written);
    }
    this.#gathered = "";
  }

  /** A fault is told to whoever flushes or adds next. Where nobody does, what was gathered is asked for again. */
  #flushQuietly(): void {
    this.#flushing = undefined;
    try {
      this.flush();
    } catch {}
  }

  /**
   * Reads a node's text back. Siblings mostly lie side by side: one read brings several.
   * @returns bytes that stay what they are until the next text is read
   */
  read({ offset, length }: TextSpan): Buffer {
    const window = this.#window;
    if (offset < window.offset || offset + length > window.offset + window.length) {
      this.flush();
      if (length > window.bytes.length) window.bytes = Buffer.allocUnsafe(length);
      window.offset = offset;
      window.length = this.#readInto(window.bytes, offset);
      if (window.length < length) throw new Error("the journal has become shorter while it was in use");
    }
    const start = offset - window.offset;
    return window.bytes.subarray(start, start + length);
  }

  /** Fills the storage, but for the end of the file. Returns how many bytes were read. */
  #readInto(target: Buffer, offset: number): number {
    let read = 0;
    for (let count = -1; count !== 0 && read < target.length; read += count) {
      count = readSync(this.#file, target, read, target.length - read, offset + read);
    }
    return read;
  }

  /** Writes what was gathered, and lets go of the file. */
  close(): void {
    clearImmediate(this.#flushing);
    this.#flushQuietly();
    closeSync(this.#file);
  }

  /** The lines, each without its line feed; what is left at the end without one is no line. */
  *#lines(): Generator<{ bytes: Buffer; offset: number }> {
    const { size } = fstatSync(this.#file);
    let rest = Buffer.alloc(0);
    for (let position = 0; position < size; ) {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      const count = readSync(this.#file, chunk, 0, chunk.length, position);
      if (count === 0) return;
      const bytes = Buffer.concat([rest, chunk.subarray(0, count)]);
      const offset = position - rest.length;
      let start = 0;
      for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
        yield { bytes: bytes.subarray(start, end), offset: offset + start };
        start = end + 1;
      }
      rest = Buffer.from(bytes.subarray(start));
      position += count;
    }
  }
}

function parseLine(bytes: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString("utf8"));
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
