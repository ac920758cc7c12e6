/** Writes elements as blocks: block lists, single blocks, and the blocks of rich text. */
import { type DecodedMembers, type DecodedValue, isList, isObject, partOf } from "../decode/decoded-value.ts";
import { type Key, keyOfName, parseKey } from "../site/tree/key.ts";
import { type BlockParts, blockValue, SINGLE_BLOCK } from "./block-value.ts";
import { type Encode, type EncodeAt, type Encoding, valueWords } from "./encoding.ts";
import type { TargetType } from "./target-model.ts";

/** A block that was added: its type, and its entry in the layout. */
type PlacedBlock = { type: TargetType; entry: { contentKey: Key; settingsKey: Key | null } };

/**
 * Returns the type of an element by what its decoded value calls it.
 * @param item the decoded item that the element is the content or the settings of
 */
type FindType = (contentType: string, item: DecodedMembers) => TargetType | undefined;

/** The stored blocks of a value. */
export class BlockWriter {
  readonly #contents: DecodedMembers[] = [];
  readonly #settings: DecodedMembers[] = [];
  readonly #exposed: DecodedMembers[] = [];
  /** The keys of elements that another element of the value has, too. */
  readonly #renamed = new Map<Key, Key>();
  readonly #at: EncodeAt;
  readonly #encoding: Encoding;
  readonly #findType: FindType;

  /** @param findType Default: the site's types, and types made of values in place of missing ones */
  constructor(
    at: EncodeAt,
    encoding: Encoding,
    findType: FindType = (name) => encoding.model.elementType(name),
  ) {
    this.#at = at;
    this.#encoding = encoding;
    this.#findType = findType;
  }

