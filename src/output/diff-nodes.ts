/** Nodes that differ, a line each, and what differs of them below it. */
import type { ChalkInstance } from "chalk";
import type { PropertyChange } from "../analysis/compare-nodes.ts";
import type { Change } from "../analysis/compare-trees.ts";
import { type ListedChange, listedChanges } from "../analysis/listed-changes.ts";
import { recordOf, unquotedText } from "../analysis/node-record.ts";
import type { KindDiff } from "../analysis/site-diff.ts";
import { visible } from "../visible-text.ts";
import { shortenedPair, type ValuePair, wholePair } from "./diff-values.ts";
import type { DiffDepth } from "./diff-view.ts";
import { fit, widthOf } from "./fit.ts";
import { NamePaths } from "./name-paths.ts";
import { signOf } from "./verb-signs.ts";

const GAP = "  ";
/** What a place takes at least, however little room there is beside id and type. */
const NARROWEST_PLACE = 24;
/** What the name of a property takes at most. */
const WIDEST_LABEL = 28;
const AT_ROOT = '"(root)"';

/** How lines of nodes are laid out. */
type Layout = { signs: number; place: number; id: number; columns: number };

/** Yields the lines of all nodes of a kind. */
export function* changedLines(
  diff: KindDiff,
  depth: Exclude<DiffDepth, "stat">,
  columns: number,
  chalk: ChalkInstance,
): Generator<string> {
  const paths = { before: new NamePaths(diff.before), after: new NamePaths(diff.after) };
  const rows = listedChanges(diff);
  const layout = layoutOf(diff, rows, paths, columns);
  for (const row of rows) {
    const change = diff.comparison.describe(row);
    yield nodeLine(row, change, pathOf(row, paths), layout, chalk);
    const pairs = pairsOf(row, change, diff, paths);
    if (pairs.length > 0) yield* pairLines(pairs, depth, layout, chalk);
  }
}

type Paths = { before: NamePaths; after: NamePaths };

function pathOf({ was, is }: ListedChange, { before, after }: Paths): string {
  return is < 0 ? before.path(was) : after.path(is);
}

function layoutOf(diff: KindDiff, rows: readonly ListedChange[], paths: Paths, columns: number): Layout {
  let [signs, place, id] = [0, 0, 0];
  for (const row of rows) {
    signs = Math.max(signs, row.verbs.length);
    place = Math.max(place, widthOf(visible(pathOf(row, paths))));
    id = Math.max(id, String(idOf(row, diff)).length);
  }
  const room = Math.max(columns - signs - 1 - GAP.length - id, NARROWEST_PLACE);
  return { signs, place: Math.min(place, room), id, columns };
}

function idOf({ was, is }: ListedChange, { before, after }: KindDiff): number {
  return is < 0 ? before.idAt(was) : after.idAt(is);
}

function nodeLine(
  { verbs, below }: ListedChange,
  { id, text, difference }: Change,
  path: string,
  layout: Layout,
  chalk: ChalkInstance,
): string {
  const signs = verbs.map((verb) => signOf(verb, chalk)).join("") + " ".repeat(layout.signs - verbs.length);
  const place = fitEnd(path, layout.place);
  const padding = " ".repeat(Math.max(layout.place - widthOf(place), 0));
  const type = difference === undefined ? unquotedText(recordOf(text).fields.get("type")) : undefined;
  const notes = [...(type === undefined ? [] : [visible(type)]), ...(below === 0 ? [] : [`+${below} below`])];
  const used = layout.signs + 1 + layout.place + GAP.length + layout.id + GAP.length;
  const note = notes.join(GAP);
  const line = `${signs} ${place}${padding}${GAP}${chalk.dim(String(id).padStart(layout.id))}`;
  if (note === "") return line;
  const room = layout.columns - used;
  if (widthOf(note) <= room) return `${line}${GAP}${chalk.dim(note)}`;
  return below === 0 ? line : `${line}\n${" ".repeat(layout.signs + 1)}${GAP}${chalk.dim(note)}`;
}

/** The end of a text, where its beginning has no room: a node's own name says more than those above it. */
function fitEnd(text: string, columns: number): string {
  const safe = visible(text);
  if (widthOf(safe) <= columns) return safe;
  const parts = safe.split(" › ");
  for (let i = 1; i < parts.length; i++) {
    const end = `… › ${parts.slice(i).join(" › ")}`;
    if (widthOf(end) <= columns) return end;
  }
  return fit(parts.at(-1) ?? "", columns);
}

/** What differs of a node, with what it is called. */
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

/** A property as a whole, or, between generations, each place in it that differs. */
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
  { signs, columns }: Layout,
  chalk: ChalkInstance,
): Generator<string> {
  const indent = " ".repeat(signs + 1) + GAP;
  const widest = Math.max(...pairs.map(({ label }) => widthOf(visible(label))));
  const width = Math.min(widest, Math.max(WIDEST_LABEL, Math.floor(columns / 3)));
  for (const { label, how, ...pair } of pairs) {
    const name = fit(label, width);
    const word = how === undefined || how === "changed" ? "" : `${how}: `;
    const room = Math.max(columns - indent.length - width - GAP.length, NARROWEST_PLACE);
    if (depth === "short") {
      const padding = " ".repeat(Math.max(width - widthOf(name), 0));
      yield `${indent}${name}${padding}${GAP}${chalk.dim(word)}${shortenedPair(pair, room - word.length, chalk)}`;
      continue;
    }
    yield `${indent}${visible(label)}${word === "" ? "" : chalk.dim(`  ${how}`)}`;
    for (const line of wholePair(pair, chalk)) yield `${indent}${GAP}${line}`;
  }
}
