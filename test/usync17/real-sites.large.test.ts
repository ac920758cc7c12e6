/** `usync` over real sites, if ../shared exists. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseXml, type XmlElement } from "../../src/formats/xml/xml-parser.ts";
import { once } from "../../src/site/once.ts";
import { EDITORS } from "../../src/site/values/editors.ts";
import { parseLines } from "../support/ndjson.ts";
import { run } from "../support/program.ts";
import { SHARED } from "../support/repository.ts";
import { sharedSites } from "../support/shared-sites.ts";
import { dataDirectory, temporaryDirectory } from "../support/temporary.ts";
import { editorDifferences } from "./audit-editors.ts";
import { roundTrip } from "./round-trip.ts";

const CORPUS = sharedSites("corpus");
/** A folder that is written of a site without nodes is no data. */
const SITES = [...CORPUS, ...sharedSites("databases").filter((name) => !name.includes("empty"))];
/** Exports of the version that is written. */
const EXPORTS_OF_17 = CORPUS.filter((name) => name.endsWith("-v17"));
/** A folder and a database with unpublished nodes and several languages. */
const ALSO_PUBLISHED_ALONE = ["corpus/uheadless-v15", "databases/shop-13.sqlite.db"];
const versionOf = (name: string) => Number(/-v?(\d+)/.exec(name)?.[1]);
const reason = "skipped if ../shared is missing";

/** The roots of all files in a section of a uSync folder. */
function filesIn(folder: string, section: string): XmlElement[] {
  const path = join(folder, section);
  const names = existsSync(path) ? readdirSync(path, { recursive: true, encoding: "utf8" }) : [];
  return names
    .filter((name) => name.endsWith(".config"))
    .map((name) => parseXml(readFileSync(join(path, name), "utf8").replace("\uFEFF", "")));
}

/** Elements that the folder of a site need not have. */
const OPTIONAL = new Set(["Folder", "SortOrder"]);
const SECTIONS = ["Languages", "DataTypes", "ContentTypes", "MediaTypes", "Content", "Media", "Domains"];

/** Fails if an element of a written file has other elements or attributes, or another order of them, than in the export. */
function expectSameOutlines(source: string, folder: string): void {
  const byName = (root: string, section: string) => {
    // The keys of languages and domains are made anew.
    const name = section === "Languages" || section === "Domains" ? "Alias" : "Key";
    return new Map(filesIn(root, section).map((each) => [each.attributes[name], each]));
  };
  const outline = (element: XmlElement, depth: number): string =>
    depth === 0
      ? element.name
      : `${element.name}(${Object.keys(element.attributes).sort()})[${element.children
          .filter(({ name }) => !(depth === 2 && OPTIONAL.has(name)))
          .map((child) => outline(child, depth - 1))}]`;
  const texts = (element: XmlElement) =>
    (element.child("GenericProperties")?.children ?? [])
      .map(({ children }) => children.map((child) => `${child.name}=${child.text}`).join("\n"))
      .toSorted();
  for (const section of SECTIONS) {
    const [own, written] = [byName(source, section), byName(folder, section)];
    if (own.size === 0) continue;
    expect([...written.keys()].filter((key) => own.has(key)).length).toBeGreaterThan(0);
    for (const [key, root] of written) {
      const other = own.get(key);
      if (!other || other.name === "Empty") continue;
      const where = `${section} ${key}`;
      expect(root.children.map((child) => child.name)).toEqual(other.children.map((child) => child.name));
      expect(texts(root), where).toEqual(texts(other));
      for (const part of ["Info", "GenericProperties", "Structure", "Tabs"]) {
        const [mine, theirs] = [root.child(part), other.child(part)];
        const depth = part === "GenericProperties" ? 3 : 2;
        if (mine && theirs) expect(outline(mine, depth), `${where} ${part}`).toBe(outline(theirs, depth));
      }
    }
  }
}

