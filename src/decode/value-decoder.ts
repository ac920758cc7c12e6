/** Decodes the stored values of a site in one language: the decoder of each property editor, and of values without one. */
import { MOST_LEVELS } from "../json/grammar.ts";
import { type EditorAlias, isRedirect, knownEditor } from "../site/values/editors.ts";
import type { ValueShape } from "../site/values/value-parts.ts";
import { shapeOfJson } from "../site/values/value-shape.ts";
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
import { NO_CONFIGURATION } from "./configuration.ts";
import type { DecodedValue } from "./decoded-value.ts";
import type { Decode, Decoding, DecodingProblem, DecodingSite, StoredProperty, ValueAt } from "./decoding.ts";
import { elements, vorto } from "./elements.ts";
import { grid } from "./grid.ts";
import { links } from "./links.ts";
import { imageCropper, upload } from "./media-crops.ts";
import { contentPicker, elementPicker, mediaPicker, nodes, redirect, treePicker } from "./pickers.ts";
import {
  boolean,
  dateOnly,
  dateTime,
  dateTimeWithZone,
  json,
  member,
  nothing,
  number,
  parsed,
  text,
  time,
} from "./plain-values.ts";
import type { PropertyTypes } from "./property-types.ts";
import { markdown, richText, textWithLinks } from "./rich-text.ts";
import { StoredValue } from "./stored-value.ts";

const markup = richText(blockItems);
const sections = grid(markup);

/** Editors of packages whose values have a form of their own are given as they are stored: `undefined`. */
const DECODERS: Readonly<Record<EditorAlias, Decode | undefined>> = {
  "Umbraco.ContentPicker": contentPicker,
  "Umbraco.ContentPicker2": contentPicker,
  "Umbraco.ContentPickerAlias": contentPicker,
  "Umbraco.MediaPicker": mediaPicker,
  "Umbraco.MediaPicker2": mediaPicker,
  "Umbraco.MediaPicker3": mediaPicker,
  "Umbraco.MultipleMediaPicker": mediaPicker,
  "Umbraco.MultiNodeTreePicker": treePicker,
  "Umbraco.MultiNodeTreePicker2": treePicker,
  "Umbraco.ElementPicker": elementPicker,
  "Umbraco.EntityDataPicker": entityData,
  "Umbraco.MemberGroupPicker": memberGroups,
  "Umbraco.MemberPicker": member,
  "Umbraco.MemberPicker2": member,
  "Umbraco.UserPicker": number,
  "Umbraco.MultiUrlPicker": links,
  "Umbraco.RelatedLinks": links,
  "Umbraco.RelatedLinks2": links,
  "RJP.MultiUrlPicker": links,
  "Imulus.UrlPicker": links,
  "Imulus.UrlPicker2": links,
  "Gibe.LinkPicker": links,
  "Skybrud.LinkPicker.Link": links,
  "Skybrud.LinkPicker.Links": links,
  "Skybrud.LinkPicker.LinkList": links,
  "Cogworks.Meganav": links,
  "Our.Umbraco.Meganav": links,
  "AaronSadler.MegaNavV8": links,
  "Skybrud.ImagePicker": undefined,
  "Skybrud.ImagePicker.Image": mediaPicker,
  "Skybrud.ImagePickerWithCrops.Image": mediaPicker,
  "Umbraco.TinyMCE": markup,
  "Umbraco.TinyMCEv3": markup,
  "Umbraco.RichText": markup,
  "Umbraco.MarkdownEditor": markdown,
  "Umbraco.MacroContainer": markup,
  "Umbraco.UploadField": upload,
  "Umbraco.ImageCropper": imageCropper,
  "Umbraco.NestedContent": elements,
  "Umbraco.BlockList": blockList,
  "Umbraco.BlockGrid": blockGrid,
  "Umbraco.SingleBlock": singleBlock,
  "Umbraco.Grid": sections,
  "Our.Umbraco.NestedContent": elements,
  "Our.Umbraco.StackedContent": elements,
  "Our.Umbraco.InnerContent": elements,
  "Our.Umbraco.Vorto": vorto,
  "Our.Umbraco.DocTypeGridEditor": elements,
  "Imulus.Archetype": elements,
  "Umbraco.Community.Contentment.ContentBlocks": elements,
  "Umbraco.TextBox": textWithLinks,
  "Umbraco.TextArea": textWithLinks,
  "Umbraco.TextboxMultiple": textWithLinks,
  "Umbraco.EmailAddress": text,
  "Umbraco.Label": label,
  "Umbraco.NoEdit": label,
  "Umbraco.TimeOnly": time,
  "Umbraco.Plain.String": text,
  "Umbraco.Plain.Time": time,
  "Umbraco.MultipleTextstring": texts,
  "Umbraco.Tags": tags,
  "Umbraco.Integer": number,
  "Umbraco.Decimal": number,
  "Umbraco.Plain.Integer": number,
  "Umbraco.Plain.Decimal": number,
  "Umbraco.TrueFalse": boolean,
  "Umbraco.DateTime": dateTime,
  "Umbraco.Date": dateTime,
  "Umbraco.DateOnly": dateOnly,
  "Umbraco.DateTimeUnspecified": dateTime,
  "Umbraco.DateTimeWithTimeZone": dateTimeWithZone,
  "Umbraco.Plain.DateTime": dateTime,
  "Umbraco.ColorPicker": color,
  "Umbraco.ColorPicker.EyeDropper": text,
  "Umbraco.ColorPickerAlias": color,
  "Umbraco.Slider": slider,
  "Umbraco.Plain.Json": json,
  "Umbraco.CheckBoxList": manyChoices,
  "Umbraco.RadioButtonList": oneChoice,
  "Umbraco.DropDown": oneChoice,
  "Umbraco.DropDown.Flexible": choices,
  "Umbraco.DropDownMultiple": manyChoices,
  "Umbraco.DropdownlistMultiplePublishKeys": manyChoices,
  "Umbraco.DropdownlistPublishingKeys": oneChoice,
  "Umbraco.FolderBrowser": nothing,
  "Umbraco.XPathCheckBoxList": manyChoices,
  "Umbraco.XPathDropDownList": oneChoice,
  "Umbraco.ListView": nothing,
};

