/** What each editor stores: how its values are decoded, and what its properties hold, in the spelling of every version. */
import { type EditorAlias, knownEditor } from "../site/values/editors.ts";
import type { Layout, ValueShape } from "../site/values/value-parts.ts";
import { blockGrid, blockItems, blockList, singleBlock } from "./blocks.ts";
import {
  choices,
  color,
  entityData,
  label,
  manyChoices,
  memberGroups,
  oneChoice,
  slider,
  tags,
  texts,
} from "./choices.ts";
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
import type { Decode } from "./decoding.ts";
import { elements, otherJson, vorto } from "./elements.ts";
import { grid } from "./grid.ts";
import { links } from "./links.ts";
import { imageCropper, upload } from "./media-crops.ts";
import { contentPicker, elementPicker, mediaPicker, nodes, treePicker } from "./pickers.ts";
import {
  boolean,
  dateOnly,
  dateTime,
  dateTimeWithZone,
  json,
  member,
  nothing,
  number,
  text,
  time,
} from "./plain-values.ts";
import { type DecodedForm, type PropertyContent, type PropertyKind, shapeOfForm } from "./property-kinds.ts";
import { markdown, richText, textWithLinks } from "./rich-text.ts";

/** Returns what a property holds, by the configuration of its data type. */
type Holds = (config: Configuration) => PropertyContent;

/** @param decode absent if values have a form of their own, which is given as it is stored */
type EditorValues = { decode?: Decode; holds: Holds };

const one =
  (kind: PropertyKind, form: DecodedForm): Holds =>
  (config) => ({
    kind,
    many: false,
    form,
    ...limitsIn(config, ["min", "minVal"], ["max", "maxVal", "maxChars"]),
  });

const several =
  (kind: PropertyKind, form: DecodedForm): Holds =>
  (config) => ({ kind, many: true, form, ...limitsIn(config, ["min", "minItems"], ["max", "maxItems"]) });

/** @param isMany `undefined` if it is not known */
const choice =
  (isMany: (config: Configuration) => boolean | undefined): Holds =>
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
): Holds => {
  return (config) => {
    const range = itemLimitsIn(config);
    return { kind, many: range.max !== 1 && multipleIn(config) !== false, form, ...range, ...more(config) };
  };
};

/** Media pickers of version 7 and 8 have another name for it. */
const multipleIn = (config: Configuration) => flagIn(config, "multiple") ?? flagIn(config, "multiPicker");

const pickedMedia: Holds = (config) => {
  const picked = picker("media", "picked-media", allowedTypesIn)(config);
  // Without a setting, a media picker holds one item.
  return { ...picked, many: picked.many && multipleIn(config) === true };
};

const pickedInTree: Holds = (config) => {
  const tree = treeIn(config);
  if (tree === "media") return picker("media", "picked-media", allowedTypesIn)(config);
  if (tree === "member") return picker("member", "string")(config);
  return picker("content", tree === undefined ? "picked-nodes" : "picked-contents", allowedTypesIn)(config);
};

