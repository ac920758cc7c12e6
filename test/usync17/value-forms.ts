/** The forms in which the editors of Umbraco 17 store values: what is wrong with a value that has another, and what a value holds. */
import type { Configuration } from "../../src/decode/configuration.ts";
import { isMembers } from "../../src/json/shape.ts";
import type { Kind } from "../../src/operations.ts";
import { type Key, parseKey } from "../../src/site/tree/key.ts";
import { parseUdi } from "../../src/site/udi.ts";
import { type FoundReference, findInText } from "../../src/site/values/text-references.ts";

/** The data type of a value in 17; without a configuration if it is not known. */
export type ValueDataType = { editor: string; config?: Configuration };

/** A value of an element's property, as JSON. */
export type ElementValue = { alias: string; culture: string | undefined; value: unknown };

/** A block by the types of its content and its settings, and the keys of the areas that it fills. */
export type StoredBlock = { type: Key; settings: Key | undefined; areas: readonly Key[] };

/** Finds what values name, and receives what they hold. */
export type ValueVisitor = {
  /** Finds a type of elements. */
  type(key: Key): { alias: string; isElement: boolean } | undefined;
  /** @param verb what the value does with the node, as in "picks" */
  reference?(verb: string, kind: Kind, key: Key): void;
  /** @param path as it is written */
  file?(path: string): void;
  /** Called with the elements of a value: content and settings of blocks. */
  element?(type: Key, values: readonly ElementValue[]): void;
  /** Called with the blocks that a layout places. */
  block?(block: StoredBlock): void;
  culture?(code: string): void;
  /** Called with what has the right form and is still not shown. */
  hidden?(text: string): void;
};

/**
 * Reads a value.
 * @param value JSON, or a text that may hold JSON
 * @returns what is wrong
 */
type Form = (value: unknown, visitor: ValueVisitor, dataType: ValueDataType) => string | undefined;

/** @returns what is wrong with a value; `undefined` if it has the form of its editor */
export function valueFault(
  dataType: ValueDataType,
  value: unknown,
  visitor: ValueVisitor,
): string | undefined {
  return FORMS[dataType.editor.toLowerCase()]?.(value, visitor, dataType);
}

