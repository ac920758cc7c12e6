/** `editorFor`: the known editors, and how their values are read. */
import { describe, expect, it } from "vitest";
import { EDITORS, type Editor, editorFor } from "../../../src/site/values/editors.ts";

/** The aliases of the CMS's own editors from 4 to 17, without the prefix `Umbraco.`; those of packages in full. */
const KNOWN: [reads: Editor["reads"], kind: Editor["kind"], aliases: string][] = [
  ["nodes", "content", "ContentPicker ContentPicker2 ContentPickerAlias"],
  ["nodes", "media", "MediaPicker MediaPicker2 MediaPicker3 MultipleMediaPicker"],
  ["nodes", undefined, "MultiNodeTreePicker MultiNodeTreePicker2"],
  ["links", "content", "MultiUrlPicker RelatedLinks RelatedLinks2"],
  ["links", "content", "RJP.MultiUrlPicker Imulus.UrlPicker Gibe.LinkPicker Our.Umbraco.Meganav"],
  ["links", "media", "Skybrud.ImagePicker"],
  ["nodes", "media", "Skybrud.ImagePicker.Image Skybrud.ImagePickerWithCrops.Image"],
  ["markup", undefined, "TinyMCE TinyMCEv3 RichText MarkdownEditor MacroContainer"],
  ["file", undefined, "UploadField ImageCropper"],
  ["elements", undefined, "NestedContent BlockList BlockGrid SingleBlock Grid"],
  [
    "elements",
    undefined,
    "Our.Umbraco.NestedContent Our.Umbraco.StackedContent Imulus.Archetype Our.Umbraco.Vorto",
  ],
  ["other", undefined, "MemberPicker MemberPicker2 MemberGroupPicker UserPicker EntityDataPicker"],
  ["other", undefined, "ListView FolderBrowser DropdownlistPublishingKeys DropdownlistMultiplePublishKeys"],
  ["text", undefined, "TextBox Textbox TextArea TextboxMultiple EmailAddress Label NoEdit TimeOnly"],
  ["text", undefined, "Plain.String Plain.Time"],
  ["texts", undefined, "MultipleTextstring Tags"],
  ["number", undefined, "Integer Decimal Plain.Integer Plain.Decimal"],
  ["slider", undefined, "Slider"],
  ["boolean", undefined, "TrueFalse"],
  ["date", undefined, "Date DateTime DateOnly DateTimeUnspecified DateTimeWithTimeZone Plain.DateTime"],
  ["choices", undefined, "CheckBoxList RadioButtonList DropDown DropDownMultiple DropDown.Flexible"],
  ["color", undefined, "ColorPicker ColorPicker.EyeDropper ColorPickerAlias"],
  ["json", undefined, "Plain.Json"],
];

const ROWS = KNOWN.flatMap(([reads, kind, aliases]) =>
  aliases.split(" ").map((alias) => ({ alias: hasOwner(alias) ? alias : `Umbraco.${alias}`, reads, kind })),
);

/** Whether an alias begins with the name of a package. */
function hasOwner(alias: string): boolean {
  return /^(?:RJP|Imulus|Gibe|Our|Skybrud)\./.test(alias);
}

it.each(ROWS)("editorFor: $alias reads $reads of $kind", ({ alias, reads, kind }) => {
  for (const written of [alias, alias.toLowerCase(), alias.toUpperCase()]) {
    const editor = editorFor(written);
    expect([editor?.reads, editor?.kind]).toEqual([reads, kind]);
  }
});

describe("editorFor: an unknown editor", () => {
  it.each([undefined, "", "Umbraco.", "umbraco", "ContentPicker", "constructor", "__proto__"])(
    "%s",
    (alias) => {
      expect(editorFor(alias)).toBeUndefined();
    },
  );

  it("or an editor of text or numbers is overridden by the CMS's convention for the property", () => {
    expect(editorFor(undefined, "umbracoRedirect")).toEqual({ reads: "nodes", kind: "content" });
    expect(editorFor("Some.Picker", "umbracoInternalRedirectId")).toEqual({
      reads: "nodes",
      kind: "content",
    });
    expect(editorFor("Umbraco.Integer", "umbracoRedirect")).toEqual({ reads: "nodes", kind: "content" });
    expect(editorFor("Umbraco.MultiUrlPicker", "umbracoRedirect")?.reads).toBe("links");
    expect(editorFor(undefined, "umbracoUrlAlias")).toBeUndefined();
  });
});

it("EDITORS has each alias once, in whatever case", () => {
  const aliases = EDITORS.map(({ alias }) => alias.toLowerCase());
  expect(new Set(aliases).size).toBe(aliases.length);
});
