/** `diff` for people: counts by type and change kind, then a line for each node. */
import { Chalk, type ChalkInstance } from "chalk";
import {
  CHANGE_KINDS,
  CHANGE_SIGNS,
  type ChangeCounts,
  type ChangeKind,
  noChanges,
} from "../analysis/diff/change-kinds.ts";
import type { DictionaryChange } from "../analysis/diff/compare-dictionaries.ts";
import type { Change } from "../analysis/diff/compare-trees.ts";
import type { PropertyChange, ValueCounts } from "../analysis/diff/compare-values.ts";
import {
  comparedAs,
  type KindDiff,
  type ListedChange,
  listedChanges,
  type SiteDiff,
} from "../analysis/diff/site-diff.ts";
import { memberIn } from "../json/node-text.ts";
import { NodeNames } from "../site/tree/node-names.ts";
import { counted } from "../text/counted.ts";
import { visible } from "../text/visible-text.ts";
import { namedSite, sourceLines } from "./compared-sources.ts";
import { DICTIONARY } from "./diff-data.ts";
import { shortenedPair, type ValuePair, wholePair } from "./diff-values.ts";
import { fit, padded, widthOf, wordWrapped } from "./fit.ts";
import { pathWithin } from "./name-paths.ts";
import { tableLines } from "./rows.ts";
import type { ViewOptions } from "./style.ts";

/** The detail shown: only the summary, values shortened, or values whole. */
type DiffDepth = "stat" | "short" | "full";

/** Columns if stdout is no terminal: enough for a log. */
const DEFAULT_COLUMNS = 120;
const INDENT = "  ";
/** The text between two columns. */
const GAP = "  ";

/** The number of types shown if nodes follow. */
const MOST_TYPES = 12;
/** Columns from which the names of all change kinds have room for their signs. */
const WIDE = 100;
const ALL = "all types";
const ALL_ITEMS = "all items";

/** Yields the lines; control characters in the data are escaped. */
export function* diffView(
  diff: SiteDiff,
  depth: DiffDepth,
  { color, columns = DEFAULT_COLUMNS }: ViewOptions,
): Generator<string> {
  const chalk = new Chalk({ level: color ? 1 : 0 });
  yield* sourceLines({ old: namedSite(diff.old), new: namedSite(diff.new) }, columns, chalk);
  const different = diff.kinds.filter(({ changes }) => changes.length > 0);
  for (const kind of different) {
    yield "";
    yield* countsTable(kind.kind, [[ALL, kind.counts], ...countTypes(kind)], depth, columns, chalk);
  }
  const { dictionary } = diff;
  const hasTexts = dictionary !== undefined && dictionary.changes.length > 0;
  if (hasTexts) {
    yield "";
    yield* countsTable(DICTIONARY, [[ALL_ITEMS, dictionary.counts]], depth, columns, chalk);
  }
  yield "";
  // Values that could not be compared are never reported as equal.
  const isAll = !diff.values || diff.values.notCompared.size === 0;
  if (different.length === 0 && !hasTexts) {
    const of = diff.isPart ? " of these kinds" : "";
    yield chalk.bold(`no differences${of}${isAll ? "" : " in what was compared"}`);
  }
  yield* remarkLines(diff).flatMap((line) =>
    wordWrapped(line, columns, INDENT).map((each) => chalk.dim(each)),
  );
  if (depth === "stat") return;
  for (const kind of different) {
    yield "";
    if (different.length > 1 || hasTexts) yield chalk.bold(kind.kind);
    yield* changedLines(kind, depth, columns, chalk);
  }
  if (!hasTexts) return;
  yield "";
  if (different.length > 0) yield chalk.bold(DICTIONARY);
  const signs = dictionary.changes.reduce((most, { changeKinds }) => Math.max(most, changeKinds.length), 0);
  for (const change of dictionary.changes) yield* itemLines(change, depth, { signs, columns }, chalk);
}

