/** Differences for people: what there is on each side and how much of it differs, then a line for each node. */
import { Chalk, type ChalkInstance } from "chalk";
import type { ValueTally } from "../analysis/compare-meanings.ts";
import type { SiteDiff } from "../analysis/site-diff.ts";
import { counted, formatInWords, nodesInWords } from "../counted.ts";
import { visible } from "../visible-text.ts";
import { countsTable } from "./diff-counts.ts";
import { changedLines } from "./diff-nodes.ts";
import { wordWrapped } from "./fit.ts";
import type { ViewLook } from "./style.ts";

/** How much is shown: the head alone, values shortened, values whole. */
export type DiffDepth = "stat" | "short" | "full";

/** Columns where no terminal tells: enough for a log. */
const DEFAULT_COLUMNS = 120;
const INDENT = "  ";

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
