/** The configuration of data types in a folder for uSync 17, from that of every older editor. */
import { describe, expect, it } from "vitest";
import { once } from "../../src/site/once.ts";
import { dataType, KEY, node, type, UDI, written } from "./written.ts";

/** A data type of 17, by its old editor and configuration, and what of that is lost. */
type Read = { editor?: string; ui?: string; config: Record<string, unknown>; dropped: string[] };

/** Writes a site with data types, a page (key 1), a folder of media (key 2) and an element type (key 31). */
async function dataTypesIn17(old: readonly (readonly [editor: string, config: unknown])[]): Promise<Read[]> {
  const { text, config, of } = await written({
    ...Object.fromEntries(
      old.map(([editor, stored], i) => [`DataTypes/d${i}`, dataType(100 + i, `d${i}`, editor, stored)]),
    ),
    "ContentTypes/page": type(30, "page"),
    "ContentTypes/card": type(31, "card", { isElement: true }),
    "MediaTypes/folder": type(40, "Folder", { kind: "Media" }),
    "MediaTypes/image": type(41, "Image", { kind: "Media" }),
    "Content/home": node(1, "page"),
    "Media/folder": node(2, "Folder", { kind: "Media" }),
  });
  const part = (name: string, element: string) =>
    new RegExp(`<${element}>(.*?)</${element}>`).exec(text(`DataTypes/${name}`))?.[1];
  return old.map((_, i) => ({
    editor: part(`d${i}`, "EditorAlias"),
    ui: part(`d${i}`, "EditorUIAlias"),
    config: config(`d${i}`),
    dropped: of("setting-dropped").flatMap((line) =>
      line.name === `d${i}` ? [line.text.replace(/; set .*/, "")] : [],
    ),
  }));
}

const CROPS = [{ alias: "wide", width: 1200, height: 400 }];
const TOOLBAR = (...buttons: string[]) => [[buttons.map((name) => `Umb.Tiptap.Toolbar.${name}`)]];

