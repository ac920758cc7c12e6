/** The nodes of a site as the graph that slices are cut from: what is asked of a node is read when it is asked. */
import { mediaPath } from "../../media/media-paths.ts";
import type { SiteTypes } from "../../schema/site-types.ts";
import { ElementTypes } from "../../values/element-types.ts";
import { readValue } from "../../values/read-value.ts";
import type { Reference } from "../../values/value-parts.ts";
import { entryIn } from "../map-entries.ts";
import type { LanguageReference, LanguageReferences } from "../reference-graph.ts";
import { type NodeIndex, nodeIndexOf, ReferenceResolver, siteIndexOf } from "../resolve-reference.ts";
import { NodeView, type SiteTrees } from "../site-nodes.ts";

/** How a reference is followed: links in texts to pages, what pickers hold, and media, however they are named. */
type FollowedAs = "link" | "pick" | "media";

/** A reference to another node. */
export type GraphReference = {
  target: number;
  /** The alias of the property that it stands in. */
  property: string;
  as: FollowedAs;
  /** Whether nobody would find the target by this reference if it had no properties. */
  needsWhole: boolean;
};

/** Nodes as numbers, each with one above it or none, and references to any others. */
export interface SliceGraph {
  /** -1 for a root. */
  parentOf(node: number): number;
  referencesOf(node: number): readonly GraphReference[];
}

/** What a node refers to. */
type NodeReferences = { references: readonly GraphReference[]; dead: readonly Reference[] };

export class SiteGraph implements SliceGraph {
  readonly trees: SiteTrees;
  readonly elementTypes: ElementTypes;
  readonly #resolver: ReferenceResolver;
  readonly #read = new Map<number, NodeReferences>();
  readonly #elsewhere = new Map<number, LanguageReference[]>();

  /** @param elsewhere references that stand in other languages than the one that is read. Default: none */
  constructor(trees: SiteTrees, types: SiteTypes, elsewhere?: LanguageReferences) {
    this.trees = trees;
    for (const each of elsewhere?.found ?? []) {
      if (each.from) entryIn(this.#elsewhere, this.siteIndexOf(each.from), () => []).push(each);
    }
    this.elementTypes = new ElementTypes(types);
    this.#resolver = new ReferenceResolver(trees);
  }

  siteIndexOf(index: NodeIndex): number {
    return siteIndexOf(index, this.trees.content.size);
  }

  nodeIndexOf(node: number): NodeIndex {
    return nodeIndexOf(node, this.trees.content.size);
  }

  viewOf(node: number): NodeView {
    const { kind, index } = this.nodeIndexOf(node);
    return new NodeView(kind, this.trees[kind], index);
  }

  parentOf(node: number): number {
    const { kind, index } = this.nodeIndexOf(node);
    const parent = this.trees[kind].parentAt(index);
    return parent < 0 ? -1 : this.siteIndexOf({ kind, index: parent });
  }

  referencesOf(node: number): readonly GraphReference[] {
    return this.#known(node).references;
  }

  /** The references of a node that lead nowhere. */
  deadIn(node: number): readonly Reference[] {
    return this.#known(node).dead;
  }

  #known(node: number): NodeReferences {
    return entryIn(this.#read, node, () => this.#references(node));
  }

  #references(node: number): NodeReferences {
    const found = new Map<string, GraphReference>();
    const dead: Reference[] = [];
    for (const { alias, editorAlias, value } of this.viewOf(node).properties()) {
      for (const reference of readValue(value, editorAlias, this.elementTypes, alias).references) {
        const resolved = this.#resolver.resolve(reference);
        if (resolved.state === "dead") dead.push(reference);
        if (resolved.state !== "found") continue;
        const edge = this.#edge(reference, resolved, alias);
        if (edge.target !== node) addTo(found, edge);
      }
    }
    for (const { reference, target, property } of this.#elsewhere.get(node) ?? []) {
      // What is there in another language alone is in no slice.
      if (target) addTo(found, this.#edge(reference, target, property));
    }
    return { references: [...found.values()], dead };
  }

  #edge({ from, target }: Reference, found: NodeIndex, property: string): GraphReference {
    const node = this.siteIndexOf(found);
    const as = found.kind === "media" ? "media" : from === "text" ? "link" : "pick";
    const needsWhole = as === "media" && target.by === "path" && !this.#isAt(node, target.path);
    return { target: node, property, as, needsWhole };
  }

  /** Whether the `url` of a media node names a file; else a property does. */
  #isAt(node: number, path: string): boolean {
    const { url = "" } = this.viewOf(node).fields();
    return mediaPath(url)?.toLowerCase() === mediaPath(path)?.toLowerCase();
  }
}

/** However often a property refers to a node, that is once: the way that goes farther counts. */
function addTo(found: Map<string, GraphReference>, edge: GraphReference): void {
  const name = `${edge.target} ${edge.property}`;
  const known = found.get(name) ?? edge;
  const as = known.as === "link" ? edge.as : known.as;
  found.set(name, { ...edge, as, needsWhole: known.needsWhole || edge.needsWhole });
}
