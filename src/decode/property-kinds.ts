/** The kind of a property, by its editor and the configuration of its data type, in the spelling of every version. */
import { type EditorAlias, knownEditor } from "../site/values/editors.ts";
import type { ValueShape } from "../site/values/value-parts.ts";
import {
  allowedTypesIn,
  blockTypesIn,
  type Configuration,
  flagIn,
  itemLimitsIn,
  limitsIn,
  optionsIn,
  optionText,
  settingIn,
  treeIn,
} from "./configuration.ts";

/** The kinds of properties in a content model, independent of Umbraco's editors. */
export type PropertyKind =
  | "text"
  | "multilineText"
  | "richText"
  | "markdown"
  | "boolean"
  | "integer"
  | "decimal"
  | "date"
  | "time"
  | "dateTime"
  | "choice"
  | "tags"
  | "color"
  | "email"
  | "content"
  | "media"
  | "member"
  | "image"
  | "file"
  | "link"
  | "texts"
  | "blocks"
  | "blockGrid"
  | "slider"
  | "label"
  | "json"
  | "unknown";

/** The JSON that a decoded value has, if it is not null. */
export type DecodedForm =
  | "string"
  | "number"
  | "boolean"
  | "strings"
  /** A text, or several if several are chosen, since the configuration does not say. */
  | "string-or-strings"
  | "color"
  | "rich-text"
  | "picked-content"
  | "picked-contents"
  | "picked-media"
  /** Pages and media; a text for members, since the configuration does not say what is picked. */
  | "picked-nodes"
  | "image"
  | "links"
  | "blocks"
  | "single-block"
  | "block-grid"
  | "range"
  /** A text or a number. */
  | "scalar"
  | "any";

/** What a property holds. */
export type PropertyContent = {
  kind: PropertyKind;
  /** Whether it can hold several values. */
  many: boolean;
  form: DecodedForm;
  /** Whether the value is one JSON value or a list, where the form does not say it. */
  shape?: "one" | "list";
  /** The texts that can be chosen, in order. Absent if the configuration has none. */
  options?: readonly string[];
  /** Keys or aliases of types: of blocks, of picked nodes or media. Absent if any type is allowed. */
  allowed?: readonly string[];
  /** The fewest and the most items; of numbers, the smallest and the largest; of texts, the most characters. */
  min?: number;
  max?: number;
};

/** Returns what a kind of editor holds. */
type Reader = (config: Configuration) => PropertyContent;

const one =
  (kind: PropertyKind, form: DecodedForm): Reader =>
  (config) => ({
    kind,
    many: false,
    form,
    ...limitsIn(config, ["min", "minVal"], ["max", "maxVal", "maxChars"]),
  });

const several =
  (kind: PropertyKind, form: DecodedForm): Reader =>
  (config) => ({ kind, many: true, form, ...limitsIn(config, ["min", "minItems"], ["max", "maxItems"]) });

/** @param isMany `undefined` if it is not known */
const choice =
  (isMany: (config: Configuration) => boolean | undefined): Reader =>
  (config) => {
    const many = isMany(config);
    const options = optionsIn(config).map(optionText);
    return {
      kind: "choice",
      many: many ?? false,
      form: many === undefined ? "string-or-strings" : many ? "strings" : "string",
      ...(options.length > 0 && { options }),
    };
  };

/** Pickers and lists of links: several items unless the configuration allows only one. */
const picker = (
  kind: PropertyKind,
  form: DecodedForm,
  more: (config: Configuration) => object = () => ({}),
): Reader => {
  return (config) => {
    const range = itemLimitsIn(config);
    return { kind, many: range.max !== 1 && multipleIn(config) !== false, form, ...range, ...more(config) };
  };
};

/** Media pickers of version 7 and 8 have another name for it. */
const multipleIn = (config: Configuration) => flagIn(config, "multiple") ?? flagIn(config, "multiPicker");

const mediaPicker: Reader = (config) => {
  const picked = picker("media", "picked-media", allowedTypesIn)(config);
  // Without a setting, a media picker holds one item.
  return { ...picked, many: picked.many && multipleIn(config) === true };
};

const treePicker: Reader = (config) => {
  const tree = treeIn(config);
  if (tree === "media") return picker("media", "picked-media", allowedTypesIn)(config);
  if (tree === "member") return picker("member", "string")(config);
  return picker("content", tree === undefined ? "picked-nodes" : "picked-contents", allowedTypesIn)(config);
};

const blockList: Reader = (config) => {
  const range = itemLimitsIn(config);
  const allowed = blockTypesIn(config);
  return {
    kind: "blocks",
    many: range.max !== 1 && flagIn(config, "useSingleBlockMode") !== true,
    form: "blocks",
    ...range,
    ...(allowed.length > 0 && { allowed }),
  };
};

const blockGrid: Reader = (config) => ({
  ...blockList(config),
  kind: "blockGrid",
  many: true,
  form: "block-grid",
});

const slider: Reader = (config) => {
  const isRange = flagIn(config, "enableRange") ?? true;
  const range = limitsIn(config, ["minVal", "minimum"], ["maxVal", "maximum"]);
  return { kind: "slider", many: false, form: isRange ? "range" : "number", ...range };
};

