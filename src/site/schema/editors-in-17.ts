/** What becomes of each property editor in Umbraco 17: `usync` writes by this table, and `audit` reports by it. */
import { type EditorAlias, knownEditor } from "../values/editors.ts";

/** The editors that 17 lacks, with the editors that replace them; `null`: 17 has nothing like them. All others stay. */
const REPLACED = {
  "Umbraco.ContentPicker2": "Umbraco.ContentPicker",
  "Umbraco.ContentPickerAlias": "Umbraco.ContentPicker",
  "Umbraco.MediaPicker": "Umbraco.MediaPicker3",
  "Umbraco.MediaPicker2": "Umbraco.MediaPicker3",
  "Umbraco.MultipleMediaPicker": "Umbraco.MediaPicker3",
  "Umbraco.MultiNodeTreePicker2": "Umbraco.MultiNodeTreePicker",
  // Version 18 has it.
  "Umbraco.ElementPicker": null,
  "Umbraco.MemberPicker2": "Umbraco.MemberPicker",
  "Umbraco.RelatedLinks": "Umbraco.MultiUrlPicker",
  "Umbraco.RelatedLinks2": "Umbraco.MultiUrlPicker",
  "RJP.MultiUrlPicker": "Umbraco.MultiUrlPicker",
  "Imulus.UrlPicker": "Umbraco.MultiUrlPicker",
  "Imulus.UrlPicker2": "Umbraco.MultiUrlPicker",
  "Gibe.LinkPicker": "Umbraco.MultiUrlPicker",
  "Skybrud.LinkPicker.Link": "Umbraco.MultiUrlPicker",
  "Skybrud.LinkPicker.Links": "Umbraco.MultiUrlPicker",
  "Skybrud.LinkPicker.LinkList": "Umbraco.MultiUrlPicker",
  "Cogworks.Meganav": null,
  "Our.Umbraco.Meganav": null,
  "AaronSadler.MegaNavV8": null,
  "Skybrud.ImagePicker": null,
  "Skybrud.ImagePicker.Image": "Umbraco.MediaPicker3",
  "Skybrud.ImagePickerWithCrops.Image": "Umbraco.MediaPicker3",
  "Umbraco.TinyMCE": "Umbraco.RichText",
  "Umbraco.TinyMCEv3": "Umbraco.RichText",
  "Umbraco.MacroContainer": "Umbraco.RichText",
  "Umbraco.NestedContent": "Umbraco.BlockList",
  "Umbraco.Grid": "Umbraco.BlockGrid",
  "Our.Umbraco.NestedContent": "Umbraco.BlockList",
  "Our.Umbraco.StackedContent": "Umbraco.BlockList",
  "Our.Umbraco.InnerContent": "Umbraco.BlockList",
  "Our.Umbraco.Vorto": null,
  "Our.Umbraco.DocTypeGridEditor": "Umbraco.BlockList",
  "Imulus.Archetype": "Umbraco.BlockList",
  "Umbraco.Community.Contentment.ContentBlocks": "Umbraco.BlockList",
  "Umbraco.TextboxMultiple": "Umbraco.TextArea",
  "Umbraco.NoEdit": "Umbraco.Label",
  "Umbraco.Plain.String": "Umbraco.TextArea",
  "Umbraco.Plain.Time": "Umbraco.TextBox",
  "Umbraco.Plain.Integer": "Umbraco.Integer",
  "Umbraco.Plain.Decimal": "Umbraco.Decimal",
  "Umbraco.Date": "Umbraco.DateTime",
  "Umbraco.Plain.DateTime": "Umbraco.DateTime",
  "Umbraco.ColorPickerAlias": "Umbraco.ColorPicker",
  "Umbraco.Plain.Json": "Umbraco.TextArea",
  "Umbraco.DropDown": "Umbraco.DropDown.Flexible",
  "Umbraco.DropDownMultiple": "Umbraco.DropDown.Flexible",
  "Umbraco.DropdownlistMultiplePublishKeys": "Umbraco.DropDown.Flexible",
  "Umbraco.DropdownlistPublishingKeys": "Umbraco.DropDown.Flexible",
  "Umbraco.FolderBrowser": null,
  "Umbraco.XPathCheckBoxList": null,
  "Umbraco.XPathDropDownList": null,
} as const satisfies Partial<Record<EditorAlias, EditorAlias | null>>;

type Replaced = typeof REPLACED;
/** The editors that 17 has. */
export type EditorOf17 = Exclude<EditorAlias, keyof Replaced>;

/** The first version whose editors and their configuration are those of 17, but for rich text. */
export const FIRST_CONFIG = 14;

/** The major version of Umbraco, or of uSync, which is the same. @returns `undefined` if it is not known */
export function majorOf(version = ""): number | undefined {
  return Number(/[0-9]+/.exec(version)?.[0] ?? Number.NaN) || undefined;
}

/**
 * Returns the editor that has the values in 17.
 * @param editorAlias in any case, as far as values and types name it
 * @param major the version that the data is from: from 14 on, editors stay
 * @returns `null` if 17 has nothing like it, `undefined` for an unknown editor
 */
export function editorAliasIn17(
  editorAlias: string | null | undefined,
  major = 0,
): EditorAlias | null | undefined {
  const known = knownEditor(editorAlias);
  if (!known) return undefined;
  const alias = known.alias as EditorAlias;
  const becomes = alias in REPLACED ? REPLACED[alias as keyof Replaced] : alias;
  return becomes !== null && becomes !== "Umbraco.RichText" && major >= FIRST_CONFIG ? alias : becomes;
}
