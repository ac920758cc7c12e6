/** The old and the new value of a field: shortened to the part that differs, or whole. */
import type { ChalkInstance } from "chalk";
import { isStructure, valueDifferences } from "../analysis/json-value.ts";
import { openedOutline, parseString } from "../json/outline.ts";
import { sequenceDiff } from "../text/sequence-diff.ts";
import { ELLIPSIS, NONE, visible } from "../text/visible-text.ts";
import { fit, widthOf } from "./fit.ts";

/** The old and the new value, as compact JSON; `undefined` if there is none. */
export type ValuePair = { before: string | undefined; after: string | undefined };

const ARROW = " → ";
/** Equal characters shown before and after a difference. */
const CONTEXT = 12;
/** Equal lines shown before and after a difference. */
const CONTEXT_LINES = 3;

/** `before → after`, at most `room` columns wide: of the text that both share, only `CONTEXT` characters around the difference. */
export function shortenedPair(pair: ValuePair, room: number, chalk: ChalkInstance): string {
  const [was, is] = [shownValue(pair.before), shownValue(pair.after)];
  const half = Math.floor((room - ARROW.length) / 2);
  const { start, same } = commonEnds(was, is);
  const context = isShort(was, is, room) ? Number.POSITIVE_INFINITY : CONTEXT;
  const before = cutAround(was, { start, same, context, room });
  const after = cutAround(is, { start, same, context, room });
  const [wasWidth, isWidth] = [before, after].map(({ width }) => width);
  const wasRoom = Math.max(half, room - ARROW.length - isWidth);
  const isRoom = Math.max(half, room - ARROW.length - wasWidth);
  const old = painted(before, wasRoom, chalk.red, chalk);
  return `${old}${chalk.dim(ARROW)}${painted(after, isRoom, chalk.green, chalk)}`;
}

/** Whether both values have room side by side. Long texts are not measured. */
function isShort(was: string, is: string, room: number): boolean {
  if (was.length + is.length > room) return false;
  return widthOf(visible(was)) + widthOf(visible(is)) + ARROW.length <= room;
}

/** A text without quotes and escapes; other values as JSON. */
function shownValue(json: string | undefined): string {
  if (json === undefined) return NONE;
  const text = parseString(json) ?? json;
  return text === "" ? '""' : text;
}

/** The lengths of the common prefix and the common suffix of two texts. */
function commonEnds(one: string, other: string): { start: number; same: number } {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start++;
  // A cut must not divide a surrogate pair.
  if (/[\uD800-\uDBFF]/.test(one[start - 1] ?? "")) start--;
  let same = 0;
  while (same < shorter - start && one[one.length - 1 - same] === other[other.length - 1 - same]) same++;
  if (/[\uDC00-\uDFFF]/.test(one[one.length - same] ?? "")) same--;
  return { start, same };
}

/** A text in three safe parts, of which the middle one differs; `width` is that of all three. */
type Parts = { before: string; own: string; after: string; width: number };

type Cut = { start: number; same: number; context: number; room: number };

function cutAround(text: string, { start, same, context, room }: Cut): Parts {
  const from = Math.max(start - context, 0);
  const end = text.length - Math.max(same - context, 0);
  const before = visible((from > 0 ? ELLIPSIS : "") + text.slice(from, start));
  const ownEnd = text.length - same;
  // Cut before measuring, which takes time: text far after the difference is never shown.
  const own = visible(text.slice(start, Math.min(ownEnd, start + room * 4)));
  const after = visible(text.slice(ownEnd, end) + (end < text.length ? ELLIPSIS : ""));
  return { before, own, after, width: widthOf(before) + widthOf(own) + widthOf(after) };
}

function painted(
  { before, own, after, width }: Parts,
  room: number,
  paint: (text: string) => string,
  chalk: ChalkInstance,
): string {
  if (width <= room) return chalk.dim(before) + paint(own) + chalk.dim(after);
  const left = room - widthOf(before);
  return left < 2 ? chalk.dim(fit(before, room)) : chalk.dim(before) + paint(fit(own + after, left));
}

/** Texts that differ by more insertions and deletions of lines are shown as removed and added whole. */
const MOST_EDITS = 2000;

/** A line, and which text has it: both (` `), the old one (`-`) or the new one (`+`). */
type DiffLine = { sign: " " | "-" | "+"; text: string };

function lineDifferences(before: string, after: string): DiffLine[] {
  const [was, is] = [before, after].map((text) => (text === "" ? [] : text.split(/\r?\n/)));
  return sequenceDiff(was, is, MOST_EDITS).flatMap(({ sign, items }) =>
    items.map((text) => ({ sign, text })),
  );
}

/** The lines of a pair that is shown whole: a unified diff of texts; for JSON, each difference with its pointer. */
export function wholePair({ before, after }: ValuePair, chalk: ChalkInstance): string[] {
  const [was, is] = [textOfValue(before), textOfValue(after)];
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

/** Whether a line differs, or is within `CONTEXT_LINES` of a line that differs. */
function isNear(lines: readonly { sign: string }[], at: number): boolean {
  return lines
    .slice(Math.max(at - CONTEXT_LINES, 0), at + CONTEXT_LINES + 1)
    .some(({ sign }) => sign !== " ");
}

/** A text that holds no JSON; a missing value is an empty text. */
function textOfValue(json: string | undefined): string | undefined {
  if (json === undefined || json === "null") return "";
  const text = parseString(json);
  return text === undefined || isStructure(openedOutline(text).node) ? undefined : text;
}
