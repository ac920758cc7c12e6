/** The record of a pull on disk, written as it goes, so that whatever ends it costs only the requests under way. */
import { isUtf8 } from "node:buffer";
import { closeSync, constants, copyFileSync, fstatSync, ftruncateSync, openSync, writeSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { withPath } from "../errors.ts";
import { type NodeText, objectOf, textOfObject } from "../json/node-text.ts";
import { readFully, SpanReader, type TextSpan } from "./span-reader.ts";

/** What stands before a node's text. Inside strings its quotes would be escaped, so it is found without parsing. */
const NODE = ',"node":';
/** What ends a line. */
const LINE_END = "}\n";

/** A longer text is not parsed to see whether it is sound: made of small objects, it takes forty times its size. */
const PARSED_BYTES = 1024 * 1024;
const LINE_FEED = 0x0a;
const CHUNK_BYTES = 256 * 1024;
/** So much is gathered at most: a string cannot hold two answers of the largest size. */
const GATHERED_LENGTH = 4 * 1024 * 1024;
/** How long reading back goes on before others have their turn. */
const SLICE_MILLISECONDS = 20;

export type ReplayOptions = {
  /** Aborted when the pull is to stop; its reason is then thrown. */
  signal?: AbortSignal;
  /** Told in words where a damaged journal was set aside. */
  onDamage?: (text: string) => void;
};

/** A line that was read back: its members, and where the text of its node lies if it has one. */
export type ReplayedLine = { members: Record<string, unknown>; text: TextSpan | undefined };

/**
 * An append-only file of JSON lines. What a process has written outlives it; a line that was cut (by a power failure, a
 * full disk) is taken off when the file is read back.
 * Its methods throw the system's errors with the file's path.
 */
export class Journal {
  readonly #path: string;
  readonly #file: number;
  readonly #reader: SpanReader;
  /** Where the file ends once all lines are written. */
  #end = 0;
  /** The lines that are not written yet. */
  #gathered = "";
  #flushing: NodeJS.Immediate | undefined;

  /** Opens the journal; it is created where it is not there. Lines are added behind those that were read back. */
  constructor(path: string) {
    this.#path = path;
    // Not "a+": on Linux that writes at the end, wherever it is told to write, and a cut line must go.
    this.#file = openSync(path, constants.O_RDWR | constants.O_CREAT);
    this.#reader = new SpanReader(path, this.#file);
  }

  /**
   * Reads back what was written, up to the first line that is damaged: all from there on is set aside, in a copy beside.
   * @param take gives false where a line does not fit those before it, which is damage as well
   */
  async replay(
    take: (line: ReplayedLine) => boolean,
    { signal, onDamage }: ReplayOptions = {},
  ): Promise<void> {
    let sliceEnd = performance.now() + SLICE_MILLISECONDS;
    let lines = 0;
    for (const line of this.#lines()) {
      if (line !== undefined) {
        const read = parseLine(line.bytes, line.offset);
        if (read === undefined || !take(read)) {
          onDamage?.(this.#setAside(lines + 1));
          break;
        }
        lines++;
        this.#end = line.offset + line.bytes.length + 1;
      }
      if (performance.now() < sliceEnd) continue;
      await nextTurn();
      signal?.throwIfAborted();
      sliceEnd = performance.now() + SLICE_MILLISECONDS;
    }
    withPath(this.#path, () => ftruncateSync(this.#file, this.#end));
  }

  #setAside(line: number): string {
    const aside = `${this.#path}.damaged`;
    copyFileSync(this.#path, aside);
    return `line ${line} of ${this.#path} is damaged: it was set aside as ${aside}, and the pull goes on from the line before`;
  }

  /**
   * Adds a line, and writes it now.
   * @param members at least one
   * @returns where the text then lies
   */
  add(members: object, text?: NodeText<string>): TextSpan {
    const span = this.gather(members, text);
    this.flush();
    return span;
  }

  /** As `add`, but the line is written with others: by `flush`, or at the end of this turn of the event loop. */
  gather(members: object, text?: NodeText<string>): TextSpan {
    const head = JSON.stringify(members).slice(0, -1) + (text ? NODE : "");
    const node = text ? objectOf(text) : "";
    const offset = this.#end + Buffer.byteLength(head);
    const length = Buffer.byteLength(node);
    this.#end = offset + length + LINE_END.length;
    this.#gathered += head + node + LINE_END;
    if (this.#gathered.length > GATHERED_LENGTH) this.flush();
    else this.#flushing ??= setImmediate(() => this.#flushQuietly());
    return { offset, length };
  }

  /** Writes what was gathered. */
  flush(): void {
    if (this.#gathered === "") return;
    const bytes = Buffer.from(this.#gathered);
    // All of it once more, where a write has failed midway.
    const start = this.#end - bytes.length;
    for (let written = 0; written < bytes.length; ) {
      const left = bytes.length - written;
      const from = written;
      written += withPath(this.#path, () => writeSync(this.#file, bytes, from, left, start + from));
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
   * Reads a node's text back.
   * @returns bytes that stay what they are until the next text is read
   */
  read(span: TextSpan): NodeText {
    this.flush();
    return textOfObject(this.#reader.read(span));
  }

  /** Writes what was gathered, and lets go of the file. */
  close(): void {
    clearImmediate(this.#flushing);
    this.#flushQuietly();
    closeSync(this.#file);
  }

  /**
   * The lines, each without its line feed; what is left at the end without one is no line. `undefined` where more of a
   * long one was read.
   */
  *#lines(): Generator<{ bytes: Buffer; offset: number } | undefined> {
    const { size } = fstatSync(this.#file);
    /** What was read of a line whose end was not, in chunks: joining them each time would take quadratic time. */
    let parts: Buffer[] = [];
    let lineStart = 0;
    for (let position = 0; position < size; ) {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      const bytes = chunk.subarray(0, readFully(this.#path, this.#file, chunk, position));
      if (bytes.length === 0) return;
      let start = 0;
      for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
        const last = bytes.subarray(start, end);
        yield { bytes: parts.length === 0 ? last : Buffer.concat([...parts, last]), offset: lineStart };
        parts = [];
        start = end + 1;
        lineStart = position + start;
      }
      parts.push(bytes.subarray(start));
      position += bytes.length;
      yield undefined;
    }
  }
}

/**
 * @param bytes the line without its line feed
 * @param offset where it lies in the journal
 * @returns `undefined` where it is no sound line
 */
function parseLine(bytes: Buffer, offset: number): ReplayedLine | undefined {
  const at = bytes.indexOf(NODE);
  const members = parseObject(at < 0 ? bytes.toString("utf8") : `${bytes.toString("utf8", 0, at)}}`);
  if (members === undefined || at < 0) return members && { members, text: undefined };
  const start = at + NODE.length;
  const end = bytes.length - (LINE_END.length - 1);
  if (end < start || bytes.toString("latin1", end) !== LINE_END.slice(0, -1)) return undefined;
  const isSound =
    end - start > PARSED_BYTES
      ? isUtf8(bytes) && !bytes.includes(0)
      : parseObject(bytes.toString("utf8", start, end)) !== undefined;
  return isSound ? { members, text: { offset: offset + start, length: end - start } } : undefined;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
