/** Finds out what has become of a node that cannot be had: gone from the site, or there but not to be read. */
import type { Kind } from "../operations.ts";
import type { Target } from "../source.ts";
import { LEVELS_LISTED, type Listing, readListing } from "./node-answer.ts";
import { ExhaustedError } from "./patience.ts";
import type { Refusal, Site } from "./site.ts";
import type { SiteNode, SiteTree } from "./site-tree.ts";

/**
 * How deep those above are asked, in levels below the node: for its children and theirs; where that fails, since a broken
 * node can break what lists it, for the node alone.
 */
const DEPTHS = [LEVELS_LISTED, 0];

export class Recovery {
  readonly #site: Site;
  readonly #tree: SiteTree;
  readonly #kind: Kind;

  constructor(site: Site, tree: SiteTree, kind: Kind) {
    this.#site = site;
    this.#tree = tree;
    this.#kind = kind;
  }

  /**
   * Asks those above the node, nearest first, until one answers and tells whether it is still listed.
   * @returns how many nodes were found below it; `undefined` where it has vanished, or where nobody answers now: it is
   * then put back, to be asked for again
   * @throws RemoteError where the root operation answers, but not as one does
   */
  async recover(node: SiteNode, { refusal, url }: Refusal): Promise<number | undefined> {
    const listing = await this.#listingAbove(node);
    if (listing === undefined) {
      this.#tree.putBack(node);
      return undefined;
    }
    const text = listing.itemText(node.id);
    if (text === undefined) {
      this.#tree.setVanished(node);
      return undefined;
    }
    const { sortOrder = 0 } = JSON.parse(`${text}}`);
    return this.#tree.setFailed({ id: node.id, url, reason: refusal }, text, sortOrder, listing.lists);
  }

  async #listingAbove(node: SiteNode): Promise<Listing | undefined> {
    for (const depth of DEPTHS) {
      const maxLevel = node.level + depth;
      for (let above = node.parent; above; above = above.parent) {
        // One that cannot be had itself will hardly tell of others.
        if (above.state === "failed") continue;
        const listing = await this.#ask({ by: "id", id: above.id }, above.level, maxLevel);
        if (listing !== undefined && "roots" in listing) return listing;
      }
      const roots = await this.#ask({ by: "root" }, 1, maxLevel);
      if (roots !== undefined && "refusal" in roots) throw this.#site.noRoot(roots);
      if (roots !== undefined) return roots;
    }
    return undefined;
  }

  /** @returns `undefined` where no answer comes */
  async #ask(target: Target, level: number, maxLevel: number): Promise<Listing | Refusal | undefined> {
    const url = this.#site.url(this.#kind, target, maxLevel);
    const expected = target.by === "root" ? "roots" : "node";
    try {
      const asked = await this.#site.ask(url, (body) => readListing(body, expected, { level, maxLevel }));
      return "answer" in asked ? asked.answer : asked;
    } catch (error) {
      if (error instanceof ExhaustedError) return undefined;
      throw error;
    }
  }
}
