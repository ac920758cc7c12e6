/** Which property editor means what: how the values of each are read. */
import type { Kind } from "../operations.ts";

/** How values are read: what stands in them beside what is a reference wherever it stands. */
type Reading =
  /** Bare ids and GUIDs are nodes. */
  | "nodes"
  /** Links, as objects that name nodes by id or GUID among other things. */
  | "links"
  /** HTML or Markdown that the CMS's own editors wrote: attributes that others might use are the CMS's. */
  | "markup"
  /** A file's path, alone or with crops. */
  | "file"
  /** Elements, told by what they are made of. */
  | "elements"
  /** Numbers and GUIDs are no nodes. */
  | "other";

/** What an editor means. */
export type Editor = {
  reads: Reading;
  /** The tree of the nodes that it picks, where that is one; of links where they do not tell themselves. */
  kind?: Kind;
};

type Row = Editor & { aliases: readonly string[] };

/** Editors of the CMS itself lack their `Umbraco.` here. From Umbraco 4 to 17; those of 4 by the aliases that 6 and 7 gave them. */
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

/** Editors of packages, by their whole aliases. */
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

/** Properties that the CMS itself reads as the id of a page, also where their editor is one for text or numbers. */
const REDIRECT = /^umbraco(?:Redirect|InternalRedirectId)$/i;

const PAGE: Editor = { reads: "nodes", kind: "content" };

const EDITORS = new Map<string, Editor>([
  ...OWN.flatMap((row) => row.aliases.flatMap((alias) => entriesOf(`Umbraco.${alias}`, row))),
  ...OTHERS.flatMap((row) => row.aliases.flatMap((alias) => entriesOf(alias, row))),
]);

/** As it is usually written, and as it is found however it is written. */
function entriesOf(alias: string, { aliases: _, ...editor }: Row): [string, Editor][] {
  return [
    [alias, editor],
    [alias.toLowerCase(), editor],
  ];
}

/**
 * What the editor of a property means. Aliases are told apart without regard to case, as some versions write them.
 * @param editorAlias `undefined` where it is not known
 * @param alias the property's own, which some say it all by. Default: not known
 * @returns `undefined` where nobody can tell
 */
export function editorFor(editorAlias: string | undefined, alias?: string): Editor | undefined {
  const known = editorAlias && (EDITORS.get(editorAlias) ?? EDITORS.get(editorAlias.toLowerCase()));
  if (known && known.reads !== "other") return known;
  return alias !== undefined && REDIRECT.test(alias) ? PAGE : known || undefined;
}
