/** The lines of a tree's journal, and whether what was read back is one: a journal may have been damaged. */
import type { Kind } from "../operations.ts";
import type { Target } from "../source.ts";

/** How a node below others was asked for, so that its ancestors bring along nothing but the way to it. */
export type Chain = readonly number[];

/** Whom nodes list, by their ids. */
type ListEntries = [number, number[]][];

export type TreeLine =
  | { roots: number[]; chain?: Chain }
  | { got: number; children: readonly number[]; sortOrder?: number; lists?: ListEntries }
  | {
      failed: number;
      url: string;
      reason: string;
      sortOrder?: number;
      children: readonly number[];
      lists?: ListEntries;
    }
  | { vanished: number }
  | { committed: true };

/** What a journal belongs to: another pull must not go on with it. */
export type Scope = { source: string; kind: Kind; target: Target };

/** A journal's first line. */
export type Head = { scope: Scope; startedAt: string };

type Members = Record<string, unknown>;

/** Whether the members are those of a journal's first line. */
export function isHead(members: Members): members is Members & Head {
  const { scope, startedAt } = members;
  return isObject(scope) && typeof scope.source === "string" && typeof startedAt === "string";
}

/** Whether the members are those of one of the other lines. */
export function isTreeLine(members: Members): members is Members & TreeLine {
  if ("roots" in members) return isIds(members.roots) && isAbsentOr(members.chain, isIds);
  if ("vanished" in members) return isId(members.vanished);
  if ("committed" in members) return members.committed === true;
  const { children, sortOrder, lists } = members;
  const isNode =
    isIds(children) && isAbsentOr(sortOrder, isNumber) && isAbsentOr(lists, (value) => isLists(value));
  if ("got" in members) return isNode && isId(members.got);
  return isNode && isId(members.failed) && isText(members.url) && isText(members.reason);
}

function isLists(value: unknown): value is ListEntries {
  const isEntry = (entry: unknown) =>
    Array.isArray(entry) && entry.length === 2 && isId(entry[0]) && isIds(entry[1]);
  return Array.isArray(value) && value.every(isEntry);
}

function isIds(value: unknown): value is number[] {
  return Array.isArray(value) && value.every(isId);
}

function isId(value: unknown): value is number {
  return Number.isInteger(value);
}

function isNumber(value: unknown): boolean {
  return typeof value === "number";
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function isAbsentOr(value: unknown, is: (value: unknown) => boolean): boolean {
  return value === undefined || is(value);
}

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null;
}
