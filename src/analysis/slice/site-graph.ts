/** The nodes of a site as a graph for slicing; nodes are read on demand. */

import { entryIn } from "../../site/map-entries.ts";
import { mediaPath } from "../../site/media/media-paths.ts";
import type { LanguageReference, LanguageReferences } from "../../site/references/reference-graph.ts";
import { type NodeIndex, nodeIndexOf, siteIndexOf } from "../../site/references/resolve-reference.ts";
import type { SiteTrees } from "../../site/site-data.ts";
import type { SiteNode } from "../../site/site-nodes.ts";
import type { SiteReader } from "../../site/site-reader.ts";
import type { Reference } from "../../site/values/value-parts.ts";

/** How a reference is followed: links in texts to pages, pickers, or media, however they are referenced. */
type FollowedAs = "link" | "pick" | "media";

/** References from one property of a node to another node. */
export type GraphReference = {
  target: number;
  as: FollowedAs;
  /** Whether the reference would be dead if the target lost its properties. */
  needsWhole: boolean;
};

/** Nodes as numbers, each with a parent or none, and references to other nodes. */
export interface SliceGraph {
  /** -1 for a root. */
  parentOf(node: number): number;
  referencesOf(node: number): readonly GraphReference[];
}

/** The references of a node. */
type NodeReferences = { references: readonly GraphReference[]; dead: readonly Reference[] };

export class SiteGraph implements SliceGraph {
  readonly site: SiteReader;
  readonly trees: SiteTrees;
  readonly #read = new Map<number, NodeReferences>();
  readonly #elsewhere = new Map<number, LanguageReference[]>();

  /** @param elsewhere references in other languages. Default: none */
  constructor(site: SiteReader, elsewhere?: LanguageReferences) {
    this.site = site;
    this.trees = site.trees;
    const isRead = ({ kind, tree }: SiteNode) => tree === this.trees[kind];
    for (const each of elsewhere?.found ?? []) {
      // A slice holds no nodes that exist only in other languages.
      if (!isRead(each.from) || !isRead(each.to)) continue;
      entryIn(this.#elsewhere, this.siteIndexOf(each.from), () => []).push(each);
    }
  }

  siteIndexOf(index: NodeIndex): number {
    return siteIndexOf(index, this.trees.content.size);
  }

  nodeIndexOf(node: number): NodeIndex {
    return nodeIndexOf(node, this.trees.content.size);
  }

  viewOf(node: number): SiteNode {
    return this.site.at(this.nodeIndexOf(node));
  }

  parentOf(node: number): number {
    const { kind, index } = this.nodeIndexOf(node);
    const parent = this.trees[kind].parentAt(index);
    return parent < 0 ? -1 : this.siteIndexOf({ kind, index: parent });
  }

  referencesOf(node: number): readonly GraphReference[] {
    return this.#known(node).references;
  }

  /** The dead references of a node. */
  deadIn(node: number): readonly Reference[] {
    return this.#known(node).dead;
  }

  #known(node: number): NodeReferences {
    return entryIn(this.#read, node, () => this.#references(node));
  }

  #references(node: number): NodeReferences {
    const found = new Map<string, GraphReference>();
    const dead: Reference[] = [];
    for (const { property, parts } of this.site.values(this.viewOf(node))) {
      for (const reference of parts.references) {
        const resolved = this.site.resolve(reference);
        if (resolved.state === "dead") dead.push(reference);
        if (resolved.state !== "found") continue;
        const edge = this.#edge(reference, resolved);
        if (edge.target !== node) addTo(found, property.alias, edge);
      }
    }
    for (const { reference, to, property } of this.#elsewhere.get(node) ?? [])
      addTo(found, property, this.#edge(reference, to));
    return { references: [...found.values()], dead };
  }

  #edge({ from, target }: Reference, found: NodeIndex): GraphReference {
    const node = this.siteIndexOf(found);
    const as = found.kind === "media" ? "media" : from === "text" ? "link" : "pick";
    const needsWhole = as === "media" && target.by === "path" && !this.#isAt(node, target.path);
    return { target: node, as, needsWhole };
  }

  /** Whether the `url` of a media node is this file; otherwise a property holds it. */
  #isAt(node: number, path: string): boolean {
    const { url = "" } = this.viewOf(node).fields();
    return mediaPath(url)?.toLowerCase() === mediaPath(path)?.toLowerCase();
  }
}

/** Several references from a property to a node count once; the kind that is followed farther wins. */
function addTo(found: Map<string, GraphReference>, property: string, edge: GraphReference): void {
  const name = `${edge.target} ${property}`;
  const known = found.get(name) ?? edge;
  const as = known.as === "link" ? edge.as : known.as;
  found.set(name, { ...edge, as, needsWhole: known.needsWhole || edge.needsWhole });
}
