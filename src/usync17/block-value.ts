/** The JSON of blocks as uSync 17.3 writes it: its members, their order, the nulls, and which values are texts. */
import {
  type DecodedMembers,
  type DecodedValue,
  isList,
  isObject,
  JsonText,
  jsonOf,
} from "../decode/decoded-value.ts";
import type { Key } from "../site/tree/key.ts";
import { isJson } from "./usync-texts.ts";

/** The parts of a value of blocks; members that uSync does not have are left out. */
export type BlockParts = {
  contentData: readonly DecodedMembers[];
  settingsData: readonly DecodedMembers[];
  expose: readonly DecodedMembers[];
  /** By the alias of the editor. */
  layout: Readonly<Record<string, readonly DecodedValue[]>>;
};

/** Returns a value of blocks. */
export function blockValue({ contentData, settingsData, expose, layout }: BlockParts): DecodedMembers {
  return {
    contentData: contentData.map(elementJson),
    settingsData: settingsData.map(elementJson),
    expose: expose.map(({ contentKey, culture = null, segment = null }) => ({
      contentKey,
      culture,
      segment,
    })),
    layout: Object.fromEntries(
      Object.entries(layout).map(([editor, entries]) => [editor, membersIn(entries).map(entryJson)]),
    ),
  };
}

/** Markup with its blocks. */
export function richTextValue(markup: string, blocks: BlockParts): DecodedMembers {
  return { blocks: blockValue(blocks), markup };
}

function elementJson({ contentTypeKey, key, values }: DecodedMembers): DecodedMembers {
  const stored = membersIn(values);
  return {
    ...{ contentTypeKey, key },
    values: stored.map(({ alias, culture = null, segment = null, value }) => ({
      ...{ alias, culture, editorAlias: null, segment },
      value: inList(value),
    })),
  };
}

/** A value in a block of a list or a grid: JSON stays JSON, whatever the editor, and an empty list is an empty text. */
function inList(value: DecodedValue): DecodedValue {
  if (isList(value) && value.length === 0) return "";
  if (typeof value !== "string" || !isJson(value)) return value;
  return /^\s*\[\s*\]\s*$/.test(value) ? "" : new JsonText(value);
}

/**
 * Returns the value of a node's property with texts in place of JSON wherever Umbraco reads texts. uSync makes texts of the JSON
 * in blocks of lists and grids alone: 17 fails to show a page with JSON in a block of rich text, or in a single block.
 */
export function withTextsInBlocks(value: DecodedValue, areTexts = false): DecodedValue {
  if (!isObject(value)) return value;
  const { contentData, settingsData, layout, blocks, markup } = value;
  if (typeof markup === "string" && isObject(blocks))
    return { ...value, blocks: withTextsInBlocks(blocks, true) };
  if (contentData === undefined || settingsData === undefined) return value;
  const isBelow = areTexts || (isObject(layout) && SINGLE_BLOCK in layout);
  const elements = (list: DecodedValue) =>
    membersIn(list).map((element) => ({
      ...element,
      values: membersIn(element.values).map((own) => {
        const inner = withTextsInBlocks(own.value, isBelow);
        return { ...own, value: isBelow && isJsonValue(inner) ? jsonOf(inner) : inner };
      }),
    }));
  return { ...value, contentData: elements(contentData), settingsData: elements(settingsData) };
}

export const SINGLE_BLOCK = "Umbraco.SingleBlock";

function isJsonValue(value: DecodedValue): boolean {
  return isList(value) || isObject(value) || value instanceof JsonText;
}

/** An entry of a layout; one of a grid has spans and areas. */
function entryJson({
  contentKey,
  settingsKey = null,
  areas,
  columnSpan,
  rowSpan,
}: DecodedMembers): DecodedMembers {
  return {
    ...(areas !== undefined && { areas: membersIn(areas).map(areaJson) }),
    ...(columnSpan !== undefined && { columnSpan }),
    ...{ contentKey, contentUdi: null },
    ...(rowSpan !== undefined && { rowSpan }),
    ...{ settingsKey, settingsUdi: null },
  };
}

function areaJson({ items, key }: DecodedMembers): DecodedMembers {
  return { items: membersIn(items).map(entryJson), key };
}

function membersIn(list: DecodedValue | undefined): readonly DecodedMembers[] {
  return list !== undefined && isList(list) ? list.filter(isObject) : [];
}

/** The keys of all elements and picked media in a value, at any depth. */
export function* elementKeys(value: DecodedValue): Generator<Key, void> {
  if (isList(value)) for (const item of value) yield* elementKeys(item);
  else if (isObject(value)) {
    const { contentTypeKey, mediaKey, key, values } = value;
    const isElement = typeof contentTypeKey === "string" && values !== undefined;
    if (typeof key === "string" && (isElement || typeof mediaKey === "string")) yield key;
    for (const inner of Object.values(value)) yield* elementKeys(inner);
  }
}
