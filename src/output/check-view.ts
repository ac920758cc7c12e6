/** `check` for people: counts in columns, then the warnings. */

import { KINDS } from "../operations.ts";
import {
  countCategories,
  countTopics,
  countWarnings,
  lossesInWords,
  MOST_WARNINGS,
  sumUp,
} from "../site/findings.ts";
import { countProtectedPages } from "../site/protected-pages.ts";
import type { Site } from "../site/site.ts";
import { counted, formatInWords, nodesInWords } from "../text/counted.ts";
import { visible } from "../text/visible-text.ts";
import { GAP } from "./draw-table.ts";
import { widthOf, wordWrapped, wrapped } from "./fit.ts";
import { type TableColumn, tableLines } from "./rows.ts";
import { brush, type ViewOptions } from "./style.ts";

const INDENT = "  ";
/** Lists up to this length have a line for each entry; longer ones have several columns. */
const SHORT_LIST = 12;

type Row = readonly [name: string, count: number];

/**
 * The lines; control characters in the data are escaped.
 * @param options with `quiet`, warnings are counted and not listed; `accepted`
 * is the number of nodes and files whose loss is accepted
 */
export async function checkView(
  data: Site,
  options: ViewOptions & { quiet?: boolean; accepted?: number },
): Promise<string[]> {
  const { columns = Number.POSITIVE_INFINITY, accepted = 0 } = options;
  const { bold, dim } = await brush(options);
  const whole = (text: string) => wordWrapped(text, columns, INDENT);
  const section = (title: string, rows: Row[]) =>
    rows.length === 0 ? [] : ["", bold(title), ...countLines(rows, columns, dim)];
  const counts = KINDS.flatMap((kind) => {
    const { levels, types } = data.counts()[kind];
    const byLevel = levels.map((count, index) => [`level ${index + 1}`, count] as const);
    const byType = [...types].sort(([, a], [, b]) => b - a);
    return [...section(`${kind} by level`, byLevel), ...section(`${kind} by type`, byType)];
  });
  const { head, listed, rest } = warningLines(data, options);
  return [
    ...whole(headline(data)),
    ...(accepted > 0 ? [`accepted as missing: ${counted(accepted, "node or file", "nodes or files")}`] : []),
    ...languageLine(data).flatMap(whole),
    ...dictionaryLine(data).flatMap(whole),
    ...protectedLine(data).flatMap(whole),
    ...counts,
    ...section("not read", data.unread?.map(({ what, count }) => [what, count]) ?? []),
    "",
    bold(head),
    // Warnings that are listed below are not counted as well.
    ...(options.quiet ? countLines(countTopics(data.warnings), Number.POSITIVE_INFINITY, dim) : []),
    ...listed.flatMap(whole),
    ...rest.flatMap(whole).map((line) => dim(line)),
  ];
}

function headline(data: Site): string {
  const { path, missing } = data;
  const found = `${formatInWords(data)}, ${nodesInWords(data)}`;
  const losses = [
    ...(missing === 0 ? [] : [`${counted(missing, "node or file is", "nodes or files are")} missing`]),
    ...lossesInWords(data.warnings),
  ];
  return losses.length === 0
    ? `${path} is sound: ${found}`
    : `${path} loads, but ${losses.join(" and ")}: ${found}`;
}

/** The language that is read, then the others. */
function languageLine({ languages = [], culture }: Site): string[] {
  const all = languages.map(({ iso }) => iso);
  const read = all.filter((code) => code === culture).map((code) => `${code} (read)`);
  const codes = [...read, ...all.filter((code) => code !== culture)];
  return codes.length > 0 ? [`languages: ${codes.join(", ")}`] : [];
}

function dictionaryLine({ dictionary }: Site): string[] {
  const items = dictionary?.().length ?? 0;
  return items === 0 ? [] : [`dictionary: ${counted(items, "item")}`];
}

function protectedLine(data: Site): string[] {
  const pages = countProtectedPages(data) ?? 0;
  return pages === 0 ? [] : [`protected: ${counted(pages, "page")} that only members see`];
}

/** A headline with the number of warnings by category; a line for each; and a hint if some are summed up. */
function warningLines(
  { warnings }: Site,
  { quiet }: { quiet?: boolean },
): Record<"listed" | "rest", string[]> & { head: string } {
  const sums = countCategories(warnings).map(
    ([category, count]) => `${count} ${category === "decided" ? "for information" : category}`,
  );
  const total = countWarnings(warnings);
  const head = `warnings: ${total}${sums.length > 0 ? ` (${sums.join(", ")})` : ""}`;
  if (quiet) return { head, listed: [], rest: [] };
  const listed = sumUp(warnings);
  return {
    head,
    listed: listed.map(({ file, text }) => `warning: ${file}: ${text}`),
    rest:
      listed.length < warnings.length
        ? [
            total === warnings.length
              ? `--format json lists each of the ${total} warnings`
              : `--format json lists ${warnings.length} of the ${total} warnings: the first ${MOST_WARNINGS} of each kind and file`,
          ]
        : [],
  };
}

/**
 * Names with dimmed numbers: a line each, or several columns if the list is long.
 * @param columns the columns of the terminal; if infinite, a line each
 */
function countLines(rows: readonly Row[], columns: number, dim: (text: string) => string): string[] {
  const widest = (of: 0 | 1) =>
    rows.reduce((most, row) => Math.max(most, widthOf(visible(String(row[of])))), 0);
  const isLong = columns !== Number.POSITIVE_INFINITY && rows.length > SHORT_LIST;
  const across = isLong ? Math.max(Math.floor(columns / (widest(0) + widest(1) + 2 * GAP)), 1) : 1;
  const height = Math.ceil(rows.length / across);
  const pairs = Array.from({ length: across }, (_, i): TableColumn<number>[] => [
    { text: (line) => String(rows[line + i * height]?.[1] ?? ""), isNumber: true, paint: () => dim, rank: 0 },
    { text: (line) => rows[line + i * height]?.[0] ?? "", rank: 1 },
  ]);
  const layout = { room: columns - INDENT.length, kept: 1, wrap: wrapped, isSmall: true };
  return [...tableLines([...Array(height).keys()], pairs.flat(), layout)].map((line) => INDENT + line);
}
