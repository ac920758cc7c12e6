/** The response log: the append-only file that a pull resumes from. */
import { constants, copyFileSync, ftruncateSync, writeSync } from "node:fs";
import { crc32 } from "node:zlib";
import { RandomAccessFile, type TextSpan } from "../copy/random-access-file.ts";
import { withPath } from "../errors.ts";

const TAB = 0x09;
const LINE_FEED = 0x0a;
const SPACE = 0x20;
const LINE_END = Buffer.of(LINE_FEED);

type LogOptions = {
  /** Aborts the reading; its reason is then thrown. */
  signal?: AbortSignal;
  /** Called with a warning if a damaged log was copied beside the log. */
  onDamage?: (text: string) => void;
};

/** Takes an entry that was read back. @returns false if it is not one */
type Take = (key: string, text: Buffer, span: TextSpan) => boolean;

/**
 * A file of lines: a key, a checksum and a text, with tabs between them. Each is written before `append` returns, so `kill -9`
 * costs only the requests in flight. A line that was cut (by a power failure, a full disk) is removed when the log is opened.
 * Its methods throw the system's errors with the file's path.
 */
export class ResponseLog {
  readonly #file: RandomAccessFile;
  /** Where the next line begins. */
  #end = 0;

  private constructor(path: string) {
    // Not "a+": on Linux that writes at the end, whatever position is given, and a cut line must be overwritten.
    this.#file = new RandomAccessFile(path, constants.O_RDWR | constants.O_CREAT);
  }

  /** Opens the log, or creates it. If a line is damaged, the whole log is copied to a file beside the log, and the lines before the damage are used. */
  static async open(path: string, take: Take, options: LogOptions = {}): Promise<ResponseLog> {
    const log = new ResponseLog(path);
    try {
      await log.#readBack(take, options);
      return log;
    } catch (error) {
      log.close();
      throw error;
    }
  }

  /** Writes an entry. Line feeds, which JSON can have only between its tokens, become spaces. @returns the location of its text */
  append(key: string, text: string | Buffer): TextSpan {
    const bytes = Buffer.from(text);
    for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at)) bytes[at] = SPACE;
    const head = Buffer.from(`${key}\t${checksumOf(key, bytes)}\t`);
    const line = Buffer.concat([head, bytes, LINE_END]);
    const { path, descriptor } = this.#file;
    for (let written = 0; written < line.length; ) {
      written += withPath(path, () =>
        writeSync(descriptor, line, written, line.length - written, this.#end + written),
      );
    }
    const offset = this.#end + head.length;
    this.#end += line.length;
    return { offset, length: bytes.length };
  }

  /** @returns bytes that the next read overwrites */
  read(span: TextSpan): Buffer {
    return this.#file.read(span);
  }

  /** Closing again does nothing. */
  close(): void {
    this.#file.close();
  }

  async #readBack(take: Take, { signal, onDamage }: LogOptions): Promise<void> {
    const { path, descriptor } = this.#file;
    let number = 0;
    await this.#file.readLines((line, offset) => {
      number++;
      const keyEnd = line.indexOf(TAB);
      const textStart = line.indexOf(TAB, keyEnd + 1) + 1;
      const key = line.toString("latin1", 0, Math.max(keyEnd, 0));
      const text = line.subarray(textStart);
      const isWhole =
        textStart > keyEnd + 1 &&
        line.toString("latin1", keyEnd + 1, textStart - 1) === checksumOf(key, text) &&
        take(key, text, { offset: offset + textStart, length: text.length });
      if (!isWhole) {
        const damagedPath = `${path}.damaged`;
        copyFileSync(path, damagedPath);
        onDamage?.(
          `line ${number} of ${path} is damaged: the log was copied to ${damagedPath}, and the pull resumes from the line before`,
        );
        return false;
      }
      this.#end = offset + line.length + 1;
      return true;
    }, signal);
    withPath(path, () => ftruncateSync(descriptor, this.#end));
  }
}

/** In hexadecimal. A disk or a program that flips a byte must not change the copy in silence. */
function checksumOf(key: string, text: Buffer): string {
  return crc32(text, crc32(key)).toString(16).padStart(8, "0");
}