/** The forms of a label's value by the data type's setting. */
const LABEL_FORMS: Readonly<Record<string, DecodedForm>> = {
  "": "scalar",
  INT: "number",
  INTEGER: "number",
  BIGINT: "number",
  DECIMAL: "number",
};

const label: Reader = (config) => {
  const type = String(settingIn(config, "umbracoDataValueType") ?? "").toUpperCase();
  return { kind: "label", many: false, form: LABEL_FORMS[type] ?? "string" };
};

const isMultiple = (config: Configuration) => flagIn(config, "multiple");

/** By the aliases of all known editors. */
const READERS: Readonly<Record<EditorAlias, Reader>> = {
  "Umbraco.ContentPicker": one("content", "picked-content"),
  "Umbraco.ContentPicker2": one("content", "picked-content"),
  "Umbraco.ContentPickerAlias": one("content", "picked-content"),
  "Umbraco.MediaPicker": mediaPicker,
  "Umbraco.MediaPicker2": mediaPicker,
  "Umbraco.MediaPicker3": mediaPicker,
  "Umbraco.MultipleMediaPicker": picker("media", "picked-media"),
  "Umbraco.MultiNodeTreePicker": treePicker,
  "Umbraco.MultiNodeTreePicker2": treePicker,
  "Umbraco.ElementPicker": one("json", "any"),
  "Umbraco.EntityDataPicker": one("json", "any"),
  "Umbraco.MemberGroupPicker": several("texts", "strings"),
  "Umbraco.MemberPicker": one("member", "string"),
  "Umbraco.MemberPicker2": one("member", "string"),
  "Umbraco.UserPicker": one("integer", "number"),
  "Umbraco.MultiUrlPicker": picker("link", "links"),
  "Umbraco.RelatedLinks": several("link", "links"),
  "Umbraco.RelatedLinks2": several("link", "links"),
  "RJP.MultiUrlPicker": several("link", "links"),
  "Imulus.UrlPicker": several("link", "links"),
  "Imulus.UrlPicker2": several("link", "links"),
  "Gibe.LinkPicker": several("link", "links"),
  "Skybrud.LinkPicker.Link": several("link", "links"),
  "Skybrud.LinkPicker.Links": several("link", "links"),
  "Skybrud.LinkPicker.LinkList": several("link", "links"),
  "Cogworks.Meganav": one("unknown", "any"),
  "Our.Umbraco.Meganav": one("unknown", "any"),
  "AaronSadler.MegaNavV8": one("unknown", "any"),
  "Skybrud.ImagePicker": one("unknown", "any"),
  "Skybrud.ImagePicker.Image": mediaPicker,
  "Skybrud.ImagePickerWithCrops.Image": mediaPicker,
  "Umbraco.TinyMCE": one("richText", "rich-text"),
  "Umbraco.TinyMCEv3": one("richText", "rich-text"),
  "Umbraco.RichText": one("richText", "rich-text"),
  "Umbraco.MarkdownEditor": one("markdown", "string"),
  "Umbraco.MacroContainer": one("richText", "any"),
  "Umbraco.UploadField": one("file", "string"),
  "Umbraco.ImageCropper": one("image", "image"),
  "Umbraco.NestedContent": blockList,
  "Umbraco.BlockList": blockList,
  "Umbraco.BlockGrid": blockGrid,
  "Umbraco.SingleBlock": (config) => ({ ...blockList(config), many: false, form: "single-block" }),
  "Umbraco.Grid": () => ({ kind: "blockGrid", many: true, form: "block-grid" }),
  "Our.Umbraco.NestedContent": blockList,
  "Our.Umbraco.StackedContent": blockList,
  "Our.Umbraco.InnerContent": blockList,
  "Our.Umbraco.Vorto": one("unknown", "any"),
  "Our.Umbraco.DocTypeGridEditor": blockList,
  "Imulus.Archetype": blockList,
  "Umbraco.Community.Contentment.ContentBlocks": blockList,
  "Umbraco.TextBox": one("text", "string"),
  "Umbraco.TextArea": one("multilineText", "string"),
  "Umbraco.TextboxMultiple": one("multilineText", "string"),
  "Umbraco.EmailAddress": one("email", "string"),
  "Umbraco.Label": label,
  "Umbraco.NoEdit": label,
  "Umbraco.TimeOnly": one("time", "string"),
  "Umbraco.Plain.String": one("text", "string"),
  "Umbraco.Plain.Time": one("time", "string"),
  "Umbraco.MultipleTextstring": several("texts", "strings"),
  "Umbraco.Tags": several("tags", "strings"),
  "Umbraco.Integer": one("integer", "number"),
  "Umbraco.Decimal": one("decimal", "number"),
  "Umbraco.Plain.Integer": one("integer", "number"),
  "Umbraco.Plain.Decimal": one("decimal", "number"),
  "Umbraco.TrueFalse": one("boolean", "boolean"),
  "Umbraco.DateTime": one("dateTime", "string"),
  "Umbraco.Date": one("date", "string"),
  "Umbraco.DateOnly": one("date", "string"),
  "Umbraco.DateTimeUnspecified": one("dateTime", "string"),
  "Umbraco.DateTimeWithTimeZone": one("dateTime", "string"),
  "Umbraco.Plain.DateTime": one("dateTime", "string"),
  "Umbraco.ColorPicker": (config) => ({ ...choice(() => false)(config), kind: "color", form: "color" }),
  "Umbraco.ColorPicker.EyeDropper": one("color", "string"),
  "Umbraco.ColorPickerAlias": (config) => ({ ...choice(() => false)(config), kind: "color", form: "color" }),
  "Umbraco.Slider": slider,
  "Umbraco.Plain.Json": one("json", "any"),
  "Umbraco.CheckBoxList": choice(() => true),
  "Umbraco.RadioButtonList": choice(() => false),
  "Umbraco.DropDown": choice(() => false),
  "Umbraco.DropDown.Flexible": choice(isMultiple),
  "Umbraco.DropDownMultiple": choice(() => true),
  "Umbraco.DropdownlistMultiplePublishKeys": choice(() => true),
  "Umbraco.DropdownlistPublishingKeys": choice(() => false),
  "Umbraco.FolderBrowser": one("label", "string"),
  "Umbraco.XPathCheckBoxList": choice(() => true),
  "Umbraco.XPathDropDownList": choice(() => false),
  "Umbraco.ListView": one("label", "string"),
};

