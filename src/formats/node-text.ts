/** Writes the text of nodes, as a tree keeps it, from the fields and properties that a CMS's own formats have. */
import { ByteBuffer } from "../tree/byte-buffer.ts";
import { Members, RANK } from "../tree/members.ts";
import type { TreeBuilder } from "../tree/tree-builder.ts";
import { type Blank, PropertyValues, quoted } from "./property-value.ts";

/** The fields of a node, in the order in which answers write them; what is `undefined` is left out. */
export type NodeFields = {
  key: string;
  name: string;
  url: string | undefined;
  type: string;
  sortOrder: number | undefined;
  createDate: string | undefined;
  updateDate: string | undefined;
  /** The alias of the node's template. */
  template?: string;
  /** Told only of nodes that are not published. */
  published?: false;
};

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

/** Where a node's text lies: in `block.bytes`, once that is full or `finish` was called. */
export type NodeText = {
  block: { bytes: Buffer };
  id: number;
  /** Where the text begins, where the members behind its id do, where those of `properties` do, and where it ends. */
  start: number;
  key: number;
  properties: number;
  end: number;
};

/** How much storage a block has at first, and how much of it is used at least before another is begun. */
const BLOCK_BYTES = 1024 * 1024;
const FULL = 7 / 8;
/** How much text is gathered before it is written, in characters. */
const LONGEST_PENDING = 1024 * 1024;
const NO_BYTES = Buffer.alloc(0);

export class NodeTexts {
  readonly #out = new ByteBuffer(BLOCK_BYTES);
  #block: NodeText["block"] = { bytes: NO_BYTES };
  readonly #values: PropertyValues;
  readonly #members = new Members();

  /** @param blank what becomes of a value that is white space alone */
  constructor(blank: Blank) {
    this.#values = new PropertyValues(this.#out, blank);
  }

  /** Writes a node with an id that may still change. */
  write(id: number, fields: NodeFields, properties: readonly NodeProperty[]): NodeText {
    const out = this.#out;
    if (out.length > out.bytes.length * FULL) this.finish();
    const start = out.length;
    const idText = `,"id":${id}`;
    const head = idText + fieldsText(fields);
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
      properties: start + Buffer.byteLength(head),
      end: out.length,
    };
  }

  /** Makes all texts written so far ready to be kept. */
  finish(): void {
    this.#block.bytes = this.#out.take(Number.POSITIVE_INFINITY);
    this.#block = { bytes: NO_BYTES };
  }

  /** Gives a row of a tree its text, which was made ready before. */
  keep(builder: TreeBuilder, row: number, text: NodeText, id: number): void {
    const { block, start, key, properties, end } = id === text.id ? text : withId(text, id);
    const members = this.#members;
    members.clear();
    members.add(0, start, key);
    members.add(RANK.otherScalar, key, properties);
    members.add(RANK.properties, properties, end);
    builder.adoptText(row, members, block.bytes, 0);
  }
}

export function propertyKind(alias: string, editorAlias: string | null): PropertyKind {
  const name = JSON.stringify(alias);
  const head = `${name}:{"alias":${name},"editorAlias":${JSON.stringify(editorAlias)},"value":`;
  return { alias, editorAlias, head };
}

function fieldsText(fields: NodeFields): string {
  const { key, name, url, type, sortOrder, createDate, updateDate, template, published } = fields;
  let text = `,"key":"${key}","name":${quoted(name)}`;
  if (url !== undefined) text += `,"url":${quoted(url)}`;
  text += `,"type":${quoted(type)}`;
  if (sortOrder !== undefined) text += `,"sortOrder":${sortOrder}`;
  if (createDate !== undefined) text += `,"createDate":${quoted(createDate)}`;
  if (updateDate !== undefined) text += `,"updateDate":${quoted(updateDate)}`;
  if (template !== undefined) text += `,"template":${quoted(template)}`;
  if (published !== undefined) text += `,"published":${published}`;
  return text;
}

/** A copy of a text, with another id. */
function withId(text: NodeText, id: number): NodeText {
  const head = Buffer.from(`,"id":${id}`);
  const bytes = Buffer.concat([head, text.block.bytes.subarray(text.key, text.end)]);
  const shift = head.length - text.key;
  return {
    block: { bytes },
    id,
    start: 0,
    key: head.length,
    properties: text.properties + shift,
    end: text.end + shift,
  };
}
