/** Values that the site stores in the form of 17 already, from version 15 on: what they hold, and JSON instead of texts of JSON. */
import { type DecodedMembers, type DecodedValue, JsonText } from "../decode/decoded-value.ts";
import type { Kind } from "../operations.ts";
import type { EditorOf17 } from "../site/schema/editors-in-17.ts";
import { type Key, parseKey } from "../site/tree/key.ts";
import { parseUdi } from "../site/udi.ts";
import { listedProperties, type PlacedBlock, readBlocks } from "../site/values/blocks.ts";
import { knownEditor } from "../site/values/editors.ts";
import type { StoredValue } from "../site/values/stored-value.ts";
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
  value: StoredValue,
  visitor: StoredVisitor,
  dataType: TargetDataType,
) => DecodedValue | undefined;

/** @returns the value with JSON in place of texts of JSON; `undefined` if it does not have the form of 17 */
export function storedIn17(
  dataType: TargetDataType,
  value: StoredValue,
  visitor: StoredVisitor,
): DecodedValue | undefined {
  const form = FORMS[knownEditor(dataType.editor)?.alias as EditorOf17];
  return form ? form(value, visitor, dataType) : asStored(value);
}

/** A text, or JSON as it is stored. */
function asStored(value: StoredValue): DecodedValue {
  const isEmptyList = value.node.kind === "array" && value.node.items.length === 0;
  return value.string ?? (isEmptyList ? [] : new JsonText(value.compact));
}

function membersAsStored(value: StoredValue): DecodedMembers {
  return Object.fromEntries(value.members().map((member) => [member.alias, asStored(member.value)]));
}

const keyOf = (value: StoredValue, member: string) => parseKey(value.memberText(member) ?? "");

/** The items of a list, or of a text that holds one; `undefined` for any other value. */
function listIn(value: StoredValue | undefined): StoredValue[] | undefined {
  const entered = value?.entered();
  return entered?.node.kind === "array" ? entered.items() : undefined;
}

const isObject = ({ node }: StoredValue) => node.kind === "object";

/** UDIs of some types of entities, separated by commas. */
const udis =
  (...types: readonly string[]): Form =>
  (value, visitor) => {
    const found = value.text.trim().split(",").map(parseUdi);
    if (!found.every((udi) => udi?.key !== undefined && types.includes(udi.type))) return undefined;
    for (const udi of found)
      if (udi?.kind !== undefined && udi.key !== undefined) visitor.reference(udi.kind, udi.key, udi.text);
    return value.text;
  };

const object: Form = (value) => {
  const entered = value.entered();
  return isObject(entered) ? asStored(entered) : undefined;
};

const texts: Form = (value) => {
  const isTexts = listIn(value)?.every((item) => item.string !== undefined);
  return isTexts ? asStored(value.entered()) : undefined;
};

const memberGroups: Form = (value, visitor) => {
  visitor.memberGroups();
  return value.text;
};

const media: Form = (value, visitor) => {
  const items = listIn(value);
  const keys = items?.map((item) => keyOf(item, "mediaKey"));
  if (items === undefined || keys?.includes(undefined)) return undefined;
  for (const key of keys ?? []) visitor.reference("media", key ?? "", key ?? "");
  return items.map(membersAsStored);
};

const links: Form = (value, visitor) => {
  const items = listIn(value);
  if (!items?.every(isObject)) return undefined;
  for (const item of items) {
    const udi = item.memberText("udi");
    const node = parseUdi(udi ?? "");
    if (node?.kind !== undefined && node.key !== undefined) visitor.reference(node.kind, node.key, node.text);
    else if (udi) return undefined;
  }
  return asStored(value.entered());
};

/** The form since 15: content and settings have lists of values. */
const blocks: Form = (value, visitor, dataType) => {
  const parts = blockParts(value.entered(), visitor, dataType);
  return parts && blockValue(parts);
};

