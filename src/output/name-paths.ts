/** What nodes of a tree are called, with those above them. */
import { parseNodeText } from "../json/node-text.ts";
import type { Tree } from "../tree/tree.ts";

/** Stands between the names of a node and of those below it. */
const BETWEEN = " › ";

export class NamePaths {
  readonly #tree: Tree;
  /** By places: most nodes that are told of stand below few. */
  readonly #paths = new Map<number, string>();

  constructor(tree: Tree) {
    this.#tree = tree;
  }

  /** The names from the root down to the node; empty for what is above the roots. */
  path(place: number): string {
    const unknown: number[] = [];
    let known = place;
    for (; known >= 0 && !this.#paths.has(known); known = this.#tree.parentAt(known)) unknown.push(known);
    let path = known < 0 ? "" : (this.#paths.get(known) ?? "");
    for (const each of unknown.reverse()) {
      path += (path === "" ? "" : BETWEEN) + this.#nameOf(each);
      this.#paths.set(each, path);
    }
    return path;
  }

  #nameOf(place: number): string {
    const { name } = parseNodeText(this.#tree.text(place, "item"));
    return typeof name === "string" ? name : "";
  }
}
