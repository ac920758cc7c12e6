/** The lines of a tree's journal, and whether what was read back is one: a journal may have been damaged. */
import type { Kind } from "../operations.ts";
import type { Target } from "../source.ts";

/** What a journal belongs to: another pull must not go on with it. */
export type Scope = { source: string; kind: Kind; target: Target };

/** A journal's first line, and the version of the lines behind it: others are not understood. */
export type Head = { scope: Scope; startedAt: string; lines: number };
export const LINES_VERSION = 2;

/** How a node below others was asked for, so that its ancestors bring along nothing but the way to it. */
export type Chain = readonly number[];

/** The lines behind it. */
export type TreeLine =
  /** A look at the lists begins. */
  | { roots: readonly number[]; chain?: Chain }
  /** Who lists whom, those above before those below. */
  | { lists: readonly (readonly [number, readonly number[]])[] }
  | { unlisted: number; url: string; reason: string }
  /** The look has ended. */
  | { looked: true }
  | { got: number; sortOrder?: number }
  | { failed: number; url: string; reason: string; sortOrder?: number }
  | { vanished: number }
  | { committed: true };

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
  if ("looked" in members) return members.looked === true;
  if ("vanished" in members) return isId(members.vanished);
  if ("committed" in members) return members.committed === true;
  if ("unlisted" in members) return isId(members.unlisted) && isReason(members);
  if (!isAbsentOr(members.sortOrder, isNumber)) return false;
  return "got" in members ? isId(members.got) : isId(members.failed) && isReason(members);
}

/**
 * Whether a line fits those before it.
 * @param hasText whether a node's text lies behind it
 * @param knows whether a node was found by the lines before
 */
export function fitsBehind(line: TreeLine, hasText: boolean, knows: (id: number) => boolean): boolean {
  if ("roots" in line || "committed" in line || "looked" in line) return true;
  if ("lists" in line) return areListed(line.lists, knows);
  if ("got" in line) return hasText && knows(line.got);
  if ("unlisted" in line) return knows(line.unlisted);
  return knows("failed" in line ? line.failed : line.vanished);
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

function isNumber(value: unknown): boolean {
  return typeof value === "number";
}

function isAbsentOr(value: unknown, is: (value: unknown) => boolean): boolean {
  return value === undefined || is(value);
}

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null;
}