function blockParts(
  value: StoredValue,
  visitor: StoredVisitor,
  dataType: TargetDataType,
): BlockParts | undefined {
  const elements = (list: readonly StoredValue[] | undefined) => {
    const found = list?.flatMap((element): DecodedMembers[] => {
      const own = elementIn17(element, visitor);
      return own ? [own] : [];
    });
    return found?.length === list?.length ? found : undefined;
  };
  const contentData = elements(listIn(value.member("contentData")));
  const settings = value.member("settingsData");
  const settingsData = settings ? elements(listIn(settings)) : [];
  if (!contentData || !settingsData) return undefined;
  const { placed, layout } = readBlocks(value, dataType.editor);
  // The layout can be that of the editor that the data type had before.
  const isOwn = placed.length > 0 && layout === knownEditor(dataType.editor)?.layout;
  if (!isOwn && contentData.length > 0) return undefined;
  return {
    contentData,
    settingsData,
    expose: (listIn(value.member("expose")) ?? []).map(membersAsStored),
    layout: isOwn ? { [dataType.editor]: placed.map((block) => placedIn17(block, dataType, visitor)) } : {},
  };
}

/** @returns `undefined` for another form, or without a type */
function elementIn17(element: StoredValue, visitor: StoredVisitor): DecodedMembers | undefined {
  const type = visitor.type(keyOf(element, "contentTypeKey") ?? "");
  const values = element.member("values");
  if (keyOf(element, "key") === undefined || type === undefined || !listIn(values)) return undefined;
  return {
    ...membersAsStored(element),
    values: listedProperties(values).map(({ alias, value, culture = null, segment = null }) => {
      const property = value.isNull ? undefined : type.all.get(alias);
      // A value of another form stays as it is: what it means is not known here.
      const found = property && storedIn17(property.dataType, value, visitor);
      return { alias, culture, segment, value: scalarText(value) ?? found ?? asStored(value) };
    }),
  };
}

/** uSync writes numbers and toggles inside blocks as texts. */
function scalarText({ node, written }: StoredValue): string | undefined {
  if (node.kind === "number") return written;
  return written === "true" ? "1" : written === "false" ? "0" : undefined;
}

/** The entry of a block in the layout, which is visited with all that it holds. */
function placedIn17(block: PlacedBlock, dataType: TargetDataType, visitor: StoredVisitor): DecodedMembers {
  const { entry, content, settings, areas } = block;
  const typeOf = (element: typeof content) => element && keyOf(element.value, "contentTypeKey");
  const type = typeOf(content);
  const filled = areas.filter(({ blocks }) => blocks.length > 0);
  if (type !== undefined)
    visitor.block(dataType, {
      type,
      settings: typeOf(settings),
      areas: filled.flatMap(({ key }) => key ?? []),
    });
  return {
    ...membersAsStored(entry),
    ...(entry.has("areas") && {
      areas: areas.map(({ key = null, blocks }) => ({
        key,
        items: blocks.map((inside) => placedIn17(inside, dataType, visitor)),
      })),
    }),
  };
}

/** Markup with its blocks; links and images name nodes by key. */
const richText: Form = (value, visitor, dataType) => {
  const stored = value.entered();
  // Markup alone is rich text, too, but 17 does not resolve links in it.
  if (stored.string !== undefined) return MAY_REFER.test(stored.string) ? undefined : stored.string;
  const markup = stored.stringAt("markup");
  if (markup === undefined || !isMarkupOf17(markup, visitor)) return undefined;
  const inside = stored.member("blocks");
  if (inside === undefined) return { markup, blocks: null };
  const parts = blockParts(inside.entered(), visitor, dataType);
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
  "Umbraco.ImageCropper": object,
  "Umbraco.BlockList": blocks,
  "Umbraco.BlockGrid": blocks,
  "Umbraco.SingleBlock": blocks,
  "Umbraco.CheckBoxList": texts,
  "Umbraco.DropDown.Flexible": texts,
  "Umbraco.ColorPicker": object,
  "Umbraco.DateOnly": object,
  "Umbraco.TimeOnly": object,
  "Umbraco.DateTimeUnspecified": object,
  "Umbraco.DateTimeWithTimeZone": object,
};