  /**
   * Adds a block.
   * @param item a decoded item with `content` and `settings`
   * @returns `undefined` if it cannot be written, which is reported
   */
  add(item: DecodedValue): PlacedBlock | undefined {
    const at = { ...this.#at, path: [...this.#at.path, this.#contents.length] };
    const { content = null, settings = null } = isObject(item) ? item : {};
    const block = this.#element(item, content, { ...at, path: [...at.path, "content"] });
    if (block === undefined) {
      if (!this.#encoding.model.leavesOut(content))
        this.#encoding.report(at, "not-encoded", `a block has no type or key, ${valueWords(content)}`);
      return undefined;
    }
    const inSettings =
      settings === null
        ? undefined
        : this.#element(item, settings, { ...at, path: [...at.path, "settings"] });
    if (settings !== null && inSettings === undefined && !this.#encoding.model.leavesOut(settings))
      this.#encoding.report(
        at,
        "not-encoded",
        `the settings of a block have no type, ${valueWords(settings)}`,
      );
    this.#encoding.model.blocks.allow(this.#at.dataType, block.type.key, inSettings?.type.key);
    this.#contents.push(block.data);
    if (inSettings) this.#settings.push(inSettings.data);
    this.#exposed.push({ contentKey: block.key, culture: null, segment: null });
    return { type: block.type, entry: { contentKey: block.key, settingsKey: inSettings?.key ?? null } };
  }

  get isEmpty(): boolean {
    return this.#contents.length === 0;
  }

  /** The parts of the value. @param layout the entries of the editor whose alias is the name */
  parts(editor: string, layout: readonly DecodedValue[]): BlockParts {
    return {
      layout: layout.length === 0 ? {} : { [editor]: layout },
      contentData: this.#contents,
      settingsData: this.#settings,
      expose: this.#exposed,
    };
  }

  /** The key that an element of the site has in the value. */
  keyOf(stored: Key): Key {
    return this.#renamed.get(stored) ?? stored;
  }

  /** A key that no other element of the node's property has: an element can be a copy of another. */
  #uniqueKey(stored: Key, { node, property, culture = "", path, keys }: EncodeAt): Key {
    const isTaken = keys.has(stored);
    const key = isTaken ? keyOfName(node, JSON.stringify(["17", property, culture, ...path])) : stored;
    if (isTaken) this.#renamed.set(stored, key);
    keys.add(key);
    return key;
  }

  #element(
    item: DecodedValue,
    value: DecodedValue,
    at: EncodeAt,
  ): { key: Key; type: TargetType; data: DecodedMembers } | undefined {
    if (!isObject(item) || !isObject(value)) return undefined;
    const { contentType, id, properties } = value;
    const stored = parseKey(String(id ?? ""));
    const type = typeof contentType === "string" ? this.#findType(contentType, item) : undefined;
    if (stored === undefined || type === undefined) return undefined;
    const key = this.#uniqueKey(stored, at);
    const part = partOf(value);
    const values: DecodedMembers[] = [];
    for (const [alias, inner] of Object.entries(isObject(properties) ? properties : {})) {
      if (inner === null) continue;
      const property = type.all.get(alias) ?? this.#encoding.model.grow(type, alias, inner);
      const text = part?.is === "element" ? part.stored(alias) : undefined;
      const innerAt = { ...at, path: [...at.path, alias], stored: text };
      if (!property) {
        if (type.dropped.has(alias)) continue;
        this.#encoding.report(
          innerAt,
          "unknown-property",
          `the block ${type.alias} has no property ${alias}, ${valueWords(inner)}`,
        );
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

/** The type of the blocks that a macro becomes, which is reported: it needs a view. */
export function macroType(name: string, at: EncodeAt, encoding: Encoding): TargetType {
  encoding.report(at, "macro", `the macro ${JSON.stringify(name)} becomes a block`);
  return encoding.model.grownType("macro", name);
}

/** Values of old editors have elements without types: these are made, with aliases that say where they come from. */
function findTypeIn(value: DecodedValue, at: EncodeAt, encoding: Encoding): FindType | undefined {
  const { model } = encoding;
  const layout = isObject(value) ? value.layout : undefined;
  if (layout === "archetype") return (name) => model.fieldsetType(at.dataType, name);
  if (layout === "leblender") return (name) => model.grownType("leBlender", name);
  if (layout !== "grid") return undefined;
  return (name, item) => {
    const { properties } = isObject(item.content) ? item.content : {};
    // Controls have a value, if an empty one, but for elements of the site's own types.
    const isRow = isObject(properties) && Object.keys(properties).length === 0 && !model.hasElements(name);
    if (item.layout === "macro") return macroType(name, at, encoding);
    if (model.isLeBlender(name)) return model.grownType("leBlender", name);
    if (name === "gridSettings") return model.grownType("grid", "settings");
    if (isRow) return model.grownType("gridRow", `${name} ${columnsOf(item)}`);
    return model.hasElements(name) ? model.elementType(name) : model.grownType("grid", name);
  };
}

/** The widths of the columns of a row, if it has several: rows of one name can differ in them. */
function columnsOf({ areas }: DecodedMembers): string {
  const widths = (isList(areas ?? null) ? (areas as readonly DecodedValue[]) : []).map((area) =>
    isObject(area) ? String(area.columnSpan) : "",
  );
  return widths.length > 1 ? widths.join("_") : "";
}

/** A block list, from blocks or from nested content and the like. */
export const blockListValue: Encode = (value, at, encoding) => {
  const items = blockItems(value);
  if (!items) return undefined;
  const blocks = new BlockWriter(at, encoding, findTypeIn(value, at, encoding));
  const layout = items.flatMap((item) => blocks.add(item)?.entry ?? []);
  return blocks.isEmpty ? undefined : blockValue(blocks.parts("Umbraco.BlockList", layout));
};

export const singleBlockValue: Encode = (value, at, encoding) => {
  const blocks = new BlockWriter(at, encoding);
  const placed = blocks.add(value);
  return placed && blockValue(blocks.parts(SINGLE_BLOCK, [placed.entry]));
};

/** A block grid; areas are found by their aliases. */
export const blockGridValue: Encode = (value, at, encoding) => {
  const items = blockItems(value);
  if (!items) return undefined;
  const blocks = new BlockWriter(at, encoding, findTypeIn(value, at, encoding));
  const placed = (item: DecodedValue): DecodedMembers[] => {
    const block = blocks.add(item);
    if (!block || !isObject(item)) return [];
    const { columnSpan = 12, rowSpan = 1, areas = [] } = item;
    const stored = (isList(areas) ? areas : []).flatMap((area, index): DecodedMembers[] => {
      if (!isObject(area)) return [];
      if (area.settings !== undefined)
        encoding.report(
          at,
          "not-encoded",
          `a column of a grid has settings, which a column of blocks has not`,
        );
      const alias = typeof area.alias === "string" ? area.alias : `area${index}`;
      if (typeof area.alias !== "string")
        encoding.report(at, "assumed", `the area ${index} of a ${block.type.alias} has no alias in the data`);
      const key = encoding.model.blocks.areaKey(
        at.dataType,
        block.type.key,
        alias,
        Number(area.columnSpan) || 12,
      );
      return [
        { key, items: isList(area.items ?? null) ? (area.items as DecodedValue[]).flatMap(placed) : [] },
      ];
    });
    return [{ ...block.entry, columnSpan, rowSpan, areas: stored }];
  };
  const layout = items.flatMap(placed);
  return blocks.isEmpty ? undefined : blockValue(blocks.parts("Umbraco.BlockGrid", layout));
};
