/** Iterates over the nodes of both trees of a site, with fields and properties read on demand. */
import { BYTE } from "../json/grammar.ts";
import { parseNodeText } from "../json/node-text.ts";
import { TolerantCursor, valueEnd } from "../json/tolerant-cursor.ts";
import { KINDS, type Kind } from "../operations.ts";
import type { Tree } from "../tree/tree.ts";
import { scalarMember } from "./compact-json.ts";

export type SiteTrees = Readonly<Record<Kind, Tree>>;

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
export class NodeView {
  readonly kind: Kind;
  readonly tree: Tree;
  /** The preorder index in the tree. */
  readonly index: number;
  readonly #heads: PropertyHeads | undefined;

  /** @param heads shared by the nodes of a site, to read properties faster. Default: none */
  constructor(kind: Kind, tree: Tree, index: number, heads?: PropertyHeads) {
    this.kind = kind;
    this.tree = tree;
    this.index = index;
    this.#heads = heads;
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
      type: textIn(item, "type"),
      url: textIn(item, "url"),
      isUnpublished: scalarMember(item, "published") === "false",
    };
  }

  /** Reads the properties in order, anew on each call. */
  properties(): Iterable<SiteProperty> {
    const { block, start, fields, text } = this.tree.columns;
    const from = start[this.index];
    const bytes = this.tree.blocks[block[this.index]];
    const json = bytes.toString("utf8", from + fields[this.index], from + text[this.index]);
    const open = json.indexOf("{");
    return open < 0 ? [] : (this.#heads ?? new PropertyHeads()).read(json, open);
  }
}

/** Yields the nodes of content, then those of media, each in preorder. */
export function* siteNodes(trees: SiteTrees, kinds: readonly Kind[] = KINDS): Generator<NodeView, void> {
  const heads = new PropertyHeads();
  for (const kind of kinds) {
    const tree = trees[kind];
    for (let index = 0; index < tree.size; index++) yield new NodeView(kind, tree, index, heads);
  }
}

function textIn(item: string, name: string): string | undefined {
  const value = scalarMember(item, name);
  if (!value?.startsWith('"')) return undefined;
  return value.includes("\\") ? JSON.parse(value) : value.slice(1, -1);
}

/** A property of a node. */
export type SiteProperty = {
  alias: string;
  /** `null` if the data has none. */
  editorAlias: string | null;
  /** Compact JSON; numbers keep their digits. */
  value: string;
};

/** The text before a value: `"title":{"alias":"title","editorAlias":"Umbraco.TextBox","value":`. */
type Head = Omit<SiteProperty, "value"> & {
  text: string;
  /** The head that followed this one last time. */
  next: Head | undefined;
};

/** The position of the next property, and the head of the last one, if known. */
type Cursor = { at: number; last: Head | undefined };

/** Real sites have far fewer. */
const MOST_HEADS = 10_000;
const LONGEST_HEAD = 1000;

/**
 * A cache of heads. Reusing their strings for aliases and editors makes comparing and looking up strings cheap: a pass
 * over all values takes half the time.
 */
export class PropertyHeads {
  readonly #known = new Map<string, Head>();
  /** The head before the first property of each node. */
  readonly #begin: Head = { alias: "", editorAlias: null, text: "", next: undefined };

  /**
   * Yields properties in order.
   * @param start the offset of the object that holds them
   */
  *read(json: string, start: number): Generator<SiteProperty, void> {
    const cursor: Cursor = { at: start + 1, last: this.#begin };
    while (json.charCodeAt(cursor.at) === BYTE.quote) {
      yield propertyByHead(json, cursor) ?? this.#propertyByMembers(json, cursor);
    }
  }

  #propertyByMembers(json: string, cursor: Cursor): SiteProperty {
    const { property, valueAt, behind } = propertyAt(json, cursor.at);
    const head = valueAt === undefined ? undefined : this.#learn(json.slice(cursor.at, valueAt), property);
    if (cursor.last && head) cursor.last.next = head;
    cursor.last = head;
    cursor.at = behind + 1;
    return head ? { alias: head.alias, editorAlias: head.editorAlias, value: property.value } : property;
  }

  #learn(text: string, { alias, editorAlias }: SiteProperty): Head | undefined {
    const known = this.#known.get(text);
    if (known || this.#known.size === MOST_HEADS || text.length > LONGEST_HEAD) return known;
    // A slice would keep the whole text of the node in memory.
    const own = Buffer.from(text).toString();
    const head = { text: own, alias, editorAlias, next: undefined };
    this.#known.set(own, head);
    return head;
  }
}

/** Reads the next property if its head is the one that followed last time; otherwise returns `undefined`. */
function propertyByHead(json: string, cursor: Cursor): SiteProperty | undefined {
  const head = cursor.last?.next;
  if (!head || !json.startsWith(head.text, cursor.at)) return undefined;
  const start = cursor.at + head.text.length;
  const end = valueEnd(json, start);
  // Members after the value could include another `value`.
  if (json.charCodeAt(end) !== BYTE.closeBrace) return undefined;
  cursor.last = head;
  cursor.at = end + 2;
  return { alias: head.alias, editorAlias: head.editorAlias, value: json.slice(start, end) };
}

/**
 * @param start the offset of the name
 * @returns the property, the offset of the value if it is the last member, and the offset after the property
 */
function propertyAt(
  json: string,
  start: number,
): { property: SiteProperty; valueAt: number | undefined; behind: number } {
  const cursor = new TolerantCursor(json, start);
  const property: SiteProperty = { alias: decoded(cursor.name() ?? '""'), editorAlias: null, value: "null" };
  let valueAt: number | undefined;
  cursor.accept(BYTE.openBrace);
  for (let name = cursor.name(); name !== undefined; name = cursor.name()) {
    valueAt = name === '"value"' ? cursor.at : undefined;
    const value = cursor.value();
    if (valueAt !== undefined) property.value = value;
    else if (name === '"editorAlias"' && value.startsWith('"')) {
      property.editorAlias = decoded(value) || null;
    }
  }
  cursor.accept(BYTE.closeBrace);
  return { property, valueAt, behind: cursor.at };
}

function decoded(quoted: string): string {
  return JSON.parse(quoted);
}
