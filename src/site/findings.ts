/** What is found while a data directory is read: errors, which stop it, and warnings, which do not. */
import { DataError } from "../errors.ts";
import { counted } from "../text/counted.ts";

/** The categories of warnings, with a description of each. */
export const WARNING_CATEGORIES = {
  editors: "properties whose editor is unknown",
  missing: "references to missing types, parents, files or parts of a pull",
  "left-out": "data that is not read: unpublished nodes and their descendants",
  damaged: "Git conflicts, text that is not UTF-8, duplicate keys",
  decided: "choices the format leaves open: derived ids and URLs, the folder",
} as const;

export type WarningCategory = keyof typeof WARNING_CATEGORIES;

type Topic = {
  readonly category: WarningCategory;
  /** The text of a count of such warnings. Default: each is printed in full. */
  readonly sum?: string;
  /**
   * Which results of commands other than `check`, `serve` and `pull` it concerns: all, since data is missing or other data may be
   * meant; or only that a node is not found, since nodes were left out. Default: none.
   */
  readonly concerns?: "all" | "not-found";
};

/** Every topic that a warning can have. */
const WARNING_TOPICS = {
  withoutEditor: {
    category: "editors",
    sum: "properties without an editor alias, which the API's .NET client drops",
  },
  noEditors: { category: "editors" },
  unusedEditors: { category: "editors", sum: "names in the file of --editors that nothing uses" },

  typesNamed: { category: "missing", sum: "types that are named and not there" },
  typesOfNodes: { category: "missing", sum: "nodes of types that are not there" },
  withoutParent: { category: "missing", sum: "nodes without their parent, left out", concerns: "not-found" },
  belowThese: { category: "missing", sum: "nodes below those, left out", concerns: "not-found" },
  incomplete: { category: "missing", sum: "nodes of which rows are missing, left out", concerns: "all" },
  levelsCut: { category: "missing", concerns: "all" },
  notPulled: { category: "missing", concerns: "all" },

  unpublished: { category: "left-out", sum: "unpublished nodes, left out", concerns: "not-found" },
  below: {
    category: "left-out",
    sum: "descendants of unpublished nodes, left out",
    concerns: "not-found",
  },
  segments: { category: "left-out", sum: "values of segments, not read" },
  symbolicLinks: { category: "left-out", sum: "symbolic links, not followed" },
  refusedFiles: { category: "left-out" },
  newerElsewhere: { category: "left-out", concerns: "all" },

  conflicts: { category: "damaged", sum: "values with an unresolved Git conflict" },
  skippedFiles: { category: "damaged", sum: "damaged files, skipped", concerns: "all" },
  notUtf8: { category: "damaged", sum: "nodes with text that is not UTF-8" },
  sameKey: {
    category: "damaged",
    sum: "files of a key that another file has too, left out",
    concerns: "not-found",
  },
  sameId: {
    category: "damaged",
    sum: "nodes of an id that another node has too, left out",
    concerns: "not-found",
  },
  sameTypeKey: { category: "damaged", sum: "types with the same key in several files, left out" },
  sameTypeAlias: { category: "damaged", sum: "types with the same alias in several files, left out" },
  noNodes: { category: "damaged", sum: "elements that are not nodes, left out", concerns: "not-found" },
  severalDefaults: { category: "damaged" },
  unreadSettings: { category: "damaged" },
  changedFile: { category: "damaged", concerns: "all" },
  notClosed: { category: "damaged", concerns: "all" },

  derivedIds: { category: "decided", sum: "ids derived from keys, as uSync writes none" },
  derivedKeys: { category: "decided" },
  derivedTypeKeys: { category: "decided" },
  derivedSegments: { category: "decided", sum: "nodes whose URL is derived from their names" },
  severalPublished: { category: "decided", sum: "nodes with several published versions" },
  severalCurrent: { category: "decided", sum: "nodes with several current versions" },
  replaced: { category: "decided", sum: "files that a version folder replaces" },
  oneOfSeveral: { category: "decided" },
  writtenByUsync: { category: "decided", concerns: "all" },
  inBin: { category: "decided", sum: "nodes in the recycle bin, left out", concerns: "not-found" },
  deleted: { category: "decided", sum: "deleted nodes, left out", concerns: "not-found" },
  blueprints: { category: "decided", sum: "blueprints, left out" },
  actions: { category: "decided", sum: "files that only say what was done, left out" },
} as const satisfies Readonly<Record<string, Topic>>;

export type WarningTopic = keyof typeof WARNING_TOPICS;

/** Whether a warning is about a file or a node that could not be read, or a node that was left out with one. */
export function isLoss(topic: WarningTopic): boolean {
  return ["skippedFiles", "withoutParent", "belowThese", "incomplete"].includes(topic);
}

