/** The report of a move to uSync 17: what is not carried over or changes in kind, types first, then values. */
import type { DecodingProblem } from "../decode/decoding.ts";
import type { ReportLine } from "../decode/report.ts";
import type { Kind } from "../operations.ts";
import { entryIn } from "../site/map-entries.ts";
import type { Key } from "../site/tree/key.ts";
import { counted } from "../text/counted.ts";
import { shortened } from "../text/visible-text.ts";

type Meaning = readonly [counted: string, advice: string];

/**
 * What problems mean to the person who imports: how the summary counts them, and what to do about a line. First those of the
 * decoder, then what changes in kind, and what is left behind.
 */
const MEANINGS = {
  "unknown-editor": [
    "values of an unknown editor are kept as they are stored",
    "install the editor's package, or name another editor with --map",
  ],
  "no-editor": [
    "properties of written types have no editor in the data: their values decide",
    "--editors or --map can name another",
  ],
  "dead-reference": [
    "references lead to a node that is missing or not published",
    "pick another node after the import",
  ],
  "other-language": ["references lead to a page that only other languages have", "nothing is lost"],
  "unresolved-id": [
    "ids that the data cannot resolve stay as they are stored",
    "set the reference after the import",
  ],
  "malformed-value": ["values do not have the form of their editor", "compare the value after the import"],
  "missing-type": ["elements have a type that the data lacks", "compare the value after the import"],
  "hidden-block": ["blocks that no visitor sees are left out", "nothing is lost for visitors"],
  "unplaced-block": ["blocks that no layout places are left out", "nothing is lost for visitors"],
  "missing-file": ["media files are missing", "copy the file by hand"],
  "same-url": ["pages have the URL of another", "rename one of them"],
  skipped: [
    "damaged files of the data are skipped, or nodes are left out with them",
    "mend the data, and write the folder again",
  ],
  "editor-replaced": ["editors are replaced", "check one of its values after the import"],
  "editor-unknown": [
    "editors are not known in Umbraco 17",
    "name another editor with --map, or install its package",
  ],
  "setting-dropped": ["settings of data types are left out", "set them by hand if they are needed"],
  "type-made": ["types are made of values", "check their properties before the import"],
  "type-changed": ["types are changed", "check the type after the import"],
  loosened: [
    "properties ask less of values, so that published pages are published",
    "tighten them when the pages are mended",
  ],
  "duplicate-property": ["properties are left out, since their type inherits them", "nothing is to be done"],
  renamed: ["names and aliases are changed", "change code that has the old one"],
  "reserved-alias": [
    "types have an alias that the back office does not save",
    "rename the property before you change the type",
  ],
  "unknown-property": [
    "values are left out, since their type has no such property",
    "add the property to the old type, or enter the value after the import",
  ],
  "not-encoded": ["values or parts of values are left out", "enter it after the import if it is needed"],
  macro: ["macros become blocks", "write a view for the block"],
  "not-carried-over": ["parts of the site are not carried over", "set it up by hand if it is needed"],
  assumed: ["guesses are written, since the data does not say", "check it before the import"],
} satisfies Record<DecodingProblem, Meaning> & Record<string, Meaning>;
export type MoveProblem = keyof typeof MEANINGS;
export const MOVE_PROBLEMS = Object.keys(MEANINGS) as MoveProblem[];

/** How the summary counts the lines of a problem. */
export function problemWords(problem: MoveProblem): string {
  return MEANINGS[problem][0];
}

/** What lines call types, by the kind of their nodes. */
export const TYPE_SUBJECTS = { content: "content-type", media: "media-type" } as const;

/** What a line about a part of the site is about. */
export type Subject =
  | "site"
  | "language"
  | "data-type"
  | "content-type"
  | "media-type"
  | "template"
  | "dictionary"
  | "domain"
  | "file";

/** A line about a type, or another part of the site. */
export type SubjectLine = {
  kind: Subject;
  name: string;
  problem: MoveProblem;
  /** What happens, without what is to be done about it. */
  what: string;
};

/** A node as people find it: its name, and the names of its ancestors and its own with slashes. */
export type NodePlace = { name: string; path: string };

