/** Values that the site stores in the form of 17 already, from version 15 on: what they hold, and JSON instead of texts of JSON. */
import { type DecodedMembers, type DecodedValue, isList, isObject } from "../decode/decoded-value.ts";
import type { Kind } from "../operations.ts";
import type { EditorOf17 } from "../site/schema/editors-in-17.ts";
import { type Key, parseKey } from "../site/tree/key.ts";
import { parseUdi } from "../site/udi.ts";
import { knownEditor } from "../site/values/editors.ts";
import { type FoundReference, findInText } from "../site/values/text-references.ts";
import type { StoredBlock } from "./allowed-blocks.ts";
import { type BlockParts, blockValue, richTextValue } from "./block-value.ts";
import type { TargetDataType } from "./target-data-types.ts";
import type { TargetType } from "./target-model.ts";

/** Finds what values name, and receives what they hold. */
type StoredVisitor = {
  type(key: Key): TargetType | undefined;
  /** @param text the reference as it is stored */
  reference(kind: Kind, key: Key, text: string): void;
  /** Called with groups of members, which have ids of their own in each site. */
  memberGroups(): void;
  /** Called with the blocks that a layout places. */
  block(dataType: TargetDataType, block: StoredBlock): void;
};

/** Reads a value. @returns it with JSON in place of texts of JSON; `undefined` if it does not have the form of 17 */
type Form = (
  value: DecodedValue,
  visitor: StoredVisitor,
  dataType: TargetDataType,
) => DecodedValue | undefined;

/**
 * @param value JSON, or a text that may hold JSON
 * @returns the value with JSON in place of texts of JSON; `undefined` if it does not have the form of 17
 */
export function storedIn17(
  dataType: TargetDataType,
  value: DecodedValue,
  visitor: StoredVisitor,
): DecodedValue | undefined {
  const form = FORMS[knownEditor(dataType.editor)?.alias as EditorOf17];
  return form ? form(value, visitor, dataType) : value;
}

/** The JSON that a value is, or that its text holds. @returns `null` for a text that is no JSON */
function jsonOfValue(value: DecodedValue): DecodedValue {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}

/** UDIs of some types of entities, separated by commas. */
const udis =
  (...types: readonly string[]): Form =>
  (value, visitor) => {
    if (typeof value !== "string") return undefined;
    const found = value.trim().split(",").map(parseUdi);
    if (!found.every((udi) => udi?.key !== undefined && types.includes(udi.type))) return undefined;
    for (const udi of found)
      if (udi?.kind !== undefined && udi.key !== undefined) visitor.reference(udi.kind, udi.key, udi.text);
    return value;
  };

/** JSON of a form. */
const json =
  (is: (value: DecodedValue) => boolean): Form =>
  (value) => {
    const found = jsonOfValue(value);
    return is(found) ? found : undefined;
  };

const memberGroups: Form = (value, visitor) => {
  visitor.memberGroups();
  return value;
};

const isTexts = (value: DecodedValue) => isList(value) && value.every((item) => typeof item === "string");

const media: Form = (value, visitor) => {
  const found = jsonOfValue(value);
  if (!isList(found)) return undefined;
  const keys = found.map((item) => (isObject(item) ? parseKey(String(item.mediaKey)) : undefined));
  if (keys.includes(undefined)) return undefined;
  for (const key of keys) visitor.reference("media", key ?? "", key ?? "");
  return found;
};

const links: Form = (value, visitor) => {
  const found = jsonOfValue(value);
  if (!isList(found) || !found.every(isObject)) return undefined;
  for (const { udi } of found) {
    const node = typeof udi === "string" ? parseUdi(udi) : undefined;
    if (node?.kind !== undefined && node.key !== undefined) visitor.reference(node.kind, node.key, node.text);
    else if (udi) return undefined;
  }
  return found;
};

/** The form since 15: content and settings have lists of values. */
const blocks: Form = (value, visitor, dataType) => {
  const parts = blockParts(value, visitor, dataType);
  return parts && blockValue(parts);
};

function blockParts(
  value: DecodedValue,
  visitor: StoredVisitor,
  dataType: TargetDataType,
): BlockParts | undefined {
  const stored = jsonOfValue(value);
  if (!isObject(stored)) return undefined;
  const { contentData = null, settingsData = [], expose = [] } = stored;
  if (!isList(contentData) || !isList(settingsData)) return undefined;
  const types = new Map<string, Key>();
  const elements = (list: readonly DecodedValue[]) =>
    list.flatMap((element): DecodedMembers[] => {
      const found = elementIn17(element, types, visitor);
      return found ? [found] : [];
    });
  const contents = elements(contentData);
  const settings = elements(settingsData);
  if (contents.length < contentData.length || settings.length < settingsData.length) return undefined;
  const layouts = stored.layout ?? stored.Layout;
  const { [dataType.editor]: placed = [] } = isObject(layouts) ? layouts : {};
  // The layout can be that of the editor that the data type had before.
  if (!isList(placed) || (placed.length === 0 && contents.length > 0)) return undefined;
  placeBlocks(placed, dataType, types, visitor);
  return {
    contentData: contents,
    settingsData: settings,
    expose: isList(expose) ? expose.filter(isObject) : [],
    layout: placed.length === 0 ? {} : { [dataType.editor]: placed },
  };
}