/** Counts damaged files that were skipped, and nodes that were left out since data of them or of their parents is missing. */
export function countLosses(warnings: readonly Warning[]): { files: number; nodes: number } {
  const losses = { files: 0, nodes: 0 };
  for (const { topic, count = 1 } of warnings) {
    if (isLoss(topic)) losses[topic === "skippedFiles" ? "files" : "nodes"] += count;
  }
  return losses;
}

/** What `countLosses` counts, in words; empty if nothing is lost. */
export function lossesInWords(warnings: readonly Warning[]): string[] {
  const { files, nodes } = countLosses(warnings);
  return [
    ...(files === 0 ? [] : [`${counted(files, "damaged file is", "damaged files are")} skipped`]),
    ...(nodes === 0 ? [] : [`${counted(nodes, "node is", "nodes are")} left out`]),
  ];
}

/** The category, text and concern of a topic. */
export function aboutTopic(topic: WarningTopic): Topic {
  return WARNING_TOPICS[topic];
}

/** The most errors of one file that are printed in full. */
const MOST_ERRORS = 20;
/** The most warnings of one topic and file that are kept: there can be millions. */
export const MOST_WARNINGS = 1000;

/** A decision while reading, or a surprise: a warning never stops anything. */
export type Warning = {
  /** The file or files, relative to the data directory. */
  file: string;
  /** One sentence. */
  text: string;
  topic: WarningTopic;
  /** How many things it counts as. Default: 1. */
  count?: number;
  /** The number of warnings that this one represents, if those beyond a limit were not kept. Default: 1. */
  warnings?: number;
  /** The aliases of the missing types that cause it. */
  missingTypes?: readonly string[];
};

export class Findings {
  readonly warnings: Warning[] = [];
  /** What to do about the errors. Default: the errors say it. */
  remedy: string | undefined;
  /** The number of warnings of a file and topic, and the warning that counts the ones beyond the limit. */
  readonly #counts = new Map<string, { count: number; rest?: Warning }>();
  /** The first errors of each file, and the number of all. */
  readonly #errors = new Map<string, { lines: string[]; count: number }>();

  /**
   * @param file the file's name, relative to the data directory
   * @param location the location in the file, such as `:12`; empty for the whole file
   * @param reason a function is called only if the error is printed, since some reasons are slow to find
   */
  error(file: string, location: () => string, reason: string | (() => string)): void {
    const errors = this.#errors.get(file) ?? { lines: [], count: 0 };
    if (errors.count++ < MOST_ERRORS) {
      errors.lines.push(`${file}${location()}: ${typeof reason === "string" ? reason : reason()}`);
    }
    this.#errors.set(file, errors);
  }

  /** @param text a function is called only if the warning is kept */
  warn(
    file: string,
    text: string | (() => string),
    topic: WarningTopic,
    about: Pick<Warning, "count" | "missingTypes"> = {},
  ): void {
    const noted = this.#counts.get(`${topic} ${file}`) ?? { count: 0 };
    this.#counts.set(`${topic} ${file}`, noted);
    if (noted.count++ >= MOST_WARNINGS) {
      this.#warnMore(file, topic, noted, about.count);
      return;
    }
    this.warnings.push({ file, text: typeof text === "string" ? text : text(), topic, count: 1, ...about });
  }