/** JSON in one form: texts of JSON and scalars as JSON, members in order, and no nulls. */
function plain(value: unknown): unknown {
  if (typeof value === "string")
    return /^\s*[[{]/.test(value) ? parsed(value) : value.replaceAll("\r\n", "\n");
  if (typeof value === "boolean") return value ? "1" : "0";
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) return value.map(plain);
  const members = Object.entries(value as object).filter(([, each]) => each !== null);
  const named = members.map(([name, each]) => [name === "Layout" ? "layout" : name, plain(each)] as const);
  return Object.fromEntries(named.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function parsed(text: string): unknown {
  try {
    return plain(JSON.parse(text));
  } catch {
    return text.replaceAll("\r\n", "\n");
  }
}

/** By node, property, language and segment. */
function valuesIn(root: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const node of ["Content", "Media"].flatMap((section) => filesIn(root, section)))
    for (const property of node.child("Properties")?.children ?? [])
      for (const { attributes, text } of property.children) {
        const { Culture = "", Segment = "" } = attributes;
        const at = `${node.attributes.Key} ${property.name} ${Culture} ${Segment}`;
        if (text !== "") found.set(at, JSON.stringify(plain(text)));
      }
  return found;
}

/** Fails if a value of the export is another one in the written files. */
function expectSameValues(source: string, folder: string): void {
  const [old, written] = [valuesIn(source), valuesIn(folder)];
  expect(written.size).toBeGreaterThan(100);
  for (const [at, text] of written) expect(`${at} ${text}`).toBe(`${at} ${old.get(at)}`);
}

/** The interfaces of an editor, and the JSON types of each member of its configurations by the member's path. */
type Members = { uis: Set<string>; types: Map<string, Set<string>> };
type DataType = { editor: string; ui?: string; config: unknown };

/** Settings that no export here has, and that the back office of Umbraco 17 shows (package @umbraco-cms/backoffice 17.1). */
const KNOWN_IN_17: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "Umbraco.TextBox": { maxChars: "number" },
  "Umbraco.TextArea": { maxChars: "number", rows: "number" },
  "Umbraco.Integer": { min: "number", max: "number", step: "number" },
  "Umbraco.Decimal": { min: "number", max: "number", step: "number" },
  "Umbraco.TrueFalse": { labelOn: "string", labelOff: "string" },
  "Umbraco.MarkdownEditor": { defaultValue: "string" },
  "Umbraco.ContentPicker": { startNodeId: "string", ignoreUserStartNodes: "boolean" },
  "Umbraco.MultiUrlPicker": { hideAnchor: "boolean", overlaySize: "string" },
  "Umbraco.MultiNodeTreePicker": { "startNode.id": "string", filter: "string" },
  "Umbraco.ImageCropper": {
    crops: "array",
    "crops[]": "object",
    "crops[].alias": "string",
    "crops[].label": "string",
    "crops[].width": "number",
    "crops[].height": "number",
  },
  "Umbraco.MediaPicker3": {
    startNodeId: "string",
    crops: "array",
    "crops[]": "object",
    "crops[].alias": "string",
    "crops[].label": "string",
    "crops[].width": "number",
    "crops[].height": "number",
  },
  "Umbraco.BlockList": {
    maxPropertyWidth: "string",
    "validationLimit.min": "number",
    "validationLimit.max": "number",
    "blocks[].settingsElementTypeKey": "string",
  },
  "Umbraco.SingleBlock": {
    blocks: "array",
    "blocks[]": "object",
    "blocks[].contentElementTypeKey": "string",
    "blocks[].label": "string",
  },
  "Umbraco.BlockGrid": {
    maxPropertyWidth: "string",
    createLabel: "string",
    "blocks[].settingsElementTypeKey": "string",
  },
  "Umbraco.RichText": {
    stylesheets: "array",
    "stylesheets[]": "string",
    dimensions: "object",
    "dimensions.height": "number",
    "dimensions.width": "number",
    mediaParentId: "string",
    ignoreUserStartNodes: "boolean",
    blocks: "array",
    "blocks[]": "object",
    "blocks[].contentElementTypeKey": "string",
    "blocks[].label": "string",
  },
  "Umbraco.ListView": { tabName: "string", "includeProperties[].nameTemplate": "string" },
};
/** Interfaces of editors that no export here has. */
const KNOWN_UIS: Readonly<Record<string, string>> = {
  "Umbraco.SingleBlock": "Umb.PropertyEditorUi.BlockSingle",
  "Umbraco.DateOnly": "Umb.PropertyEditorUi.DateOnlyPicker",
  "Umbraco.TimeOnly": "Umb.PropertyEditorUi.TimeOnlyPicker",
  "Umbraco.DateTimeUnspecified": "Umb.PropertyEditorUi.DateTimePicker",
  "Umbraco.EntityDataPicker": "Umb.PropertyEditorUi.EntityDataPicker",
};

/** Every setting of the editors of versions 7 to 13, in the JSON types that they have there. */
const OLD_SETTINGS = {
  ...{ multiple: "1", multiPicker: "1", onlyImages: "1", maxChars: "30", rows: "3", default: "1" },
  ...{
    showLabels: true,
    labelOn: "Yes",
    labelOff: "No",
    min: "1",
    max: "9",
    step: "2",
    minVal: "1",
    maxVal: "9",
  },
  ...{ initVal1: "2", initVal2: "3", enableRange: "1", showAlpha: "1", showPalette: "1", useLabel: true },
  ...{ group: "news", storageType: "Csv", format: "YYYY-MM-DD", preview: "1", defaultValue: "text" },
  ...{ overlaySize: "small", hideAnchor: "1", minNumber: "1", maxNumber: "4", minItems: 1, maxItems: 5 },
  ...{ ignoreUserStartNodes: true, enableLocalFocalPoint: true, useLiveEditing: true, createLabel: "Add" },
  ...{
    useSingleBlockMode: true,
    useInlineEditingAsDefault: true,
    maxPropertyWidth: "600px",
    gridColumns: 12,
  },
  ...{ pageSize: "20", orderBy: "name", orderDirection: "asc", icon: "icon-list", tabName: "Pages" },
  ...{ showContentFirst: true, umbracoDataValueType: "TEXT", labelTemplate: "{{value}}" },
  items: [{ id: 1, value: "ff0000" }],
  fileExtensions: [{ id: 0, value: "pdf" }],
  crops: [{ alias: "wide", width: "1200", height: "400" }],
  startNode: { type: "content", query: "$root" },
  editor: {
    toolbar: ["bold", "umbmacro"],
    stylesheets: ["rte"],
    dimensions: { width: 600, height: 400 },
    maxImageSize: 500,
  },
  blocks: [{ contentElementTypeKey: "11111111-0000-4000-8000-000000000000", label: "Card" }],
  blockGroups: [{ key: "22222222-0000-4000-8000-000000000000", name: "Cards" }],
  contentTypes: [{ ncAlias: "card", nameTemplate: "{{title}}" }],
  includeProperties: [{ alias: "price", nameTemplate: "{{value}}", header: "Price", isSystem: 0 }],
  layouts: [
    { name: "Grid", path: "views/propertyeditors/listview/layouts/grid/grid.html", isSystem: 1, selected: 1 },
  ],
};

/** Every member of a JSON value: its path, with names in the spelling of 17, and its type. */
function membersOf(value: unknown, path = ""): [string, string][] {
  if (Array.isArray(value))
    return [[path, "array"], ...value.flatMap((item) => membersOf(item, `${path}[]`))];
  if (typeof value !== "object" || value === null) return [[path, value === null ? "null" : typeof value]];
  const inside = Object.entries(value).flatMap(([name, each]) =>
    membersOf(each, `${path === "" ? "" : `${path}.`}${name.charAt(0).toLowerCase()}${name.slice(1)}`),
  );
  return path === "" ? inside : [[path, "object"], ...inside];
}

function membersIn(dataTypes: readonly DataType[]): Map<string, Members> {
  const found = new Map<string, Members>();
  for (const { editor, ui, config } of dataTypes) {
    const own = found.get(editor) ?? { uis: new Set(), types: new Map() };
    found.set(editor, own);
    if (ui) own.uis.add(ui);
    for (const [path, type] of membersOf(config))
      own.types.set(path, (own.types.get(path) ?? new Set()).add(type));
  }
  return found;
}

async function dataTypesIn(path: string): Promise<DataType[]> {
  if (path.endsWith(".db")) {
    const { stdout } = await run(["types", "--data", path, "--kind", "data", "--format", "ndjson"]);
    return parseLines(stdout).map(({ editorAlias, config }) => ({ editor: editorAlias, config }));
  }
  return filesIn(path, "DataTypes").map((root) => ({
    editor: root.child("Info")?.child("EditorAlias")?.text ?? "",
    ui: root.child("Info")?.child("EditorUIAlias")?.text,
    config: JSON.parse(root.child("Config")?.text || "{}"),
  }));
}

/** What the exports of version 14 to 18 have. */
const current = once(async () => {
  const sites = SITES.filter((name) => versionOf(name) >= 14);
  return membersIn((await Promise.all(sites.map((name) => dataTypesIn(join(SHARED, name))))).flat());
});

/** The interfaces, members and types of members that no export of version 14 to 18 has. */
async function unknownMembers(dataTypes: readonly DataType[]): Promise<string[]> {
  const seen = await current();
  return [...membersIn(dataTypes)].flatMap(([editor, { uis, types }]) => {
    const real = seen.get(editor);
    const isKnown = (path: string, type: string) =>
      real?.types.get(path)?.has(type) || KNOWN_IN_17[editor]?.[path] === type;
    return [
      ...[...uis]
        .filter((ui) => !real?.uis.has(ui) && KNOWN_UIS[editor] !== ui)
        .map((ui) => `${editor}: ${ui}`),
      ...[...types].flatMap(([path, own]) =>
        [...own].filter((type) => !isKnown(path, type)).map((type) => `${editor} ${path}: ${type}`),
      ),
    ];
  });
}

describe.skipIf(SITES.length === 0)(`usync: real sites (${reason})`, () => {
  it.each(SITES)(
    "writes all nodes of %s so that it is read again with the same decoded lines, but for what the report names, and with the editors that the audit says",
    async (name) => {
      const source = join(SHARED, name);
      const hasDrafts = CORPUS.includes(name) || versionOf(name) >= 8;
      const { differences, nodes, faults, folder } = await roundTrip([
        ...["--data", source],
        ...(hasDrafts ? ["--include-unpublished"] : []),
      ]);
      expect(await editorDifferences(source, folder)).toEqual([]);
      expect(differences).toEqual([]);
      expect(faults).toEqual([]);
      expect(nodes).toBeGreaterThan(0);
      if (versionOf(name) < 14) expect(await unknownMembers(await dataTypesIn(folder))).toEqual([]);
      if (EXPORTS_OF_17.includes(name)) {
        expectSameOutlines(source, folder);
        expectSameValues(source, folder);
      }
    },
  );

  it.each(ALSO_PUBLISHED_ALONE)("writes the published nodes of %s", async (name) => {
    const { differences } = await roundTrip(["--data", join(SHARED, name)]);
    expect(differences).toEqual([]);
  });

  it("writes configurations of all older editors with members, types and interfaces that exports of 14 to 18 have", async () => {
    const every = dataDirectory({
      ...Object.fromEntries(
        EDITORS.map(({ alias }, index) => [
          `v8/DataTypes/${index}.config`,
          `<DataType Key="${String(index).padStart(8, "0")}-1111-4000-8000-000000000000" Alias="${alias}"><Info><Name>${alias}</Name><EditorAlias>${alias}</EditorAlias></Info>
            <Config><![CDATA[${JSON.stringify(OLD_SETTINGS)}]]></Config></DataType>`,
        ]),
      ),
      "v8/ContentTypes/card.config":
        '<ContentType Key="11111111-0000-4000-8000-000000000000" Alias="card"><Info><Name>Card</Name><IsElement>true</IsElement></Info></ContentType>',
      "v8/Content/home.config":
        '<Content Key="33333333-0000-4000-8000-000000000000" Alias="Home" Level="1"><Info><Parent Key="00000000-0000-0000-0000-000000000000" /><ContentType>card</ContentType><NodeName Default="Home" /></Info><Properties /></Content>',
    });
    const out = temporaryDirectory();
    expect((await run(["usync", "--data", every, "--types-only", "--out", out])).status).toBe(0);
    const written = await dataTypesIn(join(out, "uSync", "v17"));
    expect(new Set(written.map(({ editor }) => editor)).size).toBeGreaterThan(25);
    expect(await unknownMembers(written)).toEqual([]);
  });
});