/**
 * @param editorAlias in any case
 * @returns `undefined` if the editor is unknown
 */
export function decoderOf(editorAlias: string): Decode | undefined {
  const known = knownEditor(editorAlias);
  return known && DECODERS[known.alias as EditorAlias];
}

/** Decoders of values whose editor is not known, by their shape; those of other shapes are given as they are stored. */
const DECODERS_BY_SHAPE: Partial<Record<ValueShape, Decode>> = {
  udi: nodes,
  udis: nodes,
  xml: (at, decoding) => {
    const start = at.value.text.trimStart().toLowerCase();
    if (start.startsWith("<links")) return links(at, decoding);
    return (start.startsWith("<multinodepicker") ? nodes : text)(at, decoding);
  },
  html: markup,
  "rich-text-json": markup,
  "image-cropper": imageCropper,
  "media-picker-3": mediaPicker,
  links,
  texts: json,
  "nested-content": elements,
  "stacked-content": elements,
  archetype: elements,
  "doc-type-grid": elements,
  leblender: elements,
  "content-blocks": elements,
  vorto,
  grid: sections,
  "block-list": blockList,
  "block-grid": blockGrid,
  "single-block": singleBlock,
  "rich-text-blocks": blockList,
  blocks: blockList,
  url: text,
  text,
};

/** @param value entered */
function decoderOfShape({ json: written, node }: StoredValue): Decode {
  return DECODERS_BY_SHAPE[shapeOfJson(written, node, undefined)] ?? json;
}

/** What the report says of JSON that stays a text, since decoders recurse. */
const TOO_DEEP = `nested more than ${MOST_LEVELS.toLocaleString("en-US")} levels deep`;

export class ValueDecoder implements Decoding {
  readonly site: DecodingSite;
  readonly types: PropertyTypes;
  /** Properties of types whose editor the data does not say, and which were reported. */
  readonly #withoutEditor = new Set<string>();

  constructor(site: DecodingSite, types: PropertyTypes) {
    this.site = site;
    this.types = types;
  }

  /** Decodes the value of a node's property. */
  property(property: StoredProperty): DecodedValue {
    const { kind, type, alias, value, expansion } = property;
    const known = this.types.ofNode(kind, type)?.properties.get(alias);
    return this.decode({
      property,
      value: StoredValue.of(value),
      type,
      alias,
      editorAlias: property.editorAlias ?? known?.editorAlias,
      configuration: known?.configuration ?? NO_CONFIGURATION,
      expansion,
    });
  }

  decode(at: ValueAt): DecodedValue {
    if (at.value.text.trim() === "") return null;
    if (at.value.isTooDeep) {
      this.report(at, "malformed-value", TOO_DEEP);
      return at.value.text;
    }
    if (isRedirect(at.alias)) return redirect(at, this);
    if (at.editorAlias === undefined) {
      this.#reportNoEditor(at);
      return this.decodeByForm(at);
    }
    const decode = decoderOf(at.editorAlias);
    if (decode) return decode(at, this);
    this.report(at, "unknown-editor", at.editorAlias);
    return parsed(at.value);
  }

  decodeByForm(at: ValueAt): DecodedValue {
    // The editor of a value around this one is not its own.
    return decoderOfShape(at.value.entered())({ ...at, editorAlias: undefined }, this);
  }

  report({ property, value }: ValueAt, problem: DecodingProblem, text: string): void {
    this.site.report({ problem, property, pointer: value.pointer, text });
  }

  /** Reports once for each type and property. */
  #reportNoEditor(at: ValueAt): void {
    const name = `${at.type}.${at.alias}`;
    if (this.#withoutEditor.has(name)) return;
    this.#withoutEditor.add(name);
    this.report(at, "no-editor", name);
  }
}
