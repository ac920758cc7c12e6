/** Reads nodes of JSON and NDJSON into the rows of a tree. */
import { JsonCursor, JsonSyntaxError, LONGEST_TEXT, NameTable } from "../../json/cursor.ts";
import { BYTE, integerIn, isScalar, MOST_LEVELS, pointerTo, SHOWN_BYTES, shown } from "../../json/grammar.ts";
import { ITEM_FIELDS, Members, RANK } from "../../json/members.ts";
import { type Findings, warnOfDerivedKeys } from "../../site/findings.ts";
import { parseKey, ZERO_KEY } from "../../site/tree/key.ts";
import { NO_PARENT } from "../../site/tree/preorder.ts";
import type { Tree } from "../../site/tree/tree.ts";
import { TreeBuilder } from "../../site/tree/tree-builder.ts";

/** The names of members that are read, not only copied; an item field's index is its rank. */
const KNOWN_NAMES = [...ITEM_FIELDS, "children", "path", "properties", "parentId", "parentKey"] as const;
const NAMES = new NameTable(KNOWN_NAMES);
type KnownName = (typeof KNOWN_NAMES)[number];
const BY_LOWER_CASE = new Map(KNOWN_NAMES.map((name) => [name.toLowerCase(), name]));
const BITS = Object.fromEntries(KNOWN_NAMES.map((name, i) => [name, 1 << i])) as Record<KnownName, number>;

/** The members of a property, in the order in which answers write them. */
const PROPERTY_MEMBERS = ["alias", "editorAlias", "value"];
const PROPERTY_NAMES = new NameTable(PROPERTY_MEMBERS);
const EDITOR_ALIAS = PROPERTY_MEMBERS.indexOf("editorAlias");
const EMPTY_STRING = '""';
const EMPTY_OBJECT = Buffer.from("{}");
const NO_PROPERTIES = Buffer.from(',"properties":{}');

/** The length of a key in any form, in quotes: a longer text is not a key. */
const LONGEST_KEY = ZERO_KEY.length + 4;
/** The longest JSON pointer that an error message shows whole. */
const POINTER_LENGTH = 120;
/** A buffer of which less is used is replaced by one that fits. */
const LEAST_USED = 3 / 4;

/** A node that is being read. Offsets are the cursor's. */
class UnfinishedNode {
  readonly row: number;
  readonly level: number;
  readonly members: Members;
  /** Where its text begins. */
  readonly start: number;
  /** The offset of the value of its key. */
  key = 0;
  /** A bit for each of the known names among its members so far. */
  seen = 0;
  otherNames: Set<string> | undefined;
  /** The offset of an empty object of properties, written before the children in case none follows them. */
  madeProperties: number | undefined;
  /** The end of the texts of its descendants. */
  childrenEnd: number | undefined;
  isFaulty = false;

  constructor(row: number, level: number, members: Members, start: number) {
    this.row = row;
    this.level = level;
    this.members = members;
    this.start = start;
    members.clear();
  }

  has(name: KnownName): boolean {
    return (this.seen & BITS[name]) !== 0;
  }
}

/** Stops reading after a fatal error. */
class Stop extends Error {}

type ReaderOptions = {
  /** Whether each node is a line with its parent (NDJSON), or nodes have nested children (JSON). */
  isFlat: boolean;
  /** Whether children may be any objects, of which nothing is kept. Default: they are nodes. */
  skipsChildren?: boolean;
  /**
   * Whether members are faults that nothing reads and that are most likely known ones: in another case, and `parent`. So in files
   * that people write. Default: no.
   */
  refusesNearNames?: boolean;
};

