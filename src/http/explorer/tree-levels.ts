/** A tree read level by level: windows of siblings, each row with its count of children. A node is its index in preorder. */

import { parseNodeText } from "../../json/node-text.ts";
import { NO_PARENT } from "../../site/tree/preorder.ts";
import type { Tree } from "../../site/tree/tree.ts";
import { shortened } from "../../text/visible-text.ts";
import type { Level, Order, PathRow, TreeRow } from "./explorer-api.ts";

/** A window of siblings. */
export type Window = { from: number; count: number; order?: Order };

/** More siblings are not sorted: reading them all takes the server away from everybody. */
const MOST_SORTED = 50_000;

/** Longer texts of a row are cut: an answer has many rows. */
export const LONGEST_NAME = 200;
const LONGEST_URL = 2000;

type Sorted = { parent: number; order: Order; nodes: Int32Array };

export class TreeLevels {
  readonly #tree: Tree;
  /** Of each node; after them, the number of roots. */
  #counts: Int32Array | undefined;
  /** The siblings that were sorted last: a client most likely requests their next window. */
  #sorted: Sorted | undefined;

  constructor(tree: Tree) {
    this.#tree = tree;
  }

  /** @param parent a node, or `NO_PARENT` */
  countBelow(parent: number): number {
    this.#counts ??= countChildren(this.#tree);
    return this.#counts[parent === NO_PARENT ? this.#tree.size : parent];
  }

  /** A window of the children of a node. */
  level(parent: number, { from, count, order }: Window): Level {
    const total = this.countBelow(parent);
    const isSortable = total <= MOST_SORTED;
    const nodes =
      order && isSortable
        ? this.#inOrder(parent, order).subarray(from, from + count)
        : taken(this.siblings(parent), from, count);
    return { total, from, rows: Array.from(nodes, (node) => this.row(node)), isSortable };
  }

  row(node: number): TreeRow {
    const { id, key, name, type, url, updateDate, published } = parseNodeText(this.#tree.text(node, "item"));
    return {
      id: Number(id),
      key: String(key),
      name: textOf(name, LONGEST_NAME) ?? "",
      type: textOf(type, LONGEST_NAME) ?? "",
      children: this.countBelow(node),
      url: textOf(url, LONGEST_URL),
      updateDate: textOf(updateDate, LONGEST_NAME),
      isUnpublished: published === false || undefined,
    };
  }

  /** The node's ancestors, root first, and itself, each with its index among its siblings. */
  path(node: number): PathRow[] {
    const { parent } = this.#tree.columns;
    const path: PathRow[] = [];
    for (let at = node; at !== NO_PARENT; at = parent[at]) {
      let index = 0;
      for (const sibling of this.siblings(parent[at])) {
        if (sibling === at) break;
        index++;
      }
      path.push({ row: this.row(at), index, of: this.countBelow(parent[at]) });
    }
    return path.reverse();
  }

  /** All children of a node, in order. */
  *siblings(parent: number): Generator<number, void> {
    const { end } = this.#tree.columns;
    const last = parent === NO_PARENT ? this.#tree.size : end[parent];
    for (let node = parent + 1; node < last; node = end[node]) yield node;
  }

  #inOrder(parent: number, order: Order): Int32Array {
    const known = this.#sorted;
    if (known?.parent === parent && isSameOrder(known.order, order)) return known.nodes;
    const rows = Array.from(this.siblings(parent), (node) => ({ node, row: this.row(node) }));
    const compare = comparison(order);
    const nodes = Int32Array.from(
      rows.sort((one, other) => compare(one.row, other.row) || one.node - other.node),
      ({ node }) => node,
    );
    this.#sorted = { parent, order, nodes };
    return nodes;
  }
}

function isSameOrder(one: Order, other: Order): boolean {
  return one.field === other.field && one.isDescending === other.isDescending;
}

function comparison({ field, isDescending }: Order): (one: TreeRow, other: TreeRow) => number {
  const { compare } = new Intl.Collator("en", { numeric: true });
  const sign = isDescending ? -1 : 1;
  return (one, other) => {
    const a = one[field] ?? "";
    const b = other[field] ?? "";
    return sign * (typeof a === "number" && typeof b === "number" ? a - b : compare(String(a), String(b)));
  };
}

function countChildren({ size, columns }: Tree): Int32Array {
  const counts = new Int32Array(size + 1);
  for (let node = 0; node < size; node++) {
    const parent = columns.parent[node];
    counts[parent === NO_PARENT ? size : parent]++;
  }
  return counts;
}

function* taken(nodes: Iterable<number>, from: number, count: number): Generator<number, void> {
  let index = 0;
  for (const node of nodes) {
    if (index >= from + count) return;
    if (index++ >= from) yield node;
  }
}

function textOf(value: unknown, length: number): string | undefined {
  return typeof value === "string" && value !== "" ? shortened(value, length) : undefined;
}
