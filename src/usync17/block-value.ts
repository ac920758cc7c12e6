/** The JSON of blocks as uSync writes it: its members, their order, and the nulls. */
import {
  type DecodedMembers,
  type DecodedValue,
  isList,
  isObject,
  JsonText,
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
    Layout: Object.fromEntries(
      Object.entries(layout).map(([editor, entries]) => [editor, membersIn(entries).map(entryJson)]),
    ),
  };
}

/** Markup with its blocks; without blocks, uSync writes another order. */
export function richTextValue(markup: string, blocks: BlockParts): DecodedMembers {
  const { contentData, settingsData, expose } = blocks;
  return contentData.length === 0
    ? { markup, blocks: { layout: {}, contentData, settingsData, expose } }
    : { markup, blocks: blockValue(blocks) };
}

function elementJson({ contentTypeKey, key, values }: DecodedMembers): DecodedMembers {
  const stored = membersIn(values);
  return {
    ...{ contentTypeKey, key, udi: null },
    values: stored.map(({ alias, culture = null, segment = null, value }) => ({
      ...{ alias, culture, editorAlias: null, segment },
      // JSON stays JSON, whatever the editor.
      value: typeof value === "string" && isJson(value) ? new JsonText(value) : value,
    })),
  };
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

/** The keys of all elements in a value, at any depth. */
export function* elementKeys(value: DecodedValue): Generator<Key, void> {
  if (isList(value)) for (const item of value) yield* elementKeys(item);
  else if (isObject(value)) {
    const { contentTypeKey, key, values } = value;
    if (typeof contentTypeKey === "string" && typeof key === "string" && values !== undefined) yield key;
    for (const inner of Object.values(value)) yield* elementKeys(inner);
  }
}
