/** Reads the members of a node's JSON object, in whatever order they come, into a row of a tree. */

import type { ByteBuffer } from "../../json/byte-buffer.ts";
import { BYTE, integerIn, isNumber, isScalar, pointerTo, shown, stringIn } from "../../json/grammar.ts";
import { type JsonScanner, NameTable } from "../../json/json-scanner.ts";
import { ITEM_FIELDS, Members, RANK } from "../../json/members.ts";
import { type Key, parseKey, ZERO_KEY } from "../../tree/key.ts";
import type { TreeBuilder } from "../../tree/tree-builder.ts";
import type { Findings } from "../findings.ts";

export type OpenNode = {
  row: number;
  members: Members;
  /** Where in the buffer its text begins. */
  start: number;
  /** Where its key begins, in quotes. */
  key: number;
  /** The known names among its members so far, a bit each, and the other names. */
  seen: number;
  otherNames: Set<string> | undefined;
  faulty: boolean;
  /** Whether it has more members than are looked at. */
  isCrowded?: boolean;
};

/** Each of them has a bit in a node's set of names; an item field's bit is its rank. */
const KNOWN_NAMES = [...ITEM_FIELDS, "children", "path", "properties", "parentId", "parentKey"] as const;

const NAMES = new NameTable(KNOWN_NAMES);

const bitOf = (name: (typeof KNOWN_NAMES)[number]) => KNOWN_NAMES.indexOf(name);

/** The bits of the names that are read, not only copied. */
const BIT = {
  id: bitOf("id"),
  key: bitOf("key"),
  sortOrder: bitOf("sortOrder"),
  children: bitOf("children"),
  path: bitOf("path"),
  properties: bitOf("properties"),
  parentId: bitOf("parentId"),
  parentKey: bitOf("parentKey"),
} as const;

/** What a set of names holds where it holds any other name. */
const OTHER = 1 << KNOWN_NAMES.length;

/** The rank of a member, by the byte that its value begins with and, where its name is known, by the name's bit. */
function rankOf(first: number, bit: number = OTHER): number {
  if (bit < ITEM_FIELDS.length) return bit;
  return isScalar(first) ? RANK.otherScalar : RANK.otherField;
}

/** A key's length in quotes. */
const QUOTED_KEY_LENGTH = ZERO_KEY.length + 2;
/** As long as a key in any form, in quotes: other texts need not be looked at, however long. */
const LONGEST_KEY = QUOTED_KEY_LENGTH + 2;

/** Each method reads the value that was copied from the mark `value` on, for a row, and returns what is wrong with it. */
class HeadReader {
  readonly #scanner: JsonScanner;
  readonly #out: ByteBuffer;
  readonly #builder: TreeBuilder;

  constructor(scanner: JsonScanner, out: ByteBuffer, builder: TreeBuilder) {
    this.#scanner = scanner;
    this.#out = out;
    this.#builder = builder;
  }

  readId(row: number, value: number): string | undefined {
    const id = this.#integer(value);
    if (id === undefined) return this.#noInteger(value);
    this.#builder.setId(row, id);
    return undefined;
  }

