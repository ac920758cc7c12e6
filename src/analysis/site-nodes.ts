/** Walks over the nodes of both trees of a site, each with its fields and properties when they are asked for. */
import { BYTE } from "../json/grammar.ts";
import { parseNodeText } from "../json/node-text.ts";
import { TolerantCursor, valueEnd } from "../json/tolerant-cursor.ts";
import { KINDS, type Kind } from "../operations.ts";
import type { Tree } from "../tree/tree.ts";
import { scalarMember } from "./compact-json.ts";

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
  readonly index: number;
  readonly #heads: PropertyHeads | undefined;

  /** @param heads what nodes of the same site have in common. Default: nothing is known of it */
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

  /** The place of its parent, -1 for a root. */
  get parent(): number {
    return this.tree.columns.parent[this.index];
  }

  /** What lists show; read anew each time. */
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

  /** The few of the fields that a walk over all nodes looks at, in a fraction of the time that all take. */
  brief(): { type: string | undefined; url: string | undefined; isUnpublished: boolean } {
    const item = this.tree.text(this.index, "item").toString();
    return {
      type: textIn(item, "type"),
      url: textIn(item, "url"),
      isUnpublished: scalarMember(item, "published") === "false",
    };
  }

  /** The properties in their order; read anew each time. */
  properties(): Iterable<SiteProperty> {
    const { block, start, fields, text } = this.tree.columns;
    const from = start[this.index];
    const bytes = this.tree.blocks[block[this.index]];
    const json = bytes.toString("utf8", from + fields[this.index], from + text[this.index]);
    const open = json.indexOf("{");
    return open < 0 ? [] : (this.#heads ?? new PropertyHeads()).read(json, open);
  }
}

/** The nodes of content, then those of media, each in preorder. */
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

/** A property as a node has it. */
export type SiteProperty = {
  alias: string;
  /** `null` where the data tells none. */
  editorAlias: string | null;
  /** Compact JSON, numbers with their digits. */
  value: string;
};

/** What stands before a value: `"title":{"alias":"title","editorAlias":"Umbraco.TextBox","value":`. */
type Head = Omit<SiteProperty, "value"> & {
  text: string;
  /** What stood before the value behind it, when it was read last. */
  next: Head | undefined;
};

/** Where the next property begins, and what stood before the value of the last one, where that is known. */
type Cursor = { at: number; last: Head | undefined };

/** Data of any site has far fewer. */
const MOST_HEADS = 10_000;
const LONGEST_HEAD = 1000;

/**
 * Heads that have been read. Texts of one alias or editor are then one text, which is as quick to compare and to look up as a number:
 * with it a walk over all values takes half the time.
 */
export class PropertyHeads {
  readonly #known = new Map<string, Head>();
  /** Stands before the first property of each node. */
  readonly #begin: Head = { alias: "", editorAlias: null, text: "", next: undefined };

  /**
   * Yields properties in their order.
   * @param start where their object begins
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
    // A part of a node's text would keep all of it.
    const own = Buffer.from(text).toString();
    const head = { text: own, alias, editorAlias, next: undefined };
    this.#known.set(own, head);
    return head;
  }
}

/** The next property, where the head that came behind the last one comes again; else `undefined`. */
function propertyByHead(json: string, cursor: Cursor): SiteProperty | undefined {
  const head = cursor.last?.next;
  if (!head || !json.startsWith(head.text, cursor.at)) return undefined;
  const start = cursor.at + head.text.length;
  const end = valueEnd(json, start);
  // What goes on behind the value could name another value.
  if (json.charCodeAt(end) !== BYTE.closeBrace) return undefined;
  cursor.last = head;
  cursor.at = end + 2;
  return { alias: head.alias, editorAlias: head.editorAlias, value: json.slice(start, end) };
}

/**
 * @param start where its name begins
 * @returns with it, where the value begins, where that is its last member; and what follows the property
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
