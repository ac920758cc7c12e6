/** The open rows of a tree, and the windows of rows that are loaded: only those near the view. */
import type { Level, PathRow, TreeRow } from "../http/explorer/explorer-api.ts";

/** How many windows are kept. */
const MOST_PAGES = 300;
/** How many requests run at a time: during a fast scroll, most windows are soon of no use. */
const MOST_REQUESTS = 2;

type LoadLevel = (parentKey: string | undefined, from: number, count: number) => Promise<Level>;
type BranchPage = { branch: Branch; page: number };

export class TreeModel {
  root: Branch = branchOf(undefined, undefined, 0, 0);
  readonly #load: LoadLevel;
  /** Called when rows were loaded, opened or closed. */
  onChange: () => void = () => {};
  /** The least recently used first. */
  readonly #used = new Map<TreeRow[], BranchPage>();
  #wanted: BranchPage[] = [];
  readonly #requested = new Set<string>();

  constructor(load: LoadLevel) {
    this.#load = load;
  }

  get size(): number {
    return this.root.rows;
  }

  /** The row with a number, from 0. */
  rowAt(number: number): VisibleRow | undefined {
    if (number < 0 || number >= this.size) return undefined;
    let branch = this.root;
    let offset = number;
    for (;;) {
      let opened = 0;
      let inner: Branch | undefined;
      for (const child of branch.open) {
        const header = child.at + opened;
        if (offset <= header) break;
        if (offset <= header + child.rows) {
          inner = child;
          offset -= header + 1;
          break;
        }
        opened += child.rows;
      }
      if (!inner) return visibleRow(branch, offset - opened);
      branch = inner;
    }
  }

  /** The number of a row. */
  numberOf(branch: Branch, index: number): number {
    const opened = branch.open.reduce((sum, child) => (child.at < index ? sum + child.rows : sum), 0);
    const own = index + opened;
    return branch.parent ? this.numberOf(branch.parent, branch.at) + 1 + own : own;
  }

  /** The number of a row as it is now, which may have been closed away: then that of the one that hides it. */
  numberNow(row: Pick<VisibleRow, "branch" | "index"> | undefined): number {
    let at = row;
    let top = row?.branch;
    for (; top?.parent; top = top.parent) {
      if (!top.parent.open.includes(top)) at = { branch: top.parent, index: top.at };
    }
    return at && top === this.root ? this.numberOf(at.branch, at.index) : 0;
  }

  /** Opens a node whose row is loaded. */
  open({ branch, index, row }: Pick<VisibleRow, "branch" | "index" | "row">): void {
    if (!row || row.children === 0) return;
    openBelow(branch, index, row);
    this.onChange();
  }

  toggle(row: VisibleRow): void {
    if (row.isOpen) this.close(row);
    else this.open(row);
  }

  close({ branch, index }: Pick<VisibleRow, "branch" | "index">): void {
    const at = branch.open.findIndex((child) => child.at === index);
    if (at < 0) return;
    const [closed] = branch.open.splice(at, 1);
    grow(branch, -closed.rows);
    this.onChange();
  }

  /**
   * Opens all above a node.
   * @returns the number of its row
   */
  reveal(path: readonly PathRow[]): number {
    let branch = this.root;
    const last = path.length - 1;
    path.forEach(({ row, index, of }, i) => {
      if (branch.total !== of) {
        grow(branch, of - branch.total);
        branch.total = of;
      }
      if (i < last) branch = openBelow(branch, index, row);
    });
    this.onChange();
    return last < 0 ? -1 : this.numberOf(branch, path[last].index);
  }

  /** Loads the rows that are in view; rows that are wanted no longer are not requested. */
  need(first: number, end: number): void {
    const pages = new Map<string, BranchPage>();
    for (let number = first; number < end; number++) {
      const visible = this.rowAt(number);
      if (!visible) break;
      const page = Math.floor(visible.index / PAGE_ROWS);
      const loaded = visible.branch.pages.get(page);
      if (loaded) this.#touch(loaded, { branch: visible.branch, page });
      else pages.set(nameOf({ branch: visible.branch, page }), { branch: visible.branch, page });
    }
    this.#wanted = [...pages.values()];
    this.#loadNext();
  }

