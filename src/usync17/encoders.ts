/** How the decoded values of each editor of Umbraco 17 are stored there. */
import {
  type DecodedMembers,
  type DecodedPart,
  type DecodedValue,
  isList,
  isObject,
  JsonText,
  jsonOf,
  partOf,
} from "../decode/decoded-value.ts";
import type { EditorOf17 } from "../site/schema/editors-in-17.ts";
import { type Key, keyOfName } from "../site/tree/key.ts";
import { parseUdi, writeUdi } from "../site/udi.ts";
import { knownEditor } from "../site/values/editors.ts";
import { visibleText } from "../site/values/visible-html.ts";
import { counted } from "../text/counted.ts";
import { blockGridValue, blockListValue, singleBlockValue } from "./block-encoders.ts";
import { type Encode, type EncodeAt, type Encoding, valueWords } from "./encoding.ts";
import { encodedRichText } from "./rich-text-encoder.ts";

/** A text, number or boolean as text; other JSON has none. */
function scalarText(value: DecodedValue): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "1" : "0";
  if (typeof value === "number") return String(value);
  return value instanceof JsonText && !/^[[{]/.test(value.text)
    ? value.text.replace(/^"(.*)"$/s, "$1")
    : undefined;
}

const scalar: Encode = scalarText;

/** Any value, as it is stored: what is no text is kept as JSON. */
const anyText: Encode = (value, { stored }) => stored ?? scalarText(value) ?? jsonOf(value);

/** As `anyText`, but of a rich text only what visitors read: a text property shows tags and JSON as they are. */
const plainText: Encode = (value, at, encoding) => {
  if (!isObject(value) || partOf(value)?.is !== "rich-text") return anyText(value, at, encoding);
  if (value.blocks !== undefined && isList(value.blocks) && value.blocks.length > 0)
    encoding.report(at, "not-encoded", `a text has no form for ${counted(value.blocks.length, "block")}`);
  return visibleText(String(value.markup));
};

const boolean: Encode = (value) => {
  const text = scalarText(value)?.trim().toLowerCase();
  if (text === undefined) return undefined;
  return text === "1" || text === "true" ? "1" : "0";
};

function numberText(value: DecodedValue): string | undefined {
  const text = scalarText(value);
  return text !== undefined && /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) ? text : undefined;
}

const number: Encode = numberText;

/** Whole numbers; the fraction of others would be lost. */
const integer: Encode = (value) => {
  const text = scalarText(value);
  return text !== undefined && /^-?\d+(?:\.0+)?$/.test(text) ? text.replace(/\.0+$/, "") : undefined;
};

const slider: Encode = (value) => {
  if (!isObject(value)) return numberText(value);
  const [from, to] = [value.minimum, value.maximum].map((each) => scalarText(each));
  return from === undefined || to === undefined ? undefined : `${from},${to}`;
};

const DATE = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d.*)?$/;

const SECONDS = "2026-01-01T00:00:00".length;

const date: Encode = (value) => {
  const text = scalarText(value);
  if (text === undefined || !DATE.test(text)) return undefined;
  // Umbraco cuts fractions of seconds.
  return text.length === 10 ? `${text}T00:00:00` : text.slice(0, SECONDS);
};

const texts: Encode = (value) => {
  const list = isList(value) ? value : [value];
  const found = list.map(scalarText);
  return found.every((each) => each !== undefined) ? found : undefined;
};

const lines: Encode = (value) => {
  const found = isList(value) ? value.map(scalarText) : [scalarText(value)];
  return found.every((each) => each !== undefined) ? found.join("\n") : undefined;
};

