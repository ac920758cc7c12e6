/** What is found while a data directory is read: errors, which stop it, and notes, which do not. */
import { DataError } from "../errors.ts";
import { aboutTopic, type NoteTopic } from "./note-topics.ts";

/** How many errors of one file are told in full. */
const ERRORS_TOLD = 20;

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

  note(file: string, text: string, topic: NoteTopic, about: Pick<Note, "count" | "missingTypes"> = {}): void {
    this.notes.push({ file, text, topic, count: 1, ...about });
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
    const count = this.errorCount;
    if (count === 0) return;
    const findings = this.errorLines();
    const lines = findings.map((line) => `\n  ${line}`);
    throw new DataError(
      `${directory} does not load: ${count} ${count === 1 ? "error" : "errors"}${lines.join("")}`,
      { findings },
    );
  }
}

/** What notes are summed up as, and how many things they speak of, the most first; those that are told whole are left out. */
export function countTopics(notes: readonly Note[]): [sum: string, count: number][] {
  const sums = new Map<string, number>();
  for (const { topic, count = 1 } of notes) {
    const { sum } = aboutTopic(topic);
    if (sum !== undefined) sums.set(sum, (sums.get(sum) ?? 0) + count);
  }
  return [...sums].sort(([, a], [, b]) => b - a);
}