/** Yields the lines of an item of the dictionary. */
function* itemLines(
  { item, changeKinds, fields }: DictionaryChange,
  depth: "short" | "full",
  layout: Pick<LineWidths, "signs" | "columns">,
  chalk: ChalkInstance,
): Generator<string> {
  const painted = changeKinds.map((changeKind) => signOf(changeKind, chalk)).join("");
  yield `${painted}${" ".repeat(layout.signs - changeKinds.length)} ${visible(item.key)}`;
  const pairs = fields.map(({ field, before, after }) => {
    const [was, is] = [before, after].map((text) => (text === undefined ? undefined : JSON.stringify(text)));
    return field === "parent"
      ? { label: "below", before: was ?? AT_ROOT, after: is ?? AT_ROOT }
      : { label: field, before: was, after: is };
  });
  yield* pairLines(pairs, depth, layout, chalk);
}

/** How values are compared, for people. */
const HOW_COMPARED = {
  stored: "values are compared as they are stored",
  meaning: "values are compared by their meaning",
} as const;

/** Remarks about the whole comparison: how values are compared, inherited URLs, ambiguous matches, and what was not compared. */
function remarkLines(diff: SiteDiff): string[] {
  const { kinds, notCompared, values } = diff;
  const urls = kinds.reduce((sum, { followedUrls }) => sum + followedUrls, 0);
  const shared = kinds.flatMap(({ comparison }) => comparison.matches.shared);
  const reasons = new Map<string, string[]>();
  for (const { field, reason } of notCompared) reasons.set(reason, [...(reasons.get(reason) ?? []), field]);
  const without = [...reasons].map(([reason, fields]) => `${fields.join(", ")} (${reason})`);
  return [
    HOW_COMPARED[comparedAs(diff)],
    ...(urls === 0
      ? []
      : [`the url of ${counted(urls, "node", "nodes")} changed with an ancestor's, and is not listed`]),
    ...(shared.length === 0
      ? []
      : [
          `matched twice, in their order: ${shared.map(({ identity, before, after }) => `${identity} (${before} old, ${after} new)`).join(", ")}`,
        ]),
    ...(without.length === 0 ? [] : [`not compared: ${without.join(", ")}`]),
    ...(values === undefined ? [] : [valuesLine(values)]),
  ];
}

/** Counts of values compared across versions of Umbraco: equal, different and not compared. */
function valuesLine({ equal, markup, differ, notCompared }: ValueCounts): string {
  const others = [...notCompared].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  const count = others.reduce((sum, [, each]) => sum + each, 0);
  const alike = markup === 0 ? "" : ` (${markup} of them in other markup)`;
  const named = others.map(([name, each]) => `${each} ${name}`).join(", ");
  const rest = count === 0 ? "all were compared" : `${counted(count, "was", "were")} not compared: ${named}`;
  return `of ${counted(equal + differ + count, "value", "values")} ${equal} say the same${alike}, ${differ} differ, ${rest}`;
}

/** Yields the totals, which come first, and a row for each type, with a column for each change kind that occurs. */
function* countsTable(
  head: string,
  [all, ...others]: readonly [string, ChangeCounts][],
  depth: DiffDepth,
  columns: number,
  chalk: ChalkInstance,
): Generator<string> {
  const changeKinds = CHANGE_KINDS.filter((changeKind) => all[1][changeKind] > 0);
  const types = others.sort(
    ([a, one], [b, other]) => sumOfCounts(other) - sumOfCounts(one) || (a < b ? -1 : 1),
  );
  const shown = [all, ...(depth === "stat" ? types : types.slice(0, MOST_TYPES))];
  // Signs and all change kinds together leave no room for types on a terminal of 80 columns.
  const isNarrow = changeKinds.length === CHANGE_KINDS.length && columns < WIDE;
  const bold = (row: (typeof shown)[number]) => (row === shown[0] ? chalk.bold : String);
  const counts = changeKinds.map((changeKind) => ({
    head: isNarrow ? changeKind : `${CHANGE_SIGNS[changeKind]} ${changeKind}`,
    paintHead: (head: string) => head.replace(CHANGE_SIGNS[changeKind], signOf(changeKind, chalk)),
    text: ([, counts]: (typeof shown)[number]) =>
      counts[changeKind] === 0 ? "" : String(counts[changeKind]),
    rank: 0,
    isNumber: true,
    paint: bold,
  }));
  const type = {
    head,
    paintHead: chalk.bold,
    text: ([name]: (typeof shown)[number]) => name,
    rank: 1,
    paint: bold,
  };
  yield* tableLines(shown, [type, ...counts], { room: columns, kept: 1, isSmall: true });
  const more = types.length + 1 - shown.length;
  if (more > 0) yield chalk.dim(`and ${counted(more, "more type")}: --stat prints all`);
}

