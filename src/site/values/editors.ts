/** How the values of each property editor are read. */
import type { Kind } from "../../operations.ts";

/** How values are read, besides references that are recognised anywhere. */
type Reading =
  /** Bare ids and GUIDs are nodes. */
  | "nodes"
  /** Links: objects that may contain a node's id or GUID. */
  | "links"
  /** HTML or Markdown of the CMS's own editors, whose attributes have the CMS's meaning. */
  | "markup"
  /** A file's path, alone or with crops. */
  | "file"
  /** Elements, recognised by their structure. */
  | "elements"
  /** Numbers and GUIDs are not nodes. */
  | "other";

/** The properties of an editor. */
export type Editor = {
  reads: Reading;
  /** The tree of picked nodes, if there is only one; for links, the tree if the link has no type. */
  kind?: Kind;
};

type Row = Editor & { aliases: readonly string[] };

/**
 * The CMS's own editors, without the prefix `Umbraco.`. From Umbraco 4 to 17; those of 4 by their aliases in 6 and 7.
 */
const OWN: readonly Row[] = [
  { reads: "nodes", kind: "content", aliases: ["ContentPicker", "ContentPicker2", "ContentPickerAlias"] },
  {
    reads: "nodes",
    kind: "media",
    aliases: ["MediaPicker", "MediaPicker2", "MediaPicker3", "MultipleMediaPicker"],
  },
  { reads: "nodes", aliases: ["MultiNodeTreePicker", "MultiNodeTreePicker2"] },
  { reads: "links", kind: "content", aliases: ["MultiUrlPicker", "RelatedLinks", "RelatedLinks2"] },
  { reads: "markup", aliases: ["TinyMCE", "TinyMCEv3", "RichText", "MarkdownEditor", "MacroContainer"] },
  { reads: "file", aliases: ["UploadField", "ImageCropper"] },
  {
    reads: "elements",
    aliases: ["NestedContent", "BlockList", "BlockGrid", "SingleBlock", "Grid"],
  },
  {
    reads: "other",
    aliases: [
      "CheckBoxList",
      "ColorPicker",
      "ColorPicker.EyeDropper",
      "ColorPickerAlias",
      "Date",
      "DateOnly",
      "DateTime",
      "DateTimeUnspecified",
      "DateTimeWithTimeZone",
      "Decimal",
      "DropDown",
      "DropDown.Flexible",
      "DropDownMultiple",
      "DropdownlistMultiplePublishKeys",
      "DropdownlistPublishingKeys",
      "ElementPicker",
      "EmailAddress",
      "EntityDataPicker",
      "FolderBrowser",
      "Integer",
      "Label",
      "ListView",
      "MemberGroupPicker",
      "MemberPicker",
      "MemberPicker2",
      "MultipleTextstring",
      "NoEdit",
      "Plain.DateTime",
      "Plain.Decimal",
      "Plain.Integer",
      "Plain.Json",
      "Plain.String",
      "Plain.Time",
      "RadioButtonList",
      "Slider",
      "Tags",
      "TextArea",
      "TextBox",
      "TextboxMultiple",
      "TimeOnly",
      "TrueFalse",
      "UserPicker",
      "XPathCheckBoxList",
      "XPathDropDownList",
    ],
  },
];

/** Editors of packages, by full alias. */
const OTHERS: readonly Row[] = [
  {
    reads: "links",
    kind: "content",
    aliases: [
      "RJP.MultiUrlPicker",
      "Imulus.UrlPicker",
      "Imulus.UrlPicker2",
      "Gibe.LinkPicker",
      "Skybrud.LinkPicker.Link",
      "Skybrud.LinkPicker.Links",
      "Skybrud.LinkPicker.LinkList",
      "Cogworks.Meganav",
      "Our.Umbraco.Meganav",
      "AaronSadler.MegaNavV8",
    ],
  },
  { reads: "links", kind: "media", aliases: ["Skybrud.ImagePicker", "Skybrud.ImagePicker.Image"] },
  {
    reads: "elements",
    aliases: [
      "Our.Umbraco.NestedContent",
      "Our.Umbraco.StackedContent",
      "Our.Umbraco.InnerContent",
      "Our.Umbraco.Vorto",
      "Our.Umbraco.DocTypeGridEditor",
      "Imulus.Archetype",
      "Umbraco.Community.Contentment.ContentBlocks",
    ],
  },
];

/** Properties that the CMS reads as the id of a page, even if their editor is one for text or numbers. */
const REDIRECT = /^umbraco(?:Redirect|InternalRedirectId)$/i;

const PAGE: Editor = { reads: "nodes", kind: "content" };

const EDITORS = new Map<string, Editor>([
  ...OWN.flatMap((row) => row.aliases.flatMap((alias) => entriesOf(`Umbraco.${alias}`, row))),
  ...OTHERS.flatMap((row) => row.aliases.flatMap((alias) => entriesOf(alias, row))),
]);

/** The usual spelling for a fast look-up, and lower case for any other. */
function entriesOf(alias: string, { aliases: _, ...editor }: Row): [string, Editor][] {
  return [
    [alias, editor],
    [alias.toLowerCase(), editor],
  ];
}

/**
 * Returns how the values of a property are read. Editor aliases ignore case, since versions differ in it.
 * @param editorAlias `undefined` if unknown
 * @param alias the alias of the property, which decides for some properties. Default: unknown
 * @returns `undefined` if the editor is unknown
 */
export function editorFor(editorAlias: string | undefined, alias?: string): Editor | undefined {
  const known = editorAlias && (EDITORS.get(editorAlias) ?? EDITORS.get(editorAlias.toLowerCase()));
  if (known && known.reads !== "other") return known;
  return alias !== undefined && REDIRECT.test(alias) ? PAGE : known || undefined;
}