/** Old editor, old configuration, the editor of 17, its interface, its configuration, and what of the old one is lost. */
const cases: [string, object, string, string, object, string[]?][] = [
  ["Umbraco.Textbox", { maxChars: "40" }, "TextBox", "TextBox", { maxChars: 40 }],
  ["Umbraco.TextBox", { maxChars: 0 }, "TextBox", "TextBox", {}],
  ["Umbraco.TextboxMultiple", { maxChars: 200, rows: 4 }, "TextArea", "TextArea", { maxChars: 200, rows: 4 }],
  [
    "Umbraco.TrueFalse",
    { default: "1", labelOn: "Shown" },
    "TrueFalse",
    "Toggle",
    { default: true, labelOn: "Shown" },
  ],
  ["Umbraco.Integer", { min: "1", max: 10, step: "0" }, "Integer", "Integer", { min: 1, max: 10, step: 0 }],
  [
    "Umbraco.Slider",
    { enableRange: "1", minVal: "1", maxVal: "9", initVal1: "2", initVal2: "3", step: "2", precision: "1" },
    "Slider",
    "Slider",
    { enableRange: true, minVal: 1, maxVal: 9, initVal1: 2, initVal2: 3, step: 2 },
    ["Umbraco.Slider: precision"],
  ],
  [
    "Umbraco.DropDown.Flexible",
    { multiple: true, items: [{ id: 1, value: "Red" }] },
    "DropDown.Flexible",
    "Dropdown",
    { multiple: true, items: ["Red"] },
  ],
  [
    "Umbraco.CheckBoxList",
    { items: [{ id: 7, value: "A, B" }] },
    "CheckBoxList",
    "CheckBoxList",
    { items: ["A, B"] },
  ],
  [
    "Umbraco.ColorPicker",
    { useLabel: true, items: [{ id: 1, value: '{"value":"#ff0000","label":"Red"}' }] },
    "ColorPicker",
    "ColorPicker",
    { useLabel: true, items: [{ value: "ff0000", label: "Red" }] },
  ],
  [
    "Umbraco.Tags",
    { group: "news", storageType: "Csv", delimiter: ";" },
    "Tags",
    "Tags",
    { group: "news", storageType: "Json" },
  ],
  ["Umbraco.Date", {}, "DateTime", "DatePicker", { format: "YYYY-MM-DD" }],
  [
    "Umbraco.UploadField",
    { fileExtensions: [{ id: 0, value: "pdf" }] },
    "UploadField",
    "UploadField",
    { fileExtensions: ["pdf"] },
  ],
  [
    "Umbraco.ImageCropper",
    { crops: CROPS, src: "", focalPoint: { left: 0.5, top: 0.5 } },
    "ImageCropper",
    "ImageCropper",
    { crops: [{ alias: "wide", label: "wide", width: 1200, height: 400 }] },
  ],
  [
    "Umbraco.MediaPicker",
    { multiPicker: "1", onlyImages: "1", startNodeId: KEY(2), disableFolderSelect: "1" },
    "MediaPicker3",
    "MediaPicker",
    { multiple: true, filter: KEY(41), startNodeId: KEY(2) },
    ["Umbraco.MediaPicker: disableFolderSelect"],
  ],
  [
    "Umbraco.ContentPicker",
    { startNodeId: UDI("document", 1), showOpenButton: true },
    "ContentPicker",
    "DocumentPicker",
    { startNodeId: KEY(1) },
  ],
  [
    "Umbraco.MultiNodeTreePicker",
    { startNode: { type: "content", id: UDI("document", 1) }, filter: "page", minNumber: 1, maxNumber: "3" },
    "MultiNodeTreePicker",
    "ContentPicker",
    { startNode: { type: "content", id: KEY(1) }, filter: KEY(30), minNumber: 1, maxNumber: 3 },
  ],
  [
    "Umbraco.MultiNodeTreePicker2",
    { startNode: { type: "content", query: "$site/news" }, filter: "{ 'level': '!1' }" },
    "MultiNodeTreePicker",
    "ContentPicker",
    { startNode: { type: "content" } },
    ["Umbraco.MultiNodeTreePicker2: startNode.query, filter"],
  ],
  [
    "Umbraco.MultiNodeTreePicker",
    {
      startNode: {
        type: "content",
        id: null,
        dynamicRoot: {
          OriginAlias: "Root",
          QuerySteps: [{ Alias: "NearestDescendantOrSelf", AnyOfDocTypeKeys: [KEY(30)] }],
        },
      },
    },
    "MultiNodeTreePicker",
    "ContentPicker",
    {
      startNode: {
        type: "content",
        dynamicRoot: {
          originAlias: "Root",
          querySteps: [{ alias: "NearestDescendantOrSelf", anyOfDocTypeKeys: [KEY(30)] }],
        },
      },
    },
  ],
  ["Umbraco.RelatedLinks", { max: "3" }, "MultiUrlPicker", "MultiUrlPicker", { maxNumber: 3 }],
  ["Gibe.LinkPicker", {}, "MultiUrlPicker", "MultiUrlPicker", { maxNumber: 1 }],
  ["Umbraco.NoEdit", {}, "Label", "Label", { umbracoDataValueType: "STRING" }],
  [
    "Umbraco.NestedContent",
    {
      contentTypes: [{ ncAlias: "card", ncTabAlias: "Content", nameTemplate: "{{title}}" }],
      minItems: 1,
      maxItems: 4,
    },
    "BlockList",
    "BlockList",
    {
      blocks: [{ contentElementTypeKey: KEY(31), label: "{umbValue: title}" }],
      validationLimit: { min: 1, max: 4 },
    },
  ],
  [
    "Our.Umbraco.StackedContent",
    {
      contentTypes: [{ icContentTypeGuid: KEY(31), nameTemplate: "{{title}}" }],
      singleItemMode: "1",
      maxItems: "0",
    },
    "BlockList",
    "BlockList",
    { blocks: [{ contentElementTypeKey: KEY(31), label: "{umbValue: title}" }], validationLimit: { max: 1 } },
  ],
  [
    "Imulus.Archetype",
    { archetypeConfig: { maxFieldsets: 3, fieldsets: [] } },
    "BlockList",
    "BlockList",
    { validationLimit: { max: 3 } },
  ],
  [
    "Umbraco.BlockList",
    {
      Blocks: [
        { ContentElementTypeKey: KEY(31), Label: "Card", View: "~/App_Plugins/card.html", Stylesheet: null },
      ],
      ValidationLimit: { Min: null, Max: 4 },
      UseLiveEditing: true,
      MaxPropertyWidth: null,
    },
    "BlockList",
    "BlockList",
    {
      blocks: [{ contentElementTypeKey: KEY(31), label: "Card" }],
      validationLimit: { max: 4 },
      useLiveEditing: true,
    },
    ["Umbraco.BlockList: blocks.View"],
  ],
  [
    "Umbraco.BlockGrid",
    {
      blocks: [{ contentElementTypeKey: KEY(31), allowAtRoot: true, allowInAreas: false, areas: [] }],
      blockGroups: [{ key: KEY(50), name: "Cards" }],
      gridColumns: 6,
      layoutStylesheet: "~/css/grid.css",
      createLabel: "",
    },
    "BlockGrid",
    "BlockGrid",
    {
      blocks: [{ contentElementTypeKey: KEY(31), allowAtRoot: true, allowInAreas: false, areas: [] }],
      blockGroups: [{ key: KEY(50), name: "Cards" }],
      gridColumns: 6,
    },
    ["Umbraco.BlockGrid: layoutStylesheet"],
  ],
  [
    "Umbraco.ListView",
    {
      pageSize: 20,
      orderBy: "name",
      orderDirection: "asc",
      layouts: [
        {
          name: "Grid",
          path: "views/propertyeditors/listview/layouts/grid/grid.html",
          isSystem: 1,
          selected: false,
        },
        { name: "Map", path: "/App_Plugins/map.html", isSystem: 0, selected: true },
      ],
      includeProperties: [
        { alias: "owner", header: "Updated by", isSystem: 1 },
        { alias: "price", nameTemplate: "{{value}}", isSystem: 0 },
      ],
      bulkActionPermissions: { allowBulkDelete: true },
    },
    "ListView",
    "Collection",
    {
      pageSize: 20,
      orderBy: "name",
      orderDirection: "asc",
      layouts: [
        {
          name: "Grid",
          collectionView: "Umb.CollectionView.Document.Grid",
          icon: "icon-thumbnails-small",
          isSystem: true,
          selected: false,
        },
      ],
      includeProperties: [
        { alias: "creator", header: "Updated by", isSystem: true },
        { alias: "price", header: "price", isSystem: false, nameTemplate: "{umbValue: value}" },
      ],
    },
    ["Umbraco.ListView: bulkActionPermissions, layouts.Map"],
  ],
];

