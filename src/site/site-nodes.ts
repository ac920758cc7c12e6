/** Iterates over the nodes of both trees of a site, with fields and properties read on demand. */

import { BYTE } from "../json/grammar.ts";
import { parseNodeText } from "../json/node-text.ts";
import { parseString, scalarMember, TextCursor, unquoted } from "../json/outline.ts";
import { KINDS, type Kind } from "../operations.ts";
import type { SiteTrees } from "./site-data.ts";
import type { Tree } from "./tree/tree.ts";
import type { ValueParts } from "./values/value-parts.ts";

/** The fields that lists show. */
export type SiteFields = {
  id: number;
  key: string;
  name: string;
  /** Absent if the data has none. */
  type?: string;
  url?: string;
  /** All fields of the node. Numbers lose digits that do not fit into a double. */
  all: Readonly<Record<string, unknown>>;
};

/** A view of a node in a tree; reads fields and properties on demand. */
export class SiteNode {
  readonly kind: Kind;
  readonly tree: Tree;
  /** The preorder index in the tree. */
  readonly index: number;

  constructor(kind: Kind, tree: Tree, index: number) {
    this.kind = kind;
    this.tree = tree;
    this.index = index;
  }

  /** From 1. */
  get level(): number {
    return this.tree.columns.level[this.index];
  }

  /** The index of the parent, -1 for a root. */
  get parent(): number {
    return this.tree.columns.parent[this.index];
  }

  /** Parses the fields of the node, anew on each call. */
  fields(): SiteFields {
    const all = parseNodeText(this.tree.text(this.index, "item"));
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

  /** Reads the few fields that a pass over all nodes needs, much faster than `fields`. */
  brief(): { type: string | undefined; url: string | undefined; isUnpublished: boolean } {
    const item = this.tree.text(this.index, "item").toString();
    return {
      type: parseString(scalarMember(item, "type")),
      url: parseString(scalarMember(item, "url")),
      isUnpublished: scalarMember(item, "published") === "false",
    };
  }

  /** Reads the properties in order, anew on each call. */
  properties(): SiteProperty[] {
    const { block, start, fields, text } = this.tree.columns;
    const from = start[this.index];
    const bytes = this.tree.blocks[block[this.index]];
    const json = bytes.toString("utf8", from + fields[this.index], from + text[this.index]);
    const open = json.indexOf("{");
    return open < 0 ? [] : readProperties(json, open);
  }
}

/** Yields the nodes of content, then those of media, each in preorder. */
export function* siteNodes(trees: SiteTrees, kinds: readonly Kind[] = KINDS): Generator<SiteNode, void> {
  for (const kind of kinds) {
    const tree = trees[kind];
    for (let index = 0; index < tree.size; index++) yield new SiteNode(kind, tree, index);
  }
}

/** A property of a node. */
export type SiteProperty = {
  alias: string;
  /** `null` if the data has none. */
  editorAlias: string | null;
  /** Compact JSON; numbers keep their digits. */
  value: string;
};

/** A property of a node, and what is in its value. */
export type PropertyValue = { property: SiteProperty; parts: ValueParts };

/**
 * Returns the properties of an object in order.
 * @param start the offset of the object in the JSON text
 */
function readProperties(json: string, start: number): SiteProperty[] {
  const properties: SiteProperty[] = [];
  const cursor = new TextCursor(json, start);
  cursor.accept(BYTE.openBrace);
  for (let alias = cursor.name(); alias !== undefined; alias = cursor.name()) {
    const property: SiteProperty = { alias: unquoted(alias), editorAlias: null, value: "null" };
    cursor.accept(BYTE.openBrace);
    for (let name = cursor.name(); name !== undefined; name = cursor.name()) {
      const value = cursor.value();
      if (name === '"value"') property.value = value;
      else if (name === '"editorAlias"') property.editorAlias = parseString(value) || null;
    }
    cursor.accept(BYTE.closeBrace);
    properties.push(property);
  }
  return properties;
}
