/** The summary of an audit: its first screen, what is wrong, and what needs a decision, each as a number and a sentence. */
import { countIn } from "../../site/map-entries.ts";
import { editorFor } from "../../site/values/editors.ts";
import { type counted, inWords } from "../../text/counted.ts";
import type { EditorNumbers, SiteNumbers, TypeNumbers } from "./audit-overview.ts";
import {
  type AuditFinding,
  type AuditRow,
  type AuditSection,
  type AuditSectionName,
  FINDING_SECTIONS,
} from "./audit-section.ts";

/** A number and the rest of its sentence: `45` and `references on 20 pages lead nowhere`. */
export type SummaryLine = {
  count: number;
  text: string;
  /** The section whose rows are counted, if there is one. */
  section?: AuditSectionName;
  /** Set if all rows of one finding are counted. */
  finding?: AuditFinding;
};

/** Each list in the order in which people want to read it; lines that count nothing are left out. */
export type AuditSummary = {
  site: SiteNumbers;
  /** Pages by type, the most frequent first. */
  types: TypeNumbers[];
  /** What becomes of the editors in Umbraco 17, the most frequent first. */
  editors: EditorNumbers[];
  wrong: SummaryLine[];
  decisions: SummaryLine[];
  /** A sentence that names what was checked. Absent if anything is wrong. */
  nothingWrong?: string;
  /** Sentences about what could not be checked. */
  unchecked: string[];
};

/** The first screen, and what is not known of a copy, if the site is one. */
type SiteFacts = Pick<AuditSummary, "site" | "types" | "editors"> & { copyLimits: string | undefined };

type Rows = readonly AuditRow[];

/** `1 node`, `1,234 nodes`: as `counted`, with the digits that the reader is used to. */
type Say = typeof counted;

function sayerOf(inDigits: (count: number) => string): Say {
  return (count, one, many = `${one}s`) => `${inDigits(count)} ${count === 1 ? one : many}`;
}

/** What to do about a finding, and its sentence. */
type FindingText = {
  isWrong: boolean;
  line: (rows: Rows, say: Say) => { count: number; text: string };
};

/** A finding each of whose rows counts once. */
function countedRows(isWrong: boolean, one: string, many: string): FindingText {
  return { isWrong, line: ({ length: count }) => ({ count, text: count === 1 ? one : many }) };
}

/** A finding of references: they are counted, and the nodes that have them. */
function countedReferences(isWrong: boolean, one: string, many: string): FindingText {
  return {
    isWrong,
    line: (rows, say) => {
      const count = sumOfColumn(rows, "count");
      const [noun, rest] = count === 1 ? ["reference", one] : ["references", many];
      return { count, text: `${noun} on ${nodesOf(rows, say)} ${rest}` };
    },
  };
}

const FINDINGS: Readonly<Record<AuditFinding, FindingText>> = {
  "dead-reference": countedReferences(true, "leads nowhere", "lead nowhere"),
  "missing-file": countedRows(true, "media file is missing", "media files are missing"),
  "duplicate-url": countedRows(true, "URL belongs to several pages", "URLs belong to several pages each"),
  secret: {
    isWrong: true,
    line: (rows) => {
      const inner = rows.filter(({ cells }) => cells.inside !== undefined).length;
      const [one, many] =
        inner === 0
          ? ["property looks like a secret and has values", "properties look like secrets and have values"]
          : inner === rows.length
            ? ["property has secrets inside its values", "properties have secrets inside their values"]
            : ["", "properties look like secrets, or have secrets inside their values"];
      return { count: rows.length, text: rows.length === 1 ? one : many };
    },
  },
  "conflict-marker": countedRows(true, "value contains a conflict marker", "values contain conflict markers"),
  "control-character": countedRows(
    true,
    "value contains a control character",
    "values contain control characters",
  ),
  "broken-encoding": countedRows(
    true,
    "value contains text in a broken encoding",
    "values contain text in a broken encoding",
  ),
  "unpublished-reference": countedReferences(
    false,
    "leads to a page that is not published",
    "lead to pages that are not published",
  ),
  leftover: {
    isWrong: false,
    line: (rows, say) => {
      const kinds = distinctItems(rows.map(({ cells }) => String(cells.leftover)));
      const properties = new Set(rows.map(({ owner, cells }) => JSON.stringify([owner, cells.property])));
      const count = sumOfColumn(rows, "count");
      return {
        count,
        text: `${count === 1 ? "leftover" : "leftovers"} of older versions (${kinds.join(", ")}) in ${say(properties.size, "property", "properties")}`,
      };
    },
  },
  "unused-media": countedRows(false, "media node is used nowhere", "media nodes are used nowhere"),
  "orphaned-file": countedRows(false, "file belongs to no media node", "files belong to no media node"),
  "unlisted-file": countedRows(
    false,
    "file that values name belongs to no media node",
    "files that values name belong to no media node",
  ),
  "shared-file": countedRows(
    false,
    "file belongs to several media nodes",
    "files belong to several media nodes each",
  ),
};

/** How many names a sentence lists. */
const MOST_NAMES = 4;

/**
 * @param sections the requested sections; what no section covers is not in the summary
 * @param inDigits writes the numbers in sentences. Default: without separators
 */