/** @param types receives the type of the element by its key */
function elementIn17(
  element: DecodedValue,
  types: Map<string, Key>,
  visitor: StoredVisitor,
): DecodedMembers | undefined {
  if (!isObject(element)) return undefined;
  const { values: stored = null } = element;
  const key = parseKey(String(element.key));
  const type = visitor.type(parseKey(String(element.contentTypeKey)) ?? "");
  if (key === undefined || type === undefined || !isList(stored)) return undefined;
  types.set(key, type.key);
  const values = stored.filter(isObject).map((own): DecodedMembers => {
    const property = type.all.get(String(own.alias));
    const { value = null } = own;
    if (!property || value === null) return own;
    // A value of another form stays as it is: what it means is not known here.
    return { ...own, value: textOfScalar(storedIn17(property.dataType, value, visitor) ?? value) };
  });
  return { ...element, values };
}

/** uSync writes numbers and toggles inside blocks as texts. */
function textOfScalar(value: DecodedValue): DecodedValue {
  if (typeof value === "boolean") return value ? "1" : "0";
  return typeof value === "number" ? String(value) : value;
}

/** Visits the blocks that a layout places, at any depth. */
function placeBlocks(
  layout: DecodedValue,
  dataType: TargetDataType,
  types: ReadonlyMap<string, Key>,
  visitor: StoredVisitor,
): void {
  if (!isList(layout)) return;
  for (const { contentKey, settingsKey, areas = [] } of layout.filter(isObject)) {
    const inside = isList(areas) ? areas.filter(isObject) : [];
    const filled = inside.filter(({ items = [] }) => isList(items) && items.length > 0);
    const type = types.get(parseKey(String(contentKey)) ?? "");
    if (type !== undefined)
      visitor.block(dataType, {
        type,
        settings: types.get(parseKey(String(settingsKey)) ?? ""),
        areas: filled.flatMap(({ key }) => parseKey(String(key)) ?? []),
      });
    for (const { items = [] } of inside) placeBlocks(items, dataType, types, visitor);
  }
}

/** Markup with its blocks; links and images name nodes by key. */
const richText: Form = (value, visitor, dataType) => {
  // Markup alone is rich text, too, but 17 does not resolve links in it.
  if (typeof value === "string" && !/^\s*\{/.test(value)) return MAY_REFER.test(value) ? undefined : value;
  const stored = jsonOfValue(value);
  if (!isObject(stored) || typeof stored.markup !== "string") return undefined;
  if (!isMarkupOf17(stored.markup, visitor)) return undefined;
  const { markup, blocks: inside } = stored;
  if (inside === undefined || inside === null) return { markup, blocks: null };
  const parts = blockParts(inside, visitor, dataType);
  return parts && richTextValue(markup, parts);
};

const MAY_REFER = /localLink|umb:\/\/|<\?umbraco_macro/i;

function isMarkupOf17(markup: string, visitor: StoredVisitor): boolean {
  if (!MAY_REFER.test(markup)) return true;
  let isOf17 = true;
  const found = ({ syntax, kind, target, text }: FoundReference) => {
    if (syntax !== "local-link" && syntax !== "data-udi") return;
    // 17 resolves links that have a GUID and a type.
    const isOldLink = syntax === "local-link" && (kind === undefined || /umb:/i.test(text));
    if (target.by !== "key" || isOldLink) isOf17 = false;
    else if (kind !== undefined) visitor.reference(kind, target.key, text);
  };
  findInText(markup, true, {
    reference: found,
    leftover: (kind) => {
      if (kind === "macro") isOf17 = false;
    },
    parameter: () => {},
  });
  return isOf17;
}

/** The values of other editors are of the form of 17, whatever they are. */
const FORMS: Partial<Record<EditorOf17, Form>> = {
  "Umbraco.ContentPicker": udis("document"),
  "Umbraco.MultiNodeTreePicker": udis("document", "media", "member"),
  "Umbraco.MemberPicker": udis("member"),
  "Umbraco.MemberGroupPicker": memberGroups,
  "Umbraco.MediaPicker3": media,
  "Umbraco.MultiUrlPicker": links,
  "Umbraco.RichText": richText,
  "Umbraco.ImageCropper": json(isObject),
  "Umbraco.BlockList": blocks,
  "Umbraco.BlockGrid": blocks,
  "Umbraco.SingleBlock": blocks,
  "Umbraco.CheckBoxList": json(isTexts),
  "Umbraco.DropDown.Flexible": json(isTexts),
  "Umbraco.ColorPicker": json(isObject),
  "Umbraco.DateOnly": json(isObject),
  "Umbraco.TimeOnly": json(isObject),
  "Umbraco.DateTimeUnspecified": json(isObject),
  "Umbraco.DateTimeWithTimeZone": json(isObject),
};