const color: Encode = (value) => {
  const stored = isObject(value) ? scalarText(value.value) : scalarText(value);
  if (stored === undefined) return undefined;
  const label = isObject(value) ? scalarText(value.label) : undefined;
  return { value: stored.replace(/^#/, ""), label: (label ?? stored).replace(/^#/, "") };
};

/** A picked node whose key is known. */
type PickedNode = Extract<DecodedPart, { is: "content" | "media" }> & { key: Key };

function pickedNode(item: DecodedValue): PickedNode | undefined {
  const part = partOf(item);
  if (part?.is !== "content" && part?.is !== "media") return undefined;
  return part.key === null ? undefined : { ...part, key: part.key };
}

/** The picked items that have a key; others are reported. */
function pickedNodes(value: DecodedValue, at: EncodeAt, encoding: Encoding) {
  const list = isList(value) ? value : [value];
  return list.flatMap((item, index) => {
    const node = pickedNode(item);
    if (!node)
      encoding.report(at, "not-encoded", `picks ${valueWords(item)}, whose key the data does not have`);
    return node ? [{ node, item: item as DecodedMembers, index }] : [];
  });
}

const nodes: Encode = (value, at, encoding) => {
  if (typeof value === "string") return members(value, at, encoding);
  if (!isList(value) && !isObject(value)) return undefined;
  const udis = pickedNodes(value, at, encoding).map(({ node: { is, key } }) => writeUdi(is, key));
  return udis.join(",") || undefined;
};

const node: Encode = (value, at, encoding) => {
  if (!isList(value) && !isObject(value)) return undefined;
  const [first, ...others] = pickedNodes(value, at, encoding);
  for (const { item } of others)
    encoding.report(at, "not-encoded", `only one page can be picked, and not ${valueWords(item)} as well`);
  return first && writeUdi(first.node.is, first.node.key);
};

/** UDIs of members, as they are stored. */
const members: Encode = (_, { stored }) => {
  const text = stored?.trim();
  const udis = text?.split(",").map(parseUdi) ?? [undefined];
  return udis.every((udi) => udi?.type === "member" && udi.key !== undefined) ? text : undefined;
};

export const OLD_GROUPS = "names groups of members by the ids of the old site";

const memberGroups: Encode = (value, at, encoding) => {
  encoding.report(at, "not-carried-over", OLD_GROUPS);
  return anyText(value, at, encoding);
};

const pickedMedia: Encode = (value, at, encoding) => {
  if (!isList(value) && !isObject(value)) return undefined;
  const kept = encoding.lacksMedia ? mediaAsText(value) : undefined;
  if (kept !== undefined) return kept;
  const hasLocalFocus = at.dataType.config.enableLocalFocalPoint === true;
  const items = pickedNodes(value, at, encoding).map(({ node, item, index }): DecodedMembers => {
    const { key, type } = node;
    const entry = node.is === "media" ? node.entry : undefined;
    return {
      key: entryKey(entry?.key, at) ?? keyAt(at, `media ${index} ${key}`),
      mediaKey: key,
      ...(type !== "" && { mediaTypeAlias: type }),
      crops: cropsOf(item),
      // That of the media node only where items have one of their own.
      focalPoint: (hasLocalFocus ? item.focalPoint : entry?.focalPoint) ?? null,
    };
  });
  return items.length === 0 ? undefined : items;
};

/** Media that the data lacks: their paths, or else their ids, a line each; `undefined` if all keys are known. */
function mediaAsText(value: DecodedValue): string | undefined {
  const items = (isList(value) ? value : [value]).filter(isObject);
  if (items.every((item) => pickedNode(item) !== undefined)) return undefined;
  return items
    .map(({ url = null, legacyId = null, id = null }) => scalarText(url ?? legacyId ?? id) ?? "")
    .join("\n");
}

/** The key of a stored entry, unless another part of the node's property has it. */
function entryKey(stored: Key | undefined, { keys }: EncodeAt): Key | undefined {
  if (stored === undefined || keys.has(stored)) return undefined;
  keys.add(stored);
  return stored;
}

/** A key for a part of a value, the same each time. */
function keyAt({ node: key, property, culture = "", path }: EncodeAt, part: string): Key {
  return keyOfName(key, JSON.stringify(["17", property, culture, ...path, part]));
}

function cropsOf({ crops }: DecodedMembers): readonly DecodedValue[] {
  return crops !== undefined && isList(crops) ? crops : [];
}

const image: Encode = (value) => {
  if (typeof value === "string") return { src: value };
  if (!isObject(value) || partOf(value)?.is !== "image") return undefined;
  const crops = cropsOf(value);
  return {
    src: value.url,
    ...(crops.length > 0 && { crops }),
    ...(value.focalPoint !== null && { focalPoint: value.focalPoint }),
  };
};

const links: Encode = (value, at, encoding) => {
  const list = isList(value) ? value : [value];
  const found = list.flatMap((link): DecodedMembers[] => {
    const part = partOf(link);
    if (!isObject(link) || part?.is !== "link") {
      encoding.report(at, "not-encoded", `${valueWords(link)} is no link`);
      return [];
    }
    if (link.children !== undefined)
      encoding.report(at, "not-encoded", `has links below the link ${valueWords(link)}`);
    const { kind, key, stored } = part;
    const common = {
      ...(stored.title !== null && { name: stored.title }),
      ...(stored.target !== null && { target: stored.target }),
      ...(stored.queryString !== null && { queryString: stored.queryString }),
    };
    if (kind === undefined) return [{ ...common, url: stored.url ?? "" }];
    if (key !== null) return [{ ...common, udi: writeUdi(kind, key) }];
    encoding.report(at, "not-encoded", `links to ${valueWords(link)}, whose key the data does not have`);
    return link.url === null ? [] : [{ ...common, url: link.url }];
  });
  return found.length === 0 ? undefined : found;
};

/** Links to nodes stay links, which decoded Markdown has as URLs. */
const markdown: Encode = (value, { stored }, encoding) => {
  const text = stored ?? scalarText(value);
  return text === undefined ? undefined : encoding.localLinks(text);
};

const nothing: Encode = () => undefined;

const ENCODERS: Readonly<Record<EditorOf17, Encode>> = {
  "Umbraco.ContentPicker": node,
  "Umbraco.MediaPicker3": pickedMedia,
  "Umbraco.MultiNodeTreePicker": nodes,
  "Umbraco.EntityDataPicker": anyText,
  "Umbraco.MemberGroupPicker": memberGroups,
  "Umbraco.MemberPicker": members,
  "Umbraco.UserPicker": integer,
  "Umbraco.MultiUrlPicker": links,
  "Umbraco.RichText": encodedRichText,
  "Umbraco.MarkdownEditor": markdown,
  "Umbraco.UploadField": scalar,
  "Umbraco.ImageCropper": image,
  "Umbraco.BlockList": blockListValue,
  "Umbraco.BlockGrid": blockGridValue,
  "Umbraco.SingleBlock": singleBlockValue,
  "Umbraco.TextBox": plainText,
  "Umbraco.TextArea": plainText,
  "Umbraco.EmailAddress": scalar,
  "Umbraco.Label": anyText,
  "Umbraco.TimeOnly": anyText,
  "Umbraco.DateOnly": anyText,
  "Umbraco.DateTimeUnspecified": anyText,
  "Umbraco.DateTimeWithTimeZone": anyText,
  "Umbraco.MultipleTextstring": lines,
  "Umbraco.Tags": texts,
  "Umbraco.Integer": integer,
  "Umbraco.Decimal": number,
  "Umbraco.TrueFalse": boolean,
  "Umbraco.DateTime": date,
  "Umbraco.ColorPicker": color,
  "Umbraco.ColorPicker.EyeDropper": scalar,
  "Umbraco.Slider": slider,
  "Umbraco.CheckBoxList": texts,
  "Umbraco.RadioButtonList": scalar,
  "Umbraco.DropDown.Flexible": texts,
  "Umbraco.ListView": nothing,
};

/** The encoder of a data type's values. Those of an editor that 17 does not have stay as they are stored. */
export function encoderOf({ editor }: EncodeAt["dataType"]): Encode {
  return ENCODERS[knownEditor(editor)?.alias as EditorOf17] ?? anyText;
}
