/** The known property editors, a row each: how their values are read and written. */
import type { Kind } from "../../operations.ts";
import type { Layout } from "./value-parts.ts";

/** How the values of an editor are read, besides references that are recognised anywhere. */
export type Reading =
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
  | ScalarReading
  /** Numbers and GUIDs are not nodes, and the values of two versions cannot be compared. */
  | "other";

/** Readings of values that hold no references or elements, but for the CMS's conventions. */
const SCALARS = [
  "text",
  /** Several texts: a list, lines, or separated by commas. */
  "texts",
  "number",
  "boolean",
  "date",
  "color",
  "slider",
  /** Choices of the data type: some versions store their ids, which only the data type can resolve. */
  "choices",
  "json",
] as const;
type ScalarReading = (typeof SCALARS)[number];

export function readsScalar(reads: Reading): reads is ScalarReading {
  return SCALARS.some((scalar) => scalar === reads);
}

/** How an editor is read. A property of an unknown editor may have one, too, by its alias. */
export type Editor = {
  reads: Reading;
  /** Absent if the editor is not a known one. */
  alias?: string;
  /** The tree of picked nodes, if there is only one; for links, the tree if the link has no type. */
  kind?: Kind;
  isMarkdown?: true;
};

/** A known editor. */
type EditorRow = Editor & {
  alias: string;
  /** Set if values that formats store as text become such numbers in JSON. */
  jsonNumber?: "integer" | "decimal";
  /** The layout of its elements; of rich text, that of the blocks in it. */
  layout?: Layout;
};

/**
 * The CMS's own editors from version 4 to 17 (those of 4 by their aliases in 6 and 7), and those of packages. What
 * other code knows about an editor is a column here, or a table with these aliases as its keys.
 */
export const EDITORS = [
  // Pickers of nodes.
  { alias: "Umbraco.ContentPicker", reads: "nodes", kind: "content" },
  { alias: "Umbraco.ContentPicker2", reads: "nodes", kind: "content" },
  { alias: "Umbraco.ContentPickerAlias", reads: "nodes", kind: "content" },
  { alias: "Umbraco.MediaPicker", reads: "nodes", kind: "media" },
  { alias: "Umbraco.MediaPicker2", reads: "nodes", kind: "media" },
  { alias: "Umbraco.MediaPicker3", reads: "nodes", kind: "media" },
  { alias: "Umbraco.MultipleMediaPicker", reads: "nodes", kind: "media" },
  { alias: "Umbraco.MultiNodeTreePicker", reads: "nodes" },
  { alias: "Umbraco.MultiNodeTreePicker2", reads: "nodes" },
  // Pickers of other entities than nodes.
  { alias: "Umbraco.ElementPicker", reads: "other" },
  { alias: "Umbraco.EntityDataPicker", reads: "other" },
  { alias: "Umbraco.MemberGroupPicker", reads: "other" },
  { alias: "Umbraco.MemberPicker", reads: "other" },
  { alias: "Umbraco.MemberPicker2", reads: "other" },
  { alias: "Umbraco.UserPicker", reads: "other" },
  // Links.
  { alias: "Umbraco.MultiUrlPicker", reads: "links", kind: "content" },
  { alias: "Umbraco.RelatedLinks", reads: "links", kind: "content" },
  { alias: "Umbraco.RelatedLinks2", reads: "links", kind: "content" },
  { alias: "RJP.MultiUrlPicker", reads: "links", kind: "content" },
  { alias: "Imulus.UrlPicker", reads: "links", kind: "content" },
  { alias: "Imulus.UrlPicker2", reads: "links", kind: "content" },
  { alias: "Gibe.LinkPicker", reads: "links", kind: "content" },
  { alias: "Skybrud.LinkPicker.Link", reads: "links", kind: "content" },
  { alias: "Skybrud.LinkPicker.Links", reads: "links", kind: "content" },
  { alias: "Skybrud.LinkPicker.LinkList", reads: "links", kind: "content" },
  { alias: "Cogworks.Meganav", reads: "links", kind: "content" },
  { alias: "Our.Umbraco.Meganav", reads: "links", kind: "content" },
  { alias: "AaronSadler.MegaNavV8", reads: "links", kind: "content" },
  { alias: "Skybrud.ImagePicker", reads: "links", kind: "media" },
  { alias: "Skybrud.ImagePicker.Image", reads: "nodes", kind: "media" },
  { alias: "Skybrud.ImagePickerWithCrops.Image", reads: "nodes", kind: "media" },
  // Rich text and files.
  { alias: "Umbraco.TinyMCE", reads: "markup", layout: "rich-text-blocks" },
  { alias: "Umbraco.TinyMCEv3", reads: "markup" },
  { alias: "Umbraco.RichText", reads: "markup", layout: "rich-text-blocks" },
  { alias: "Umbraco.MarkdownEditor", reads: "markup", isMarkdown: true },
  { alias: "Umbraco.MacroContainer", reads: "markup" },
  { alias: "Umbraco.UploadField", reads: "file" },
  { alias: "Umbraco.ImageCropper", reads: "file" },
  // Elements.
  { alias: "Umbraco.NestedContent", reads: "elements", layout: "nested-content" },
  { alias: "Umbraco.BlockList", reads: "elements", layout: "block-list" },
  { alias: "Umbraco.BlockGrid", reads: "elements", layout: "block-grid" },
  { alias: "Umbraco.SingleBlock", reads: "elements", layout: "single-block" },
  { alias: "Umbraco.Grid", reads: "elements", layout: "grid" },
  { alias: "Our.Umbraco.NestedContent", reads: "elements", layout: "nested-content" },
  { alias: "Our.Umbraco.StackedContent", reads: "elements", layout: "stacked-content" },
  { alias: "Our.Umbraco.InnerContent", reads: "elements", layout: "stacked-content" },
  { alias: "Our.Umbraco.Vorto", reads: "elements", layout: "vorto" },
  { alias: "Our.Umbraco.DocTypeGridEditor", reads: "elements", layout: "doc-type-grid" },
  { alias: "Imulus.Archetype", reads: "elements", layout: "archetype" },
  { alias: "Umbraco.Community.Contentment.ContentBlocks", reads: "elements", layout: "content-blocks" },
  // Text.
  { alias: "Umbraco.TextBox", reads: "text" },
  { alias: "Umbraco.TextArea", reads: "text" },
  { alias: "Umbraco.TextboxMultiple", reads: "text" },
  { alias: "Umbraco.EmailAddress", reads: "text" },
  { alias: "Umbraco.Label", reads: "text" },
  { alias: "Umbraco.NoEdit", reads: "text" },
  { alias: "Umbraco.TimeOnly", reads: "text" },
  { alias: "Umbraco.Plain.String", reads: "text" },
  { alias: "Umbraco.Plain.Time", reads: "text" },
  { alias: "Umbraco.MultipleTextstring", reads: "texts" },
  { alias: "Umbraco.Tags", reads: "texts" },
  // Numbers, dates and other scalars.
  { alias: "Umbraco.Integer", reads: "number", jsonNumber: "integer" },
  { alias: "Umbraco.Decimal", reads: "number", jsonNumber: "decimal" },
  { alias: "Umbraco.Plain.Integer", reads: "number" },
  { alias: "Umbraco.Plain.Decimal", reads: "number" },
  { alias: "Umbraco.TrueFalse", reads: "boolean", jsonNumber: "integer" },
  { alias: "Umbraco.DateTime", reads: "date" },
  { alias: "Umbraco.Date", reads: "date" },
  { alias: "Umbraco.DateOnly", reads: "date" },
  { alias: "Umbraco.DateTimeUnspecified", reads: "date" },
  { alias: "Umbraco.DateTimeWithTimeZone", reads: "date" },
  { alias: "Umbraco.Plain.DateTime", reads: "date" },
  { alias: "Umbraco.ColorPicker", reads: "color" },
  { alias: "Umbraco.ColorPicker.EyeDropper", reads: "color" },
  { alias: "Umbraco.ColorPickerAlias", reads: "color" },
  { alias: "Umbraco.Slider", reads: "slider" },
  { alias: "Umbraco.Plain.Json", reads: "json" },
  // Choices.
  { alias: "Umbraco.CheckBoxList", reads: "choices" },
  { alias: "Umbraco.RadioButtonList", reads: "choices" },
  { alias: "Umbraco.DropDown", reads: "choices" },
  { alias: "Umbraco.DropDown.Flexible", reads: "choices" },
  { alias: "Umbraco.DropDownMultiple", reads: "choices" },
  // Choices and lists whose values cannot be compared across versions.
  { alias: "Umbraco.DropdownlistMultiplePublishKeys", reads: "other" },
  { alias: "Umbraco.DropdownlistPublishingKeys", reads: "other" },
  { alias: "Umbraco.FolderBrowser", reads: "other" },
  { alias: "Umbraco.XPathCheckBoxList", reads: "other" },
  { alias: "Umbraco.XPathDropDownList", reads: "other" },
  { alias: "Umbraco.ListView", reads: "other" },
] as const satisfies readonly EditorRow[];

