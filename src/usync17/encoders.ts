/** How the decoded values of each editor of Umbraco 17 are stored there. */
import {
  type DecodedMembers,
  type DecodedValue,
  isList,
  isObject,
  JsonText,
  jsonOf,
} from "../decode/decoded-value.ts";
import type { Kind } from "../operations.ts";
import { type Key, keyOfName, parseKey } from "../site/tree/key.ts";
import { parseUdi, writeUdi } from "../site/udi.ts";
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

/** Any value: what is no text is kept as JSON. */
const anyText: Encode = (value, at) => {
  if (at.stored !== undefined) return at.stored;
  return scalarText(value) ?? jsonOf(value);
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

/** The node of a picked item. */
function pickedNode(item: DecodedValue): { kind: Kind; key: Key; type: string } | undefined {
  if (!isObject(item)) return undefined;
  const key = parseKey(String(item.id ?? ""));
  if (key === undefined) return undefined;
  const kind = "mediaType" in item ? "media" : "content";
  return { kind, key, type: String(item.mediaType ?? item.contentType ?? "") };
}

/** The picked items that have a key; others are reported. */
function pickedNodes(value: DecodedValue, at: EncodeAt, encoding: Encoding) {
  const list = isList(value) ? value : [value];
  return list.flatMap((item, index) => {
    const node = pickedNode(item);
    if (!node)
      encoding.report(at, "not-encoded", `picks ${valueWords(item)}, whose key the data does not have`);
    return node ? [{ ...node, item: item as DecodedMembers, index }] : [];
  });
}

const nodes: Encode = (value, at, encoding) => {
  if (isUnsupported(value)) return members(value, at, encoding);
  if (!isList(value) && !isObject(value)) return undefined;
  const udis = pickedNodes(value, at, encoding).map(({ kind, key }) => writeUdi(kind, key));
  return udis.join(",") || undefined;
};

const node: Encode = (value, at, encoding) => {
  if (!isList(value) && !isObject(value)) return undefined;
  const [first, ...others] = pickedNodes(value, at, encoding);
  for (const { item } of others)
    encoding.report(at, "not-encoded", `only one page can be picked, and not ${valueWords(item)} as well`);
  return first && writeUdi(first.kind, first.key);
};

/** The decoder gives no members. */
function isUnsupported(value: DecodedValue): boolean {
  return value === "(unsupported)";
}

const members: Encode = (_, { stored = "" }) => {
  const udis = stored.trim().split(",").map(parseUdi);
  return udis.every((udi) => udi?.type === "member" && udi.key !== undefined) ? stored.trim() : undefined;
};

const pickedMedia: Encode = (value, at, encoding) => {
  if (!isList(value) && !isObject(value)) return undefined;
  const kept = encoding.lacksMedia ? mediaAsText(value) : undefined;
  if (kept !== undefined) return kept;
  const items = pickedNodes(value, at, encoding).map(
    ({ key, item, index, type }): DecodedMembers => ({
      key: keyAt(at, `media ${index} ${key}`),
      mediaKey: key,
      mediaTypeAlias: type,
      crops: cropsOf(item),
      focalPoint: item.focalPoint ?? null,
    }),
  );
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

/** A key for a part of a value, the same each time. */
function keyAt({ node: key, property, culture = "", path }: EncodeAt, part: string): Key {
  return keyOfName(key, JSON.stringify(["17", property, culture, ...path, part]));
}

function cropsOf({ crops }: DecodedMembers): readonly DecodedValue[] {
  return crops !== undefined && isList(crops) ? crops : [];
}

const image: Encode = (value) => {
  if (typeof value === "string") return { src: value };
  if (!isObject(value) || typeof value.url !== "string") return undefined;
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
    if (!isObject(link)) {
      encoding.report(at, "not-encoded", `${valueWords(link)} is no link`);
      return [];
    }
    const { url, queryString, title, target, destinationId, linkType, children } = link;
    if (children !== undefined)
      encoding.report(at, "not-encoded", `has links below the link ${valueWords(link)}`);
    const query = typeof queryString === "string" ? queryString : "";
    const common = {
      ...(title !== null && !isNodeName(title, at) && { name: title }),
      ...(target !== null && { target }),
      ...(query !== "" && { queryString: query }),
    };
    const key = parseKey(String(destinationId ?? ""));
    if (key !== undefined)
      return [{ ...common, udi: writeUdi(linkType === "Media" ? "media" : "content", key) }];
    if (linkType !== "External") {
      encoding.report(at, "not-encoded", `links to ${valueWords(link)}, whose key the data does not have`);
      if (typeof url !== "string") return [];
    }
    const whole = typeof url === "string" ? url : "";
    const path = query !== "" && whole.endsWith(query) ? whole.slice(0, -query.length) : whole;
    return [{ ...common, url: path }];
  });
  return found.length === 0 ? undefined : found;
};

/** Whether the title of a link is the name of its node, which decoded links without a title have: the stored text lacks it. */
function isNodeName(title: DecodedValue | undefined, { stored }: EncodeAt): boolean {
  // In stored texts, other characters can be escaped.
  return (
    stored !== undefined && typeof title === "string" && /^[\w .,-]+$/.test(title) && !stored.includes(title)
  );
}

/** Links to nodes stay links, which decoded Markdown has as URLs. */
const markdown: Encode = (value, { stored }, encoding) =>
  stored === undefined ? scalarText(value) : encoding.localLinks(stored);

const nothing: Encode = () => undefined;
/** As the site has it: versions that have the editor store what 17 does. */
const unchanged: Encode = (value, { stored }) =>
  stored ?? (isObject(value) || isList(value) ? value : scalarText(value));

/** By the aliases of the editors of 17, in lower case. */
const ENCODERS: Readonly<Record<string, Encode>> = {
  "umbraco.contentpicker": node,
  "umbraco.mediapicker3": pickedMedia,
  "umbraco.multinodetreepicker": nodes,
  "umbraco.entitydatapicker": unchanged,
  "umbraco.membergrouppicker": unchanged,
  "umbraco.memberpicker": members,
  "umbraco.userpicker": integer,
  "umbraco.multiurlpicker": links,
  "umbraco.richtext": encodedRichText,
  "umbraco.markdowneditor": markdown,
  "umbraco.uploadfield": scalar,
  "umbraco.imagecropper": image,
  "umbraco.blocklist": blockListValue,
  "umbraco.blockgrid": blockGridValue,
  "umbraco.singleblock": singleBlockValue,
  "umbraco.textbox": anyText,
  "umbraco.textarea": anyText,
  "umbraco.emailaddress": scalar,
  "umbraco.label": anyText,
  "umbraco.timeonly": unchanged,
  "umbraco.dateonly": unchanged,
  "umbraco.datetimeunspecified": unchanged,
  "umbraco.datetimewithtimezone": unchanged,
  "umbraco.multipletextstring": lines,
  "umbraco.tags": texts,
  "umbraco.integer": integer,
  "umbraco.decimal": number,
  "umbraco.truefalse": boolean,
  "umbraco.datetime": date,
  "umbraco.colorpicker": color,
  "umbraco.colorpicker.eyedropper": scalar,
  "umbraco.slider": slider,
  "umbraco.checkboxlist": texts,
  "umbraco.radiobuttonlist": scalar,
  "umbraco.dropdown.flexible": texts,
  "umbraco.listview": nothing,
};

/** The encoder of a data type's values. Values of an editor that 17 does not have stay text. */
export function encoderOf({ editor }: EncodeAt["dataType"]): Encode {
  return ENCODERS[editor.toLowerCase()] ?? anyText;
}
