/** Reads the members of a node's JSON object, in whatever order they come, into a row of a tree. */
import type { ByteBuffer } from "../../json/byte-buffer.ts";
import { BYTE, pointerTo, shown } from "../../json/grammar.ts";
import type { JsonScanner } from "../../json/json-scanner.ts";
import { Members, RANK } from "../../json/members.ts";
import type { TreeBuilder } from "../../tree/tree-builder.ts";
import { HeadReader } from "./head-reader.ts";
import { BIT, KNOWN_NAMES, NAMES, type OpenNode, OTHER, rankOf } from "./open-node.ts";
import { PropertyReader } from "./property-reader.ts";

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
  /** Whether the first node has `properties`: what answers about one node always have, and items never. */
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
      if (node.row === 0) this.firstHasProperties = true;
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
