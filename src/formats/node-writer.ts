/** Writes the text of nodes, as a tree keeps it, from the fields and properties that a CMS's own formats have. */
import { ByteBuffer } from "../json/byte-buffer.ts";
import { Members, RANK } from "../json/members.ts";
import type { TreeBuilder } from "../tree/tree-builder.ts";
import { type Blank, PropertyValues, quoted } from "./property-value.ts";

/** The fields of a node; what is `undefined` is left out. */
type NodeFields = {
  key: string;
  name: string;
  url: string | undefined;
  type: string;
  sortOrder: number | undefined;
  createDate: string | undefined;
  updateDate: string | undefined;
  /** The segment of its URL, where the data has that. */
  urlName?: string;
  /** The alias of the node's template, or its id where the data has that. */
  template?: string | number;
  /** Told only of nodes that are not published. */
  published?: false;
};

const FIELDS_BEHIND_NAME = [
  "url",
  "type",
  "sortOrder",
  "createDate",
  "updateDate",
  "urlName",
  "template",
  "published",
] as const satisfies readonly (keyof NodeFields)[];

/** What a property is, whatever its value. */
export type PropertyKind = {
  alias: string;
  editorAlias: string | null;
  /** What comes before the value: `"alias":{"alias":…,"editorAlias":…,"value":`. */
  head: string;
};

/** A property of a node. */
export type NodeProperty = {
  property: PropertyKind;
  /** As `PropertyValues` takes it, or, with `isJson`, the JSON of the value as it is to be written. */
  text: string | undefined;
  isJson?: boolean;
};

/** Fields that may be known only when all nodes are. */
type LateFields = Pick<NodeFields, "published"> & Partial<Pick<NodeFields, "url">>;

const NO_FIELDS: LateFields = {};

/** Where a node's text lies: in `block.bytes`, once that is full or `finish` was called. */
export type WrittenNode = {
  block: { bytes: Buffer };
  id: number;
  /**
   * Where the text begins, where the members behind its id do, where its url has its place, where the members of `properties`
   * begin, and where it ends.
   */
  start: number;
  key: number;
  url: number;
  properties: number;
  end: number;
};

/** How much storage a block has at first, and how much of it is used at least before another is begun. */
const BLOCK_BYTES = 1024 * 1024;
const FULL = 7 / 8;
/** How much text is gathered before it is written, in characters. */
const LONGEST_PENDING = 1024 * 1024;
const NO_BYTES = Buffer.alloc(0);

export class NodeWriter {
  readonly #out = new ByteBuffer(BLOCK_BYTES);
  #block: WrittenNode["block"] = { bytes: NO_BYTES };
  readonly #values: PropertyValues;
  readonly #members = new Members();

  /** @param blank what becomes of a value that is white space alone */
  constructor(blank: Blank) {
    this.#values = new PropertyValues(this.#out, blank);
  }

  /** Writes a node with an id that may still change. */
  write(id: number, fields: NodeFields, properties: readonly NodeProperty[]): WrittenNode {
    const out = this.#out;
    if (out.length > out.bytes.length * FULL) this.finish();
    const start = out.length;
    const idText = `,"id":${id}`;
    const named = `${idText},"key":"${fields.key}","name":${quoted(fields.name)}`;
    const head = named + fieldsText(fields);
    // Text is gathered, since each call that writes bytes costs as much as many of them.
    let pending = `${head},"properties":{`;
    let separator = "";
    for (const { property, text, isJson } of properties) {
      pending += separator + property.head;
      pending = isJson ? pending + text : this.#values.write(pending, text, property.editorAlias);
      separator = "},";
      if (pending.length > LONGEST_PENDING) {
        out.appendText(pending);
        pending = "";
      }
    }
    out.appendText(properties.length === 0 ? `${pending}}` : `${pending}}}`);
    const key = start + idText.length;
    return {
      block: this.#block,
      id,
      start,
      key,
      url: start + Buffer.byteLength(named),
      properties: start + Buffer.byteLength(head),
      end: out.length,
    };
  }

  /** Makes all texts written so far ready to be kept. */
  finish(): void {
    this.#block.bytes = this.#out.take(Number.POSITIVE_INFINITY);
    this.#block = { bytes: NO_BYTES };
  }

  /**
   * Gives a row of a tree its text, which was made ready before.
   * @param id the one it has in the end
   * @param late what was not known when it was written
   */
  keep(builder: TreeBuilder, row: number, text: WrittenNode, id: number, late: LateFields = NO_FIELDS): void {
    const isAsWritten = id === text.id && late.url === undefined && late.published === undefined;
    const { block, start, key, properties, end } = isAsWritten ? text : rewritten(text, id, late);
    const members = this.#members;
    members.clear();
    members.add(0, start, key);
    members.add(RANK.otherScalar, key, properties);
    members.add(RANK.properties, properties, end);
    // What was made anew is small: kept by itself, it would be a block of its own.
    if (isAsWritten) builder.adoptText(row, members, block.bytes, 0);
    else builder.setText(row, members, block.bytes, 0);
  }
}

export function propertyKind(alias: string, editorAlias: string | null): PropertyKind {
  const name = JSON.stringify(alias);
  const head = `${name}:{"alias":${name},"editorAlias":${JSON.stringify(editorAlias)},"value":`;
  return { alias, editorAlias, head };
}

/** Fields in the order in which answers write them, as JSON; what is `undefined` is left out. */
function fieldsText(fields: Partial<NodeFields>): string {
  let text = "";
  for (const name of FIELDS_BEHIND_NAME) {
    const value = fields[name];
    if (value !== undefined) text += `,"${name}":${typeof value === "string" ? quoted(value) : value}`;
  }
  return text;
}

/** A copy of a text, with an id and late fields. */
function rewritten(text: WrittenNode, id: number, { url, published }: LateFields): WrittenNode {
  const head = Buffer.from(`,"id":${id}`);
  const named = text.block.bytes.subarray(text.key, text.url);
  const fields = text.block.bytes.subarray(text.url, text.properties);
  const properties = text.block.bytes.subarray(text.properties, text.end);
  const late = Buffer.from(fieldsText({ url }));
  const bytes = Buffer.concat([
    head,
    named,
    late,
    fields,
    Buffer.from(fieldsText({ published })),
    properties,
  ]);
  return {
    block: { bytes },
    id,
    start: 0,
    key: head.length,
    url: head.length + named.length,
    properties: bytes.length - properties.length,
    end: bytes.length,
  };
}
