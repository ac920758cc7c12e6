/** What a pull could not fetch, or a folder of files lacks, without what is accepted. */
import type { FileFailure, ListFailure, NodeFailure } from "../formats/copy/manifest.ts";
import type { Kind } from "../operations.ts";
import { entryIn } from "../site/map-entries.ts";
import { mediaPath } from "../site/media/media-paths.ts";
import type { SiteTrees } from "../site/site-data.ts";
import { type SiteNode, siteNodes } from "../site/site-nodes.ts";
import type { AcceptedLosses, LostNode } from "./accepted-losses.ts";

type TreeFailures = { failures: NodeFailure[]; unlisted?: ListFailure[] };

export class AcceptedFailures {
  readonly #accepted: AcceptedLosses;
  readonly #nodes: Readonly<Record<Kind, Map<number, LostNode>>> = { content: new Map(), media: new Map() };
  /** The media nodes that name a file, by its decoded path. */
  readonly #holders = new Map<string, LostNode[]>();

  /** @param trees of the copy: lines about its nodes name something, even if nothing of these nodes is lost */
  constructor(accepted: AcceptedLosses, trees: SiteTrees) {
    this.#accepted = accepted;
    for (const node of siteNodes(trees)) {
      const known = lostNodeOf(node);
      accepted.hasNode(known);
      this.#nodes[node.kind].set(node.tree.idAt(node.index), known);
      const path = node.kind === "media" && known.url !== undefined ? mediaPath(known.url) : undefined;
      if (path !== undefined) entryIn(this.#holders, path, () => []).push(known);
    }
  }

  /** Leaves out nodes, and lists of the children of nodes, whose loss is accepted. */
  unacceptedIn<T extends TreeFailures>(kind: Kind, tree: T): T {
    const isAccepted = (id: number) => this.#accepted.hasNode(this.#nodes[kind].get(id) ?? { id });
    return {
      ...tree,
      failures: tree.failures.filter(({ id }) => !isAccepted(id)),
      ...(tree.unlisted && {
        unlisted: tree.unlisted.filter(({ id }) => id === undefined || !isAccepted(id)),
      }),
    };
  }

  /** Leaves out files whose loss is accepted: by their paths, or by media nodes that name them. */
  unacceptedFiles(failures: readonly FileFailure[]): FileFailure[] {
    return failures.filter(({ url }) => {
      const holders = this.#holders.get(mediaPath(url) ?? "") ?? [];
      return ![{ url }, ...holders].some((lost) => this.#accepted.hasNode(lost));
    });
  }
}

/** Types are those of pages. */
function lostNodeOf(node: SiteNode): LostNode {
  const { type, url } = node.brief();
  const { kind, tree, index } = node;
  const ofPage = kind === "content" && { type };
  return { id: tree.idAt(index), key: tree.keyAt(index), url, ...ofPage };
}