export class NodeReader {
  /** Whether the text is an array of roots, rather than one node. */
  isArray = false;
  /** How many nodes had no `children` member, and how many a list that is not empty. */
  readonly children = { absent: 0, present: 0 };
  /** The first and the last level with a node that has no `children` member; infinite and 0 if all nodes have one. */
  readonly childless = { first: Number.POSITIVE_INFINITY, last: 0 };
  /** How many properties there are, and how many of them have no editor alias. */
  readonly properties = { all: 0, withoutEditor: 0 };
  /** How many nodes have the zero GUID as their key, and got one derived from their id. */
  derivedKeys = 0;
  /** The JSON text of the first node's `path`, if it has one. */
  firstPath: string | undefined;
  /** Whether the first node has an object of `properties`: answers about one node always have one, items never. */
  firstHasProperties = false;
  readonly #file: string;
  #cursor: JsonCursor;
  readonly #findings: Findings;
  readonly #options: ReaderOptions;
  readonly #builder = new TreeBuilder();
  /** For each row, its parent's row, its index among its siblings, and its line. */
  readonly #parents: number[] = [];
  readonly #indexes: number[] = [];
  readonly #lines: number[] = [];
  /** The end of the texts of nodes that were read. */
  #end: number;
  /** Lists of members, by level: one node of a level is open at a time. */
  readonly #members: Members[] = [];
  readonly #propertyMembers = new Members();

  /**
   * @param file the file's name, for findings
   * @param cursor the text, whose buffer the tree keeps
   */
  constructor(file: string, cursor: JsonCursor, findings: Findings, options: ReaderOptions) {
    this.#file = file;
    this.#cursor = cursor;
    this.#findings = findings;
    this.#options = options;
    this.#end = cursor.offset();
  }

  /**
   * Reads an array of roots or one node, with their children nested. Reading ends at the first fault in the grammar and at
   * a node that lies too deep; other faults are all reported.
   * @returns false if it ended early
   */
  readNested(): boolean {
    try {
      const cursor = this.#cursor;
      this.isArray = cursor.accept(BYTE.openBracket);
      if (this.isArray) this.#readList(NO_PARENT, 1);
      else if (cursor.peek() === BYTE.openBrace) this.#readNode(NO_PARENT, 0, 1);
      else cursor.fail("expected an array of root nodes, or one node");
      if (!cursor.atEnd()) cursor.fail("expected the end of the text");
      return true;
    } catch (error) {
      if (!(error instanceof Stop)) this.#reportSyntax(error);
      return false;
    }
  }

  /**
   * Puts the first node, which was read by itself, below its ancestors.
   * @param items well-formed objects, root first
   */
  readAncestors(items: readonly string[]): void {
    if (items.length === 0) return;
    this.#keepTexts();
    this.#cursor = JsonCursor.copyOf(Buffer.from(items.join("")));
    this.#end = this.#cursor.offset();
    let parent = NO_PARENT;
    for (const [i] of items.entries()) parent = this.#readNode(parent, 0, i + 1);
    this.#builder.setParentRow(0, parent);
    this.#parents[0] = parent;
  }

  /** Reads one node per line. A malformed line is reported, and reading continues with the next. */
  readLines(): void {
    const cursor = this.#cursor;
    for (;;) {
      try {
        if (cursor.atEnd()) break;
        const { line } = cursor;
        cursor.lineFeedIsFault = true;
        this.#readNode(NO_PARENT, 0, 1);
        cursor.lineFeedIsFault = false;
        if (!cursor.atEnd() && cursor.line === line) cursor.fail("expected the line to end behind its node");
      } catch (error) {
        if (error instanceof Stop) break;
        this.#reportSyntax(error);
        cursor.lineFeedIsFault = false;
        if (!cursor.skipLine()) break;
      }
    }
  }

