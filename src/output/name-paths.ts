/** What nodes of a tree are called, with those above them. */
import { parseNodeText } from "../json/node-text.ts";
import { visible } from "../text/visible-text.ts";
import type { Tree } from "../tree/tree.ts";
import { fit, widthOf } from "./fit.ts";

/** Stands between the names of a node and of those below it. */
const BETWEEN = " › ";
/** Stands for names that are left out. */
const LEFT_OUT = "…";
/** So many names are told at most, the last ones: a chain of nodes can be as deep as it is long. */
const MOST_NAMES = 40;

/** Safe text, and how many columns it takes. */
type Measured = { text: string; width: number };

export class NamePaths {
  readonly #tree: Tree;
  /** By places: most nodes that are told of stand below few. */
  readonly #names = new Map<number, Measured & { name: string }>();

  constructor(tree: Tree) {
    this.#tree = tree;
  }

  /** The names from the root down to the node; empty for what is above the roots. */
  path(place: number): string {
    const names: string[] = [];
    let at = place;
    for (; at >= 0 && names.length < MOST_NAMES; at = this.#tree.parentAt(at)) names.push(this.#at(at).name);
    if (at >= 0) names.push(LEFT_OUT);
    return names.reverse().join(BETWEEN);
  }

  /** As much of the path as there is room for: a node's own name says more than those above it. */
  shown(place: number, columns: number): Measured {
    const own = this.#at(place);
    if (own.width > columns) return measured(fit(own.name, columns));
    const names = [own.text];
    let { width } = own;
    let at = this.#tree.parentAt(place);
    for (; at >= 0; at = this.#tree.parentAt(at)) {
      const { text, width: more } = this.#at(at);
      const above = this.#tree.parentAt(at) < 0 ? 0 : LEFT_OUT.length + BETWEEN.length;
      if (width + BETWEEN.length + more + above > columns) break;
      names.push(text);
      width += BETWEEN.length + more;
    }
    if (at >= 0 && width + BETWEEN.length + LEFT_OUT.length <= columns) {
      names.push(LEFT_OUT);
      width += BETWEEN.length + LEFT_OUT.length;
    }
    return { text: names.reverse().join(BETWEEN), width };
  }

  #at(place: number): Measured & { name: string } {
    const known = this.#names.get(place);
    if (known) return known;
    const { name } = parseNodeText(this.#tree.text(place, "item"));
    const own = typeof name === "string" ? name : "";
    const told = { name: own, ...measured(visible(own)) };
    this.#names.set(place, told);
    return told;
  }
}

function measured(text: string): Measured {
  return { text, width: widthOf(text) };
}