const blocks: Holds = (config) => {
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

const numberOrRange: Holds = (config) => {
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

const labelled: Holds = (config) => {
  const type = String(settingIn(config, "umbracoDataValueType") ?? "").toUpperCase();
  return { kind: "label", many: false, form: LABEL_FORMS[type] ?? "string" };
};

const UNKNOWN: PropertyContent = { kind: "unknown", many: false, form: "any" };
const markup = richText(blockItems);

const PAGE: EditorValues = { decode: contentPicker, holds: one("content", "picked-content") };
const MEDIA: EditorValues = { decode: mediaPicker, holds: pickedMedia };
const TREE: EditorValues = { decode: treePicker, holds: pickedInTree };
const MEMBER: EditorValues = { decode: member, holds: one("member", "string") };
const LINKS: EditorValues = { decode: links, holds: several("link", "links") };
const NAVIGATION: EditorValues = { decode: links, holds: () => UNKNOWN };
const RICH_TEXT: EditorValues = { decode: markup, holds: one("richText", "rich-text") };
const ELEMENTS: EditorValues = { decode: elements, holds: blocks };
const LINES: EditorValues = { decode: textWithLinks, holds: one("multilineText", "string") };
const LABEL: EditorValues = { decode: label, holds: labelled };
const TIME: EditorValues = { decode: time, holds: one("time", "string") };
const INTEGER: EditorValues = { decode: number, holds: one("integer", "number") };
const DECIMAL: EditorValues = { decode: number, holds: one("decimal", "number") };
const DATE_TIME: EditorValues = { decode: dateTime, holds: one("dateTime", "string") };
const COLOR: EditorValues = {
  decode: color,
  holds: (config) => ({ ...choice(() => false)(config), kind: "color", form: "color" }),
};
const ONE_CHOICE: EditorValues = { decode: oneChoice, holds: choice(() => false) };
const MANY_CHOICES: EditorValues = { decode: manyChoices, holds: choice(() => true) };
const NOTHING: EditorValues = { decode: nothing, holds: one("label", "string") };

const VALUES: Readonly<Record<EditorAlias, EditorValues>> = {
  "Umbraco.ContentPicker": PAGE,
  "Umbraco.ContentPicker2": PAGE,
  "Umbraco.ContentPickerAlias": PAGE,
  "Umbraco.MediaPicker": MEDIA,
  "Umbraco.MediaPicker2": MEDIA,
  "Umbraco.MediaPicker3": MEDIA,
  "Umbraco.MultipleMediaPicker": { decode: mediaPicker, holds: picker("media", "picked-media") },
  "Umbraco.MultiNodeTreePicker": TREE,
  "Umbraco.MultiNodeTreePicker2": TREE,
  "Umbraco.ElementPicker": { decode: elementPicker, holds: one("json", "any") },
  "Umbraco.EntityDataPicker": { decode: entityData, holds: one("json", "any") },
  "Umbraco.MemberGroupPicker": { decode: memberGroups, holds: several("texts", "strings") },
  "Umbraco.MemberPicker": MEMBER,
  "Umbraco.MemberPicker2": MEMBER,
  "Umbraco.UserPicker": INTEGER,
  "Umbraco.MultiUrlPicker": { decode: links, holds: picker("link", "links") },
  "Umbraco.RelatedLinks": LINKS,
  "Umbraco.RelatedLinks2": LINKS,
  "RJP.MultiUrlPicker": LINKS,
  "Imulus.UrlPicker": LINKS,
  "Imulus.UrlPicker2": LINKS,
  "Gibe.LinkPicker": LINKS,
  "Skybrud.LinkPicker.Link": LINKS,
  "Skybrud.LinkPicker.Links": LINKS,
  "Skybrud.LinkPicker.LinkList": LINKS,
  "Cogworks.Meganav": NAVIGATION,
  "Our.Umbraco.Meganav": NAVIGATION,
  "AaronSadler.MegaNavV8": NAVIGATION,
  "Skybrud.ImagePicker": { holds: () => UNKNOWN },
  "Skybrud.ImagePicker.Image": MEDIA,
  "Skybrud.ImagePickerWithCrops.Image": MEDIA,
  "Umbraco.TinyMCE": RICH_TEXT,
  "Umbraco.TinyMCEv3": RICH_TEXT,
  "Umbraco.RichText": RICH_TEXT,
  "Umbraco.MarkdownEditor": { decode: markdown, holds: one("markdown", "string") },
  "Umbraco.MacroContainer": { decode: markup, holds: one("richText", "any") },
  "Umbraco.UploadField": { decode: upload, holds: one("file", "string") },
  "Umbraco.ImageCropper": { decode: imageCropper, holds: one("image", "image") },
  "Umbraco.NestedContent": ELEMENTS,
  "Umbraco.BlockList": { decode: blockList, holds: blocks },
  "Umbraco.BlockGrid": {
    decode: blockGrid,
    holds: (config) => ({ ...blocks(config), kind: "blockGrid", many: true, form: "block-grid" }),
  },
  "Umbraco.SingleBlock": {
    decode: singleBlock,
    holds: (config) => ({ ...blocks(config), many: false, form: "single-block" }),
  },
  "Umbraco.Grid": {
    decode: grid(markup),
    holds: () => ({ kind: "blockGrid", many: true, form: "block-grid" }),
  },
  "Our.Umbraco.NestedContent": ELEMENTS,
  "Our.Umbraco.StackedContent": ELEMENTS,
  "Our.Umbraco.InnerContent": ELEMENTS,
  "Our.Umbraco.Vorto": { decode: vorto, holds: () => UNKNOWN },
  "Our.Umbraco.DocTypeGridEditor": ELEMENTS,
  "Imulus.Archetype": ELEMENTS,
  "Umbraco.Community.Contentment.ContentBlocks": ELEMENTS,
  "Umbraco.TextBox": { decode: textWithLinks, holds: one("text", "string") },
  "Umbraco.TextArea": LINES,
  "Umbraco.TextboxMultiple": LINES,
  "Umbraco.EmailAddress": { decode: text, holds: one("email", "string") },
  "Umbraco.Label": LABEL,
  "Umbraco.NoEdit": LABEL,
  "Umbraco.TimeOnly": TIME,
  "Umbraco.Plain.String": { decode: text, holds: one("text", "string") },
  "Umbraco.Plain.Time": TIME,
  "Umbraco.MultipleTextstring": { decode: texts, holds: several("texts", "strings") },
  "Umbraco.Tags": { decode: tags, holds: several("tags", "strings") },
  "Umbraco.Integer": INTEGER,
  "Umbraco.Decimal": DECIMAL,
  "Umbraco.Plain.Integer": INTEGER,
  "Umbraco.Plain.Decimal": DECIMAL,
  "Umbraco.TrueFalse": { decode: boolean, holds: one("boolean", "boolean") },
  "Umbraco.DateTime": DATE_TIME,
  "Umbraco.Date": { decode: dateTime, holds: one("date", "string") },
  "Umbraco.DateOnly": { decode: dateOnly, holds: one("date", "string") },
  "Umbraco.DateTimeUnspecified": DATE_TIME,
  "Umbraco.DateTimeWithTimeZone": { decode: dateTimeWithZone, holds: one("dateTime", "string") },
  "Umbraco.Plain.DateTime": DATE_TIME,
  "Umbraco.ColorPicker": COLOR,
  "Umbraco.ColorPicker.EyeDropper": { decode: text, holds: one("color", "string") },
  "Umbraco.ColorPickerAlias": COLOR,
  "Umbraco.Slider": { decode: slider, holds: numberOrRange },
  "Umbraco.Plain.Json": { decode: otherJson, holds: one("json", "any") },
  "Umbraco.CheckBoxList": MANY_CHOICES,
  "Umbraco.RadioButtonList": ONE_CHOICE,
  "Umbraco.DropDown": ONE_CHOICE,
  "Umbraco.DropDown.Flexible": {
    decode: choices,
    holds: choice((config) => flagIn(config, "multiple")),
  },
  "Umbraco.DropDownMultiple": MANY_CHOICES,
  "Umbraco.DropdownlistMultiplePublishKeys": MANY_CHOICES,
  "Umbraco.DropdownlistPublishingKeys": ONE_CHOICE,
  "Umbraco.FolderBrowser": NOTHING,
  "Umbraco.XPathCheckBoxList": MANY_CHOICES,
  "Umbraco.XPathDropDownList": ONE_CHOICE,
  "Umbraco.ListView": NOTHING,
};

function valuesOf(editorAlias: string | null): EditorValues | undefined {
  const known = knownEditor(editorAlias);
  return known && VALUES[known.alias as EditorAlias];
}

/**
 * @param editorAlias in any case
 * @returns `undefined` if the editor is unknown, or its values are given as they are stored
 */
export function decoderOf(editorAlias: string): Decode | undefined {
  return valuesOf(editorAlias)?.decode;
}

/**
 * Returns what a property holds.
 * @param editorAlias in any case; null if the data does not say
 * @param config the configuration of its data type. Default: none is known
 */
export function propertyContent(editorAlias: string | null, config: Configuration = {}): PropertyContent {
  return valuesOf(editorAlias)?.holds(config) ?? UNKNOWN;
}

/** Layouts that no one editor has: `DECODERS_BY_SHAPE` has their decoders. */
type SharedLayout = "rich-text-blocks" | "blocks";

/** The editor whose values have a shape, for data that names none: of elements always. Versions up to 7 may have another. */
export const EDITOR_OF_SHAPE: Readonly<
  Partial<Record<ValueShape, EditorAlias>> & Record<Exclude<Layout, SharedLayout>, EditorAlias>
> = {
  boolean: "Umbraco.TrueFalse",
  number: "Umbraco.Decimal",
  date: "Umbraco.DateTime",
  id: "Umbraco.Integer",
  ids: "Umbraco.TextBox",
  guid: "Umbraco.MultiNodeTreePicker",
  guids: "Umbraco.MultiNodeTreePicker",
  udi: "Umbraco.MultiNodeTreePicker",
  udis: "Umbraco.MultiNodeTreePicker",
  "media-path": "Umbraco.UploadField",
  url: "Umbraco.TextBox",
  html: "Umbraco.TinyMCE",
  text: "Umbraco.TextBox",
  "nested-content": "Umbraco.NestedContent",
  "stacked-content": "Our.Umbraco.StackedContent",
  archetype: "Imulus.Archetype",
  vorto: "Our.Umbraco.Vorto",
  grid: "Umbraco.Grid",
  "doc-type-grid": "Our.Umbraco.DocTypeGridEditor",
  // Controls of grids alone have it, whose alias is the site's own.
  leblender: "Our.Umbraco.DocTypeGridEditor",
  "content-blocks": "Umbraco.Community.Contentment.ContentBlocks",
  "block-list": "Umbraco.BlockList",
  "block-grid": "Umbraco.BlockGrid",
  "single-block": "Umbraco.SingleBlock",
  "rich-text-json": "Umbraco.RichText",
  "image-cropper": "Umbraco.ImageCropper",
  "media-picker-3": "Umbraco.MediaPicker3",
  links: "Umbraco.MultiUrlPicker",
  texts: "Umbraco.MultipleTextstring",
};

/** What a property holds whose values are of a shape, where it is not what the editor holds. */
const CONTENT_BY_SHAPE: Partial<Record<ValueShape, Pick<PropertyContent, "many" | "shape">>> = {
  guid: { many: false, shape: "one" },
  guids: { many: true, shape: "one" },
  udi: { many: false, shape: "list" },
  udis: { many: true, shape: "list" },
  "media-picker-3": { many: true, shape: "list" },
};

/** Shapes that are not decoded as by their editor: texts and numbers stay as they are stored. */
const DECODERS_BY_SHAPE: Partial<Record<ValueShape, Decode>> & Record<SharedLayout, Decode> = {
  number: json,
  date: json,
  id: json,
  ids: json,
  guid: json,
  guids: json,
  udi: nodes,
  udis: nodes,
  texts: json,
  xml: (at, decoding) => {
    const start = at.value.text.trimStart().toLowerCase();
    if (start.startsWith("<links")) return links(at, decoding);
    return (start.startsWith("<multinodepicker") ? nodes : text)(at, decoding);
  },
  "rich-text-blocks": blockList,
  blocks: blockList,
};

/** Returns the decoder of values whose editor is not known. */
export function decoderOfShape(shape: ValueShape): Decode {
  return DECODERS_BY_SHAPE[shape] ?? decoderOf(EDITOR_OF_SHAPE[shape] ?? "") ?? otherJson;
}

/** Returns what a property without a known type holds, by the shapes of its values. */
export function inferredContent(shapes: Iterable<ValueShape>): PropertyContent {
  const found = Array.from(shapes, (shape) => {
    const { kind, many, form } = propertyContent(EDITOR_OF_SHAPE[shape] ?? null);
    return { kind, many, shape: shapeOfForm(form) ?? "one", ...CONTENT_BY_SHAPE[shape] };
  });
  const kinds = new Set(found.map(({ kind }) => kind));
  // Some rich texts have no markup, and some decimals no fraction.
  for (const [wide, narrow] of [
    ["richText", "text"],
    ["decimal", "integer"],
  ] as const) {
    if (kinds.has(wide)) kinds.delete(narrow);
  }
  const [kind] = kinds;
  const forms = new Set(found.map(({ shape }) => shape));
  const [shape] = forms;
  return {
    kind: kinds.size === 1 ? kind : "unknown",
    many: found.some(({ many }) => many),
    form: "any",
    ...(forms.size === 1 && !kinds.has("unknown") && { shape }),
  };
}

const UNGUESSED: readonly PropertyKind[] = ["text", "integer", "decimal", "unknown"];

/**
 * Returns the editor that values of these shapes suggest; `undefined` for texts and numbers, which many editors store, and for
 * values of several kinds.
 */
export function guessedEditor(shapes: ReadonlySet<ValueShape>): EditorAlias | undefined {
  const { kind } = inferredContent(shapes);
  if (UNGUESSED.includes(kind)) return undefined;
  const editors = Array.from(shapes, (shape) => EDITOR_OF_SHAPE[shape]);
  return editors.find((editor) => editor !== undefined && propertyContent(editor).kind === kind);
}
