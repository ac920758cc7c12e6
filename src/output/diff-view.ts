/** Differences for people: what there is on each side and how much of it differs, then a line for each node. */
import { Chalk, type ChalkInstance } from "chalk";
import type { ValueTally } from "../analysis/compare-meanings.ts";
import { type ChangeCounts, noChanges, VERBS } from "../analysis/compare-nodes.ts";
import type { KindDiff, SiteDiff } from "../analysis/site-diff.ts";
import { memberIn } from "../json/node-text.ts";
import { counted, formatInWords, nodesInWords } from "../text/counted.ts";
import { visible } from "../text/visible-text.ts";
import { changedLines, signOf } from "./diff-nodes.ts";
import { GAP } from "./draw-table.ts";
import { fit, padded, widthOf, wordWrapped } from "./fit.ts";
import type { ViewLook } from "./style.ts";

/** How much is shown: the head alone, values shortened, values whole. */
export type DiffDepth = "stat" | "short" | "full";

/** Columns where no terminal tells: enough for a log. */
const DEFAULT_COLUMNS = 120;
const INDENT = "  ";

/** So many types are shown where nodes follow. */
const MOST_TYPES = 12;
const SIGN_WIDTH = 2;
/** Columns that say most of the name of a type. */
const ENOUGH_FOR_TYPES = 14;
const ALL = "all types";

/** Yields the lines. Nothing is in them that a terminal would obey. */
export function* diffView(
  diff: SiteDiff,
  depth: DiffDepth,
  { color, columns = DEFAULT_COLUMNS }: ViewLook,
): Generator<string> {
  const chalk = new Chalk({ level: color ? 1 : 0 });
  yield* sideLines(diff, columns, chalk);
  const different = diff.kinds.filter(({ changes }) => changes.length > 0);
  for (const kind of different) {
    yield "";
    yield* countsTable(kind, depth, columns, chalk);
  }
  yield "";
  if (different.length === 0) yield chalk.bold(nothingDiffers(diff));
  yield* remarkLines(diff).flatMap((line) =>
    wordWrapped(line, columns, INDENT).map((each) => chalk.dim(each)),
  );
  if (depth === "stat") return;
  for (const kind of different) {
    yield "";
    if (different.length > 1) yield chalk.bold(kind.kind);
    yield* changedLines(kind, depth, columns, chalk);
  }
}

/** What could not be compared is never called the same. */
function nothingDiffers({ values }: SiteDiff): string {
  return values && values.notCompared.size > 0 ? "no differences in what was compared" : "no differences";
}

function sideLines(diff: SiteDiff, columns: number, { bold }: ChalkInstance): string[] {
  return (["old", "new"] as const).flatMap((side) => {
    const site = diff[side];
    const told = `${visible(site.place)}: ${formatInWords(site)}, ${nodesInWords(site)}`;
    const [first, ...more] = wordWrapped(told, columns - 5, "");
    return [`${bold(side)}  ${first}`, ...more.map((line) => `     ${line}`)];
  });
}

/** What else is to be said of all of it. */
function remarkLines({ kinds, notCompared, values }: SiteDiff): string[] {
  const urls = kinds.reduce((sum, { followedUrls }) => sum + followedUrls, 0);
  const shared = kinds.flatMap(({ comparison }) => comparison.matches.shared);
  const reasons = new Map<string, string[]>();
  for (const { field, reason } of notCompared) reasons.set(reason, [...(reasons.get(reason) ?? []), field]);
  const without = [...reasons].map(([reason, fields]) => `${fields.join(", ")} (${reason})`);
  return [
    ...(urls === 0
      ? []
      : [`the url of ${counted(urls, "node", "nodes")} changed with an ancestor's, and is not told`]),
    ...(shared.length === 0
      ? []
      : [
          `matched twice, in their order: ${shared.map(({ mark, before, after }) => `${mark} (${before} old, ${after} new)`).join(", ")}`,
        ]),
    ...(without.length === 0 ? [] : [`not compared: ${without.join(", ")}`]),
    ...(values === undefined ? [] : [valuesLine(values)]),
  ];
}

/** What can honestly be said of values between generations. */
function valuesLine({ equal, markup, differ, notCompared }: ValueTally): string {
  const others = [...notCompared].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  const count = others.reduce((sum, [, each]) => sum + each, 0);
  const alike = markup === 0 ? "" : ` (${markup} of them in other markup)`;
  const named = others.map(([what, each]) => `${each} ${what}`).join(", ");
  const rest = count === 0 ? "all were compared" : `${counted(count, "was", "were")} not compared: ${named}`;
  return `of ${counted(equal + differ + count, "value", "values")} ${equal} say the same${alike}, ${differ} differ, ${rest}`;
}

/** Yields the verbs that there are, the sums below them, and a row for each type. */
function* countsTable(
  diff: KindDiff,
  depth: DiffDepth,
  columns: number,
  chalk: ChalkInstance,
): Generator<string> {
  const verbs = VERBS.filter((verb) => diff.counts[verb] > 0);
  const widths = verbs.map((verb) => SIGN_WIDTH + Math.max(verb.length, String(diff.counts[verb]).length));
  const types = [...countTypes(diff)].sort(
    ([a, one], [b, other]) => sum(other) - sum(one) || (a < b ? -1 : 1),
  );
  const shown = depth === "stat" ? types : types.slice(0, MOST_TYPES);
  const least = Math.max(diff.kind.length, ALL.length);
  const need = shown.reduce((most, [type]) => Math.max(most, widthOf(visible(type))), least);
  const left = columns - widths.reduce((all, width) => all + width, 0);
  // Where all verbs occur, a narrow terminal has no room for more than a blank between them.
  const gap = " ".repeat(left - GAP * verbs.length < Math.min(need, ENOUGH_FOR_TYPES) ? 1 : GAP);
  const first = Math.max(Math.min(need, left - gap.length * verbs.length), least);
  const heads = verbs.map(
    (verb, i) => `${" ".repeat(widths[i] - SIGN_WIDTH - verb.length)}${signOf(verb, chalk)} ${verb}`,
  );
  yield [chalk.bold(diff.kind.padEnd(first)), ...heads].join(gap);
  const row = (name: string, counts: ChangeCounts) => {
    const numbers = verbs.map((verb, i) =>
      (counts[verb] === 0 ? "" : String(counts[verb])).padStart(widths[i]),
    );
    return [padded(fit(name, first), first), ...numbers].join(gap).trimEnd();
  };
  yield chalk.bold(row(ALL, diff.counts));
  for (const [type, counts] of shown) yield row(type, counts);
  const others = types.length - shown.length;
  if (others > 0) yield chalk.dim(`and ${counted(others, "more type")}: --stat tells all`);
}

function sum(counts: ChangeCounts): number {
  return Object.values(counts).reduce((all, count) => all + count, 0);
}

/** By the type that a node has, or had where it is gone. */
function countTypes({ changes, before, after }: KindDiff): Map<string, ChangeCounts> {
  const types = new Map<string, ChangeCounts>();
  for (const { was, is, verbs } of changes) {
    const type = memberIn(is < 0 ? before.text(was, "item") : after.text(is, "item"), "type");
    const name = typeof type === "string" ? type : "";
    const counts = types.get(name) ?? noChanges();
    for (const verb of verbs) counts[verb]++;
    types.set(name, counts);
  }
  return types;
}
