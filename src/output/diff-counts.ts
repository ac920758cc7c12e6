/** How many nodes of a kind differ, by verb and by type, as a table. */
import type { ChalkInstance } from "chalk";
import { type ChangeCounts, noChanges, VERBS } from "../analysis/compare-rules.ts";
import type { KindDiff } from "../analysis/site-diff.ts";
import { counted } from "../counted.ts";
import { memberIn } from "../json/node-text.ts";
import { visible } from "../visible-text.ts";
import type { DiffDepth } from "./diff-view.ts";
import { GAP } from "./draw-table.ts";
import { fit, padded, widthOf } from "./fit.ts";
import { signOf } from "./verb-signs.ts";

/** So many types are shown where nodes follow. */
const MOST_TYPES = 12;
const SIGN_WIDTH = 2;
/** Columns that say most of the name of a type. */
const ENOUGH_FOR_TYPES = 14;
const ALL = "all types";

/** Yields the verbs that there are, the sums below them, and a row for each type. */
export function* countsTable(
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
  const need = Math.max(least, ...shown.map(([type]) => widthOf(visible(type))));
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