  /** Also writes the key anew where it has another form than answers have. */
  readKey(row: number, value: number): string | undefined {
    const scanner = this.#scanner;
    const start = scanner.find(value);
    const isQuoted = scanner.foundEnd - start === QUOTED_KEY_LENGTH;
    if (isQuoted && this.#builder.setKeyBytes(row, scanner.found, start + 1)) return undefined;
    const key = this.#key(value);
    if (key === undefined) return this.#noKey(value);
    this.#builder.setKey(row, key);
    scanner.rewind(value);
    this.#out.appendText(`"${key}"`);
    return undefined;
  }

  readSortOrder(row: number, value: number): string | undefined {
    const text = this.#scanner.shownText(value);
    if (isNumber(text)) this.#builder.setSortOrder(row, Number(this.#scanner.copiedText(value)));
    else if (text !== "null") return `must be a number, not ${text}`;
    return undefined;
  }

  readParentId(row: number, value: number): string | undefined {
    if (this.#isNull(value)) return undefined;
    const id = this.#integer(value);
    if (id === undefined) return this.#noInteger(value);
    this.#builder.setParentId(row, id);
    return undefined;
  }

  readParentKey(row: number, value: number): string | undefined {
    if (this.#isNull(value)) return undefined;
    const key = this.#key(value);
    if (key === undefined) return this.#noKey(value);
    this.#builder.setParentKey(row, key);
    return undefined;
  }

  #isNull(value: number): boolean {
    const start = this.#scanner.find(value);
    return this.#scanner.found[start] === BYTE.n;
  }

  #integer(value: number): number | undefined {
    const start = this.#scanner.find(value);
    return integerIn(this.#scanner.found, start, this.#scanner.foundEnd);
  }

  #key(value: number): Key | undefined {
    if (this.#scanner.mark() - value > LONGEST_KEY) return undefined;
    return parseKey(stringIn(this.#scanner.copiedText(value)) ?? "");
  }

  #noInteger(value: number): string {
    return `must be a 32-bit integer, not ${this.#scanner.shownText(value)}`;
  }

  #noKey(value: number): string {
    return `must be a GUID, not ${this.#scanner.shownText(value)}`;
  }
}

/** The members of a property, in the order in which answers write them. */
const MEMBER_ORDER = ["alias", "editorAlias", "value"];
const MEMBERS = new NameTable(MEMBER_ORDER);
const EDITOR_ALIAS = 1;
const EMPTY_STRING = '""';

/** Takes a fault; `pointer` leads from the node to what is at fault. */
type ReportPointer = (pointer: string, reason: string) => void;

/** How many properties were read, and how many of them have no editor alias. */
export type PropertyCounts = { all: number; withoutEditor: number };

class PropertyReader {
  readonly counts: PropertyCounts = { all: 0, withoutEditor: 0 };
  readonly #scanner: JsonScanner;
  readonly #out: ByteBuffer;
  /** The members of the property at hand. */
  readonly #members = new Members();

  constructor(scanner: JsonScanner, out: ByteBuffer) {
    this.#scanner = scanner;
    this.#out = out;
  }

  /** Copies the next value, which must be `properties`: null is as an empty object. */
  copyProperties(report: ReportPointer): void {
    const scanner = this.#scanner;
    if (!scanner.accept(BYTE.openBrace)) {
      this.#copyAbsent(report);
      return;
    }
    for (let first = true; !scanner.accept(BYTE.closeBrace); first = false) {
      if (!first) scanner.expect(BYTE.comma, '"," or "}"');
      this.#copyProperty(report);
    }
  }

  /** Copies what is no object: null becomes one, all else is a fault. */
  #copyAbsent(report: ReportPointer): void {
    const start = this.#scanner.mark();
    this.#scanner.copyValue();
    const text = this.#scanner.shownText(start);
    if (text !== "null") report("/properties", `must be an object, not ${text}`);
    this.#scanner.rewind(start);
    this.#out.appendText("{}");
  }

  #copyProperty(report: ReportPointer): void {
    const scanner = this.#scanner;
    const name = scanner.mark();
    scanner.copyName();
    this.counts.all++;
    const start = scanner.mark();
    if (scanner.peek() !== BYTE.openBrace) {
      const pointer = `/properties${pointerTo(shown(scanner.copiedText(name).slice(1, -2)))}`;
      scanner.copyValue();
      report(pointer, `must be an object with alias, editorAlias and value, not ${scanner.shownText(start)}`);
      return;
    }
    this.#members.clear();
    let hasEditor = false;
    let separator = start;
    scanner.expect(BYTE.openBrace, '"{"');
    while (!scanner.accept(BYTE.closeBrace)) {
      if (this.#members.count > 0) {
        separator = scanner.mark();
        scanner.expect(BYTE.comma, '"," or "}"');
      }
      if (this.#copyMember(separator)) hasEditor = true;
    }
    if (!hasEditor) this.counts.withoutEditor++;
    if (!this.#members.inOrder) this.#reorder(start);
  }

  /** @returns whether the member is an editor alias that says something */
  #copyMember(separator: number): boolean {
    const scanner = this.#scanner;
    const member = scanner.copyName(MEMBERS);
    const value = scanner.mark();
    const isText = scanner.peek() === BYTE.quote;
    scanner.copyValue();
    this.#members.add(member < 0 ? MEMBER_ORDER.length : member, separator, scanner.mark());
    return member === EDITOR_ALIAS && isText && scanner.mark() > value + EMPTY_STRING.length;
  }

  /** Brings the members that lie from `start` up to the closing brace into their order. */
  #reorder(start: number): void {
    this.#scanner.flush();
    const ordered = Buffer.allocUnsafe(this.#out.length - 1 - start);
    this.#members.copy(this.#out.bytes, 0, ordered, 0);
    ordered.copy(this.#out.bytes, start);
  }
}

/** Notes how many of the properties read have no editor alias, if any. */
export function noteMissingEditors(
  { all, withoutEditor }: PropertyCounts,
  file: string,
  findings: Findings,
): void {
  if (withoutEditor === 0) return;
  findings.note(
    file,
    `${withoutEditor} of ${all} properties have no editor alias: the API's .NET client drops those`,
    "noEditors",
  );
}

/** More members of one node are not looked at: names are kept to see that none is there twice, and a set has an end. */
const MOST_MEMBERS = 1_000_000;

/** Takes a fault of an open node; `pointer` leads from the node to what is at fault. */
type ReportMember = (node: OpenNode, pointer: string, reason: string) => void;

export class NodeReader {
  /** How many nodes had no `children` member, and how many a list that is not empty. */
  readonly children = { absent: 0, present: 0 };
  readonly properties: PropertyReader;
  /** How many nodes have no key but the zero GUID, and got one that is made of their id. */
  madeKeys = 0;
  /** The JSON text of the first node's `path`, if it has one. */
  firstPath: string | undefined;
  /** Whether the first node has an object of `properties`: answers about one node always have one, items never. */
  firstHasProperties = false;
  readonly #head: HeadReader;
  readonly #scanner: JsonScanner;
  readonly #out: ByteBuffer;
  readonly #builder: TreeBuilder;
  readonly #report: ReportMember;
  readonly #flat: boolean;
  /** Lists of members that no open node uses. */
  readonly #spare: Members[] = [];

  /**
   * @param scanner where nodes are read from
   * @param out where the scanner copies values to
   * @param builder takes each node
   * @param options `flat`: nodes name their parents and do not nest, as in NDJSON
   */
  constructor(
    scanner: JsonScanner,
    out: ByteBuffer,
    builder: TreeBuilder,
    report: ReportMember,
    options: { flat: boolean },
  ) {
    this.properties = new PropertyReader(scanner, out);
    this.#head = new HeadReader(scanner, out, builder);
    this.#scanner = scanner;
    this.#out = out;
    this.#builder = builder;
    this.#report = report;
    this.#flat = options.flat;
  }

  /** Consumes the brace that opens a node. */
  open(parentRow?: number): OpenNode {
    const start = this.#scanner.mark();
    this.#scanner.expect(BYTE.openBrace, 'a node ("{")');
    const members = this.#spare.pop() ?? new Members();
    members.clear();
    const row = this.#builder.addRow(parentRow);
    return { row, members, start, key: start, seen: 0, otherNames: undefined, faulty: false };
  }

  /**
   * Reads members until the node ends, or until a list of children begins: call again when that is read.
   * @returns whether the reader stands inside `children`, before the first of them
   */
  readMembers(node: OpenNode): "end" | "children" {
    for (;;) {
      if (this.#scanner.accept(BYTE.closeBrace)) {
        this.#finish(node);
        return "end";
      }
      let separator = node.start;
      if (node.seen !== 0) {
        separator = this.#scanner.mark();
        this.#scanner.expect(BYTE.comma, '"," or "}"');
      }
      if (this.#readMember(node, separator)) return "children";
    }
  }

  /** @returns whether a list of children begins */
  #readMember(node: OpenNode, separator: number): boolean {
    const scanner = this.#scanner;
    const name = scanner.mark();
    const bit = scanner.copyName(NAMES);
    if (bit < 0) return this.#readOther(node, separator, name);
    if (node.seen & (1 << bit)) this.#fault(node, `/${KNOWN_NAMES[bit]}`, "is there twice");
    node.seen |= 1 << bit;
    if (bit === BIT.children) return this.#openChildren(node);
    const value = scanner.mark();
    if (bit === BIT.properties) {
      if (node.row === 0) this.firstHasProperties = scanner.peek() === BYTE.openBrace;
      this.properties.copyProperties((pointer, reason) => this.#fault(node, pointer, reason));
      node.members.add(RANK.properties, separator, scanner.mark());
    } else {
      this.#readKnown(node, bit, separator, value);
    }
    return false;
  }

  #readKnown(node: OpenNode, bit: number, separator: number, value: number): void {
    const scanner = this.#scanner;
    const rank = rankOf(scanner.peek(), bit);
    scanner.copyValue();
    if (bit === BIT.path) {
      if (node.row === 0) this.firstPath = scanner.copiedText(value);
      return;
    }
    if (bit === BIT.key) node.key = value;
    const reason = this.#readHead(node.row, bit, value);
    if (reason !== undefined) this.#fault(node, `/${KNOWN_NAMES[bit]}`, reason);
    const isLink = this.#flat && (bit === BIT.parentId || bit === BIT.parentKey);
    if (!isLink) node.members.add(rank, separator, scanner.mark());
  }

  /** @returns what is wrong with the value */
  #readHead(row: number, bit: number, value: number): string | undefined {
    if (bit === BIT.id) return this.#head.readId(row, value);
    if (bit === BIT.key) return this.#head.readKey(row, value);
    if (bit === BIT.sortOrder) return this.#head.readSortOrder(row, value);
    if (bit === BIT.parentId && this.#flat) return this.#head.readParentId(row, value);
    if (bit === BIT.parentKey && this.#flat) return this.#head.readParentKey(row, value);
    return undefined;
  }

  /** Reads a member whose name, which begins at `name`, means nothing here: it opens no list. */
  #readOther(node: OpenNode, separator: number, name: number): false {
    const scanner = this.#scanner;
    const text = scanner.copiedText(name).slice(1, -2);
    node.otherNames ??= new Set();
    node.seen |= OTHER;
    const rank = rankOf(scanner.peek());
    if (node.otherNames.size === MOST_MEMBERS) return this.#readTooMany(node, separator);
    if (node.otherNames.has(text)) this.#fault(node, pointerTo(shown(text)), "is there twice");
    node.otherNames.add(text);
    scanner.copyValue();
    node.members.add(rank, separator, scanner.mark());
    return false;
  }

  /** Reads past a member, of which nothing is kept, as nothing is of the node. */
  #readTooMany(node: OpenNode, start: number): false {
    if (!node.isCrowded) this.#fault(node, "", `has more than ${MOST_MEMBERS} members`);
    node.isCrowded = true;
    this.#scanner.copyValue();
    this.#scanner.rewind(start);
    return false;
  }

  /** Consumes `children`, of a nested format only as far as the bracket before the first of them. */
  #openChildren(node: OpenNode): boolean {
    const scanner = this.#scanner;
    if (!this.#flat && scanner.accept(BYTE.openBracket)) {
      if (scanner.accept(BYTE.closeBracket)) return false;
      this.children.present++;
      return true;
    }
    const value = scanner.mark();
    scanner.copyValue();
    const text = scanner.shownText(value);
    if (text === "null") node.seen &= ~(1 << BIT.children);
    else if (!this.#flat) this.#fault(node, "/children", `must be an array, not ${text}`);
    else if (text !== "[]") this.#fault(node, "/children", "must be empty: children have lines of their own");
    node.seen |= OTHER;
    return false;
  }

  #finish(node: OpenNode): void {
    for (const bit of [BIT.id, BIT.key]) {
      if (!(node.seen & (1 << bit))) this.#fault(node, `/${KNOWN_NAMES[bit]}`, "is missing");
    }
    if (!(node.seen & (1 << BIT.children))) this.children.absent++;
    if (!node.faulty) this.#storeText(node);
    this.#scanner.rewind(node.start);
    this.#spare.push(node.members);
  }

  /** Over a zero key, in quotes at `key`, writes the one that is made of the node's id: it is as long. */
  #makeKey(row: number, key: number): void {
    const made = this.#builder.makeKey(row);
    if (made === undefined) return;
    const start = this.#scanner.find(key);
    this.#scanner.found.write(made, start + 1, "latin1");
    this.madeKeys++;
  }

  #storeText({ row, members, start, key }: OpenNode): void {
    this.#makeKey(row, key);
    this.#addProperties(members);
    const scanner = this.#scanner;
    const shift = scanner.find(start) - start;
    const adopted = scanner.keepFound() && this.#builder.adoptText(row, members, scanner.found, shift);
    if (!adopted) this.#builder.setText(row, members, scanner.found, shift);
  }

  /** Gives a node without `properties` an empty object of them. */
  #addProperties(members: Members): void {
    if (members.endsWith(RANK.properties)) return;
    this.#scanner.flush();
    const start = this.#out.length;
    this.#out.appendText(',"properties":{}');
    members.add(RANK.properties, start, this.#out.length);
  }

  #fault(node: OpenNode, pointer: string, reason: string): void {
    node.faulty = true;
    this.#report(node, pointer, reason);
  }
}