function sumOfCounts(counts: ChangeCounts): number {
  return Object.values(counts).reduce((all, count) => all + count, 0);
}

/** Counts changes by the type of the node; if it was removed, by its old type. */
function countTypes({ changes, before, after }: KindDiff): Map<string, ChangeCounts> {
  const types = new Map<string, ChangeCounts>();
  for (const { was, is, changeKinds } of changes) {
    const type = memberIn(is < 0 ? before.text(was, "item") : after.text(is, "item"), "type");
    const name = typeof type === "string" ? type : "";
    const counts = types.get(name) ?? noChanges();
    for (const changeKind of changeKinds) counts[changeKind]++;
    types.set(name, counts);
  }
  return types;
}

/** The least columns of a path, however little room id and type leave. */
const NARROWEST_PATH = 24;
/** The most columns of the details: the type, and the number of descendants. */
const WIDEST_DETAILS = 30;
/** The most columns of a property name. */
const WIDEST_LABEL = 28;
const AT_ROOT = '"(root)"';

/** Widths in columns: of the signs, the path and the id of each line, and of all. */
type LineWidths = { signs: number; path: number; id: number; columns: number };

const CHANGE_COLORS = {
  added: "green",
  removed: "red",
  moved: "blue",
  renamed: "cyan",
  retyped: "magenta",
  reordered: "blue",
  changed: "yellow",
} as const satisfies Record<ChangeKind, keyof ChalkInstance>;

/** Yields the lines of all nodes of a kind. */
function* changedLines(
  diff: KindDiff,
  depth: "short" | "full",
  columns: number,
  chalk: ChalkInstance,
): Generator<string> {
  const paths = { before: new NodeNames(diff.before), after: new NodeNames(diff.after) };
  const rows = listedChanges(diff);
  const layout = layoutOfRows(diff, rows, paths, columns);
  for (const row of rows) {
    const change = diff.describe(row);
    yield nodeLine(row, diff, paths, layout, chalk);
    const pairs = pairsOf(row, change, diff, paths);
    if (pairs.length > 0) yield* pairLines(pairs, depth, layout, chalk);
  }
}

type Paths = { before: NodeNames; after: NodeNames };

function pathOfChange({ was, is }: ListedChange, { before, after }: Paths, columns: number) {
  return is < 0 ? pathWithin(before, was, columns) : pathWithin(after, is, columns);
}

function layoutOfRows(
  diff: KindDiff,
  rows: readonly ListedChange[],
  paths: Paths,
  columns: number,
): LineWidths {
  let [signs, id, details] = [0, 0, 0];
  for (const row of rows) {
    signs = Math.max(signs, row.changeKinds.length);
    id = Math.max(id, String(idOfChange(row, diff)).length);
    details = Math.max(details, widthOf(detailsOf(row, diff)));
  }
  const afterPath = GAP.length + id + (details === 0 ? 0 : GAP.length + Math.min(details, WIDEST_DETAILS));
  const room = Math.max(columns - signs - 1 - afterPath, NARROWEST_PATH);
  const path = rows.reduce((widest, row) => Math.max(widest, pathOfChange(row, paths, room).width), 0);
  return { signs, path, id, columns };
}

function idOfChange({ was, is }: ListedChange, { before, after }: KindDiff): number {
  return is < 0 ? before.idAt(was) : after.idAt(is);
}