/** The aliases of all known editors, so that a table of another module covers each. */
export type EditorAlias = (typeof EDITORS)[number]["alias"];

const BY_ALIAS: ReadonlyMap<string, EditorRow> = new Map(
  // The usual spelling for a fast look-up, and lower case for any other.
  EDITORS.flatMap((row): [string, EditorRow][] => [
    [row.alias, row],
    [row.alias.toLowerCase(), row],
  ]),
);

/** How the id of a page is read. */
export const PAGE_EDITOR: Editor = { reads: "nodes", kind: "content" };

/** Whether the CMS reads a property as the id of a page, even if its editor is one for text or numbers. */
export function isRedirect(alias: string): boolean {
  return /^umbraco(?:Redirect|InternalRedirectId)$/i.test(alias);
}

/** Returns a known editor. Aliases ignore case, since versions differ in it. */
export function knownEditor(editorAlias: string | null | undefined): EditorRow | undefined {
  return editorAlias ? (BY_ALIAS.get(editorAlias) ?? BY_ALIAS.get(editorAlias.toLowerCase())) : undefined;
}

/** Whether values of an editor can hold elements, or values of several languages; those of unknown editors can. */
export function canHoldElements(editorAlias: string | null): boolean {
  const reads = knownEditor(editorAlias)?.reads ?? "other";
  if (reads === "nodes" || reads === "links" || reads === "file") return false;
  return reads === "json" || !readsScalar(reads);
}

/**
 * Returns how the values of a property are read.
 * @param editorAlias `undefined` if unknown
 * @param alias the alias of the property, which decides for some properties. Default: unknown
 * @returns `undefined` if the editor is unknown
 */
export function editorFor(editorAlias: string | undefined, alias?: string): Editor | undefined {
  const known = knownEditor(editorAlias);
  if (known && known.reads !== "other" && !readsScalar(known.reads)) return known;
  return alias !== undefined && isRedirect(alias) ? PAGE_EDITOR : known;
}
