/** Walks over the nodes of both trees of a site, each with its fields and properties when they are asked for. */
import { parseNodeText } from "../json/node-text.ts";
import { KINDS, type Kind } from "../operations.ts";
import type { Tree } from "../tree/tree.ts";
import { scalarIn } from "./compact-json.ts";
import { PropertyHeads, type SiteProperty } from "./property-heads.ts";

/** The trees of a site. */
export type SiteTrees = Readonly<Record<Kind, Tree>>;

/** What lists show of a node. */
export type SiteFields = {
  id: number;
  key: string;
  name: string;
  /** Absent where the data has none. */
  type?: string;
  url?: string;
  /** All of them, as the data has them. Numbers lose digits that doubles do not hold. */
  all: Readonly<Record<string, unknown>>;
};

/** A node of one of the trees. It is a view: what it shows is read when it is asked for. */
export class NodeView {
  readonly kind: Kind;
  readonly tree: Tree;
  /** Its place in the tree's preorder. */
  readonly place: number;
  readonly #heads: PropertyHeads | undefined;

  /** @param heads what nodes of the same site have in common. Default: nothing is known of it */
  constructor(kind: Kind, tree: Tree, place: number, heads?: PropertyHeads) {
    this.kind = kind;
    this.tree = tree;
    this.place = place;
    this.#heads = heads;
  }

  /** From 1. */
  get level(): number {
    return this.tree.columns.level[this.place];
  }

  /** The place of its parent, -1 for a root. */
  get parent(): number {
    return this.tree.columns.parent[this.place];
  }

  /** What lists show; read anew each time. */
  fields(): SiteFields {
    const all = parseNodeText(this.tree.text(this.place, "item"));
    const fields: SiteFields = {
      id: Number(all.id),
      key: String(all.key),
      name: typeof all.name === "string" ? all.name : "",
      all,
    };
    if (typeof all.type === "string") fields.type = all.type;
    if (typeof all.url === "string") fields.url = all.url;
    return fields;
  }

  /** The few of the fields that a walk over all nodes looks at, in a fraction of the time that all take. */
  brief(): { type: string | undefined; url: string | undefined; isUnpublished: boolean } {
    const item = this.tree.text(this.place, "item").toString();
    return {
      type: textIn(item, "type"),
      url: textIn(item, "url"),
      isUnpublished: scalarIn(item, "published") === "false",
    };
  }

  /** The properties in their order; read anew each time. */
  properties(): Iterable<SiteProperty> {
    const { block, start, fields, text } = this.tree.columns;
    const from = start[this.place];
    const bytes = this.tree.blocks[block[this.place]];
    const json = bytes.toString("utf8", from + fields[this.place], from + text[this.place]);
    const open = json.indexOf("{");
    return open < 0 ? [] : (this.#heads ?? new PropertyHeads()).read(json, open);
  }
}

/** The nodes of content, then those of media, each in preorder. */
export function* siteNodes(trees: SiteTrees, kinds: readonly Kind[] = KINDS): Generator<NodeView, void> {
  const heads = new PropertyHeads();
  for (const kind of kinds) {
    const tree = trees[kind];
    for (let place = 0; place < tree.size; place++) yield new NodeView(kind, tree, place, heads);
  }
}

function textIn(item: string, name: string): string | undefined {
  const value = scalarIn(item, name);
  if (!value?.startsWith('"')) return undefined;
  return value.includes("\\") ? JSON.parse(value) : value.slice(1, -1);
}
