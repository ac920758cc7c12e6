/** What each editor of any version becomes in Umbraco 17: the editor, its interface, and its configuration. */
import {
  type Configuration,
  flagIn,
  objectsIn,
  optionsIn,
  optionValue,
  settingIn,
  settingsIn,
  textIn,
  treeIn,
} from "../decode/configuration.ts";
import { isMembers } from "../json/shape.ts";
import type { Kind } from "../operations.ts";
import { type EditorOf17, editorAliasIn17 } from "../site/schema/editors-in-17.ts";
import type { Key } from "../site/tree/key.ts";
import { type EditorAlias, knownEditor } from "../site/values/editors.ts";

/** What settings refer to. */
export type ConfigContext = {
  /** The key of a node by its id, GUID or UDI; `undefined` if there is none. */
  nodeKey(reference: string, kind: Kind): Key | undefined;
  /** The key of a type by its alias or GUID. */
  typeKey(name: string, kind: Kind): Key | undefined;
  /** The column of the data type's values, if it is known. */
  dbType: string | null;
  /** Whether the data type lists media, if it lists nodes. */
  listsMedia: boolean;
};

/** Reads a setting of the new editor from the old configuration. @returns `undefined` to leave it out */
type Setting = {
  /** The old settings that it is made of. */
  from: readonly string[];
  read(config: Configuration, context: ConfigContext): unknown;
  /** Names the parts of the old settings that the new one has no place for. Default: none */
  lost?(config: Configuration): readonly string[];
};

type TargetEditor = TargetSettings & { alias: string };

type TargetSettings = {
  ui: string;
  /** By their names in 17. */
  settings: Readonly<Record<string, Setting>>;
  /** Settings of old versions that say nothing of what editors can enter. */
  ignored?: readonly string[];
};

/** The first of several settings that has a value. */
function first(config: Configuration, names: readonly string[]): unknown {
  for (const name of names) {
    const value = settingIn(config, name);
    if (value !== undefined && value !== null && value !== "") return value;
  }
  return undefined;
}

const setting = (from: readonly string[], read: Setting["read"], lost?: Setting["lost"]): Setting => ({
  from,
  read,
  lost,
});

/** A number above 0: in old versions, 0 is no limit. */
const limit = (...from: string[]) =>
  setting(from, (config) => {
    const value = Number(first(config, from));
    return Number.isFinite(value) && value > 0 ? value : undefined;
  });

const number = (...from: string[]) =>
  setting(from, (config) => {
    const found = first(config, from);
    const value = Number(found);
    return found === undefined || !Number.isFinite(value) ? undefined : value;
  });

const text = (...from: string[]) =>
  setting(from, (config) => {
    const value = first(config, from);
    return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
  });

const flag = (...from: string[]) =>
  setting(from, (config) => {
    for (const name of from) {
      const value = flagIn(config, name);
      if (value !== undefined) return value;
    }
    return undefined;
  });

/** @param from old settings that say nothing else */
const fixed = (value: unknown, ...from: string[]) => setting(from, () => value);

/** JSON with names in the spelling of 17: uSync for version 8 writes them with a capital letter. */
function withNamesOf17(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNamesOf17);
  if (!isMembers(value)) return value;
  const members = Object.entries(value).filter(([, each]) => each !== null && each !== "");
  return Object.fromEntries(
    members.map(([name, each]) => [name.charAt(0).toLowerCase() + name.slice(1), withNamesOf17(each)]),
  );
}

/** `undefined` without both limits. */
const range = (least: Setting, most: Setting) =>
  setting(["validationLimit", ...least.from, ...most.from], (config, context) => {
    const own = settingsIn(config, "validationLimit");
    const min = limit("min").read(own, context) ?? least.read(config, context);
    const max = limit("max").read(own, context) ?? most.read(config, context);
    return min === undefined && max === undefined ? undefined : { min, max };
  });

