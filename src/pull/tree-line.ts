/** The lines of a tree's journal, and whether what was read back is one: a journal may have been damaged. */
import type { Kind } from "../operations.ts";
import type { Target } from "../source.ts";
import type { Journal } from "./journal.ts";
import type { KeyMarks } from "./list-answer.ts";

/** What a journal belongs to: another pull must not go on with it. */
export type Scope = {
  source: string;
  kind: Kind;
  /** The roots, or one node: then with its ancestors and all below it. */
  target: Target;
};

/** A journal's first line, and the version of the lines behind it: others are not understood. */
export type Head = { scope: Scope; startedAt: string; lines: number };
export const LINES_VERSION = 4;

/** How a node below others was asked for, so that its ancestors bring along nothing but the way to it. */
export type Chain = readonly number[];

/** Whom a node lists. */
type List = readonly [number, readonly number[]];

/** The lines behind it. */
export type TreeLine =
  /** A look at the lists begins. */
  | { roots: readonly number[]; chain?: Chain }
  /** Who lists whom, those above before those below. */
  | { lists: readonly List[] }
  /** `null`: the roots. */
  | { unlisted: number | null; url: string; reason: string }
  /** Roots of an earlier pull that the list lacks. */
  | { moreRoots: readonly number[] }
  /** With which keys nodes are listed: of each its id, and behind it what tells the key from others. */
  | { keys: readonly number[] }
  /** The look has ended. */
  | { looked: true }
  | NodeStateLine;

/** What has become of a node. */
export type NodeStateLine =
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

/** The node that such a line is about. */
export function nodeOf(line: NodeStateLine): number {
  if ("got" in line) return line.got;
  if ("again" in line) return line.again;
  return "failed" in line ? line.failed : line.vanished;
}

const LISTS_PER_LINE = 1000;
const KEYS_PER_LINE = 10_000;

/** Writes lists to a tree's journal, many a line, and the keys that they tell. */
export class ListLines {
  readonly #journal: Journal;
  #lists: List[] = [];

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  add(id: number, children: readonly number[]): void {
    this.#lists.push([id, children]);
    if (this.#lists.length === LISTS_PER_LINE) this.end();
  }

  /** Gives keys to the journal at once: of each node its id, and behind it the mark of the key. */
  addKeys(keys: KeyMarks): void {
    for (let at = 0; at < keys.length; at += 2 * KEYS_PER_LINE) {
      this.#journal.gather({ keys: keys.slice(at, at + 2 * KEYS_PER_LINE) } satisfies TreeLine);
    }
  }

  /** Gives what was gathered to the journal. */
  end(): void {
    if (this.#lists.length === 0) return;
    this.#journal.gather({ lists: this.#lists } satisfies TreeLine);
    this.#lists = [];
  }
}

type Members = Record<string, unknown>;

/** Whether the members are those of a journal's first line. */
export function isHead(members: Members): members is Members & Head {
  const { scope, startedAt } = members;
  return isObject(scope) && typeof scope.source === "string" && typeof startedAt === "string";
}

/** What is known when a line is read: whether a node's text lies behind it, and whether a node was found by the lines before. */
type Before = { hasText: boolean; knows: (id: unknown) => boolean };

/** By the member that tells which line it is: whether the others are sound, and all fits what was read before. */
const CHECKS: readonly [string, (members: Members, before: Before) => boolean][] = Object.entries({
  roots: ({ roots, chain }) => isIds(roots) && isAbsentOr(chain, isIds),
  lists: ({ lists }, { knows }) => isLists(lists) && areListed(lists, knows),
  looked: ({ looked }) => looked === true,
  moreRoots: ({ moreRoots }) => isIds(moreRoots),
  unlisted: ({ unlisted, ...why }, { knows }) => (unlisted === null || knows(unlisted)) && isReason(why),
  keys: ({ keys }) => isIds(keys),
  got: ({ got, kept, keyMark, sortOrder }, { knows, hasText }) =>
    knows(got) &&
    (kept === undefined ? hasText : kept === true) &&
    isAbsentOr(keyMark, isId) &&
    isAbsentOr(sortOrder, isNumber),
  again: ({ again }, { knows }) => knows(again),
  failed: ({ failed, sortOrder, recordedAt, ...why }, { knows }) =>
    knows(failed) && isAbsentOr(sortOrder, isNumber) && isReason(why) && isAbsentOr(recordedAt, isText),
  vanished: ({ vanished }, { knows }) => knows(vanished),
} satisfies Record<string, (members: Members, before: Before) => boolean>);

/** Whether the members are those of one of the other lines, and fit those before it. */
export function isTreeLine(members: Members, before: Before): members is Members & TreeLine {
  const [, check] = CHECKS.find(([name]) => name in members) ?? [];
  return check?.(members, before) === true;
}

/** Whether each list is of a node that is known, or listed before it. */
function areListed(lists: readonly List[], knows: Before["knows"]): boolean {
  const listed = new Set<number>();
  return lists.every(([id, children]) => {
    for (const child of children) listed.add(child);
    return listed.has(id) || knows(id);
  });
}

function isLists(value: unknown): value is List[] {
  const isList = (list: unknown) =>
    Array.isArray(list) && list.length === 2 && isId(list[0]) && isIds(list[1]);
  return Array.isArray(value) && value.every(isList);
}

function isReason({ url, reason }: Members): boolean {
  return isText(url) && isText(reason);
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