const all = once(() => dataTypesIn17(cases.map(([editor, config]) => [editor, config])));

describe("usync: configuration of data types", () => {
  it.each(cases.map((each, index) => [index, ...each] as const))(
    "%i: %s %j becomes %s",
    async (index, _, __, editor, ui, expected, dropped = []) => {
      expect((await all())[index]).toEqual({
        ...{ editor: `Umbraco.${editor}`, ui: `Umb.PropertyEditorUi.${ui}`, config: expected },
        dropped,
      });
    },
  );

  it.each([
    [
      "of version 7",
      "Umbraco.TinyMCEv3",
      {
        editor: {
          toolbar: ["code", "bold", "charmap", "umbmacro", "cut", "formatselect"],
          stylesheets: ["rte"],
          dimensions: { height: 400 },
          maxImageSize: 600,
        },
      },
      {
        toolbar: TOOLBAR("SourceEditor", "Bold", "CharacterMap", "BlockPicker"),
        stylesheets: ["/rte.css"],
        dimensions: { height: 400 },
        maxImageSize: 600,
      },
      ["Umbraco.TinyMCEv3: toolbar.formatselect"],
    ],
    [
      "of version 13, with blocks",
      "Umbraco.TinyMCE",
      {
        editor: { toolbar: ["bold"], stylesheets: ["/css/rte.css"], maxImageSize: 500, mode: "classic" },
        blocks: [{ contentElementTypeKey: KEY(31), displayInline: true, label: "Card" }],
        overlaySize: "small",
        mediaParentId: UDI("media", 2),
      },
      {
        toolbar: TOOLBAR("Bold"),
        stylesheets: ["/rte.css"],
        maxImageSize: 500,
        blocks: [{ contentElementTypeKey: KEY(31), displayInline: true, label: "Card" }],
        overlaySize: "small",
        mediaParentId: KEY(2),
      },
      [],
    ],
    ["with buttons that need no place", "Umbraco.TinyMCE", { editor: { toolbar: ["cut", "copy"] } }, {}, []],
    [
      "without a toolbar",
      "Umbraco.TinyMCE",
      { value: ",code,undo,|1|1,2,3,|0|500,400|1049,|true|" },
      {
        toolbar: TOOLBAR(
          ...["SourceEditor", "StyleSelect", "Bold", "Italic", "TextAlignLeft", "TextAlignCenter"],
          ...[
            "TextAlignRight",
            "BulletList",
            "OrderedList",
            "TextOutdent",
            "TextIndent",
            "Link",
            "MediaPicker",
          ],
          ...["BlockPicker", "EmbeddedMedia"],
        ),
      },
      [],
    ],
  ])("rich text %s keeps what Tiptap has", async (_, editor, config, expected, dropped) => {
    const [found] = await dataTypesIn17([[editor, config]]);
    const { extensions, ...others } = found.config;
    expect(others).toEqual(expected);
    expect(extensions).toContain("Umb.Tiptap.RichTextEssentials");
    expect(found.dropped).toEqual(dropped);
  });

  it("a list of media has the views of media", async () => {
    const { text } = await written({
      "DataTypes/list": dataType(20, "List", "Umbraco.ListView"),
      "MediaTypes/folder": type(40, "Folder", { kind: "Media", info: `<ListView>${KEY(20)}</ListView>` }),
      "Media/folder": node(2, "Folder", { kind: "Media" }),
    });
    expect(text("DataTypes/list")).toContain('"Umb.CollectionView.Media.Table"');
    expect(text("MediaTypes/folder")).toContain(`<ListView>${KEY(20)}<`);
  });
});
