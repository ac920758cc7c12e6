/** The files of a SQLite database, opened for reading alone, and whether they stay as they are. */
import { statSync } from "node:fs";
import { MAIN_HEADER_BYTES } from "./main-header.ts";
import { ReadOnlyFile } from "./read-only-file.ts";
import { LOG_HEADER_BYTES, readWriteAheadLog, type WriteAheadLog } from "./write-ahead-log.ts";

/** How the names of the files beside the main one end. */
const LOG_ENDING = "-wal";
const JOURNAL_ENDING = "-journal";
/** What a rollback journal begins with while a transaction is under way, and after one was cut off. */
const JOURNAL_MAGIC = "d9d505f920a163d7";
/** File systems tell times in steps of up to so many milliseconds. */
const COARSEST_MILLISECONDS = 20;

export class DatabaseFiles {
  readonly main: ReadOnlyFile;
  /** The write-ahead log, which may be missing, and may be empty. */
  readonly log: ReadOnlyFile | undefined;
  readonly logged: WriteAheadLog;
  /** The file that tells of a transaction which is not whole, where there is one. */
  readonly journal: string | undefined;
  readonly #stamp: string;

  /** @throws the error of the file system where a file that is there cannot be read */
  constructor(path: string) {
    this.main = new ReadOnlyFile(path);
    try {
      this.journal = openJournal(path + JOURNAL_ENDING);
      this.log = ReadOnlyFile.ifThere(path + LOG_ENDING);
      this.#stamp = this.#stampNow();
      this.logged = readWriteAheadLog(this.log);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Whether nothing was written since the files were opened. What was written just now is not known yet: then it says no. */
  isCurrent(): boolean {
    const { path } = this.main;
    if (this.#stampNow() !== this.#stamp || openJournal(path + JOURNAL_ENDING) !== this.journal) return false;
    if (isFresh(path) || isFresh(path + LOG_ENDING)) return false;
    return readWriteAheadLog(this.log).end === this.logged.end;
  }

  close(): void {
    this.main.close();
    this.log?.close();
  }

  /** Sizes and times, and, since times may be coarse or late, the bytes that change with transactions. */
  #stampNow(): string {
    const { path } = this.main;
    return [
      stampOf(path),
      stampOf(path + LOG_ENDING),
      firstBytes(this.main, MAIN_HEADER_BYTES),
      this.log ? firstBytes(this.log, LOG_HEADER_BYTES) : "",
    ].join("\n");
  }
}

/** @returns the path, where the journal is in use: once it is not, it is empty, or begins with zeros */
function openJournal(path: string): string | undefined {
  const journal = ReadOnlyFile.ifThere(path);
  const isInUse = journal && firstBytes(journal, JOURNAL_MAGIC.length / 2) === JOURNAL_MAGIC;
  journal?.close();
  return isInUse ? path : undefined;
}

function stampOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.ino} ${found.size} ${found.mtimeNs}` : "missing";
}

/** Whether a file was written so short a while ago that another write may have left its time as it is. */
function isFresh(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  const age = found ? Date.now() - found.mtimeMs : Number.POSITIVE_INFINITY;
  // A clock that is ahead tells nothing.
  return age >= 0 && age < COARSEST_MILLISECONDS;
}

function firstBytes(file: ReadOnlyFile, length: number): string {
  const bytes = Buffer.alloc(length);
  return bytes.toString("hex", 0, file.read(bytes, 0));
}
