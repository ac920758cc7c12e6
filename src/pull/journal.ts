/** The record of a pull on disk, written as it goes, so that whatever ends it costs only the requests under way. */
import { closeSync, constants, fstatSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";

/** Where in the journal a node's text lies. */
export type TextSpan = { offset: number; length: number };

/** A line that was read back: its members, and where the text of its node lies if it has one. */
export type ReplayedLine = { members: Record<string, unknown>; text: TextSpan | undefined };

/** What stands before a node's text. Inside strings its quotes would be escaped, so it is found without parsing. */
const NODE = Buffer.from(',"node":');
const LINE_END = Buffer.from("}}\n");
const LINE_FEED = 0x0a;
const CHUNK_BYTES = 256 * 1024;

/**
 * An append-only file of JSON lines. What a process has written outlives it; a line that was cut (by a power failure, a
 * full disk) is taken off when the file is read back.
 */
export class Journal {
  readonly #file: number;
  #end = 0;

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
   * @param members at least one
   * @param text a node's text, without the closing brace
   * @returns where the text then lies
   */
  add(members: object, text?: Buffer): TextSpan {
    const head = Buffer.from(JSON.stringify(members).slice(0, -1));
    const line = text
      ? Buffer.concat([head, NODE, text, LINE_END])
      : Buffer.concat([head, LINE_END.subarray(1)]);
    for (let written = 0; written < line.length; ) {
      written += writeSync(this.#file, line, written, line.length - written, this.#end + written);
    }
    const offset = this.#end + head.length + NODE.length;
    this.#end += line.length;
    return { offset, length: text?.length ?? 0 };
  }

  /** Reads a node's text back. */
  read({ offset, length }: TextSpan): Buffer {
    const text = Buffer.allocUnsafe(length);
    for (let read = 0; read < length; ) {
      const count = readSync(this.#file, text, read, length - read, offset + read);
      if (count === 0) throw new Error("the journal has become shorter while it was in use");
      read += count;
    }
    return text;
  }

  close(): void {
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
