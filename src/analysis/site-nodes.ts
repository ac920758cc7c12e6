/** Walks over the nodes of both trees of a site, each with its fields and properties when they are asked for. */
import { parseNodeText } from "../json/node-text.ts";
import { KINDS, type Kind } from "../operations.ts";
import type { Tree } from "../tree/tree.ts";
import { CompactMembers } from "./compact-json.ts";

/** The trees of a site. */
export type SiteTrees = Readonly<Record<Kind, Tree>>;

/** A property as a node has it. */
export type SiteProperty = {
  alias: string;
  /** `null` where the data tells none. */
  editorAlias: string | null;
  /** Compact JSON, numbers with their digits. */
  value: string;
};

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

  constructor(kind: Kind, tree: Tree, place: number) {
    this.kind = kind;
    this.tree = tree;
    this.place = place;
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

  /** The properties in their order; read anew each time. */
  *properties(): Generator<SiteProperty, void> {
    const { block, start, fields, text } = this.tree.columns;
    const from = start[this.place];
    const bytes = this.tree.blocks[block[this.place]];
    const json = bytes.toString("utf8", from + fields[this.place], from + text[this.place]);
    const open = json.indexOf("{");
    if (open < 0) return;
    const members = new CompactMembers(json, open);
    while (members.next()) yield propertyAt(json, members.start, members.name);
  }
}

/** The nodes of content, then those of media, each in preorder. */
export function* siteNodes(trees: SiteTrees, kinds: readonly Kind[] = KINDS): Generator<NodeView, void> {
  for (const kind of kinds) {
    const tree = trees[kind];
    for (let place = 0; place < tree.size; place++) yield new NodeView(kind, tree, place);
  }
}

/** @param name the name that the property has among the others, in its quotes */
function propertyAt(json: string, start: number, name: string): SiteProperty {
  const property: SiteProperty = { alias: decoded(name), editorAlias: null, value: "null" };
  const members = new CompactMembers(json, start);
  while (members.next()) {
    const value = json.slice(members.start, members.end);
    if (members.name === '"value"') property.value = value;
    else if (members.name === '"editorAlias"' && value.startsWith('"')) {
      property.editorAlias = decoded(value) || null;
    }
  }
  return property;
}

function decoded(quoted: string): string {
  return quoted.includes("\\") ? JSON.parse(quoted) : quoted.slice(1, -1);
}