  #warnMore(file: string, topic: WarningTopic, noted: { count: number; rest?: Warning }, count = 1): void {
    if (noted.rest === undefined) {
      noted.rest = { file, text: "", topic, count: 0, warnings: 0 };
      this.warnings.push(noted.rest);
    }
    noted.rest.count = (noted.rest.count ?? 0) + count;
    noted.rest.warnings = noted.count - MOST_WARNINGS;
    noted.rest.text = `and ${noted.rest.warnings} more of that kind`;
  }

  get errorCount(): number {
    let count = 0;
    for (const errors of this.#errors.values()) count += errors.count;
    return count;
  }

  /** One line per error: the first ones of every file, then the number of the others. */
  errorLines(): string[] {
    return [...this.#errors].flatMap(([file, { lines, count }]) =>
      count > lines.length ? [...lines, `${file}: and ${count - lines.length} more`] : lines,
    );
  }

  /** Throws a DataError with all errors, if there are any. */
  throwErrors(directory: string): void {
    if (this.#errors.size === 0) return;
    const remedy = this.remedy === undefined ? "" : `; ${this.remedy}`;
    const headline = `${directory} does not load: ${counted(this.errorCount, "error")}${remedy}`;
    throw new DataError(headline, { findings: this.errorLines() });
  }
}

/** Findings in which an error is a warning that its file is skipped: for `--skip-damaged`. */
export class SkippedFiles extends Findings {
  readonly #findings: Findings;

  /** @param findings get the warnings */
  constructor(findings: Findings) {
    super();
    this.#findings = findings;
  }

  override error(file: string, location: () => string, reason: string | (() => string)): void {
    const text = () => `is damaged, and skipped: ${typeof reason === "string" ? reason : reason()}`;
    this.#findings.warn(`${file}${location()}`, text, "skippedFiles");
  }

  override warn(
    file: string,
    text: string | (() => string),
    topic: WarningTopic,
    about: Pick<Warning, "count" | "missingTypes"> = {},
  ): void {
    this.#findings.warn(file, text, topic, about);
  }
}

/** A warning, or several that are combined into one. */
type PrintedWarning = Pick<Warning, "file" | "text">;

/** More warnings of one topic than this are combined. */
const MOST_ALIKE = 3;

/**
 * Combines the warnings that one missing type causes, with the type and the numbers, and many warnings of one topic.
 * @returns in the order of the first warning of each
 */
export function sumUp(warnings: readonly Warning[]): PrintedWarning[] {
  const groups = new Map<string, { type: string | undefined; warnings: Warning[] }>();
  const costs = countBy(warnings, ({ missingTypes = [] }) => missingTypes);
  const alike = countBy(warnings, ({ topic }) => [topic]);
  for (const [index, warning] of warnings.entries()) {
    const types = warning.missingTypes?.filter((type) => (costs.get(type) ?? 0) > 1) ?? [];
    const isMany =
      aboutTopic(warning.topic).sum !== undefined && (alike.get(warning.topic) ?? 0) > MOST_ALIKE;
    const causes =
      types.length > 0 ? types.map((type) => `type ${type}`) : [isMany ? warning.topic : `${index}`];
    causes.forEach((cause, at) => {
      const group = groups.get(cause);
      if (group) group.warnings.push(warning);
      else groups.set(cause, { type: types[at], warnings: [warning] });
    });
  }
  return [...groups.values()].map(({ type, warnings }) =>
    type === undefined ? alikeWarning(warnings) : missingTypeWarning(type, warnings),
  );
}

/** The number of warnings, including warnings that were not kept. */
export function countWarnings(warnings: readonly Warning[]): number {
  return warnings.reduce((sum, { warnings: own = 1 }) => sum + own, 0);
}

/** The number of warnings of each category that has any, the highest first. */
export function countCategories(warnings: readonly Warning[]): [category: WarningCategory, count: number][] {
  const counts = countBy(warnings, ({ topic }) => [aboutTopic(topic).category]);
  return [...counts].sort(([, a], [, b]) => b - a);
}

/** Counts of warnings by their texts, the highest first, without topics that are printed in full. */
export function countTopics(warnings: readonly Warning[]): [sum: string, count: number][] {
  const sums = new Map<string, number>();
  for (const { topic, count = 1 } of warnings) {
    const { sum } = aboutTopic(topic);
    if (sum !== undefined) sums.set(sum, (sums.get(sum) ?? 0) + count);
  }
  return [...sums].sort(([, a], [, b]) => b - a);
}

function countBy<T>(
  warnings: readonly Warning[],
  namesOf: (warning: Warning) => readonly T[],
): Map<T, number> {
  const counts = new Map<T, number>();
  for (const warning of warnings) {
    for (const name of namesOf(warning)) counts.set(name, (counts.get(name) ?? 0) + (warning.warnings ?? 1));
  }
  return counts;
}

function alikeWarning(warnings: readonly Warning[]): PrintedWarning {
  const [first] = warnings;
  const others = warnings.length === 1 ? 0 : countWarnings(warnings) - 1;
  const more = others === 0 ? "" : ` (and ${others} more)`;
  return { file: first.file, text: first.text + more };
}

function missingTypeWarning(type: string, warnings: readonly Warning[]): PrintedWarning {
  const of = (wanted: WarningTopic) => warnings.filter(({ topic }) => topic === wanted);
  const nodes = of("typesOfNodes").reduce((sum, { count = 1 }) => sum + count, 0);
  const costs = [
    [of("typesNamed").length, "type names it", "types name it"],
    [nodes, "node has it", "nodes have it"],
    [
      of("withoutEditor").length,
      "node has properties without an editor",
      "nodes have properties without an editor",
    ],
  ] as const;
  const effects = costs.flatMap(([count, one, many]) => (count > 0 ? [counted(count, one, many)] : []));
  return {
    // Several files of a kind have their folder in common.
    file: (of("typesNamed")[0] ?? warnings[0]).file.split("/", 1)[0],
    text: `the type ${type} is not there: ${effects.join(", ")}`,
  };
}

/** Warns if nodes have no key, and got one derived from their id. */
export function warnOfDerivedKeys(count: number, file: string, findings: Findings): void {
  if (count === 0) return;
  const text =
    count === 1
      ? "1 node has no key: its own is derived from its id"
      : `${count} nodes have no key: theirs are derived from their ids`;
  findings.warn(file, text, "derivedKeys");
}

/** Returns a function that warns about a missing type that a definition refers to. */
export function warnOfMissingTypes(findings: Findings) {
  return ({ file }: { file: string }, { alias }: { alias: string }) =>
    findings.warn(file, `names the type ${alias}, which is not there`, "typesNamed", {
      missingTypes: [alias],
    });
}