  /** Loads how many roots there are, and the first of them. */
  async start(): Promise<void> {
    const { total, rows } = await this.#load(undefined, 0, PAGE_ROWS);
    const { root } = this;
    grow(root, total - root.total);
    root.total = total;
    this.#keep(rows, { branch: root, page: 0 });
    this.onChange();
  }

  /** The keys of the nodes that are open, those above first. */
  openKeys(): string[] {
    const keys: string[] = [];
    const collect = ({ open }: Branch): void => {
      for (const child of open) {
        if (child.row) keys.push(child.row.key);
        collect(child);
      }
    };
    collect(this.root);
    return keys;
  }

  /** Forgets all, since the data is another one. */
  clear(): void {
    this.root = branchOf(undefined, undefined, 0, 0);
    this.#used.clear();
    this.#wanted = [];
  }

  #loadNext(): void {
    for (const wanted of this.#wanted) {
      const name = nameOf(wanted);
      if (this.#requested.size >= MOST_REQUESTS) return;
      if (this.#requested.has(name) || wanted.branch.pages.has(wanted.page)) continue;
      this.#requested.add(name);
      this.#loadPage(wanted).finally(() => {
        this.#requested.delete(name);
        this.#loadNext();
      });
    }
  }

  async #loadPage({ branch, page }: BranchPage): Promise<void> {
    const { root } = this;
    // Another component reports a server that does not answer; the next scroll requests the rows again.
    const level = await this.#load(branch.row?.key, page * PAGE_ROWS, PAGE_ROWS).catch(() => undefined);
    if (root !== this.root) return;
    if (!level) {
      this.#wanted = [];
      return;
    }
    this.#keep(level.rows, { branch, page });
    this.onChange();
  }

  #keep(rows: TreeRow[], at: BranchPage): void {
    at.branch.pages.set(at.page, rows);
    this.#touch(rows, at);
    for (const [oldest, { branch, page }] of this.#used) {
      if (this.#used.size <= MOST_PAGES) break;
      this.#used.delete(oldest);
      branch.pages.delete(page);
    }
  }

  #touch(rows: TreeRow[], at: BranchPage): void {
    this.#used.delete(rows);
    this.#used.set(rows, at);
  }
}

function nameOf({ branch, page }: BranchPage): string {
  return `${branch.row?.key ?? ""} ${page}`;
}

/** How many rows a window has. */
const PAGE_ROWS = 100;

/** The children of a node that is open. */
type Branch = {
  /** The node; `undefined` above the roots. */
  readonly row: TreeRow | undefined;
  readonly level: number;
  readonly parent: Branch | undefined;
  /** The node's index among its siblings. */
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

function visibleRow(branch: Branch, index: number): VisibleRow {
  const row = branch.pages.get(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS];
  return { branch, index, row, isOpen: branch.open.some(({ at }) => at === index) };
}

function branchOf(row: TreeRow | undefined, parent: Branch | undefined, at: number, total: number): Branch {
  const level = parent ? parent.level + 1 : 0;
  return { row, level, parent, at, total, pages: new Map(), open: [], rows: total };
}

/** @returns the branch of a node, which is opened if it was not */
function openBelow(branch: Branch, index: number, row: TreeRow): Branch {
  const known = branch.open.find(({ at }) => at === index);
  if (known) return known;
  const opened = branchOf(row, branch, index, row.children);
  const next = branch.open.findIndex(({ at }) => at > index);
  branch.open.splice(next < 0 ? branch.open.length : next, 0, opened);
  grow(branch, opened.rows);
  return opened;
}

function grow(branch: Branch, rows: number): void {
  for (let at: Branch | undefined = branch; at; at = at.parent) at.rows += rows;
}
