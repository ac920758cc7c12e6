/** The editors of properties whose type is made of values, by what they hold. */
import type { PropertyKind } from "../decode/property-kinds.ts";

const EDITORS: Partial<Record<PropertyKind, string>> = {
  richText: "Umbraco.RichText",
  markdown: "Umbraco.MarkdownEditor",
  boolean: "Umbraco.TrueFalse",
  date: "Umbraco.DateTime",
  dateTime: "Umbraco.DateTime",
  tags: "Umbraco.Tags",
  color: "Umbraco.ColorPicker",
  email: "Umbraco.EmailAddress",
  content: "Umbraco.MultiNodeTreePicker",
  media: "Umbraco.MediaPicker3",
  member: "Umbraco.MemberPicker",
  image: "Umbraco.ImageCropper",
  file: "Umbraco.UploadField",
  link: "Umbraco.MultiUrlPicker",
  texts: "Umbraco.MultipleTextstring",
  slider: "Umbraco.Slider",
  blocks: "Umbraco.BlockList",
  blockGrid: "Umbraco.BlockGrid",
};

/** @returns `undefined` for texts, and for numbers: all values decide about these */
export function editorOfKind(kind: PropertyKind): string | undefined {
  return EDITORS[kind];
}
