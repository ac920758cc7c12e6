/** What is found while a data directory is read: errors, which stop it, and notes, which do not. */

import { DataError } from "../errors.ts";
import { counted } from "../text/counted.ts";
import type { NoteTopic } from "./note-topics.ts";

/** How many errors of one file are told in full. */
const ERRORS_TOLD = 20;
/** How many notes of one topic, of one file: there can be millions. */
const NOTES_TOLD = 1000;

/** Something that was decided while reading, or that may surprise. */
export type Note = {
  /** The file or files it is about, relative to the data directory. */
  file: string;
  /** One sentence. */
  text: string;
  topic: NoteTopic;
  /** How many things it speaks of, for the sum. Default 1. */
  count?: number;
  /** The aliases of types that are not there, where it comes of that. */
  missingTypes?: readonly string[];
};

export class Findings {
  readonly notes: Note[] = [];
  /** How many notes there are of a file and topic, and the one that stands for those behind the first. */
  readonly #noted = new Map<string, { count: number; rest?: Note }>();
  /** For each file, the first errors, and how many there are in all. */
  readonly #errors = new Map<string, { told: string[]; count: number }>();

  /**
   * @param file the file's name, relative to the data directory
   * @param place where in the file, such as `:12`; empty for the file as a whole
   * @param reason functions are called only where the error is told: a reason can take as long to find as the tree is deep
   */
  error(file: string, place: () => string, reason: string | (() => string)): void {
    const errors = this.#errors.get(file) ?? { told: [], count: 0 };
    if (errors.count++ < ERRORS_TOLD) {
      errors.told.push(`${file}${place()}: ${typeof reason === "string" ? reason : reason()}`);
    }
    this.#errors.set(file, errors);
  }

  /** @param text functions are called only where the note is told */
  note(
    file: string,
    text: string | (() => string),
    topic: NoteTopic,
    about: Pick<Note, "count" | "missingTypes"> = {},
  ): void {
    const noted = this.#noted.get(`${topic} ${file}`) ?? { count: 0 };
    this.#noted.set(`${topic} ${file}`, noted);
    if (noted.count++ >= NOTES_TOLD) {
      this.#noteMore(file, topic, noted, about.count);
      return;
    }
    this.notes.push({ file, text: typeof text === "string" ? text : text(), topic, count: 1, ...about });
  }

  #noteMore(file: string, topic: NoteTopic, noted: { count: number; rest?: Note }, count = 1): void {
    if (noted.rest === undefined) {
      noted.rest = { file, text: "", topic, count: 0 };
      this.notes.push(noted.rest);
    }
    noted.rest.count = (noted.rest.count ?? 0) + count;
    noted.rest.text = `and ${noted.count - NOTES_TOLD} more of that kind`;
  }

  get errorCount(): number {
    let count = 0;
    for (const errors of this.#errors.values()) count += errors.count;
    return count;
  }

  /** The errors, a line each: of every file the first ones, then how many more there are. */
  errorLines(): string[] {
    return [...this.#errors].flatMap(([file, { told, count }]) =>
      count > told.length ? [...told, `${file}: and ${count - told.length} more`] : told,
    );
  }

  /** Throws a DataError that tells all errors, if there are any. */
  throwErrors(directory: string): void {
    if (this.#errors.size === 0) return;
    const findings = this.errorLines();
    const errors = [counted(this.errorCount, "error"), ...findings].join("\n  ");
    throw new DataError(`${directory} does not load: ${errors}`, { findings });
  }
}
