/** The lines of a tree's journal, and whether what was read back is one: a journal may have been damaged. */
import type { Kind } from "../operations.ts";
import type { Target } from "../source.ts";

/** What a journal belongs to: another pull must not go on with it. */
export type Scope = { source: string; kind: Kind; target: Target };

/** A journal's first line, and the version of the lines behind it: others are not understood. */
export type Head = {
  scope: Scope;
  startedAt: string;
  lines: number;
  /** What else a command line says that goes on with the pull. */
  args?: readonly string[];
};
export const LINES_VERSION = 4;

/** How a node below others was asked for, so that its ancestors bring along nothing but the way to it. */
export type Chain = readonly number[];

/** The lines behind it. */
export type TreeLine =
  /** A look at the lists begins. */
  | { roots: readonly number[]; chain?: Chain }
  /** Who lists whom, those above before those below. */
  | { lists: readonly (readonly [number, readonly number[]])[] }
  /** `null`: the roots. */
  | { unlisted: number | null; url: string; reason: string }
  /** Roots of an earlier pull that the list lacks. */
  | { moreRoots: readonly number[] }
  /** With which keys nodes are listed: of each its id, and behind it what tells the key from others. */
  | { keys: readonly number[] }
  /** The look has ended. */
  | { looked: true }
  /**
   * `kept`: from an earlier copy, without asking; where the line has no text, the copy's is to the letter what it was.
   * `keyMark`: what tells its key from others.
   */
  | { got: number; sortOrder?: number; kept?: true; keyMark?: number }
  /** What was had of it is doubted. */
  | { again: number }
  /** `recordedAt`: when the text that it keeps was had, where that is more than its item. */
  | { failed: number; url: string; reason: string; sortOrder?: number; recordedAt?: string }
  | { vanished: number };

type Members = Record<string, unknown>;

/** Whether the members are those of a journal's first line. */
export function isHead(members: Members): members is Members & Head {
  const { scope, startedAt } = members;
  return isObject(scope) && typeof scope.source === "string" && typeof startedAt === "string";
}

/** Whether the members are those of one of the other lines. */
export function isTreeLine(members: Members): members is Members & TreeLine {
  if ("roots" in members) return isIds(members.roots) && isAbsentOr(members.chain, isIds);
  if ("lists" in members) return isLists(members.lists);
  if ("keys" in members) return isIds(members.keys);
  if ("looked" in members) return members.looked === true;
  if ("vanished" in members) return isId(members.vanished);
  if ("again" in members) return isId(members.again);
  if ("moreRoots" in members) return isIds(members.moreRoots);
  if ("unlisted" in members) return isUnlistedLine(members);
  return isOutcomeLine(members);
}

function isUnlistedLine(members: Members): boolean {
  return (members.unlisted === null || isId(members.unlisted)) && isReason(members);
}

function isOutcomeLine(members: Members): boolean {
  if (!isAbsentOr(members.sortOrder, isNumber)) return false;
  if ("got" in members) {
    const isKept = isAbsentOr(members.kept, (kept) => kept === true);
    return isId(members.got) && isKept && isAbsentOr(members.keyMark, isId);
  }
  return isId(members.failed) && isReason(members) && isAbsentOr(members.recordedAt, isText);
}

/**
 * Whether a line fits those before it.
 * @param hasText whether a node's text lies behind it
 * @param knows whether a node was found by the lines before
 */
export function fitsBehind(line: TreeLine, hasText: boolean, knows: (id: number) => boolean): boolean {
  if ("roots" in line || "looked" in line || "moreRoots" in line || "keys" in line) return true;
  if ("lists" in line) return areListed(line.lists, knows);
  if ("got" in line && !hasText && line.kept !== true) return false;
  const id = nodeOf(line);
  return id === null || knows(id);
}

/** The node that a line is about. */
function nodeOf(
  line: Exclude<
    TreeLine,
    { roots: unknown } | { lists: unknown } | { looked: true } | { moreRoots: unknown } | { keys: unknown }
  >,
) {
  if ("got" in line) return line.got;
  if ("unlisted" in line) return line.unlisted;
  if ("again" in line) return line.again;
  return "failed" in line ? line.failed : line.vanished;
}

/** Whether each list is of a node that is known, or listed before it. */
function areListed(
  lists: Extract<TreeLine, { lists: unknown }>["lists"],
  knows: (id: number) => boolean,
): boolean {
  const listed = new Set<number>();
  return lists.every(([id, children]) => {
    for (const child of children) listed.add(child);
    return listed.has(id) || knows(id);
  });
}

function isLists(value: unknown): boolean {
  const isEntry = (entry: unknown) =>
    Array.isArray(entry) && entry.length === 2 && isId(entry[0]) && isIds(entry[1]);
  return Array.isArray(value) && value.every(isEntry);
}

function isReason({ url, reason }: Members): boolean {
  return typeof url === "string" && typeof reason === "string";
}

function isIds(value: unknown): boolean {
  return Array.isArray(value) && value.every(isId);
}

function isId(value: unknown): boolean {
  return Number.isInteger(value);
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function isNumber(value: unknown): boolean {
  return typeof value === "number";
}

function isAbsentOr(value: unknown, is: (value: unknown) => boolean): boolean {
  return value === undefined || is(value);
}

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null;
}