/** The text of a value; numbers and booleans inside elements may be JSON. */
function textOfValue(value: unknown): string {
  if (typeof value === "string") return value.trim();
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

/** The JSON that a value is, or that its text holds. @returns `undefined` for a text that is no JSON */
export function jsonOfValue(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

const matching =
  (pattern: RegExp, wanted: string): Form =>
  (value) =>
    pattern.test(textOfValue(value)) ? undefined : `must be ${wanted}`;

const json =
  (form: Form): Form =>
  (value, visitor, dataType) => {
    const parsed = jsonOfValue(value);
    return parsed === undefined ? "must be JSON" : form(parsed, visitor, dataType);
  };

const isKey = (value: unknown): value is string => typeof value === "string" && parseKey(value) !== undefined;

/** UDIs of some types of entities, separated by commas. */
const picked =
  (types: readonly string[], wanted: string): Form =>
  (value, visitor) => {
    const udis = textOfValue(value).split(",").map(parseUdi);
    for (const udi of udis) {
      if (udi?.key === undefined || !types.includes(udi.type)) return `must be ${wanted}`;
      if (udi.kind !== undefined) visitor.reference?.("picks", udi.kind, udi.key);
    }
    return undefined;
  };

const texts: Form = json((value) =>
  Array.isArray(value) && value.every((item) => typeof item === "string")
    ? undefined
    : "must be an array of texts",
);

const tags: Form = (value, visitor, dataType) =>
  /^csv$/i.test(String(dataType.config?.storageType)) ? undefined : texts(value, visitor, dataType);

const media: Form = json((value, visitor) => {
  if (!Array.isArray(value)) return NO_MEDIA;
  for (const item of value) {
    if (!isMembers(item) || !isKey(item.key) || !isKey(item.mediaKey)) return NO_MEDIA;
    visitor.reference?.("picks", "media", parseKey(item.mediaKey) ?? "");
  }
  return undefined;
});
const NO_MEDIA = "must be an array of objects with key and mediaKey";

const links: Form = json((value, visitor) => {
  if (!Array.isArray(value)) return "must be an array of links";
  for (const link of value) {
    if (!isMembers(link)) return "must be an array of links";
    const { udi, url, queryString } = link;
    const found = typeof udi === "string" ? parseUdi(udi) : undefined;
    if (found?.kind !== undefined && found.key !== undefined)
      visitor.reference?.("links to", found.kind, found.key);
    else if (udi !== undefined && udi !== null && udi !== "")
      return `has a link to ${udi}, which is no UDI of a page or a media node`;
    else if (!url && !queryString) visitor.hidden?.(`its link ${link.name ?? ""} leads nowhere`);
  }
  return undefined;
});

/** A file, or an object with the file as `src`. */
const image: Form = (value, visitor) => {
  const isFile = typeof value === "string" && !/^\s*\{/.test(value);
  const stored = isFile ? { src: value } : jsonOfValue(value);
  if (stored === undefined) return "must be JSON";
  if (!isMembers(stored) || typeof stored.src !== "string") return "must have a src";
  visitor.file?.(stored.src);
  return undefined;
};

const file: Form = (value, visitor) => {
  const path = textOfValue(value);
  if (path === "" || /^[[{]/.test(path)) return "must be the path of a file";
  visitor.file?.(path);
  return undefined;
};

const color: Form = json((value) =>
  isMembers(value) && typeof value.value === "string" && !value.value.startsWith("#")
    ? undefined
    : "must have a value without #",
);

const zonedDate: Form = json((value) =>
  isMembers(value) && typeof value.date === "string" && !Number.isNaN(Date.parse(value.date))
    ? undefined
    : "must be an object with a date",
);

/** Blocks in the layout of their editor. */
const blocks: Form = json((value, visitor, dataType) => blocksFault(value, visitor, dataType));

/** Each block in the layout must exist, and each existing block must be in the layout and exposed. */
function blocksFault(value: unknown, visitor: ValueVisitor, dataType: ValueDataType): string | undefined {
  if (!isMembers(value)) return "must be an object of blocks";
  const { contentData, settingsData = [], expose = [] } = value;
  if (!Array.isArray(contentData) || !Array.isArray(settingsData)) return "has no contentData";
  const contents = new Map<string, Key>();
  const settings = new Map<string, Key>();
  for (const [blocksOf, known] of [
    [contentData, contents],
    [settingsData, settings],
  ] as const)
    for (const block of blocksOf) {
      const fault = blockFault(block, known, visitor);
      if (fault !== undefined) return fault;
    }
  const layouts = value.layout ?? value.Layout;
  const layout = isMembers(layouts) ? layouts[dataType.editor] : undefined;
  if (layout === undefined && contents.size > 0) return `has no layout of ${dataType.editor}`;
  const placed = placedBlocks(layout);
  for (const { contentKey, settingsKey } of placed) {
    if (!contents.has(contentKey)) return `its layout names the block ${contentKey}, which is not there`;
    if (settingsKey !== undefined && !settings.has(settingsKey))
      return `its layout names the settings ${settingsKey}, which are not there`;
  }
  const exposed = new Set<string>();
  for (const entry of Array.isArray(expose) ? expose.filter(isMembers) : []) {
    exposed.add(foldedKey(entry.contentKey));
    if (typeof entry.culture === "string") visitor.culture?.(entry.culture);
  }
  for (const key of exposed) if (!contents.has(key)) return `exposes the block ${key}, which is not there`;
  const inLayout = new Set(placed.map(({ contentKey }) => contentKey));
  for (const key of contents.keys()) {
    if (!inLayout.has(key)) visitor.hidden?.(`its layout lacks the block ${key}: no page shows it`);
    // Without any entry, the import exposes all blocks.
    else if (exposed.size > 0 && !exposed.has(key))
      visitor.hidden?.(`the block ${key} is not exposed: no page shows it`);
  }
  if (visitor.block)
    for (const { contentKey, settingsKey, areas } of placed)
      visitor.block({
        type: contents.get(contentKey) ?? "",
        settings: settingsKey === undefined ? undefined : settings.get(settingsKey),
        areas,
      });
  return undefined;
}

/** @param known receives the block */
function blockFault(block: unknown, known: Map<string, Key>, visitor: ValueVisitor): string | undefined {
  if (!isMembers(block)) return "has a block that is no object";
  const { udi, key, contentTypeKey, values } = block;
  if (typeof udi === "string" && udi !== "") return "has a block with a udi, the form before 15";
  if (!isKey(key)) return "has a block without a key";
  const typeKey = isKey(contentTypeKey) ? (parseKey(contentTypeKey) ?? "") : "";
  const type = visitor.type(typeKey);
  if (!type) return `has a block of the type ${contentTypeKey}, which is not in the folder`;
  if (!type.isElement) return `has a block of the type ${contentTypeKey}, which is none of elements`;
  if (!Array.isArray(values)) return "has a block without values, the form before 15";
  if (known.has(foldedKey(key))) return `has two blocks with the key ${key}`;
  known.set(foldedKey(key), typeKey);
  visitor.element?.(
    typeKey,
    values.filter(isMembers).map(({ alias, culture, value }) => ({
      alias: String(alias),
      culture: typeof culture === "string" ? culture : undefined,
      value,
    })),
  );
  return undefined;
}

type PlacedBlock = { contentKey: string; settingsKey: string | undefined; areas: readonly string[] };

/** The blocks that a layout places, at any depth. */
function placedBlocks(layout: unknown): PlacedBlock[] {
  if (!Array.isArray(layout)) return [];
  return layout.filter(isMembers).flatMap(({ contentKey, contentUdi, settingsKey, areas }) => {
    const inside = Array.isArray(areas) ? areas.filter(isMembers) : [];
    const filled = inside.filter(({ items }) => Array.isArray(items) && items.length > 0);
    const placed: PlacedBlock = {
      contentKey: typeof contentUdi === "string" ? `of the UDI ${contentUdi}` : foldedKey(contentKey),
      settingsKey: typeof settingsKey === "string" ? foldedKey(settingsKey) : undefined,
      areas: filled.map(({ key }) => foldedKey(key)),
    };
    return [placed, ...inside.flatMap(({ items }) => placedBlocks(items))];
  });
}

function foldedKey(key: unknown): string {
  const text = String(key);
  return parseKey(text) ?? text;
}

/** An object of markup and blocks, or markup alone. */
const richText: Form = (value, visitor, dataType) => {
  const isMarkup = typeof value === "string" && !/^\s*\{/.test(value);
  const stored = isMarkup ? { markup: value } : jsonOfValue(value);
  if (stored === undefined) return "must be JSON";
  if (!isMembers(stored) || typeof stored.markup !== "string") return "must have markup";
  const { markup, blocks: inside } = stored;
  if (inside !== undefined && inside !== null) {
    const fault = blocksFault(inside, visitor, dataType);
    if (fault !== undefined) return fault;
  }
  if (visitor.hidden) findUnplaced(markup, inside, visitor.hidden);
  return markupFault(markup, visitor);
};

const BLOCK_TAG = /<umb-rte-block(?:-inline)?\s[^>]*?data-content-key="([^"]*)"/gi;

/** Compares the blocks of rich text with their tags in the markup. */
function findUnplaced(markup: string, inside: unknown, hidden: (text: string) => void): void {
  const tags = new Set(Array.from(markup.matchAll(BLOCK_TAG), ([, key]) => foldedKey(key)));
  const contents = isMembers(inside) && Array.isArray(inside.contentData) ? inside.contentData : [];
  const keys = new Set(contents.filter(isMembers).map(({ key }) => foldedKey(key)));
  for (const key of tags) if (!keys.has(key)) hidden(`its markup names the block ${key}, which is not there`);
  for (const key of keys)
    if (!tags.has(key)) hidden(`its markup has no place for the block ${key}: no page shows it`);
}

const MAY_REFER = /localLink|umb:\/\/|\/media\/|<\?umbraco_macro/i;

/** Links and images name nodes by key. */
function markupFault(markup: string, visitor: ValueVisitor): string | undefined {
  if (!MAY_REFER.test(markup)) return undefined;
  let fault: string | undefined;
  const found = ({ syntax, kind, target, text }: FoundReference) => {
    if (syntax === "local-link") {
      if (target.by !== "key" || /umb:/i.test(text))
        fault ??= "links by an id or a UDI, which 17 does not resolve";
      else if (kind === undefined)
        fault ??= `links to ${target.key} without a type, which 17 does not resolve`;
      else visitor.reference?.("links to", kind, target.key);
    } else if (syntax === "data-udi" && kind !== undefined && target.by === "key")
      visitor.reference?.("shows", kind, target.key);
    else if (syntax === "media-path" && target.by === "path" && target.host === undefined)
      visitor.file?.(target.path);
  };
  findInText(markup, true, {
    reference: found,
    leftover: (kind) => {
      if (kind === "macro") fault ??= "holds a macro, which 17 does not have";
    },
    parameter: () => {},
  });
  return fault;
}

/** By the aliases of editors, in lower case; others store any text. */
const FORMS: Readonly<Record<string, Form>> = {
  "umbraco.contentpicker": picked(["document"], "the UDI of a page"),
  "umbraco.multinodetreepicker": picked(["document", "media", "member"], "UDIs separated by commas"),
  "umbraco.memberpicker": picked(["member"], "the UDI of a member"),
  "umbraco.userpicker": matching(/^-?\d+$/, "the id of a user"),
  "umbraco.mediapicker3": media,
  "umbraco.multiurlpicker": links,
  "umbraco.richtext": richText,
  "umbraco.imagecropper": image,
  "umbraco.uploadfield": file,
  "umbraco.blocklist": blocks,
  "umbraco.blockgrid": blocks,
  "umbraco.singleblock": blocks,
  "umbraco.tags": tags,
  "umbraco.checkboxlist": texts,
  "umbraco.dropdown.flexible": texts,
  "umbraco.radiobuttonlist": matching(/^(?!\s*\[)/, "the text of one option"),
  "umbraco.colorpicker": color,
  "umbraco.integer": matching(/^-?\d+$/, "a whole number"),
  "umbraco.decimal": matching(/^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i, "a number"),
  "umbraco.truefalse": matching(/^(?:0|1|true|false)$/i, "0 or 1"),
  "umbraco.slider": matching(/^-?\d+(?:\.\d+)?(?:,-?\d+(?:\.\d+)?)?$/, "a number, or two with a comma"),
  "umbraco.datetime": matching(/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/, "a date with a time"),
  "umbraco.dateonly": zonedDate,
  "umbraco.timeonly": zonedDate,
  "umbraco.datetimeunspecified": zonedDate,
  "umbraco.datetimewithtimezone": zonedDate,
};
