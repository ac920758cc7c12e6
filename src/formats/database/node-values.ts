/** The values of nodes: bytes as they lie in the database, since that many strings at once cost more than all the reading. */
import { isUtf8 } from "node:buffer";
import { ByteBuffer } from "../../json/byte-buffer.ts";
import type { ChosenNode } from "./choose-versions.ts";
import type { SiteNodeType } from "./read-schema.ts";
import type { SiteLanguage } from "./site-languages.ts";
import type { SiteNotes } from "./site-notes.ts";
import type { Row, SqliteDatabase } from "./sqlite/sqlite-database.ts";

/** A value: JSON as it is to be written, or a text, which may be JSON too. */
type NodeValue = { text: string; isJson: boolean };

const COLUMNS = [
  ...["versionId", "propertyTypeId", "languageId", "segment"],
  ...["intValue", "decimalValue", "dateValue", "varcharValue", "textValue"],
];
const [VERSION, PROPERTY, LANGUAGE, SEGMENT, ...VALUES] = COLUMNS.keys();
/** The columns that a value may stand in: the first that is there counts. */
const [INTEGER, DECIMAL, DATE, SHORT_TEXT, LONG_TEXT] = VALUES;

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
  set(node: number, place: number, row: Row): void {
    const at = this.#firsts[node] + place;
    this.#starts[at] = this.#bytes.length;
    this.#kinds[at] = copyValue(row, this.#bytes);
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

/** Reads those of all nodes, in one language. Rows of other versions, of other languages, and of segments are passed over. */
export function readValues(
  database: SqliteDatabase,
  nodes: readonly ChosenNode[],
  language: SiteLanguage | undefined,
  notes: SiteNotes,
): NodeValues {
  const values = new NodeValues(nodes);
  const nodeOfVersion = new Map(nodes.map(({ version }, node) => [version.id, node]));
  const places = new PropertyPlaces();
  for (const row of database.rows("umbracoPropertyData", COLUMNS)) {
    const node = nodeOfVersion.get(row.id(VERSION));
    if (node === undefined) continue;
    const { type, row: own } = nodes[node];
    const place = places.find(type, row.id(PROPERTY));
    if (place === undefined) continue;
    const { varies, alias } = type.properties[place];
    if (row.optionalId(LANGUAGE) !== (varies ? language?.id : undefined)) continue;
    if (row.text(SEGMENT) === undefined) values.set(node, place, row);
    else {
      const text = `has a value of ${alias} for a segment, which is not read`;
      notes.node(own.id, text, "segments");
    }
  }
  return values;
}

/** For each type, where its properties stand. */
class PropertyPlaces {
  readonly #places = new Map<SiteNodeType, Map<number, number>>();

  find(type: SiteNodeType, id: number): number | undefined {
    let places = this.#places.get(type);
    if (!places) {
      places = new Map(type.properties.map((property, place) => [property.id, place]));
      this.#places.set(type, places);
    }
    return places.get(id);
  }
}

/** Appends the value of a row, which each has in one column. @returns its kind */
function copyValue(row: Row, out: ByteBuffer): number {
  const integer = row.integer(INTEGER);
  if (integer !== undefined) return appendJson(String(integer), out);
  const decimal = row.text(DECIMAL);
  if (decimal !== undefined) {
    const number = numberOf(decimal);
    if (number !== undefined) return appendJson(number, out);
    out.appendText(decimal);
    return TEXT;
  }
  const date = row.text(DATE);
  if (date !== undefined) return appendJson(JSON.stringify(dateOf(date)), out);
  return row.appendText(SHORT_TEXT, out) || row.appendText(LONG_TEXT, out) ? TEXT : 0;
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