const READERS_BY_ALIAS: ReadonlyMap<string, Reader> = new Map(Object.entries(READERS));

/**
 * Returns what a property holds.
 * @param editorAlias in any case; null if the data does not say
 * @param config the configuration of its data type. Default: none is known
 */
export function propertyContent(editorAlias: string | null, config: Configuration = {}): PropertyContent {
  const reader = READERS_BY_ALIAS.get(knownEditor(editorAlias)?.alias ?? "");
  return reader?.(config) ?? { kind: "unknown", many: false, form: "any" };
}

/** Forms whose values are lists; those of others are one value, unless they can be either. */
const LISTS: readonly DecodedForm[] = ["strings", "picked-contents", "picked-media", "links"];
const EITHER: readonly DecodedForm[] = ["string-or-strings", "picked-nodes", "any"];

/** Returns whether values of a form are lists; `undefined` if they can be either. */
export function shapeOfForm(form: DecodedForm): "one" | "list" | undefined {
  if (EITHER.includes(form)) return undefined;
  return LISTS.includes(form) ? "list" : "one";
}

/** What values of a shape hold, for data without types, and whether they are lists when they are decoded. */
const CONTENT_BY_SHAPE: Partial<Record<ValueShape, Pick<PropertyContent, "kind" | "many" | "shape">>> = {
  boolean: { kind: "boolean", many: false },
  number: { kind: "decimal", many: false },
  date: { kind: "dateTime", many: false },
  guid: { kind: "content", many: false },
  guids: { kind: "content", many: true },
  udi: { kind: "content", many: false, shape: "list" },
  udis: { kind: "content", many: true, shape: "list" },
  "media-path": { kind: "file", many: false },
  url: { kind: "text", many: false },
  html: { kind: "richText", many: false },
  text: { kind: "text", many: false },
  ids: { kind: "text", many: false },
  id: { kind: "integer", many: false },
  "rich-text-json": { kind: "richText", many: false },
  "image-cropper": { kind: "image", many: false },
  "media-picker-3": { kind: "media", many: true, shape: "list" },
  links: { kind: "link", many: true, shape: "list" },
  texts: { kind: "texts", many: true, shape: "list" },
  "nested-content": { kind: "blocks", many: true },
  "stacked-content": { kind: "blocks", many: true },
  archetype: { kind: "blocks", many: true },
  grid: { kind: "blockGrid", many: true },
  "doc-type-grid": { kind: "blocks", many: true },
  leblender: { kind: "blocks", many: true },
  "content-blocks": { kind: "blocks", many: true },
  "block-list": { kind: "blocks", many: true },
  "block-grid": { kind: "blockGrid", many: true },
  "single-block": { kind: "blocks", many: false },
};

/** Returns what a property without a known type holds, by the shapes of its values. */
export function inferredContent(shapes: Iterable<ValueShape>): PropertyContent {
  const found = Array.from(
    shapes,
    (shape): Pick<PropertyContent, "kind" | "many" | "shape"> =>
      CONTENT_BY_SHAPE[shape] ?? { kind: "unknown", many: false },
  );
  const kinds = new Set(found.map(({ kind }) => kind));
  // Some rich texts have no markup, and some decimals no fraction.
  for (const [wide, narrow] of [
    ["richText", "text"],
    ["decimal", "integer"],
  ] as const) {
    if (kinds.has(wide)) kinds.delete(narrow);
  }
  const [kind] = kinds;
  const forms = new Set(found.map(({ shape = "one" }) => shape));
  const [shape] = forms;
  return {
    kind: kinds.size === 1 ? kind : "unknown",
    many: found.some(({ many }) => many),
    form: "any",
    ...(forms.size === 1 && !kinds.has("unknown") && { shape }),
  };
}
