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
/** Copying a large file over another can be stopped for so long by what else a machine does. */
const YOUNG_MILLISECONDS = 2000;

export class DatabaseFiles {
  readonly main: ReadOnlyFile;
  /** The write-ahead log, which may be missing, and may be empty. */
  readonly log: ReadOnlyFile | undefined;
  readonly logged: WriteAheadLog;
  /** The file that tells of a transaction which is not whole, where there is one. */
  readonly journal: string | undefined;
  /** Of the state in which they were opened: another where something was written. */
  readonly stamp: string;

  /** @throws the error of the file system where a file that is there cannot be read */
  constructor(path: string) {
    this.main = new ReadOnlyFile(path);
    try {
      this.journal = openJournal(path + JOURNAL_ENDING);
      this.log = ReadOnlyFile.ifThere(path + LOG_ENDING);
      this.stamp = this.#stampNow();
      this.logged = readWriteAheadLog(this.log);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Whether nothing was written since the files were opened. What was written just now is not known yet: then it says no. */
  isCurrent(): boolean {
    const { path } = this.main;
    if (this.#stampNow() !== this.stamp || openJournal(path + JOURNAL_ENDING) !== this.journal) return false;
    if (this.#isYounger(COARSEST_MILLISECONDS)) return false;
    return readWriteAheadLog(this.log).end === this.logged.end;
  }

  /** Whether they were written to so short a while ago that whoever writes may not be done. */
  isYoung(): boolean {
    return this.#isYounger(YOUNG_MILLISECONDS);
  }

  #isYounger(milliseconds: number): boolean {
    return [this.main.path, this.main.path + LOG_ENDING].some((path) => {
      const age = ageOf(path);
      // A clock that is ahead tells nothing.
      return age >= 0 && age < milliseconds;
    });
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

/** How long ago a file was written, in milliseconds. */
function ageOf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? Date.now() - found.mtimeMs : Number.POSITIVE_INFINITY;
}

function firstBytes(file: ReadOnlyFile, length: number): string {
  const bytes = Buffer.alloc(length);
  return bytes.toString("hex", 0, file.read(bytes, 0));
}
