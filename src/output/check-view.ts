/** `check` for people: counts in columns, then the warnings. */

import { countCategories, countTopics, sumUp } from "../formats/findings.ts";
import type { LoadedData } from "../formats/load-directory.ts";
import { KINDS } from "../operations.ts";
import { counted, formatInWords, nodesInWords } from "../text/counted.ts";
import { visible } from "../text/visible-text.ts";
import { countNodes } from "../tree/tree.ts";
import { GAP } from "./draw-table.ts";
import { widthOf, wordWrapped, wrapped } from "./fit.ts";
import { type TableColumn, tableLines } from "./rows.ts";
import { brush, type ViewLook } from "./style.ts";

const INDENT = "  ";
/** A list that is no longer than this has a line for each. */
const SHORT_LIST = 12;

type Row = readonly [name: string, count: number];

/**
 * The lines. Nothing is in them that a terminal would obey.
 * @param look where it is `quiet`, warnings are counted and not listed; with `allWarnings` each is told by itself
 */
export async function checkView(
  data: LoadedData,
  look: ViewLook & { quiet?: boolean; allWarnings?: boolean },
): Promise<string[]> {
  const { columns = Number.POSITIVE_INFINITY } = look;
  const { bold, dim } = await brush(look);
  const whole = (text: string) => wordWrapped(text, columns, INDENT);
  const section = (title: string, rows: Row[]) =>
    rows.length === 0 ? [] : ["", bold(title), ...countLines(rows, columns, dim)];
  const counts = KINDS.flatMap((kind) => {
    const { levels, types } = countNodes(data.trees[kind]);
    const byLevel = levels.map((count, index) => [`level ${index + 1}`, count] as const);
    const byType = [...types].sort(([, a], [, b]) => b - a);
    return [...section(`${kind} by level`, byLevel), ...section(`${kind} by type`, byType)];
  });
  const { head, told, rest } = tellWarnings(data, look);
  return [
    ...whole(headline(data)),
    ...languageLine(data).flatMap(whole),
    ...memberLine(data).flatMap(whole),
    ...counts,
    "",
    bold(head),
    // Those that are listed below are not counted as well.
    ...(look.quiet ? countLines(countTopics(data.warnings), Number.POSITIVE_INFINITY, dim) : []),
    ...told.flatMap(whole),
    ...rest.flatMap(whole).map((line) => dim(line)),
  ];
}

function headline(data: LoadedData): string {
  const { path, missing } = data;
  const found = `${formatInWords(data)}, ${nodesInWords(data)}`;
  if (missing === 0) return `${path} is sound: ${found}`;
  return `${path} loads, but ${counted(missing, "node or file is", "nodes or files are")} missing: ${found}`;
}

function languageLine({ languages = [], culture }: LoadedData): string[] {
  const codes = languages.map((code) => (code === culture ? `${code} (read)` : code));
  return codes.length > 0 ? [`languages: ${codes.join(", ")}`] : [];
}

function memberLine({ aside }: LoadedData): string[] {
  if (!aside?.members) return [];
  return [`members: ${aside.members} (personal data: not served, printed or copied)`];
}

/** How many warnings there are, of which categories; what they say; and that they say more. */
function tellWarnings(
  { warnings }: LoadedData,
  { quiet, allWarnings }: { quiet?: boolean; allWarnings?: boolean },
): Record<"told" | "rest", string[]> & { head: string } {
  const sums = countCategories(warnings).map(([category, count]) => `${count} ${category}`);
  const head = `warnings: ${warnings.length}${sums.length > 0 ? ` (${sums.join(", ")})` : ""}`;
  if (quiet) return { head, told: [], rest: [] };
  const told = allWarnings ? warnings : sumUp(warnings);
  return {
    head,
    told: told.map(({ file, text }) => `warning: ${file}: ${text}`),
    rest:
      told.length < warnings.length ? [`--all-warnings lists each of the ${warnings.length} warnings`] : [],
  };
}

/**
 * Numbers and names, the numbers dimmed as in a tree: a line each, or a long list in several columns.
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
  const layout = { room: columns - INDENT.length, kept: 1, wrap: wrapped };
  return [...tableLines([...Array(height).keys()], pairs.flat(), layout)].map((line) => INDENT + line);
}