/** The texts of options. Version 8 to 13 has objects with ids, version 7 settings by position. */
const options = (fixedSingle?: boolean) => ({
  items: setting(["items", "prevalues"], (config) =>
    optionsIn(config).flatMap((option) => {
      const value = optionValue(option);
      return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
    }),
  ),
  ...(fixedSingle !== undefined && { multiple: fixed(fixedSingle) }),
});

/** The colours of a palette; version 8 to 13 has an object in a string. */
const colors = setting(["items"], (config) =>
  optionsIn(config).flatMap((option) => {
    const own = parsedMembers(optionValue(option)) ?? (isMembers(option) ? option : { value: option });
    const value = textIn(own, "value")?.replace(/^#/, "");
    return value === undefined ? [] : [{ value, label: textIn(own, "label") ?? value }];
  }),
);

function parsedMembers(value: unknown): Configuration | undefined {
  if (isMembers(value)) return value;
  if (typeof value !== "string" || !value.trimStart().startsWith("{")) return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return isMembers(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

const crops = setting(["crops"], (config) =>
  objectsIn(config, "crops").map((crop) => ({
    alias: textIn(crop, "alias") ?? "",
    label: textIn(crop, "label") ?? textIn(crop, "alias") ?? "",
    width: Number(settingIn(crop, "width")) || 0,
    height: Number(settingIn(crop, "height")) || 0,
  })),
);

const startNode = (kind: Kind) =>
  setting(["startNodeId", "startNode"], (config, { nodeKey }) => {
    const found = first(config, ["startNodeId", "startNode"]);
    if (isMembers(found)) return undefined;
    return found === undefined ? undefined : nodeKey(String(found), kind);
  });

/** A list of types; other filters are scripts, which nothing runs in 17. */
const TYPE_NAMES = /^[\w\s,-]*$/;

/** The keys of types that can be picked. */
const typeFilter = (kindOf: (config: Configuration) => Kind) =>
  setting(
    ["filter"],
    (config, { typeKey }) => {
      const filter = textIn(config, "filter") ?? "";
      if (!TYPE_NAMES.test(filter)) return undefined;
      const keys = filter.split(",").flatMap((name) => typeKey(name.trim(), kindOf(config)) ?? []);
      return keys.length === 0 ? undefined : keys.join(",");
    },
    (config) => (TYPE_NAMES.test(textIn(config, "filter") ?? "") ? [] : ["filter"]),
  );

/** Where a tree picker starts: a node, or from version 12 on one that is found from the page. */
const treeStart = setting(
  ["startNode", "treeSource", "startNodeId"],
  (config, { nodeKey }) => {
    const members = treeSourceOf(config);
    const type = treeIn(config) ?? "content";
    const reference = first(members, ["id", "udi"]) ?? settingIn(config, "startNodeId");
    const id = type === "member" || reference === undefined ? undefined : nodeKey(String(reference), type);
    const dynamicRoot = settingIn(members, "dynamicRoot");
    return {
      type,
      ...(id !== undefined && { id }),
      ...(isMembers(dynamicRoot) && { dynamicRoot: withNamesOf17(dynamicRoot) }),
    };
  },
  // An XPath expression.
  (config) => (textIn(treeSourceOf(config), "query") === undefined ? [] : ["startNode.query"]),
);

function treeSourceOf(config: Configuration): Configuration {
  const stored = settingIn(config, "startNode") ?? settingIn(config, "treeSource");
  return isMembers(stored) ? stored : {};
}

const mediaFilter = typeFilter(() => "media");
const media = {
  filter: setting(
    ["filter", "onlyImages"],
    (config, context) => {
      if (flagIn(config, "onlyImages")) return context.typeKey("Image", "media");
      return mediaFilter.read(config, context);
    },
    mediaFilter.lost,
  ),
  multiple: flag("multiple", "multiPicker"),
  validationLimit: range(limit("minNumber"), limit("maxNumber")),
  startNodeId: startNode("media"),
  crops,
  enableLocalFocalPoint: flag("enableLocalFocalPoint"),
  ignoreUserStartNodes: flag("ignoreUserStartNodes"),
};

const mediaPicker = (isMultiple?: boolean): TargetSettings => ({
  ui: "MediaPicker",
  settings: { ...media, ...(isMultiple && { multiple: withDefault(media.multiple, true) }) },
});

function withDefault(own: Setting, value: unknown): Setting {
  return { ...own, read: (config, context) => own.read(config, context) ?? value };
}

const treePicker: TargetSettings = {
  ui: "ContentPicker",
  settings: {
    startNode: treeStart,
    filter: typeFilter((config) => (treeIn(config) === "media" ? "media" : "content")),
    minNumber: limit("minNumber"),
    maxNumber: limit("maxNumber"),
    ignoreUserStartNodes: flag("ignoreUserStartNodes"),
  },
  ignored: ["showOpenButton", "multiPicker", "showEditButton", "showPathOnHover", "idType"],
};

const contentPicker: TargetSettings = {
  ui: "DocumentPicker",
  settings: { startNodeId: startNode("content"), ignoreUserStartNodes: flag("ignoreUserStartNodes") },
  ignored: ["showOpenButton", "showEditButton", "showPathOnHover", "multiPicker", "idType"],
};

const linkPicker: TargetSettings = {
  ui: "MultiUrlPicker",
  settings: {
    minNumber: limit("minNumber", "minNumberOfItems"),
    maxNumber: limit("maxNumber", "maxNumberOfItems", "max"),
    hideAnchor: flag("hideAnchor"),
    overlaySize: text("overlaySize"),
    ignoreUserStartNodes: flag("ignoreUserStartNodes"),
  },
  ignored: ["hideQuerystring", "hideTarget", "version", "idType"],
};

/** A picker of links that holds one. */
const oneLink: TargetSettings = {
  ...linkPicker,
  settings: { ...linkPicker.settings, maxNumber: fixed(1) },
};

const EXTENSIONS = [
  "RichTextEssentials",
  "Bold",
  "Italic",
  "Underline",
  "Strike",
  "Heading",
  "BulletList",
  "OrderedList",
  "Blockquote",
  "CodeBlock",
  "HorizontalRule",
  "Link",
  "Anchor",
  "Image",
  "Figure",
  "Table",
  "TextAlign",
  "TextIndent",
  "Subscript",
  "Superscript",
  "HtmlAttributeClass",
  "HtmlAttributeId",
  "HtmlAttributeStyle",
  "HtmlAttributeDataset",
  "HtmlTagDiv",
  "HtmlTagSpan",
  "Embed",
  "MediaUpload",
  "TextDirection",
  "Block",
].map((name) => `Umb.Tiptap.${name}`);

/** The buttons of old toolbars that Tiptap has, by their names up to 13. */
const BUTTONS: Readonly<Record<string, string>> = {
  ace: "SourceEditor",
  code: "SourceEditor",
  sourcecode: "SourceEditor",
  undo: "Undo",
  redo: "Redo",
  removeformat: "ClearFormatting",
  styles: "StyleSelect",
  styleselect: "StyleSelect",
  bold: "Bold",
  italic: "Italic",
  underline: "Underline",
  strikethrough: "Strike",
  justifyleft: "TextAlignLeft",
  alignleft: "TextAlignLeft",
  justifycenter: "TextAlignCenter",
  aligncenter: "TextAlignCenter",
  justifyright: "TextAlignRight",
  alignright: "TextAlignRight",
  justifyfull: "TextAlignJustify",
  alignjustify: "TextAlignJustify",
  bullist: "BulletList",
  numlist: "OrderedList",
  outdent: "TextOutdent",
  indent: "TextIndent",
  blockquote: "Blockquote",
  link: "Link",
  unlink: "Unlink",
  anchor: "Anchor",
  charmap: "CharacterMap",
  ltr: "TextDirectionLtr",
  rtl: "TextDirectionRtl",
  forecolor: "TextColorForeground",
  backcolor: "TextColorBackground",
  fontname: "FontFamily",
  fontselect: "FontFamily",
  fontsize: "FontSize",
  fontsizeselect: "FontSize",
  umbblockpicker: "BlockPicker",
  // Macros become blocks.
  umbmacro: "BlockPicker",
  umbmediapicker: "MediaPicker",
  mceimage: "MediaPicker",
  umbembeddialog: "EmbeddedMedia",
  hr: "HorizontalRule",
  sub: "Subscript",
  subscript: "Subscript",
  sup: "Superscript",
  superscript: "Superscript",
  table: "Table",
};
/** Buttons whose work Tiptap does without one, or does not need. */
const NEEDLESS_BUTTONS =
  /^(?:cut|copy|paste|pastetext|pasteword|visualaid|selectall|remove|newdocument|\|)$/i;
/** The toolbar of versions 7 to 13 where the data type does not say. */
const USUAL_BUTTONS = [
  ...["ace", "styles", "bold", "italic", "alignleft", "aligncenter", "alignright", "bullist", "numlist"],
  ...["outdent", "indent", "link", "umbmediapicker", "umbmacro", "umbembeddialog"],
];

/** A setting of rich text, which versions up to 13 have in `editor`. */
function richTextSetting(config: Configuration, name: string): unknown {
  return settingIn(settingsIn(config, "editor"), name) ?? settingIn(config, name);
}

function buttonsOf(config: Configuration): string[] {
  const stored = richTextSetting(config, "toolbar");
  return Array.isArray(stored) && stored.length > 0 ? stored.map(String) : USUAL_BUTTONS;
}

/** The blocks of a list, a grid or rich text. The views of version 8 to 13 are written for AngularJS. */
const blocks = setting(
  ["blocks"],
  (config) =>
    objectsIn(config, "blocks").map((block) =>
      withNamesOf17(Object.fromEntries(Object.entries(block).filter(([name]) => !LOST_IN_BLOCKS.test(name)))),
    ),
  (config) => {
    const names = objectsIn(config, "blocks").flatMap((block) =>
      Object.entries(block).flatMap(([name, value]) =>
        LOST_IN_BLOCKS.test(name) && saysSomething(value) ? [`blocks.${name}`] : [],
      ),
    );
    return [...new Set(names)];
  },
);
const LOST_IN_BLOCKS = /^(?:view|stylesheet|thumbnail)$/i;

const richText: TargetSettings = {
  ui: "Tiptap",
  settings: {
    extensions: fixed(EXTENSIONS),
    toolbar: setting(
      ["editor", "toolbar"],
      (config) => {
        const buttons = buttonsOf(config).flatMap((name) => BUTTONS[name.toLowerCase()] ?? []);
        return [[[...new Set(buttons)].map((button) => `Umb.Tiptap.Toolbar.${button}`)]];
      },
      (config) =>
        buttonsOf(config).flatMap((name) =>
          BUTTONS[name.toLowerCase()] === undefined && !NEEDLESS_BUTTONS.test(name)
            ? [`toolbar.${name}`]
            : [],
        ),
    ),
    // Below /css, as 17 has them; the files themselves are not carried over.
    stylesheets: setting(["stylesheets"], (config) => {
      const stored = richTextSetting(config, "stylesheets");
      const names = (Array.isArray(stored) ? stored : []).filter((name) => typeof name === "string");
      const paths = names.map((name) => `/${name.replace(/^~?\/?(?:css\/)?|\.css$/gi, "")}.css`);
      return paths.length === 0 ? undefined : paths;
    }),
    dimensions: setting(["dimensions"], (config) => {
      const stored = richTextSetting(config, "dimensions");
      if (!isMembers(stored)) return undefined;
      const [width, height] = ["width", "height"].map((name) => Number(settingIn(stored, name)) || undefined);
      return width === undefined && height === undefined ? undefined : { width, height };
    }),
    maxImageSize: setting(["maxImageSize"], (config) => {
      const size = Number(richTextSetting(config, "maxImageSize"));
      return Number.isFinite(size) && size > 0 ? size : undefined;
    }),
    blocks: setting(
      blocks.from,
      (config, context) =>
        objectsIn(config, "blocks").length === 0 ? undefined : blocks.read(config, context),
      blocks.lost,
    ),
    overlaySize: text("overlaySize"),
    mediaParentId: setting(["mediaParentId"], (config, { nodeKey }) => {
      const folder = settingIn(config, "mediaParentId");
      return folder ? nodeKey(String(folder), "media") : undefined;
    }),
    ignoreUserStartNodes: flag("ignoreUserStartNodes"),
  },
  // From version 7 on, nothing reads the text of version 4 to 6 in "value".
  ignored: ["hideLabel", "mode", "useLiveEditing", "value"],
};

const validationLimit = range(limit("minItems", "minNumber"), limit("maxItems", "maxNumber"));

const blockList: TargetSettings = {
  ui: "BlockList",
  settings: {
    blocks,
    validationLimit,
    maxPropertyWidth: text("maxPropertyWidth"),
    useInlineEditingAsDefault: flag("useInlineEditingAsDefault"),
    useLiveEditing: flag("useLiveEditing"),
    useSingleBlockMode: flag("useSingleBlockMode"),
  },
};

const blockGrid: TargetSettings = {
  ui: "BlockGrid",
  settings: {
    blocks,
    blockGroups: setting(["blockGroups"], (config) =>
      objectsIn(config, "blockGroups").map((group) => withNamesOf17(group)),
    ),
    gridColumns: withDefault(number("gridColumns"), 12),
    validationLimit: range(limit(), limit()),
    maxPropertyWidth: text("maxPropertyWidth"),
    createLabel: text("createLabel"),
    useLiveEditing: flag("useLiveEditing"),
  },
};

/** The element types of nested content become blocks. */
const nestedContent: TargetSettings = {
  ...blockList,
  settings: {
    ...blockList.settings,
    blocks: setting(["contentTypes"], (config, { typeKey }) =>
      objectsIn(config, "contentTypes").flatMap((type) => {
        const name = textIn(type, "ncAlias") ?? textIn(type, "icContentTypeGuid");
        const key = name === undefined ? undefined : typeKey(name, "content");
        const label = textIn(type, "nameTemplate");
        return key === undefined ? [] : [{ contentElementTypeKey: key, ...(label && { label }) }];
      }),
    ),
    validationLimit: setting([...validationLimit.from, "singleItemMode"], (config, context) =>
      flagIn(config, "singleItemMode") ? { max: 1 } : validationLimit.read(config, context),
    ),
  },
  ignored: ["confirmDeletes", "showIcons", "expandsOnLoad", "hideLabel", "enablePreview", "enableFilter"],
};

/** Its layouts and editors become blocks as values have them. */
const gridOf7: TargetSettings = {
  ...blockGrid,
  settings: { gridColumns: fixed(12) },
  ignored: ["items", "rte", "ignoreUserStartNodes", "mediaParentId"],
};

/** Its fieldsets become blocks. */
const archetype: TargetSettings = {
  ...blockList,
  settings: {
    validationLimit: setting(["archetypeConfig"], (config) => {
      const max = Number(settingIn(settingsIn(config, "archetypeConfig"), "maxFieldsets"));
      return Number.isInteger(max) && max > 0 ? { max } : undefined;
    }),
  },
  ignored: ["archetypeConfig", "hideLabel"],
};

const LABEL_TYPES: Readonly<Record<string, string>> = {
  ntext: "TEXT",
  integer: "INT",
  date: "DATETIME",
  decimal: "DECIMAL",
};

const label: TargetSettings = {
  ui: "Label",
  settings: {
    umbracoDataValueType: setting(["umbracoDataValueType", "valueType"], (config, { dbType }) => {
      const stored = first(config, ["umbracoDataValueType", "valueType"]);
      return stored === undefined ? (LABEL_TYPES[dbType ?? ""] ?? "STRING") : String(stored).toUpperCase();
    }),
    labelTemplate: text("labelTemplate"),
  },
};

/** Old texts that no editor of 17 understands are kept, and seen as text. */
export const KEPT_AS_TEXT: TargetEditor = {
  alias: "Umbraco.Label",
  ui: "Label",
  settings: { umbracoDataValueType: fixed("TEXT") },
};

const plain = (ui: string, settings: TargetSettings["settings"] = {}): TargetSettings => ({
  ui,
  settings,
});

const LIST_COLUMNS = [
  { alias: "sortOrder", header: "Sort order", isSystem: true },
  { alias: "updateDate", header: "Last edited", isSystem: true },
  { alias: "creator", header: "Created by", isSystem: true },
];

const LAYOUT_NAMES = { Table: "List", Grid: "Grid" } as const;
const LAYOUT_ICONS = { Table: "icon-list", Grid: "icon-thumbnails-small" } as const;

/** What a layout of an old list is in 17. @returns `undefined` for a view of the site's own, written for AngularJS */
function layoutOf(layout: Configuration): "Table" | "Grid" | undefined {
  const [, name] = /\/(grid|list)\.html$/i.exec(textIn(layout, "path") ?? "") ?? [];
  return name === undefined ? undefined : name.toLowerCase() === "grid" ? "Grid" : "Table";
}

const listView = plain("Collection", {
  pageSize: withDefault(limit("pageSize"), 10),
  orderBy: text("orderBy"),
  orderDirection: withDefault(text("orderDirection"), "desc"),
  includeProperties: setting(["includeProperties"], (config) => {
    const columns = objectsIn(config, "includeProperties").flatMap((column) => {
      const alias = textIn(column, "alias");
      if (alias === undefined) return [];
      const nameTemplate = textIn(column, "nameTemplate");
      return {
        alias: alias === "owner" ? "creator" : alias,
        header: textIn(column, "header") ?? alias,
        isSystem: flagIn(column, "isSystem") ?? false,
        ...(nameTemplate !== undefined && { nameTemplate }),
      };
    });
    return columns.length === 0 ? LIST_COLUMNS : columns;
  }),
  layouts: setting(
    ["layouts"],
    (config, { listsMedia }) => {
      const stored = objectsIn(config, "layouts").flatMap((layout) => {
        const view = layoutOf(layout);
        return view === undefined ? [] : [{ view, layout }];
      });
      return (stored.length === 0 ? [{ view: "Table" as const, layout: {} }] : stored).map(
        ({ view, layout }) => ({
          name: textIn(layout, "name") ?? LAYOUT_NAMES[view],
          collectionView: `Umb.CollectionView.${listsMedia ? "Media" : "Document"}.${view}`,
          icon: textIn(layout, "icon") ?? LAYOUT_ICONS[view],
          isSystem: true,
          selected: flagIn(layout, "selected") ?? true,
        }),
      );
    },
    (config) =>
      objectsIn(config, "layouts").flatMap((layout) =>
        layoutOf(layout) === undefined ? [`layouts.${textIn(layout, "name") ?? ""}`] : [],
      ),
  ),
  icon: text("icon"),
  tabName: text("tabName"),
  showContentFirst: flag("showContentFirst"),
});

const textBox = plain("TextBox", { maxChars: limit("maxChars") });
const textArea = plain("TextArea", { maxChars: limit("maxChars"), rows: limit("rows") });
const numbers = { min: number("min", "minValue"), max: number("max", "maxValue"), step: number("step") };
const dateTime = plain("DatePicker", { format: text("format") });
const dropDown = (isMultiple?: boolean): TargetSettings => ({
  ...plain("Dropdown", { multiple: flag("multiple"), ...options(isMultiple) }),
});
const colorPicker = plain("ColorPicker", { useLabel: flag("useLabel"), items: colors });
const markdown = plain("MarkdownEditor", {
  preview: flag("preview"),
  defaultValue: text("defaultValue"),
  overlaySize: text("overlaySize"),
});

/** An editor that has the alias and the settings of the version that the data is from. */
const unchanged = (ui: string) => plain(ui);

/** The settings of each editor of 17. Older editors that it replaces have them, too, but for those below. */
const SETTINGS: Readonly<Record<EditorOf17, TargetSettings>> = {
  "Umbraco.ContentPicker": contentPicker,
  "Umbraco.MediaPicker3": mediaPicker(),
  "Umbraco.MultiNodeTreePicker": treePicker,
  "Umbraco.EntityDataPicker": unchanged("EntityDataPicker"),
  "Umbraco.MemberGroupPicker": unchanged("MemberGroupPicker"),
  "Umbraco.MemberPicker": unchanged("MemberPicker"),
  "Umbraco.UserPicker": unchanged("UserPicker"),
  "Umbraco.MultiUrlPicker": linkPicker,
  "Umbraco.RichText": richText,
  "Umbraco.MarkdownEditor": markdown,
  "Umbraco.UploadField": plain("UploadField", {
    fileExtensions: setting(["fileExtensions"], (config) => {
      const names = Object.values(settingIn(config, "fileExtensions") ?? {}).flatMap((extension) => {
        const value = optionValue(extension);
        return typeof value === "string" ? [value] : [];
      });
      return names.length === 0 ? undefined : names;
    }),
  }),
  "Umbraco.ImageCropper": {
    ...plain("ImageCropper", { crops }),
    ignored: ["focalPoint", "src"],
  },
  "Umbraco.BlockList": blockList,
  "Umbraco.BlockGrid": blockGrid,
  "Umbraco.SingleBlock": plain("BlockSingle", { blocks }),
  "Umbraco.TextBox": textBox,
  "Umbraco.TextArea": textArea,
  "Umbraco.EmailAddress": unchanged("EmailAddress"),
  "Umbraco.Label": label,
  "Umbraco.TimeOnly": unchanged("TimeOnlyPicker"),
  "Umbraco.MultipleTextstring": plain("MultipleTextString", {
    min: limit("min", "minimum", "minNumber"),
    max: limit("max", "maximum", "maxNumber"),
  }),
  "Umbraco.Tags": plain("Tags", {
    group: withDefault(text("group"), "default"),
    storageType: fixed("Json", "storageType"),
  }),
  "Umbraco.Integer": plain("Integer", numbers),
  "Umbraco.Decimal": plain("Decimal", numbers),
  "Umbraco.TrueFalse": plain("Toggle", {
    default: flag("default"),
    showLabels: flag("showLabels"),
    labelOn: text("labelOn"),
    labelOff: text("labelOff"),
  }),
  "Umbraco.DateTime": dateTime,
  "Umbraco.DateOnly": unchanged("DateOnlyPicker"),
  "Umbraco.DateTimeUnspecified": unchanged("DateTimePicker"),
  "Umbraco.DateTimeWithTimeZone": unchanged("DateTimeWithTimeZonePicker"),
  "Umbraco.ColorPicker": colorPicker,
  "Umbraco.ColorPicker.EyeDropper": plain("EyeDropper", {
    showAlpha: flag("showAlpha"),
    showPalette: flag("showPalette"),
  }),
  "Umbraco.Slider": plain("Slider", {
    enableRange: flag("enableRange"),
    minVal: number("minVal", "minimum"),
    maxVal: number("maxVal", "maximum"),
    initVal1: number("initVal1", "initialValue"),
    initVal2: number("initVal2", "initialValue2"),
    step: number("step", "stepIncrements"),
  }),
  "Umbraco.CheckBoxList": plain("CheckBoxList", options()),
  "Umbraco.RadioButtonList": plain("RadioButtonList", options()),
  "Umbraco.DropDown.Flexible": dropDown(),
  "Umbraco.ListView": listView,
};

/** By the aliases of older editors whose settings are others. */
const OLDER_SETTINGS: Partial<Record<EditorAlias, TargetSettings>> = {
  "Umbraco.MultipleMediaPicker": mediaPicker(true),
  "Gibe.LinkPicker": oneLink,
  "Skybrud.LinkPicker.Link": oneLink,
  "Umbraco.NestedContent": nestedContent,
  "Umbraco.Grid": gridOf7,
  "Our.Umbraco.NestedContent": nestedContent,
  "Our.Umbraco.StackedContent": nestedContent,
  "Our.Umbraco.InnerContent": nestedContent,
  "Our.Umbraco.DocTypeGridEditor": nestedContent,
  "Imulus.Archetype": archetype,
  "Umbraco.Community.Contentment.ContentBlocks": nestedContent,
  "Umbraco.Date": plain("DatePicker", { format: fixed("YYYY-MM-DD") }),
  "Umbraco.DropDown": dropDown(false),
  "Umbraco.DropDownMultiple": dropDown(true),
  "Umbraco.DropdownlistMultiplePublishKeys": dropDown(true),
  "Umbraco.DropdownlistPublishingKeys": dropDown(false),
};

/** Returns what an editor becomes; `undefined` if it is unknown, or if 17 has nothing like it. */
export function editorIn17(editorAlias: string | null): TargetEditor | undefined {
  const alias = editorAliasIn17(editorAlias);
  const known = knownEditor(editorAlias);
  if (!alias || !known) return undefined;
  return { ...(OLDER_SETTINGS[known.alias as EditorAlias] ?? SETTINGS[alias as EditorOf17]), alias };
}

/** Settings of any editor that change nothing that is entered. */
const NEVER_REPORTED =
  /^(?:hideLabel|ignoreUserStartNodes|omitLabel|startNodeIsUnsupported|\d+|multiple|delimiter|umbMigrationV14)$/i;
/** Umbraco's own mark in configurations that it has migrated to version 14. */
const MIGRATED = "umbMigrationV14";

/**
 * Returns the configuration in 17, and the names of old settings that it has no place for.
 * @param config as the site has it
 */
export function configIn17(
  { settings, ignored = [] }: TargetEditor,
  config: Configuration,
  context: ConfigContext,
): { config: Record<string, unknown>; dropped: string[] } {
  const made = Object.entries(settings).map(([name, each]) => [name, each.read(config, context)] as const);
  const used = new Set(
    [...Object.values(settings).flatMap(({ from }) => from), ...ignored].map((name) => name.toLowerCase()),
  );
  const dropped = Object.entries(config).filter(
    ([name, value]) => !used.has(name.toLowerCase()) && !NEVER_REPORTED.test(name) && saysSomething(value),
  );
  const isMigrated = config[MIGRATED] === undefined ? {} : { [MIGRATED]: config[MIGRATED] };
  return {
    config: { ...Object.fromEntries(made.filter(([, value]) => value !== undefined)), ...isMigrated },
    dropped: [
      ...dropped.map(([name]) => name),
      ...Object.values(settings).flatMap(({ lost }) => lost?.(config) ?? []),
    ],
  };
}

function saysSomething(value: unknown): boolean {
  if (
    value === null ||
    value === undefined ||
    value === "" ||
    value === false ||
    value === "0" ||
    value === 0
  )
    return false;
  return typeof value !== "object" || Object.keys(value).length > 0;
}
