/** A node of the tree that is open, and its place among what else is. */
import type { TreeRow } from "../http/explorer/explorer-answers.ts";

/** How many rows are asked for at once. */
export const PAGE_ROWS = 100;

/** The children of a node that is open. */
export type Branch = {
  /** The node; `undefined` above the roots. */
  readonly row: TreeRow | undefined;
  readonly level: number;
  readonly parent: Branch | undefined;
  /** The node's place among its siblings. */
  readonly at: number;
  total: number;
  /** Windows by their number. */
  readonly pages: Map<number, TreeRow[]>;
  /** Those of the children that are open, in order. */
  readonly open: Branch[];
  /** How many rows are below the node. */
  rows: number;
};

/** A row of what is open. `row` is `undefined` until it is loaded. */
export type VisibleRow = { branch: Branch; index: number; row: TreeRow | undefined; isOpen: boolean };

export function visibleRow(branch: Branch, index: number): VisibleRow {
  const row = branch.pages.get(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS];
  return { branch, index, row, isOpen: branch.open.some(({ at }) => at === index) };
}

export function branchOf(
  row: TreeRow | undefined,
  parent: Branch | undefined,
  at: number,
  total: number,
): Branch {
  const level = parent ? parent.level + 1 : 0;
  return { row, level, parent, at, total, pages: new Map(), open: [], rows: total };
}

/** @returns the branch of a node, which is opened if it was not */
export function openBelow(branch: Branch, index: number, row: TreeRow): Branch {
  const known = branch.open.find(({ at }) => at === index);
  if (known) return known;
  const opened = branchOf(row, branch, index, row.children);
  const behind = branch.open.findIndex(({ at }) => at > index);
  branch.open.splice(behind < 0 ? branch.open.length : behind, 0, opened);
  grow(branch, opened.rows);
  return opened;
}

export function grow(branch: Branch, rows: number): void {
  for (let at: Branch | undefined = branch; at; at = at.parent) at.rows += rows;
}