export function auditSummary(
  sections: readonly AuditSection[],
  facts: SiteFacts,
  inDigits: (count: number) => string = String,
): AuditSummary {
  const say = sayerOf(inDigits);
  const named = (name: AuditSectionName) => sections.find((section) => section.name === name);
  const found = (isWrong: boolean) =>
    (Object.keys(FINDINGS) as AuditFinding[])
      .filter((finding) => FINDINGS[finding].isWrong === isWrong)
      .flatMap((finding) => lineFor(finding, named(FINDING_SECTIONS[finding]), say));
  const wrong = found(true);
  const urls = named("urls")?.unchecked ? "" : " duplicate URLs,";
  const hasMedia = named("media") !== undefined;
  return {
    site: facts.site,
    types: facts.types,
    editors: facts.editors,
    wrong,
    ...(wrong.length === 0 && {
      nothingWrong: `No dead references,${urls} secrets or damaged texts were found.`,
    }),
    decisions: [
      ...unknownEditorLines(named("editors")),
      ...found(false),
      ...countedLine(
        facts.site.protectedPages ?? 0,
        "page is protected: only members see it",
        "pages are protected: only members see them",
      ),
      ...samenessLines(named("properties")),
    ],
    unchecked: [
      ...sections.flatMap(({ unchecked }) => unchecked ?? []),
      ...(hasMedia && facts.site.files === undefined
        ? ["Media files were not compared: there is no folder of files."]
        : []),
      ...(facts.copyLimits === undefined ? [] : [`This is a copy: ${facts.copyLimits}.`]),
    ],
  };
}

/** The lines of the findings of one section, in the order of the summary. @param inDigits as in `auditSummary` */
export function findingLines(
  section: AuditSection,
  inDigits: (count: number) => string = String,
): SummaryLine[] {
  const say = sayerOf(inDigits);
  return (Object.keys(FINDINGS) as AuditFinding[]).flatMap((finding) =>
    FINDING_SECTIONS[finding] === section.name ? lineFor(finding, section, say) : [],
  );
}

function lineFor(finding: AuditFinding, section: AuditSection | undefined, say: Say): SummaryLine[] {
  const rows = section?.rows.filter((row) => row.finding === finding) ?? [];
  if (!section || rows.length === 0) return [];
  return [{ ...FINDINGS[finding].line(rows, say), section: section.name, finding }];
}

/** A line of a count; none for 0. */
function countedLine(count: number, one: string, many: string, section?: AuditSectionName): SummaryLine[] {
  if (count === 0) return [];
  return [{ count, text: count === 1 ? one : many, ...(section && { section }) }];
}

/** Editors that are neither Umbraco's own nor of a package whose values are known, and values without an editor. */
function unknownEditorLines(section: AuditSection | undefined): SummaryLine[] {
  if (!section) return [];
  const values = new Map<string, number>();
  const none = { node: 0, element: 0 };
  for (const { cells, owner } of section.rows) {
    const { editor } = cells;
    const count = Number(cells.values ?? 0);
    if (editor === undefined) none[owner?.of ?? "node"] += count;
    else if (editorFor(String(editor)) === undefined) countIn(values, String(editor), count);
  }
  const aliases = [...values].sort((one, other) => other[1] - one[1]).map(([alias]) => alias);
  const { name } = section;
  const known = `not among the known ones: ${listed(aliases)}`;
  const givers = "no known editor: a database or uSync folder names editors, or --editors";
  return [
    ...countedLine(aliases.length, `editor is ${known}`, `editors are ${known}`, name),
    ...countedLine(none.node, `value has ${givers}`, `values have ${givers}`, name),
    ...countedLine(
      none.element,
      "value in elements has no known editor",
      "values in elements have no known editor",
      name,
    ),
  ];
}

function samenessLines(section: AuditSection | undefined): SummaryLine[] {
  if (!section) return [];
  const { name, rows } = section;
  const empty = rows.filter(({ cells }) => cells.always === "empty").length;
  return [
    ...countedLine(empty, "property is always empty", "properties are always empty", name),
    ...countedLine(
      rows.length - empty,
      "property always has the same value",
      "properties always have the same value",
      name,
    ),
  ];
}

/** `20 pages`, `3 media nodes`, or `23 nodes` of both kinds. */
function nodesOf(rows: Rows, say: Say): string {
  const nodes = new Set(rows.flatMap(({ node }) => (node ? [`${node.kind} ${node.key}`] : [])));
  const kinds = distinctItems(rows.flatMap(({ node }) => (node ? [node.kind] : [])));
  const noun = kinds.length > 1 ? "node" : kinds[0] === "media" ? "media node" : "page";
  return say(nodes.size, noun);
}

function sumOfColumn(rows: Rows, column: string): number {
  return rows.reduce((sum, { cells }) => sum + Number(cells[column] ?? 0), 0);
}

function distinctItems<T>(items: readonly T[]): T[] {
  return [...new Set(items)];
}

function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  return more > 0
    ? `${names.slice(0, MOST_NAMES).join(", ")} and ${more} more`
    : inWords(names).replace(/ or ([^,]*)$/, " and $1");
}
