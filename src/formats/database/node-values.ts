/** The values of nodes: bytes as they lie in the database, since that many strings at once cost more than all the reading. */
import { isUtf8 } from "node:buffer";
import { ByteBuffer } from "../../json/byte-buffer.ts";
import type { ChosenNode } from "./choose-versions.ts";
import type { Row } from "./sqlite/row.ts";

/** A value: JSON as it is to be written, or a text, which may be JSON too. */
type NodeValue = { text: string; isJson: boolean };

/** The columns that values are read from, in the order in which the first that is there counts. */
export type ValueColumns = Record<"integer" | "decimal" | "date" | "shortText" | "longText", number>;

/** What is kept of a value; 0 where there is none. */
const JSON_TEXT = 1;
const TEXT = 2;

/** What stands for bytes that are not UTF-8. */
const REPLACEMENT = "\uFFFD";
const DECIMAL_TEXT = /^(-?)0*([0-9]+)(?:\.([0-9]*?)0*)?$/;
/** More than .NET's decimals have. */
const MOST_DIGITS = 100;
const [HYPHEN, BLANK, COLON] = [0x2d, 0x20, 0x3a];

/** Nodes are named by their place among those that the values are of, properties by theirs in the node's type. */
export class NodeValues {
  readonly #bytes = new ByteBuffer(1024 * 1024);
  /** Where the values of each node begin. */
  readonly #firsts: Uint32Array;
  readonly #kinds: Uint8Array;
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;

  constructor(nodes: readonly ChosenNode[]) {
    this.#firsts = new Uint32Array(nodes.length);
    let count = 0;
    nodes.forEach(({ type }, node) => {
      this.#firsts[node] = count;
      count += type.properties.length;
    });
    this.#kinds = new Uint8Array(count);
    this.#starts = new Uint32Array(count);
    this.#ends = new Uint32Array(count);
  }

  /** Takes a value in, in place of one that was there. */
  set(node: number, place: number, row: Row, columns: ValueColumns): void {
    const at = this.#firsts[node] + place;
    this.#starts[at] = this.#bytes.length;
    this.#kinds[at] = copyValue(row, columns, this.#bytes);
    this.#ends[at] = this.#bytes.length;
  }

  get(node: number, place: number): NodeValue | undefined {
    const at = this.#firsts[node] + place;
    const kind = this.#kinds[at];
    if (kind === 0) return undefined;
    const text = this.#bytes.bytes.toString("utf8", this.#starts[at], this.#ends[at]);
    return { text, isJson: kind === JSON_TEXT };
  }

  /** Whether the text of a value is not UTF-8. */
  isBroken(node: number, place: number, { text }: NodeValue): boolean {
    if (!text.includes(REPLACEMENT)) return false;
    const at = this.#firsts[node] + place;
    return !isUtf8(this.#bytes.bytes.subarray(this.#starts[at], this.#ends[at]));
  }
}

/** Appends the value of a row, which each has in one column. @returns its kind */
function copyValue(row: Row, columns: ValueColumns, out: ByteBuffer): number {
  const integer = row.integer(columns.integer);
  if (integer !== undefined) return appendJson(String(integer), out);
  const decimal = row.text(columns.decimal);
  if (decimal !== undefined) {
    const number = numberOf(decimal);
    if (number !== undefined) return appendJson(number, out);
    out.appendText(decimal);
    return TEXT;
  }
  const date = row.text(columns.date);
  if (date !== undefined) return appendJson(JSON.stringify(dateOf(date)), out);
  return row.appendText(columns.shortText, out) || row.appendText(columns.longText, out) ? TEXT : 0;
}

function appendJson(text: string, out: ByteBuffer): number {
  out.appendText(text);
  return JSON_TEXT;
}

/** A decimal without the zeros at its end, exact whatever its length. @returns `undefined` where it is none */
function numberOf(text: string): string | undefined {
  const parts = text.length <= MOST_DIGITS ? DECIMAL_TEXT.exec(text) : null;
  if (!parts) return undefined;
  const [, sign, whole, fraction] = parts;
  const digits = fraction ? `${whole}.${fraction}` : whole;
  return digits === "0" ? digits : sign + digits;
}

/** `2024-01-02 03:04:05.678` to the second, as uSync writes dates; what is no date stays as it is. */
export function dateOf(text: string): string {
  const isDate =
    text.charCodeAt(4) === HYPHEN && text.charCodeAt(10) === BLANK && text.charCodeAt(16) === COLON;
  return isDate ? `${text.slice(0, 10)}T${text.slice(11, 19)}` : text;
}