  /** Makes the tree of what was read; `undefined` if a fault was reported. */
  build(): Tree | undefined {
    this.#keepTexts();
    try {
      return this.#builder.build((row, reason, other) => {
        const clash = () => {
          if (other === undefined) return "";
          return this.#options.isFlat
            ? ` (line ${this.#lines[other]})`
            : ` (first at ${endOf(this.#pointer(other))})`;
        };
        this.#error(
          this.#lines[row],
          () => this.#pointer(row),
          () => reason + clash(),
        );
      });
    } catch (error) {
      if (error instanceof Stop) return undefined;
      throw error;
    }
  }

  /** Hands the texts that were read over to the tree. */
  #keepTexts(): void {
    const { bytes } = this.#cursor;
    const used = bytes.subarray(0, this.#end);
    this.#builder.adoptBlock(used.length < bytes.length * LEAST_USED ? Buffer.from(used) : used);
  }

  /** Warns about what nodes lack. */
  warn(): void {
    const { all, withoutEditor } = this.properties;
    if (withoutEditor > 0)
      this.#findings.warn(
        this.#file,
        `${withoutEditor} of ${all} properties have no editor alias: the API's .NET client drops those`,
        "noEditors",
      );
    warnOfDerivedKeys(this.derivedKeys, this.#file, this.#findings);
    const { absent, present } = this.children;
    const { first, last } = this.childless;
    // A limit of levels cuts all nodes on one level; leaves are anywhere.
    if (present > 0 && absent > 0 && first === last)
      this.#findings.warn(
        this.#file,
        `${absent} of ${this.#builder.size} nodes have no "children", all on level ${first}: levels below may have been cut: save them with --depth all, or give leaves "children": []`,
        "levelsCut",
      );
  }

  /** Reads the nodes of a list, after its bracket. */
  #readList(parent: number, level: number): void {
    const cursor = this.#cursor;
    if (cursor.accept(BYTE.closeBracket)) return;
    let index = 0;
    do {
      if (cursor.peek() !== BYTE.openBrace) this.#refuseElement(parent, index);
      else if (level > 1 && this.#options.skipsChildren) {
        const start = cursor.offset();
        cursor.value();
        cursor.rewind(start);
      } else this.#readNode(parent, index, level);
      index++;
    } while (cursor.accept(BYTE.comma));
    cursor.expect(BYTE.closeBracket, '"," or "]"');
  }

  #refuseElement(parent: number, index: number): void {
    const cursor = this.#cursor;
    const { line } = cursor;
    const start = cursor.offset();
    cursor.value();
    const pointer = () => (parent === NO_PARENT ? `/${index}` : `${this.#pointer(parent)}/children/${index}`);
    this.#error(line, pointer, () => `must be a node, not ${this.#shown(start)}`);
    cursor.rewind(start);
  }

  /** Reads a node and its descendants. The cursor is before its brace. @returns its row */
  #readNode(parent: number, index: number, level: number): number {
    const cursor = this.#cursor;
    const row = this.#builder.addRow(parent);
    this.#parents[row] = parent;
    this.#indexes[row] = index;
    this.#lines[row] = cursor.line;
    if (level > MOST_LEVELS) this.#refuseLevel(row);
    this.#members[level] ??= new Members();
    const node = new UnfinishedNode(row, level, this.#members[level], this.#end);
    // Bytes between two nodes are not kept.
    cursor.rewind(node.start);
    cursor.expect(BYTE.openBrace, 'a node ("{")');
    for (let isFirst = true; !cursor.accept(BYTE.closeBrace); isFirst = false) {
      let separator = node.start;
      if (!isFirst) {
        separator = cursor.offset();
        cursor.expect(BYTE.comma, '"," or "}"');
      }
      this.#readMember(node, separator);
    }
    cursor.rewind(cursor.offset() - 1);
    this.#finish(node);
    return row;
  }

  #refuseLevel(row: number): never {
    this.#error(
      this.#lines[row],
      () => this.#pointer(row),
      () => `is on level ${MOST_LEVELS + 1}: a tree has at most ${MOST_LEVELS} levels`,
    );
    throw new Stop();
  }

  /** @param separator the offset of the byte before the member */
  #readMember(node: UnfinishedNode, separator: number): void {
    const cursor = this.#cursor;
    const start = cursor.offset();
    const index = cursor.name(NAMES);
    if (index < 0) this.#readOther(node, separator, start);
    else this.#readKnown(node, separator, index);
  }

  /** Reads a member by its index in `KNOWN_NAMES`, after its name. */
  #readKnown(node: UnfinishedNode, separator: number, index: number): void {
    const cursor = this.#cursor;
    const name = KNOWN_NAMES[index];
    if (node.has(name)) this.#fault(node, `/${name}`, "is there twice");
    node.seen |= BITS[name];
    if (name === "children") {
      this.#readChildren(node, separator);
      return;
    }
    const value = cursor.offset();
    let rank = index < ITEM_FIELDS.length ? index : rankOf(cursor.peek());
    if (name === "properties") {
      rank = RANK.properties;
      if (node.row === 0) this.firstHasProperties = cursor.peek() === BYTE.openBrace;
      this.#readProperties(node);
    } else {
      cursor.value();
      const reason = this.#readField(node, name, value);
      if (reason !== undefined) this.#fault(node, `/${name}`, reason);
    }
    const isLink = this.#options.isFlat && (name === "parentId" || name === "parentKey");
    if (name === "path" || isLink) cursor.rewind(separator);
    else node.members.add(rank, separator, cursor.offset());
  }

  /** Reads an unknown member, whose name begins at `name`. */
  #readOther(node: UnfinishedNode, separator: number, name: number): void {
    const cursor = this.#cursor;
    const text = cursor.text(name).slice(1, -2);
    node.otherNames ??= new Set();
    if (node.otherNames.has(text)) this.#fault(node, pointerTo(shown(text)), "is there twice");
    node.otherNames.add(text);
    const reason = this.#options.refusesNearNames ? this.#nearName(text) : undefined;
    if (reason !== undefined) this.#fault(node, pointerTo(shown(text)), reason);
    const rank = rankOf(cursor.peek());
    cursor.value();
    node.members.add(rank, separator, cursor.offset());
  }

  /** Why a member is not read that is most likely a known one; `undefined` for any other. */
  #nearName(name: string): string | undefined {
    const known = BY_LOWER_CASE.get(name.toLowerCase());
    if (known !== undefined) return `is not read: its name is "${known}"`;
    if (name.toLowerCase() !== "parent") return undefined;
    return this.#options.isFlat
      ? 'is not read: a node names its parent by "parentId" or "parentKey"'
      : 'is not read: a node is in the "children" of its parent';
  }

  /** Reads the list of children; their texts are kept after the node's text so far. */
  #readChildren(node: UnfinishedNode, separator: number): void {
    const cursor = this.#cursor;
    if (!this.#options.isFlat && cursor.accept(BYTE.openBracket)) {
      cursor.rewind(separator);
      if (cursor.accept(BYTE.closeBracket)) {
        cursor.rewind(separator);
        return;
      }
      this.children.present++;
      if (!node.has("properties")) {
        node.madeProperties = separator;
        cursor.write(NO_PROPERTIES);
      }
      this.#end = cursor.offset();
      this.#readList(node.row, node.level + 1);
      cursor.rewind(this.#end);
      node.childrenEnd = this.#end;
      return;
    }
    const value = cursor.offset();
    cursor.value();
    const text = this.#shown(value);
    if (text === "null") node.seen &= ~BITS.children;
    else if (!this.#options.isFlat) this.#fault(node, "/children", `must be an array, not ${text}`);
    else if (text !== "[]") this.#fault(node, "/children", "must be empty: children have lines of their own");
    cursor.rewind(separator);
  }

  /**
   * Reads the value of a known field, which is kept from `value` on, for the node's row.
   * @returns the fault of the value, if it has one
   */
  #readField(node: UnfinishedNode, name: KnownName, value: number): string | undefined {
    const { row } = node;
    const builder = this.#builder;
    switch (name) {
      case "id": {
        const id = this.#integer(value);
        if (id === undefined) return this.#noInteger(value);
        builder.setId(row, id);
        return undefined;
      }
      case "key": {
        const text = this.#keyText(value);
        const key = parseKey(text);
        if (key === undefined) return this.#noKey(value);
        builder.setKey(row, key);
        node.key = value;
        if (key === text) return undefined;
        this.#cursor.rewind(value);
        this.#cursor.write(Buffer.from(`"${key}"`));
        return undefined;
      }
      case "sortOrder": {
        const text = this.#shown(value);
        if (/^[-0-9]/.test(text)) builder.setSortOrder(row, Number(this.#cursor.text(value)));
        else if (text !== "null") return `must be a number, not ${text}`;
        return undefined;
      }
      case "path":
        if (row === 0) this.firstPath = this.#cursor.text(value);
        return undefined;
      case "parentId":
      case "parentKey":
        return this.#options.isFlat ? this.#readLink(row, name, value) : undefined;
      default:
        return undefined;
    }
  }

  #readLink(row: number, name: "parentId" | "parentKey", value: number): string | undefined {
    if (this.#shown(value) === "null") return undefined;
    if (name === "parentId") {
      const id = this.#integer(value);
      if (id === undefined) return this.#noInteger(value);
      this.#builder.setParentId(row, id);
    } else {
      const key = parseKey(this.#keyText(value));
      if (key === undefined) return this.#noKey(value);
      this.#builder.setParentKey(row, key);
    }
    return undefined;
  }

  #integer(value: number): number | undefined {
    const cursor = this.#cursor;
    cursor.settle();
    return integerIn(cursor.bytes, value, cursor.offset());
  }

  /** The value if it may be a key, otherwise an empty text. */
  #keyText(value: number): string {
    const cursor = this.#cursor;
    if (cursor.offset() - value > LONGEST_KEY) return "";
    cursor.settle();
    if (cursor.bytes[value] !== BYTE.quote) return "";
    return cursor.bytes.toString("utf8", value + 1, cursor.offset() - 1);
  }

  #noInteger(value: number): string {
    return `must be a 32-bit integer, not ${this.#shown(value)}`;
  }

  #noKey(value: number): string {
    return `must be a GUID, not ${this.#shown(value)}`;
  }

  /** Reads the value of `properties`: null is an empty object. */
  #readProperties(node: UnfinishedNode): void {
    const cursor = this.#cursor;
    if (cursor.accept(BYTE.openBrace)) {
      if (cursor.accept(BYTE.closeBrace)) return;
      do this.#readProperty(node);
      while (cursor.accept(BYTE.comma));
      cursor.expect(BYTE.closeBrace, '"," or "}"');
      return;
    }
    const start = cursor.offset();
    cursor.value();
    const text = this.#shown(start);
    if (text !== "null") this.#fault(node, "/properties", `must be an object, not ${text}`);
    cursor.rewind(start);
    cursor.write(EMPTY_OBJECT);
  }

  #readProperty(node: UnfinishedNode): void {
    const cursor = this.#cursor;
    const members = this.#propertyMembers;
    const name = cursor.offset();
    cursor.name();
    this.properties.all++;
    const start = cursor.offset();
    if (cursor.peek() !== BYTE.openBrace) {
      const pointer = `/properties${pointerTo(shown(cursor.text(name, start - name).slice(1, -2)))}`;
      cursor.value();
      const reason = `must be an object with alias, editorAlias and value, not ${this.#shown(start)}`;
      this.#fault(node, pointer, reason);
      return;
    }
    cursor.expect(BYTE.openBrace, '"{"');
    members.clear();
    let hasEditor = false;
    for (let separator = start; !cursor.accept(BYTE.closeBrace); ) {
      if (members.count > 0) {
        separator = cursor.offset();
        cursor.expect(BYTE.comma, '"," or "}"');
      }
      const member = cursor.name(PROPERTY_NAMES);
      const value = cursor.offset();
      const isText = cursor.peek() === BYTE.quote;
      cursor.value();
      const end = cursor.offset();
      members.add(member < 0 ? PROPERTY_MEMBERS.length : member, separator, end);
      if (member === EDITOR_ALIAS && isText && end > value + EMPTY_STRING.length) hasEditor = true;
    }
    if (!hasEditor) this.properties.withoutEditor++;
    if (!members.inOrder) this.#reorder(members, start);
  }

  /** Brings the members that are kept from `start` on, without a gap, into their order. */
  #reorder(members: Members, start: number): void {
    this.#cursor.settle();
    members.copy(this.#cursor.bytes).copy(this.#cursor.bytes, start);
  }

  #finish(node: UnfinishedNode): void {
    for (const name of ["id", "key"] as const) {
      if (!node.has(name)) this.#fault(node, `/${name}`, "is missing");
    }
    if (!node.has("children")) {
      this.children.absent++;
      this.childless.first = Math.min(this.childless.first, node.level);
      this.childless.last = Math.max(this.childless.last, node.level);
    }
    if (!node.isFaulty) this.#storeText(node);
    // Nodes with errors are not built.
    if (node.isFaulty) this.#end = node.start;
  }

  #storeText(node: UnfinishedNode): void {
    const cursor = this.#cursor;
    const { row, members, childrenEnd } = node;
    let { start } = node;
    const isSplit = childrenEnd !== undefined && cursor.offset() > childrenEnd;
    this.#makeKey(node);
    if (!node.has("properties")) this.#addProperties(node);
    const parts = members.measure();
    if (parts.end > LONGEST_TEXT) this.#fault(node, "", "takes more than 512 MB");
    if (isSplit) {
      // The texts of its descendants are between its members.
      const text = members.copy(cursor.bytes);
      start = childrenEnd;
      cursor.rewind(start);
      cursor.write(text);
    } else if (!members.inOrder) this.#reorder(members, start);
    // The member may be gone that came first.
    cursor.bytes[start] = BYTE.openBrace;
    this.#builder.setTextRange(row, start, parts);
    this.#end = cursor.offset();
  }

  /** Overwrites a zero key with the key derived from the node's id, which has the same length. */
  #makeKey({ row, key }: UnfinishedNode): void {
    const made = this.#builder.makeKey(row);
    if (made === undefined) return;
    this.#cursor.bytes.write(made, key + 1, "latin1");
    this.derivedKeys++;
  }

  /** Gives a node without `properties` an empty object of them. */
  #addProperties({ members, madeProperties }: UnfinishedNode): void {
    const start = madeProperties ?? this.#cursor.offset();
    if (madeProperties === undefined) this.#cursor.write(NO_PROPERTIES);
    members.add(RANK.properties, start, start + NO_PROPERTIES.length);
  }

  /** The kept text from an offset on for an error message: a copy, since a part of a long text would keep all of it in memory. */
  #shown(offset: number): string {
    return shown(this.#cursor.text(offset, SHOWN_BYTES));
  }

  /** @param pointer the JSON pointer from the node to the fault */
  #fault(node: UnfinishedNode, pointer: string, reason: string): void {
    node.isFaulty = true;
    this.#error(
      this.#cursor.line,
      () => this.#pointer(node.row) + pointer,
      () => reason,
    );
  }

  #error(line: number, pointer: () => string, reason: () => string): void {
    this.#findings.error(
      this.#file,
      () => `:${line}`,
      () => `${endOf(pointer())} ${reason()}`.trimStart(),
    );
  }

  /** Reports a fault in the grammar, and throws all else. */
  #reportSyntax(error: unknown): void {
    if (!(error instanceof JsonSyntaxError)) throw error;
    this.#findings.error(this.#file, () => `:${error.line}`, `byte ${error.byte}: ${error.message}`);
  }

  /** The JSON pointer (RFC 6901) of a row's node; empty if nodes do not nest. */
  #pointer(row: number): string {
    const steps: string[] = [];
    for (let at = row; at !== NO_PARENT; at = this.#parents[at]) {
      if (this.#parents[at] !== NO_PARENT) steps.push(`/children/${this.#indexes[at]}`);
      else if (this.isArray) steps.push(`/${this.#indexes[at]}`);
    }
    return steps.reverse().join("");
  }
}

/** The rank of a member that is not an item field, by the first byte of its value. */
function rankOf(first: number): number {
  return isScalar(first) ? RANK.otherScalar : RANK.otherField;
}

/** The pointer; of a long one its end, which leads there in an editor that folds. */
function endOf(pointer: string): string {
  return pointer.length <= POINTER_LENGTH ? pointer : `…${pointer.slice(1 - POINTER_LENGTH)}`;
}
