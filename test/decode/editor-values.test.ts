/** What properties hold, by editor and configuration as each version writes it. */
import { describe, expect, it } from "vitest";
import { guessedEditor, inferredContent, propertyContent } from "../../src/decode/editor-values.ts";
import type { ValueShape } from "../../src/site/values/value-parts.ts";

describe("propertyContent", () => {
  const picked = "bbbbbbbb-0000-4000-8000-000000000001";
  it.each<[editor: string | null, config: Record<string, unknown>, content: object]>([
    ["Umbraco.TextBox", {}, { kind: "text", many: false, form: "string" }],
    ["Umbraco.Textbox", { MaxChars: "40" }, { kind: "text", many: false, form: "string", max: 40 }],
    ["Umbraco.TextboxMultiple", {}, { kind: "multilineText", many: false, form: "string" }],
    ["Umbraco.TinyMCEv3", { editor: {} }, { kind: "richText", many: false, form: "rich-text" }],
    ["Umbraco.Integer", { min: 1, max: 5 }, { kind: "integer", many: false, form: "number", min: 1, max: 5 }],
    [
      "Umbraco.Slider",
      { enableRange: true, maxVal: 9 },
      { kind: "slider", many: false, form: "range", max: 9 },
    ],
    ["Umbraco.Slider", { enableRange: "0" }, { kind: "slider", many: false, form: "number" }],
    ["Umbraco.Label", { umbracoDataValueType: "BIGINT" }, { kind: "label", many: false, form: "number" }],
    ["Umbraco.Label", { umbracoDataValueType: "STRING" }, { kind: "label", many: false, form: "string" }],
    ["Umbraco.Label", {}, { kind: "label", many: false, form: "scalar" }],
    // Version 7: pre-values by position.
    [
      "Umbraco.DropDown",
      { "0": "Red", "1": "Blue" },
      { kind: "choice", many: false, form: "string", options: ["Red", "Blue"] },
    ],
    ["Umbraco.DropDown.Flexible", {}, { kind: "choice", many: false, form: "string-or-strings" }],
    ["Umbraco.DropDownMultiple", {}, { kind: "choice", many: true, form: "strings" }],
    // Version 8: names with a capital letter, options with ids.
    [
      "Umbraco.DropDown.Flexible",
      { Multiple: true, Items: [{ id: 1, value: "Red" }] },
      { kind: "choice", many: true, form: "strings", options: ["Red"] },
    ],
    // Version 14: options are texts.
    [
      "Umbraco.CheckBoxList",
      { items: ["Red", "Blue"] },
      { kind: "choice", many: true, form: "strings", options: ["Red", "Blue"] },
    ],
    [
      "Umbraco.ColorPicker",
      { items: [{ id: 1, value: '{"value":"ff0000","label":"Red"}' }] },
      { kind: "color", many: false, form: "color", options: ["ff0000"] },
    ],
    ["Umbraco.ColorPicker.EyeDropper", {}, { kind: "color", many: false, form: "string" }],
    ["Umbraco.MediaPicker3", { multiple: true }, { kind: "media", many: true, form: "picked-media" }],
    [
      "Umbraco.MediaPicker3",
      { multiple: false, filter: picked, validationLimit: { min: 0, max: 1 } },
      { kind: "media", many: false, form: "picked-media", max: 1, allowed: [picked] },
    ],
    ["Umbraco.MediaPicker2", { multiPicker: "1" }, { kind: "media", many: true, form: "picked-media" }],
    ["Umbraco.MediaPicker", {}, { kind: "media", many: false, form: "picked-media" }],
    [
      "Umbraco.MultiNodeTreePicker",
      { startNode: { type: "content" }, filter: "page, news", minNumber: 1, maxNumber: 3 },
      { kind: "content", many: true, form: "picked-contents", min: 1, max: 3, allowed: ["page", "news"] },
    ],
    [
      "Umbraco.MultiNodeTreePicker2",
      { StartNode: { Type: "media" }, maxNumber: "1" },
      { kind: "media", many: false, form: "picked-media", max: 1 },
    ],
    ["Umbraco.MultiNodeTreePicker", {}, { kind: "content", many: true, form: "picked-nodes" }],
    [
      "Umbraco.MultiNodeTreePicker",
      { startNode: { type: "member" } },
      { kind: "member", many: true, form: "string" },
    ],
    ["Umbraco.MultiUrlPicker", { maxNumber: 1 }, { kind: "link", many: false, form: "links", max: 1 }],
    ["Umbraco.RelatedLinks", {}, { kind: "link", many: true, form: "links" }],
    [
      "Umbraco.BlockList",
      { blocks: [{ contentElementTypeKey: picked }], validationLimit: { min: 2, max: null } },
      { kind: "blocks", many: true, form: "blocks", min: 2, allowed: [picked] },
    ],
    ["Umbraco.SingleBlock", {}, { kind: "blocks", many: false, form: "single-block" }],
    [
      "Umbraco.NestedContent",
      { ContentTypes: [{ ncAlias: "quote" }], MaxItems: 1 },
      { kind: "blocks", many: false, form: "blocks", max: 1, allowed: ["quote"] },
    ],
    ["Imulus.Archetype", {}, { kind: "blocks", many: true, form: "blocks" }],
    ["Umbraco.Grid", { items: { columns: 12 } }, { kind: "blockGrid", many: true, form: "block-grid" }],
    ["Acme.Stars", {}, { kind: "unknown", many: false, form: "any" }],
    [null, {}, { kind: "unknown", many: false, form: "any" }],
  ])("propertyContent of %s with %j is %j", (editor, config, content) => {
    expect(propertyContent(editor, config)).toEqual(content);
  });
});

describe("inferredContent", () => {
  it.each<[ValueShape[], object]>([
    [["text", "html"], { kind: "richText", many: false, shape: "one", form: "any" }],
    [["number", "id"], { kind: "decimal", many: false, shape: "one", form: "any" }],
    [["boolean"], { kind: "boolean", many: false, shape: "one", form: "any" }],
    [["nested-content"], { kind: "blocks", many: true, shape: "one", form: "any" }],
    [["udi", "text"], { kind: "unknown", many: false, form: "any" }],
    [["links"], { kind: "link", many: true, shape: "list", form: "any" }],
    [["media-picker-3"], { kind: "media", many: true, shape: "list", form: "any" }],
    [["guid", "guids"], { kind: "content", many: true, shape: "one", form: "any" }],
    [["leblender"], { kind: "blocks", many: true, shape: "one", form: "any" }],
    [["vorto"], { kind: "unknown", many: false, form: "any" }],
    [["boolean", "links"], { kind: "unknown", many: true, form: "any" }],
    [[], { kind: "unknown", many: false, form: "any" }],
  ])("inferredContent of the shapes %j is %j", (shapes, content) => {
    expect(inferredContent(shapes)).toEqual(content);
  });
});

it.each<[ValueShape[], string | undefined]>([
  [["text", "html"], "Umbraco.TinyMCE"],
  [["nested-content", "block-list"], "Umbraco.NestedContent"],
  [["udi"], "Umbraco.MultiNodeTreePicker"],
  [["texts"], "Umbraco.MultipleTextstring"],
  [["text"], undefined],
  [["number", "id"], undefined],
  [["html", "links"], undefined],
  [["vorto"], undefined],
  [[], undefined],
])("guessedEditor of the shapes %j is %s", (shapes, editor) => {
  expect(guessedEditor(new Set(shapes))).toBe(editor);
});
