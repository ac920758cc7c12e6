/** Reads the `properties` of a node: an object from alias to `{ "alias", "editorAlias", "value" }`. */
import type { ByteBuffer } from "../../json/byte-buffer.ts";
import { BYTE, pointerTo, shown } from "../../json/grammar.ts";
import type { JsonScanner } from "../../json/json-scanner.ts";
import { NameTable } from "../../json/json-scanner.ts";
import { Members } from "../../json/members.ts";
import type { Findings } from "../findings.ts";

/** The members of a property, in the order in which answers write them. */
const MEMBER_ORDER = ["alias", "editorAlias", "value"];
const MEMBERS = new NameTable(MEMBER_ORDER);
const EDITOR_ALIAS = 1;
const EMPTY_STRING = '""';

/** Takes a fault; `pointer` leads from the node to what is at fault. */
type ReportPointer = (pointer: string, reason: string) => void;

/** How many properties were read, and how many of them have no editor alias. */
export type PropertyCounts = { all: number; withoutEditor: number };

export class PropertyReader {
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
