/** The report of a move to uSync 17: what is not carried over or changes in kind, types first, then values. */
import { PROBLEMS } from "../decode/decoding.ts";
import type { ReportLine } from "../decode/report.ts";
import { entryIn } from "../site/map-entries.ts";

/** What changes in kind, and what is left behind. */
export const MOVE_PROBLEMS = [
  ...PROBLEMS,
  /** The data type has another editor, which stores other values. */
  "editor-replaced",
  /** Umbraco 17 has no such editor: values are kept as text. */
  "editor-unknown",
  /** The data type's new editor has no such setting. */
  "setting-dropped",
  /** The data has no such type: it is made of the values of nodes and elements. */
  "type-made",
  /** The type of the data is changed, since Umbraco 17 could not use it. */
  "type-changed",
  /** The type asks less of values than before, so that published pages are published. */
  "loosened",
  /** A property that its type inherits, too. */
  "duplicate-property",
  /** Two things have one name or key, or the name cannot be used. */
  "renamed",
  /** Umbraco 17 reserves the alias. */
  "reserved-alias",
  /** The type has no such property. */
  "unknown-property",
  /** The value has no form in the new editor. */
  "not-encoded",
  /** A macro becomes a block, whose view is to be written. */
  "macro",
  /** A part of the site that a folder of uSync cannot hold, or that is not written. */
  "not-carried-over",
  /** What the folder leaves to guesswork. */
  "assumed",
] as const;
export type MoveProblem = (typeof MOVE_PROBLEMS)[number];

/** What the problems of a move mean to the one who decides about it; editors are counted by their names. */
export const PROBLEM_WORDS: Partial<Record<MoveProblem, string>> = {
  "setting-dropped": "a data type loses settings",
  "type-made": "a type is made of values",
  "type-changed": "a type is changed",
  loosened: "a type asks less of values, so that published pages are published",
  "duplicate-property": "a property is left out, since its type inherits it",
  renamed: "a name or an alias is changed",
  "reserved-alias": "the back office does not save a type with this alias",
  "unknown-property": "a value is left out, since its type has no such property",
  "not-encoded": "a value or a part of it is left out",
  macro: "a macro becomes a block",
  "not-carried-over": "a part of the site is not carried over",
  assumed: "the data does not say, and a guess is written",
  "dead-reference": "a reference leads to nothing and is left out",
};

/** What lines call types, by the kind of their nodes. */
export const TYPE_SUBJECTS = { content: "content-type", media: "media-type" } as const;

/** What a line about something else than a value is about. */
export type Subject =
  | "site"
  | "language"
  | "data-type"
  | "content-type"
  | "media-type"
  | "template"
  | "dictionary"
  | "domain"
  | "content"
  | "media"
  | "file";

/** A line about a type, or another part of the site. */
export type SubjectLine = { kind: Subject; name: string; problem: MoveProblem; text: string };

/** A line about a value, as in the report of `export`. */
type ValueLine = Omit<ReportLine, "problem"> & { problem: MoveProblem };

/** Collects lines; values may come before all types are known. */
export class MoveReport {
  readonly #subjects = new Map<string, SubjectLine>();
  readonly #values: ValueLine[] = [];
  /** Lines by problem. */
  readonly counts = new Map<MoveProblem, number>();

  /** Adds a line; one that is there already is not added again. */
  about(kind: Subject, name: string, problem: MoveProblem, text: string): void {
    const line = { kind, name, problem, text };
    entryIn(this.#subjects, JSON.stringify(line), () => {
      this.#count(problem);
      return line;
    });
  }

  value(line: ValueLine): void {
    this.#count(line.problem);
    this.#values.push(line);
  }

  /** Lines about types, in the order of subjects, then those about values. */
  *lines(): Generator<SubjectLine | ValueLine, void> {
    yield* this.#subjects.values();
    yield* this.#values;
  }

  #count(problem: MoveProblem): void {
    this.counts.set(problem, (this.counts.get(problem) ?? 0) + 1);
  }
}
