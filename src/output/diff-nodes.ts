/** Nodes that differ, a line each, and what differs of them below it. */
import type { ChalkInstance } from "chalk";
import type { PropertyChange } from "../analysis/compare-meanings.ts";
import type { Verb } from "../analysis/compare-nodes.ts";
import type { Change } from "../analysis/compare-trees.ts";
import { type KindDiff, type ListedChange, listedChanges } from "../analysis/site-diff.ts";
import { memberIn } from "../json/node-text.ts";
import { visible } from "../text/visible-text.ts";
import { shortenedPair, type ValuePair, wholePair } from "./diff-values.ts";
import type { DiffDepth } from "./diff-view.ts";
import { fit, padded, widthOf } from "./fit.ts";
import { NamePaths } from "./name-paths.ts";

const GAP = "  ";
/** What a place takes at least, however little room there is beside id and type. */
const NARROWEST_PLACE = 24;
/** What a type, and how many stand below, take at most. */
const WIDEST_NOTE = 30;
/** What the name of a property takes at most. */
const WIDEST_LABEL = 28;
const AT_ROOT = '"(root)"';

/** How lines of nodes are laid out. */
type Layout = { signs: number; place: number; id: number; columns: number };

/** How verbs are shown. */
const SIGNS: Readonly<
  Record<Verb, { sign: string; color: "green" | "red" | "blue" | "cyan" | "magenta" | "yellow" }>
> = {
  added: { sign: "+", color: "green" },
  gone: { sign: "-", color: "red" },
  moved: { sign: ">", color: "blue" },
  renamed: { sign: '"', color: "cyan" },
  retyped: { sign: ":", color: "magenta" },
  reordered: { sign: "#", color: "blue" },
  changed: { sign: "~", color: "yellow" },
};

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
    const change = diff.describe(row);
    yield nodeLine(row, diff, paths, layout, chalk);
    const pairs = pairsOf(row, change, diff, paths);
    if (pairs.length > 0) yield* pairLines(pairs, depth, layout, chalk);
  }
}

type Paths = { before: NamePaths; after: NamePaths };

function placeOf({ was, is }: ListedChange, { before, after }: Paths, columns: number) {
  return is < 0 ? before.shown(was, columns) : after.shown(is, columns);
}

function layoutOf(diff: KindDiff, rows: readonly ListedChange[], paths: Paths, columns: number): Layout {
  let [signs, id, note] = [0, 0, 0];
  for (const row of rows) {
    signs = Math.max(signs, row.verbs.length);
    id = Math.max(id, String(idOf(row, diff)).length);
    note = Math.max(note, widthOf(noteOf(row, diff)));
  }
  const behind = GAP.length + id + (note === 0 ? 0 : GAP.length + Math.min(note, WIDEST_NOTE));
  const room = Math.max(columns - signs - 1 - behind, NARROWEST_PLACE);
  const place = rows.reduce((widest, row) => Math.max(widest, placeOf(row, paths, room).width), 0);
  return { signs, place, id, columns };
}

function idOf({ was, is }: ListedChange, { before, after }: KindDiff): number {
  return is < 0 ? before.idAt(was) : after.idAt(is);
}

/** What is said of a node beside its place: the type of one that is told as it is whole, and how many stand below it. */
function noteOf({ was, is, below }: ListedChange, { before, after }: KindDiff): string {
  const isWhole = was < 0 || is < 0;
  const type = isWhole && memberIn(is < 0 ? before.text(was, "item") : after.text(is, "item"), "type");
  const notes = [typeof type === "string" ? visible(type) : "", below === 0 ? "" : `+${below} below`];
  return notes.filter((note) => note !== "").join(GAP);
}

function nodeLine(
  row: ListedChange,
  diff: KindDiff,
  paths: Paths,
  { signs, place, id, columns }: Layout,
  chalk: ChalkInstance,
): string {
  const painted =
    row.verbs.map((verb) => signOf(verb, chalk)).join("") + " ".repeat(signs - row.verbs.length);
  const { text, width } = placeOf(row, paths, place);
  const line = `${painted} ${text}${" ".repeat(place - width)}${GAP}${chalk.dim(String(idOf(row, diff)).padStart(id))}`;
  const note = noteOf(row, diff);
  const room = columns - (signs + 1 + place + GAP.length + id + GAP.length);
  return note === "" ? line : `${line}${GAP}${chalk.dim(fitNote(note, room))}`;
}

/** How many stand below says more than the type. */
function fitNote(note: string, room: number): string {
  return widthOf(note) <= room ? note : fit(note.split(GAP).at(-1) ?? "", Math.max(room, 1));
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
  const widest = pairs.reduce((most, { label }) => Math.max(most, widthOf(visible(label))), 0);
  const width = Math.min(widest, Math.max(WIDEST_LABEL, Math.floor(columns / 3)));
  for (const { label, how, ...pair } of pairs) {
    const word = how === undefined || how === "changed" ? "" : `${how}: `;
    if (how === undefined && pair.before === pair.after) {
      yield `${indent}${padded(fit(label, width), width)}${GAP}${chalk.dim("only redacted values differ")}`;
      continue;
    }
    const room = Math.max(columns - indent.length - width - GAP.length, NARROWEST_PLACE);
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
export function signOf(verb: Verb, chalk: ChalkInstance): string {
  const { sign, color } = SIGNS[verb];
  return chalk[color](sign);
}