/** The details after a path: the type if the node was added or removed, and the number of its descendants. */
function detailsOf({ was, is, below }: ListedChange, { before, after }: KindDiff): string {
  const isWhole = was < 0 || is < 0;
  const type = isWhole && memberIn(is < 0 ? before.text(was, "item") : after.text(is, "item"), "type");
  const details = [typeof type === "string" ? visible(type) : "", below === 0 ? "" : `+${below} below`];
  return details.filter((detail) => detail !== "").join(GAP);
}

function nodeLine(
  row: ListedChange,
  diff: KindDiff,
  paths: Paths,
  { signs, path, id, columns }: LineWidths,
  chalk: ChalkInstance,
): string {
  const painted =
    row.changeKinds.map((changeKind) => signOf(changeKind, chalk)).join("") +
    " ".repeat(signs - row.changeKinds.length);
  const { text, width } = pathOfChange(row, paths, path);
  const line = `${painted} ${text}${" ".repeat(path - width)}${GAP}${chalk.dim(String(idOfChange(row, diff)).padStart(id))}`;
  const details = detailsOf(row, diff);
  const room = columns - (signs + 1 + path + GAP.length + id + GAP.length);
  return details === "" ? line : `${line}${GAP}${chalk.dim(fitDetails(details, room))}`;
}

/** Drops the type first: the number of descendants says more. */
function fitDetails(details: string, room: number): string {
  return widthOf(details) <= room ? details : fit(details.split(GAP).at(-1) ?? "", Math.max(room, 1));
}

/** A difference of a node, with the name of the field or property. */
type NamedPair = ValuePair & { label: string; how?: string };

function pairsOf(row: ListedChange, { difference }: Change, diff: KindDiff, paths: Paths): NamedPair[] {
  if (difference === undefined) return [];
  const { before, after, properties } = difference;
  const fields = [...new Set([...before.keys(), ...after.keys()])].map((name) => {
    if (name !== "parentKey") return { label: name, before: before.get(name), after: after.get(name) };
    const was = paths.before.path(diff.before.parentAt(row.was));
    const is = paths.after.path(diff.after.parentAt(row.is));
    return { label: "below", before: quotedPath(was), after: quotedPath(is) };
  });
  return [...fields, ...properties.flatMap(propertyPairs)];
}

/** A property as a whole, or, across versions of Umbraco, each location in its value that differs. */
function propertyPairs({ alias, before, after, differences }: PropertyChange): NamedPair[] {
  if (differences === undefined) return [{ label: alias, before, after }];
  return differences.map(({ at, ...pair }) => ({ label: at === "" ? alias : `${alias}, ${at}`, ...pair }));
}

function quotedPath(path: string): string {
  return path === "" ? AT_ROOT : JSON.stringify(path);
}

function* pairLines(
  pairs: readonly NamedPair[],
  depth: "short" | "full",
  { signs, columns }: Pick<LineWidths, "signs" | "columns">,
  chalk: ChalkInstance,
): Generator<string> {
  const indent = " ".repeat(signs + 1) + GAP;
  const widest = pairs.reduce((most, { label }) => Math.max(most, widthOf(visible(label))), 0);
  const width = Math.min(widest, Math.max(WIDEST_LABEL, Math.floor(columns / 3)));
  for (const { label, how, ...pair } of pairs) {
    const word = how === undefined || how === "changed" ? "" : `${how}: `;
    if (pair.before === pair.after) {
      yield `${indent}${padded(fit(label, width), width)}${GAP}${chalk.dim("only redacted values differ")}`;
      continue;
    }
    const room = Math.max(columns - indent.length - width - GAP.length, NARROWEST_PATH);
    if (depth === "short") {
      const name = padded(fit(label, width), width);
      yield `${indent}${name}${GAP}${chalk.dim(word)}${shortenedPair(pair, room - word.length, chalk)}`;
      continue;
    }
    yield `${indent}${visible(label)}${word === "" ? "" : chalk.dim(`  ${how}`)}`;
    for (const line of wholePair(pair, chalk)) yield `${indent}${GAP}${line}`;
  }
}

/** The sign, painted. It takes one column. */
function signOf(changeKind: ChangeKind, chalk: ChalkInstance): string {
  return chalk[CHANGE_COLORS[changeKind]](CHANGE_SIGNS[changeKind]);
}