/** A line about a node or one of its values. */
type MoveLine = Omit<ReportLine, "problem"> & { problem: MoveProblem };

/** Collects lines; values may come before all types are known. */
export class MoveReport {
  readonly #subjects = new Map<string, SubjectLine>();
  readonly #nodes: MoveLine[] = [];
  readonly #missingMedia: Omit<MoveLine, "problem">[] = [];
  /** Lines by problem. */
  readonly counts = new Map<MoveProblem, number>();

  /** Adds a line about a part of the site; one that is there already is not added again. @param what a clause without JSON */
  about(kind: Subject, name: string, problem: MoveProblem, what: string): void {
    const line = { kind, name, problem, what };
    entryIn(this.#subjects, JSON.stringify(line), () => {
      this.#count(problem);
      return line;
    });
  }

  /** Adds a line about a node. */
  node(kind: Kind, id: Key, problem: MoveProblem, what: string): void {
    this.value({ kind, id, language: null, property: null, pointer: "", problem, text: what });
  }

  /** Adds a line about a value. @param line its `text` is a clause without JSON */
  value(line: MoveLine): void {
    this.#count(line.problem);
    this.#nodes.push(line);
  }

  /** Adds what the decoder reports: its text is what is stored. */
  decoded(line: ReportLine): void {
    const stored = /^[\s"]*[[{<]/.test(line.text) ? undefined : shortened(line.text, SHOWN_LENGTH);
    this.value({ ...line, text: DECODED[line.problem](stored === undefined ? "its value" : `"${stored}"`) });
  }

  /** Adds a line about media, picked or in a text, that a source without media does not have. */
  missingMedia(line: Omit<MoveLine, "problem">): void {
    this.decoded({ ...line, problem: "dead-reference" });
    this.#missingMedia.push(line);
  }

  /** Adds a line that sums up what `missingMedia` has added. */
  sumMissingMedia(): void {
    const count = this.#missingMedia.length;
    if (count === 0) return;
    const pages = new Set(this.#missingMedia.map(({ id }) => id)).size;
    const what = `${counted(count, "image")} on ${counted(pages, "page")}: the source has no media`;
    this.about("site", "media", "not-carried-over", what);
  }

  /** Lines about parts of the site, then those about nodes, with their names and paths. */
  *lines(placeOf: (kind: Kind, key: Key) => NodePlace | undefined): Generator<object, void> {
    for (const { what, ...line } of this.#subjects.values())
      yield { ...line, text: `${what}; ${MEANINGS[line.problem][1]}` };
    for (const { kind, id, text, ...line } of this.#nodes) {
      const place = kind === null || id === null ? undefined : placeOf(kind, id);
      const advised = `${text}; ${MEANINGS[line.problem][1]}`;
      yield { kind, id, name: place?.name ?? null, path: place?.path ?? null, ...line, text: advised };
    }
  }

  /** The lines about parts of the site. */
  get subjects(): readonly SubjectLine[] {
    return [...this.#subjects.values()];
  }

  #count(problem: MoveProblem): void {
    this.counts.set(problem, (this.counts.get(problem) ?? 0) + 1);
  }
}

/** How much of a stored text a line shows. */
const SHOWN_LENGTH = 80;

/** What the problems of the decoder say of what is stored. */
const DECODED: Readonly<Record<ReportLine["problem"], (stored: string) => string>> = {
  "unknown-editor": (editor) => `has the editor ${editor}, which nothing here can read`,
  "no-editor": (property) => `the data names no editor of ${property}`,
  "dead-reference": (reference) => `refers with ${reference} to a node that is missing or not published`,
  "other-language": (reference) => `refers with ${reference} to a page of other languages`,
  "unresolved-id": (id) => `has the id ${id}, and the data does not have its node`,
  "malformed-value": (value) => `${value} does not have the form of its editor`,
  "missing-type": (type) => `the data lacks ${type}, a type of elements or one of its properties`,
  "hidden-block": (block) => `a block is not exposed in this language, ${block}`,
  "unplaced-block": (block) => `a block has no place in the layout, ${block}`,
  "missing-file": (file) => `the file ${file} is missing`,
  "same-url": (url) => `another page has the URL ${url}`,
  skipped: (file) => `a file of the data is skipped, ${file}`,
};
