/** Decides whether a reference names a node that the data left out since it is not published. */
import type { UnpublishedNode } from "../formats/manifest.ts";
import type { Reference } from "../values/value-parts.ts";

/** The nodes that were left out, by id and by key. */
export class UnpublishedNodes {
  readonly #byName = new Map<string | number, UnpublishedNode[]>();

  constructor(nodes: readonly UnpublishedNode[] = []) {
    for (const node of nodes) {
      for (const name of [node.id, node.key]) {
        const known = this.#byName.get(name);
        if (known) known.push(node);
        else this.#byName.set(name, [node]);
      }
    }
  }

  /** The node that a reference names; `undefined` if no such node was left out. */
  find({ kind, target }: Pick<Reference, "kind" | "target">): UnpublishedNode | undefined {
    if (target.by === "path") return undefined;
    const named = this.#byName.get(target.by === "id" ? target.id : target.key);
    return named?.find((node) => kind === undefined || node.kind === kind);
  }
}
