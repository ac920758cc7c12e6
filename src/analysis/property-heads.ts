/** Reads the properties of node after node: what stands before their values is nearly always the same again. */
import { CompactMembers, valueEnd } from "./compact-json.ts";

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

const QUOTE = 0x22;
const CLOSE = 0x7d;
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
    while (json.charCodeAt(cursor.at) === QUOTE) {
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
  if (json.charCodeAt(end) !== CLOSE) return undefined;
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
  const outer = new CompactMembers(json, start - 1);
  outer.next();
  const property: SiteProperty = { alias: decoded(outer.name), editorAlias: null, value: "null" };
  const members = new CompactMembers(json, outer.start);
  let valueAt: number | undefined;
  while (members.next()) {
    const value = json.slice(members.start, members.end);
    valueAt = members.name === '"value"' ? members.start : undefined;
    if (valueAt !== undefined) property.value = value;
    else if (members.name === '"editorAlias"' && value.startsWith('"')) {
      property.editorAlias = decoded(value) || null;
    }
  }
  return { property, valueAt, behind: outer.end };
}

function decoded(quoted: string): string {
  return JSON.parse(quoted);
}
