/** What becomes of an editor in Umbraco 17. */
import { expect, it } from "vitest";
import { editorAliasIn17 } from "../../../src/site/schema/editors-in-17.ts";

it.each([
  ["Umbraco.TextBox", "Umbraco.TextBox"],
  ["Umbraco.Grid", "Umbraco.BlockGrid"],
  ["Our.Umbraco.Vorto", null],
  ["Own.Editor", undefined],
  [null, undefined],
])("editorAliasIn17: %s becomes %s", (editor, becomes) => {
  expect(editorAliasIn17(editor)).toBe(becomes);
});

it.each([
  ["Umbraco.Community.Contentment.ContentBlocks", "Umbraco.Community.Contentment.ContentBlocks"],
  ["Umbraco.TinyMCE", "Umbraco.RichText"],
  ["Umbraco.ElementPicker", null],
])("editorAliasIn17: from version 14 on, %s becomes %s", (editor, becomes) => {
  expect(editorAliasIn17(editor, 14)).toBe(becomes);
});
