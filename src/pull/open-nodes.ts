/** The nodes of a site that are still to be asked for, in the order in which they were found. */
import { Queue } from "./queue.ts";
import type { SiteNode } from "./site-node.ts";

export class OpenNodes {
  readonly #queue = new Queue<SiteNode>();

  /** @param nodes those among them that are open are lined up */
  constructor(nodes: Iterable<SiteNode> = []) {
    for (const node of nodes) if (node.state === "open") this.#queue.push(node);
  }

  /** Opens a node, if it is not. */
  push(node: SiteNode): void {
    node.state = "open";
    this.#queue.push(node);
  }

  /** The next, or `undefined` where none is known that has not been taken. */
  take(): SiteNode | undefined {
    let node = this.#queue.take();
    while (node && node.state !== "open") node = this.#queue.take();
    return node;
  }
}
