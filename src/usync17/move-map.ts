/** The decisions of a user about a move: what data types, types and properties become, or that they are left out, as CSV. */
import { UsageError } from "../errors.ts";
import { namedRows } from "../formats/read-csv.ts";
import type { Kind } from "../operations.ts";
import { csvLine } from "../text/csv.ts";
import { editorIn17 } from "./data-type-editors.ts";
import { TYPE_SUBJECTS } from "./move-report.ts";

/** What a row decides about. */
const SUBJECTS = ["data-type", "content-type", "media-type", "property"] as const;
type MapSubject = (typeof SUBJECTS)[number];

/** The columns that are read; others are for people. */
const COLUMNS = ["kind", "name", "becomes"] as const;
const NOTES = ["from", "nodes"] as const;

/** Instead of an editor or an alias: it is left out. */
const DROP = "drop";

/** @property where the row in the file @property name what it decides about */
type Decision = { becomes: string; where: string; name: string };

export class MoveMap {
  readonly #decisions: ReadonlyMap<string, Decision>;
  readonly #used = new Set<string>();

  /** @param decisions Default: none */
  constructor(decisions: ReadonlyMap<string, Decision> = new Map()) {
    this.#decisions = decisions;
  }

  /** Whether a data type is left out, with the properties that have it. */
  dropsDataType(name: string): boolean {
    return this.#becomes("data-type", name) === DROP;
  }

  /** The alias of the editor that a data type gets; `undefined` if the map does not say. */
  editorOf(name: string): string | undefined {
    return this.#kept("data-type", name);
  }

  /** The alias of the editor that a property gets; `undefined` if the map does not say. */
  editorOfProperty(type: string, property: string): string | undefined {
    return this.#kept("property", `${type}.${property}`);
  }

  dropsProperty(type: string, property: string): boolean {
    return this.#becomes("property", `${type}.${property}`) === DROP;
  }

  /** Whether a type is left out, with its nodes and elements. */
  dropsType(kind: Kind, alias: string): boolean {
    return this.#becomes(TYPE_SUBJECTS[kind], alias) === DROP;
  }

  /** The alias that a type gets. */
  aliasOf(kind: Kind, alias: string): string {
    return this.#kept(TYPE_SUBJECTS[kind], alias) ?? alias;
  }

  /** Rows that match nothing in the sites that were read, as `file:line: kind name`. */
  get unused(): readonly string[] {
    return [...this.#decisions].flatMap(([key, { where, name }]) =>
      this.#used.has(key) ? [] : [`${where}: ${name}`],
    );
  }

  /** What something becomes, if the map says it and does not leave it out. */
  #kept(subject: MapSubject, name: string): string | undefined {
    const becomes = this.#becomes(subject, name);
    return becomes === DROP ? undefined : becomes;
  }

  #becomes(subject: MapSubject, name: string): string | undefined {
    const key = `${subject} ${name.toLowerCase()}`;
    this.#used.add(key);
    return this.#decisions.get(key)?.becomes;
  }
}

/**
 * @param path the name of the file in messages
 * @throws UsageError for a row that cannot be read
 */
export function parseMoveMap(text: string, path: string): MoveMap {
  const decisions = new Map<string, Decision>();
  const rows = namedRows(text, COLUMNS, COLUMNS, path);
  if (rows === undefined) {
    const fault = /[^\s,;]/.test(text)
      ? `: the first row must name the columns ${COLUMNS.join(", ")}`
      : " is empty";
    throw new UsageError(`${path}${fault}: --map-stub prints a draft`);
  }
  for (const { cells, line } of rows) {
    const where = `${path}:${line}`;
    if (typeof cells === "string") throw new UsageError(`${where}: ${cells}`);
    const [kind, name, becomes] = COLUMNS.map((column) => cellText(cells[column]));
    const subject = SUBJECTS.find((each) => each === kind);
    if (!subject)
      throw new UsageError(`${where}: kind must be ${SUBJECTS.join(", ")}, not ${JSON.stringify(kind)}`);
    if (name === "") throw new UsageError(`${where}: has no name`);
    if (becomes === "") continue;
    const isOfEditors = subject === "data-type" || subject === "property";
    if (isOfEditors && becomes !== DROP && !isEditorOf17(becomes))
      throw new UsageError(
        `${where}: becomes must be drop or an editor of Umbraco 17 such as Umbraco.TextArea, not ${JSON.stringify(becomes)}`,
      );
    if (!isOfEditors && becomes !== DROP && !/^[A-Za-z]\w*$/.test(becomes))
      throw new UsageError(
        `${where}: becomes must be drop or an alias such as newsPage, not ${JSON.stringify(becomes)}`,
      );
    const key = `${subject} ${name.toLowerCase()}`;
    if (decisions.has(key))
      throw new UsageError(`${where}: ${subject} ${name} has a row already, ${decisions.get(key)?.where}`);
    decisions.set(key, { becomes, where, name: `${subject} ${name}` });
  }
  return new MoveMap(decisions);
}

/** A cell without the apostrophe that keeps spreadsheets from evaluating it. */
function cellText(cell = ""): string {
  return cell.trim().replace(/^'(?=[=+\-@])/, "");
}

/** The first line of a map. */
export const MAP_HEAD = csvLine([...COLUMNS, ...NOTES]);

/** A row of a map. @param from what it comes from @param nodes how many nodes a type has */
export function mapLine(
  subject: MapSubject,
  name: string,
  becomes: string,
  from = "",
  nodes: number | "" = "",
): string {
  return csvLine([subject, name, becomes, from, nodes]);
}

export function isEditorOf17(alias: string): boolean {
  return editorIn17(alias)?.alias === alias;
}
