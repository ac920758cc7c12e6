/** Writes elements as blocks: block lists, single blocks, and the blocks of rich text. */
import { type DecodedMembers, type DecodedValue, isList, isObject, jsonOf } from "../decode/decoded-value.ts";
import { type Key, parseKey } from "../site/tree/key.ts";
import type { Encode, EncodeAt, Encoding } from "./encoding.ts";
import type { TargetType } from "./target-model.ts";

/** A block that was added: its type, and its entry in the layout. */
type PlacedBlock = { type: TargetType; entry: { contentKey: Key; settingsKey: Key | null } };

/** The stored blocks of a value. */
export class BlockWriter {
  readonly #contents: DecodedMembers[] = [];
  readonly #settings: DecodedMembers[] = [];
  readonly #exposed: DecodedMembers[] = [];
  readonly #at: EncodeAt;
  readonly #encoding: Encoding;

  constructor(at: EncodeAt, encoding: Encoding) {
    this.#at = at;
    this.#encoding = encoding;
  }

  /**
   * Adds a block.
   * @param item a decoded item with `content` and `settings`
   * @returns `undefined` if it cannot be written, which is reported
   */
  add(item: DecodedValue): PlacedBlock | undefined {
    const at = { ...this.#at, path: [...this.#at.path, this.#contents.length] };
    const { content = null, settings = null } = isObject(item) ? item : {};
    const block = this.#element(content, { ...at, path: [...at.path, "content"] });
    if (block === undefined) {
      this.#encoding.report(at, "not-encoded", jsonOf(item));
      return undefined;
    }
    const inSettings =
      settings === null ? undefined : this.#element(settings, { ...at, path: [...at.path, "settings"] });
    if (settings !== null && inSettings === undefined)
      this.#encoding.report(at, "not-encoded", `the settings of a block: ${jsonOf(settings)}`);
    this.#encoding.model.allowBlock(this.#at.dataType, block.type, inSettings?.type);
    this.#contents.push(block.data);
    if (inSettings) this.#settings.push(inSettings.data);
    this.#exposed.push({ contentKey: block.key, culture: null, segment: null });
    return { type: block.type, entry: { contentKey: block.key, settingsKey: inSettings?.key ?? null } };
  }

  get isEmpty(): boolean {
    return this.#contents.length === 0;
  }

  /** The value. @param layout the entries of the editor whose alias is the name */
  value(editor: string, layout: readonly DecodedValue[]): DecodedMembers {
    return {
      layout: layout.length === 0 ? {} : { [editor]: layout },
      contentData: this.#contents,
      settingsData: this.#settings,
      expose: this.#exposed,
    };
  }

  #element(
    value: DecodedValue,
    at: EncodeAt,
  ): { key: Key; type: TargetType; data: DecodedMembers } | undefined {
    if (!isObject(value)) return undefined;
    const { contentType, id, properties } = value;
    const key = parseKey(String(id ?? ""));
    const type = typeof contentType === "string" ? this.#encoding.model.elementType(contentType) : undefined;
    if (key === undefined || type === undefined) return undefined;
    const values: DecodedMembers[] = [];
    for (const [alias, inner] of Object.entries(isObject(properties) ? properties : {})) {
      if (inner === null) continue;
      const property = type.all.get(alias);
      const innerAt = { ...at, path: [...at.path, alias], stored: undefined };
      if (!property) {
        if (type.dropped.has(alias)) continue;
        this.#encoding.report(innerAt, "unknown-property", `${type.alias}.${alias}: ${jsonOf(inner)}`);
        continue;
      }
      const encoded = this.#encoding.encode(inner, { ...innerAt, dataType: property.dataType });
      if (encoded !== undefined)
        values.push({ alias: property.alias, culture: null, segment: null, value: encoded });
    }
    return { key, type, data: { contentTypeKey: type.key, key, values } };
  }
}

/** The items of a decoded list of blocks or elements. */
function blockItems(value: DecodedValue): readonly DecodedValue[] | undefined {
  const items = isObject(value) ? value.items : undefined;
  return items !== undefined && isList(items) ? items : undefined;
}

/** A block list, from blocks or from nested content and the like. */
export const blockListValue: Encode = (value, at, encoding) => {
  const items = blockItems(value);
  if (!items) return undefined;
  const blocks = new BlockWriter(at, encoding);
  const layout = items.flatMap((item) => blocks.add(item)?.entry ?? []);
  return blocks.isEmpty ? undefined : blocks.value("Umbraco.BlockList", layout);
};

export const singleBlockValue: Encode = (value, at, encoding) => {
  const blocks = new BlockWriter(at, encoding);
  const placed = blocks.add(value);
  return placed && blocks.value("Umbraco.SingleBlock", [placed.entry]);
};

/** A block grid; areas are found by their aliases. */
export const blockGridValue: Encode = (value, at, encoding) => {
  const items = blockItems(value);
  if (!items) return undefined;
  const blocks = new BlockWriter(at, encoding);
  const placed = (item: DecodedValue): DecodedMembers[] => {
    const block = blocks.add(item);
    if (!block || !isObject(item)) return [];
    const { columnSpan = 12, rowSpan = 1, areas = [] } = item;
    const stored = (isList(areas) ? areas : []).flatMap((area, index): DecodedMembers[] => {
      if (!isObject(area)) return [];
      const alias = typeof area.alias === "string" ? area.alias : `area${index}`;
      if (typeof area.alias !== "string")
        encoding.report(at, "assumed", `the area ${index} of a ${block.type.alias} has no alias in the data`);
      const key = encoding.model.areaKey(at.dataType, block.type, alias, Number(area.columnSpan) || 12);
      return [
        { key, items: isList(area.items ?? null) ? (area.items as DecodedValue[]).flatMap(placed) : [] },
      ];
    });
    return [{ ...block.entry, columnSpan, rowSpan, areas: stored }];
  };
  const layout = items.flatMap(placed);
  return blocks.isEmpty ? undefined : blocks.value("Umbraco.BlockGrid", layout);
};
