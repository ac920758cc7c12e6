/** The forms in which the editors of Umbraco 17 store values, and what is wrong with a value that has another. */
import { isMembers } from "../json/shape.ts";
import { type Key, parseKey } from "../site/tree/key.ts";
import { parseUdi } from "../site/udi.ts";

/** Finds a type of elements. */
type FindType = (key: Key) => { isElement: boolean } | undefined;

/** Checks a text. @returns what is wrong */
type Form = (text: string, find: FindType) => string | undefined;

const matching =
  (pattern: RegExp, wanted: string): Form =>
  (text) =>
    pattern.test(text.trim()) ? undefined : `must be ${wanted}`;

/** UDIs of some types of entities, separated by commas. */
const udis =
  (types: readonly string[], wanted: string): Form =>
  (text) => {
    const all = text.trim().split(",").map(parseUdi);
    const isRight = all.every((udi) => udi?.key !== undefined && types.includes(udi.type));
    return isRight ? undefined : `must be ${wanted}`;
  };

const json =
  (isRight: (value: unknown, find: FindType) => string | undefined): Form =>
  (text, find) => {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return "must be JSON";
    }
    return isRight(value, find);
  };

const listOf = (isItem: (item: unknown) => boolean, wanted: string): Form =>
  json((value) =>
    Array.isArray(value) && value.every(isItem) ? undefined : `must be an array of ${wanted}`,
  );

const isKey = (value: unknown) => typeof value === "string" && parseKey(value) !== undefined;

/** Blocks: each block in the layout must exist, and each existing block must be exposed. */
function blocksFault(value: unknown, find: FindType): string | undefined {
  if (!isMembers(value)) return "must be an object of blocks";
  const { contentData, settingsData = [], expose = [] } = value;
  const layout = value.layout ?? value.Layout;
  if (!Array.isArray(contentData) || !Array.isArray(settingsData)) return "has no contentData";
  const contents = new Set<string>();
  for (const block of [...contentData, ...settingsData]) {
    if (!isMembers(block)) return "has a block that is no object";
    if (typeof block.udi === "string" && block.udi !== "")
      return "has a block with a udi, the form before 15";
    if (!isKey(block.key)) return "has a block without a key";
    const type = isKey(block.contentTypeKey) ? find(parseKey(String(block.contentTypeKey)) ?? "") : undefined;
    if (!type) return `has a block of the type ${block.contentTypeKey}, which is not in the folder`;
    if (!type.isElement) return `has a block of the type ${block.contentTypeKey}, which is none of elements`;
    contents.add(String(block.key).toLowerCase());
  }
  const named = keysIn(layout);
  const missing = named.find((key) => !contents.has(key));
  if (missing !== undefined) return `its layout names the block ${missing}, which is not there`;
  const exposed = new Set(
    (Array.isArray(expose) ? expose : []).map((entry) =>
      isMembers(entry) ? String(entry.contentKey).toLowerCase() : "",
    ),
  );
  // Without any entry, the import exposes all blocks.
  const hidden = exposed.size === 0 ? undefined : [...exposed].find((key) => !contents.has(key));
  return hidden === undefined ? undefined : `exposes the block ${hidden}, which is not there`;
}

/** The keys of contents and settings that a layout names, at any depth. */
function keysIn(layout: unknown): string[] {
  if (Array.isArray(layout)) return layout.flatMap(keysIn);
  if (!isMembers(layout)) return [];
  return Object.entries(layout).flatMap(([name, inner]) => {
    if (/^(?:content|settings)Key$/i.test(name))
      return typeof inner === "string" ? [inner.toLowerCase()] : [];
    return /^contentUdi$/i.test(name) && typeof inner === "string" ? [`the udi ${inner}`] : keysIn(inner);
  });
}

const richText: Form = (text, find) => {
  let markup = text;
  if (/^\s*\{/.test(text)) {
    const fault = json((value) => {
      if (!isMembers(value) || typeof value.markup !== "string") return "must have markup";
      markup = value.markup;
      return value.blocks === undefined || value.blocks === null
        ? undefined
        : blocksFault(value.blocks, find);
    })(text, find);
    if (fault !== undefined) return fault;
  }
  if (/<\?umbraco_macro/i.test(markup)) return "holds a macro, which 17 does not have";
  if (/\{localLink:(?:umb:|\d+\})/i.test(markup)) return "links by an id or a UDI, which 17 does not resolve";
  return undefined;
};

const media: Form = json((value) =>
  Array.isArray(value) && value.every((item) => isMembers(item) && isKey(item.key) && isKey(item.mediaKey))
    ? undefined
    : "must be an array of objects with key and mediaKey",
);

const links: Form = json((value) =>
  Array.isArray(value) && value.every((item) => isMembers(item) && !/^\d+$/.test(String(item.udi ?? "")))
    ? undefined
    : "must be an array of links",
);

const image: Form = (text) => {
  if (!/^\s*\{/.test(text)) return undefined;
  return json((value) => (isMembers(value) && typeof value.src === "string" ? undefined : "must have a src"))(
    text,
    () => undefined,
  );
};

const color: Form = json((value) =>
  isMembers(value) && typeof value.value === "string" && !value.value.startsWith("#")
    ? undefined
    : "must have a value without #",
);

const blocks: Form = json(blocksFault);
const texts = listOf((item) => typeof item === "string", "texts");

/** By the aliases of editors, in lower case; others store any text. */
const FORMS: Readonly<Record<string, Form>> = {
  "umbraco.contentpicker": udis(["document"], "the UDI of a page"),
  "umbraco.multinodetreepicker": udis(["document", "media", "member"], "UDIs separated by commas"),
  "umbraco.memberpicker": udis(["member"], "the UDI of a member"),
  "umbraco.mediapicker3": media,
  "umbraco.multiurlpicker": links,
  "umbraco.richtext": richText,
  "umbraco.imagecropper": image,
  "umbraco.blocklist": blocks,
  "umbraco.blockgrid": blocks,
  "umbraco.singleblock": blocks,
  "umbraco.tags": texts,
  "umbraco.checkboxlist": texts,
  "umbraco.dropdown.flexible": texts,
  "umbraco.colorpicker": color,
  "umbraco.integer": matching(/^-?\d+$/, "a whole number"),
  "umbraco.decimal": matching(/^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i, "a number"),
  "umbraco.truefalse": matching(/^(?:0|1|true|false)$/i, "0 or 1"),
  "umbraco.slider": matching(/^-?\d+(?:\.\d+)?(?:,-?\d+(?:\.\d+)?)?$/, "a number, or two with a comma"),
  "umbraco.datetime": matching(/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/, "a date with a time"),
};

/** @returns what is wrong with a value; `undefined` if it has the form of its editor */
export function valueFault(editor: string, text: string, find: FindType): string | undefined {
  return FORMS[editor.toLowerCase()]?.(text, find);
}
