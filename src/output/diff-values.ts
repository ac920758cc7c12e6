/** The old and the new value of a field: shortened to the part that differs, or whole. */
import type { ChalkInstance } from "chalk";
import { diffArrays } from "diff";
import { parseString } from "../analysis/compact-json.ts";
import { isStructure, parseValue, valueDifferences } from "../analysis/json-value.ts";
import { ELLIPSIS, NONE, visible } from "../text/visible-text.ts";
import { fit, widthOf } from "./fit.ts";

/** What a value was and is, as compact JSON; `undefined` where it was not or is not there. */
export type ValuePair = { before: string | undefined; after: string | undefined };

const ARROW = " → ";
/** So many characters of what stayed the same are shown beside what differs. */
const CONTEXT = 12;
/** So many lines of what stayed the same are shown beside those that differ. */
const CONTEXT_LINES = 3;

/** `before → after` in so many columns: of what both have in common only what stands beside the difference. */
export function shortenedPair(pair: ValuePair, room: number, chalk: ChalkInstance): string {
  const [was, is] = [shown(pair.before), shown(pair.after)];
  const half = Math.floor((room - ARROW.length) / 2);
  const { start, same } = commonEnds(was, is);
  const context = isShort(was, is, room) ? Number.POSITIVE_INFINITY : CONTEXT;
  const before = cut(was, { start, same, context, room });
  const after = cut(is, { start, same, context, room });
  const [wasWidth, isWidth] = [before, after].map(({ width }) => width);
  const wasRoom = Math.max(half, room - ARROW.length - isWidth);
  const isRoom = Math.max(half, room - ARROW.length - wasWidth);
  const old = painted(before, wasRoom, chalk.red, chalk);
  return `${old}${chalk.dim(ARROW)}${painted(after, isRoom, chalk.green, chalk)}`;
}

/** Whether both have room side by side. What is long is not measured. */
function isShort(was: string, is: string, room: number): boolean {
  if (was.length + is.length > room) return false;
  return widthOf(visible(was)) + widthOf(visible(is)) + ARROW.length <= room;
}

/** What is shown of a value: a text as it is, all else as JSON. */
function shown(json: string | undefined): string {
  if (json === undefined) return NONE;
  const text = parseString(json) ?? json;
  return text === "" ? '""' : text;
}

/** How long the beginning and the end are that two texts have in common. */
function commonEnds(one: string, other: string): { start: number; same: number } {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start++;
  // Half a surrogate pair is no character.
  if (/[\uD800-\uDBFF]/.test(one[start - 1] ?? "")) start--;
  let same = 0;
  while (same < shorter - start && one[one.length - 1 - same] === other[other.length - 1 - same]) same++;
  if (/[\uDC00-\uDFFF]/.test(one[one.length - same] ?? "")) same--;
  return { start, same };
}

/** A text in three parts, of which the middle one differs; safe, and with the width of all. */
type Parts = { before: string; own: string; behind: string; width: number };

type Cut = { start: number; same: number; context: number; room: number };

function cut(text: string, { start, same, context, room }: Cut): Parts {
  const from = Math.max(start - context, 0);
  const end = text.length - Math.max(same - context, 0);
  const before = visible((from > 0 ? ELLIPSIS : "") + text.slice(from, start));
  const ownEnd = text.length - same;
  // Nothing takes less than no column: what lies far behind is never seen.
  const own = visible(text.slice(start, Math.min(ownEnd, start + room * 4)));
  const behind = visible(text.slice(ownEnd, end) + (end < text.length ? ELLIPSIS : ""));
  return { before, own, behind, width: widthOf(before) + widthOf(own) + widthOf(behind) };
}

function painted(
  { before, own, behind, width }: Parts,
  room: number,
  paint: (text: string) => string,
  chalk: ChalkInstance,
): string {
  if (width <= room) return chalk.dim(before) + paint(own) + chalk.dim(behind);
  const left = room - widthOf(before);
  return left < 2 ? chalk.dim(fit(before, room)) : chalk.dim(before) + paint(fit(own + behind, left));
}

/** Texts that take more insertions and deletions than this are shown as removed and added whole: finding the fewest takes seconds. */
const MOST_EDITS = 2000;

/** A line, and which text has it: both, the earlier or the later one. */
type DiffLine = { sign: " " | "-" | "+"; text: string };

function lineDifferences(before: string, after: string): DiffLine[] {
  const [was, is] = [before, after].map((text) => (text === "" ? [] : text.split(/\r?\n/)));
  const parts = diffArrays(was, is, { maxEditLength: MOST_EDITS }) ?? [
    { value: was, removed: true, added: false },
    { value: is, removed: false, added: true },
  ];
  return parts.flatMap(({ value, removed, added }) =>
    value.map((text): DiffLine => ({ sign: removed ? "-" : added ? "+" : " ", text })),
  );
}

/** The lines of a pair that is shown whole: a unified diff of text, what differs of JSON by pointer. */
export function wholePair({ before, after }: ValuePair, chalk: ChalkInstance): string[] {
  const [was, is] = [textOf(before), textOf(after)];
  if (was === undefined || is === undefined) {
    const differences =
      before === undefined || after === undefined
        ? [{ pointer: "", before, after }]
        : valueDifferences(before, after);
    return differences.flatMap((difference) => [
      ...(difference.pointer === "" ? [] : [chalk.bold(visible(difference.pointer))]),
      ...(difference.before === undefined ? [] : [chalk.red(`- ${visible(difference.before)}`)]),
      ...(difference.after === undefined ? [] : [chalk.green(`+ ${visible(difference.after)}`)]),
    ]);
  }
  const lines = lineDifferences(was, is);
  return lines
    .map(({ sign, text }, i) => ({ sign, line: `${sign} ${visible(text)}`, isNear: isNear(lines, i) }))
    .flatMap(({ sign, line, isNear }, i, all) => {
      if (!isNear) return i === 0 || all[i - 1].isNear ? [chalk.dim(ELLIPSIS)] : [];
      return [sign === "-" ? chalk.red(line) : sign === "+" ? chalk.green(line) : chalk.dim(line)];
    });
}

/** Whether a line differs, or stands beside one that does. */
function isNear(lines: readonly { sign: string }[], at: number): boolean {
  return lines
    .slice(Math.max(at - CONTEXT_LINES, 0), at + CONTEXT_LINES + 1)
    .some(({ sign }) => sign !== " ");
}

/** A text that holds no JSON; what is not there is an empty one. */
function textOf(json: string | undefined): string | undefined {
  if (json === undefined || json === "null") return "";
  const text = parseString(json);
  return text === undefined || isStructure(parseValue(text)) ? undefined : text;
}
