/** The response log: the append-only file that a pull resumes from. */
import { constants, copyFileSync, ftruncateSync, writeSync } from "node:fs";
import { RandomAccessFile, type TextSpan } from "../copy/random-access-file.ts";
import { withPath } from "../errors.ts";

const TAB = 0x09;
const LINE_FEED = 0x0a;
const SPACE = 0x20;
const LINE_END = Buffer.of(LINE_FEED);

type OpenOptions = {
  /** Aborts the reading; its reason is then thrown. */
  signal?: AbortSignal;
  /** Called with a warning if a damaged log was set aside. */
  onDamage?: (text: string) => void;
};

/** Takes an entry that was read back. @returns false if it is damaged */
type Take = (key: string, text: Buffer, span: TextSpan) => boolean;

/**
 * A file of lines: a key, a tab, a text. Each is written before `append` returns, so `kill -9` costs only the requests in
 * flight. A line that was cut (by a power failure, a full disk) is removed when the log is opened.
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

  /** Opens the log, or creates it. If a line is damaged, a copy of the whole log is set aside, and the lines before it are used. */
  static async open(path: string, take: Take, options: OpenOptions = {}): Promise<ResponseLog> {
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
    const head = Buffer.from(`${key}\t`);
    const line = Buffer.concat([head, typeof text === "string" ? Buffer.from(text) : text, LINE_END]);
    const start = head.length;
    for (let at = line.indexOf(LINE_FEED, start); at < line.length - 1; at = line.indexOf(LINE_FEED, at)) {
      line[at] = SPACE;
    }
    const { path, descriptor } = this.#file;
    for (let written = 0; written < line.length; ) {
      written += withPath(path, () =>
        writeSync(descriptor, line, written, line.length - written, this.#end + written),
      );
    }
    const offset = this.#end + start;
    this.#end += line.length;
    return { offset, length: line.length - start - 1 };
  }

  /** @returns bytes that the next read overwrites */
  read(span: TextSpan): Buffer {
    return this.#file.read(span);
  }

  /** Closing again does nothing. */
  close(): void {
    this.#file.close();
  }

  async #readBack(take: Take, { signal, onDamage }: OpenOptions): Promise<void> {
    const { path, descriptor } = this.#file;
    let number = 0;
    await this.#file.readLines((line, offset) => {
      number++;
      const tab = line.indexOf(TAB);
      const span = { offset: offset + tab + 1, length: line.length - tab - 1 };
      if (tab < 0 || !take(line.toString("latin1", 0, tab), line.subarray(tab + 1), span)) {
        const aside = `${path}.damaged`;
        copyFileSync(path, aside);
        onDamage?.(
          `line ${number} of ${path} is damaged: the log was copied to ${aside}, and the pull resumes from the line before`,
        );
        return false;
      }
      this.#end = offset + line.length + 1;
      return true;
    }, signal);
    withPath(path, () => ftruncateSync(descriptor, this.#end));
  }
}
