/** `usync` over real sites, if ../shared exists. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseXml, type XmlElement } from "../../src/formats/xml/xml-parser.ts";
import { EDITORS } from "../../src/site/values/editors.ts";
import { parseLines } from "../support/ndjson.ts";
import { run } from "../support/program.ts";
import { SHARED } from "../support/repository.ts";
import { dataDirectory, temporaryDirectory } from "../support/temporary.ts";
import { editorDifferences } from "./audit-editors.ts";
import { roundTrip } from "./round-trip.ts";

const names = (folder: string, pattern: RegExp) =>
  existsSync(join(SHARED, folder))
    ? readdirSync(join(SHARED, folder)).filter((name) => pattern.test(name))
    : [];
const reason = "skipped if ../shared is missing";
const CORPUS = names("corpus", /-v\d+$/).map((name) => `corpus/${name}`);
const SITES = [...CORPUS, ...names("databases", /\.db$/).map((name) => `databases/${name}`)];

describe.skipIf(SITES.length === 0)(`usync: real sites (${reason})`, () => {
  it.each(SITES)(
    "writes %s so that it is read again with the same decoded lines, but for what the report names, and with the editors that the audit says",
    async (name) => {
      const { differences, nodes, faults, folder } = await roundTrip(["--data", join(SHARED, name)]);
      expect(await editorDifferences(join(SHARED, name), folder)).toEqual([]);
      expect(differences).toEqual([]);
      expect(faults).toEqual([]);
      expect(nodes).toBeGreaterThan(0);
    },
  );

  it.each(SITES)("writes the unpublished nodes of %s, too", async (name) => {
    const { differences } = await roundTrip(["--data", join(SHARED, name), "--include-unpublished"]);
    expect(differences).toEqual([]);
  });
});

describe.skipIf(CORPUS.length === 0)(`usync: files of real exports (${reason})`, () => {
  const roots = (folder: string, section: string) => {
    const path = join(folder, section);
    const names = existsSync(path) ? readdirSync(path, { recursive: true, encoding: "utf8" }) : [];
    const found = names
      .filter((name) => name.endsWith(".config"))
      .map((name) => parseXml(readFileSync(join(path, name), "utf8").replace("\uFEFF", "")));
    // The keys of languages and domains are made anew.
    const isNamed = section === "Languages" || section === "Domains";
    const nameOf = ({ attributes }: XmlElement) => attributes[isNamed ? "Alias" : "Key"];
    return new Map(found.map((root) => [nameOf(root), root]));
  };
  /** Elements that the folder of a site need not have. */
  const optional = new Set(["Folder", "SortOrder"]);
  const outline = (element: XmlElement, depth: number): string =>
    depth === 0
      ? element.name
      : `${element.name}(${Object.keys(element.attributes).sort()})[${element.children
          .filter(({ name }) => !(depth === 2 && optional.has(name)))
          .map((child) => outline(child, depth - 1))}]`;
  const sections = ["Languages", "DataTypes", "ContentTypes", "MediaTypes", "Content", "Media", "Domains"];

  it.each(["clean-v17", "schemeweaver-v17"])(
    "have the elements and attributes of %s in its order",
    async (name) => {
      const source = join(SHARED, "corpus", name);
      const { folder } = await roundTrip(["--data", source, "--include-unpublished"]);
      for (const section of sections) {
        const [own, written] = [roots(source, section), roots(folder, section)];
        if (own.size === 0) continue;
        expect([...written.keys()].filter((key) => own.has(key)).length).toBeGreaterThan(0);
        for (const [key, root] of written) {
          const other = own.get(key);
          if (!other || /^(?:Empty)$/.test(other.name)) continue;
          const parts = ["Info", "GenericProperties", "Structure", "Tabs", "Properties"];
          expect(root.children.map((child) => child.name)).toEqual(other.children.map((child) => child.name));
          const texts = (element: XmlElement) =>
            (element.child("GenericProperties")?.children ?? [])
              .map(({ children }) => children.map((child) => `${child.name}=${child.text}`).join("\n"))
              .toSorted();
          expect(texts(root), `${section} ${key}`).toEqual(texts(other));
          for (const part of parts) {
            const [mine, theirs] = [root.child(part), other.child(part)];
            if (!mine || !theirs || part === "Properties") continue;
            expect(outline(mine, part === "GenericProperties" ? 3 : 2), `${section} ${key} ${part}`).toBe(
              outline(theirs, part === "GenericProperties" ? 3 : 2),
            );
          }
        }
      }
    },
  );
});

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
  "Umbraco.BlockGrid": { maxPropertyWidth: "string", createLabel: "string" },
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

describe.skipIf(CORPUS.length === 0)(
  `usync: configurations of real sites of version 14 to 18 (${reason})`,
  () => {
    const versionOf = (name: string) => Number(/-v?(\d+)/.exec(name)?.[1]);
    const inFolder = (folder: string): DataType[] => {
      const path = join(folder, "DataTypes");
      const files = existsSync(path) ? readdirSync(path, { recursive: true, encoding: "utf8" }) : [];
      return files
        .filter((name) => name.endsWith(".config"))
        .map((name) => parseXml(readFileSync(join(path, name), "utf8").replace("\uFEFF", "")))
        .map((root) => ({
          editor: root.child("Info")?.child("EditorAlias")?.text ?? "",
          ui: root.child("Info")?.child("EditorUIAlias")?.text,
          config: JSON.parse(root.child("Config")?.text || "{}"),
        }));
    };
    const inDatabase = async (path: string): Promise<DataType[]> => {
      const { stdout } = await run(["types", "--data", path, "--kind", "data", "--format", "ndjson"]);
      return parseLines(stdout).map(({ editorAlias, config }) => ({ editor: editorAlias, config }));
    };
    const written = async (source: string): Promise<DataType[]> => {
      const out = join(temporaryDirectory(), "v17");
      const { status } = await run(["usync", "--data", source, "--types-only", "--out", out]);
      expect(status).toBe(0);
      return inFolder(out);
    };
    /** Every member of a JSON value: its path, with names in the spelling of 17, and its type. */
    const membersOf = (value: unknown, path = ""): [string, string][] => {
      if (Array.isArray(value))
        return [[path, "array"], ...value.flatMap((item) => membersOf(item, `${path}[]`))];
      if (typeof value !== "object" || value === null)
        return [[path, value === null ? "null" : typeof value]];
      const inside = Object.entries(value).flatMap(([name, each]) =>
        membersOf(each, `${path === "" ? "" : `${path}.`}${name.charAt(0).toLowerCase()}${name.slice(1)}`),
      );
      return path === "" ? inside : [[path, "object"], ...inside];
    };
    const membersIn = (dataTypes: readonly DataType[]) => {
      const found = new Map<string, Members>();
      for (const { editor, ui, config } of dataTypes) {
        const own = found.get(editor) ?? { uis: new Set(), types: new Map() };
        found.set(editor, own);
        if (ui) own.uis.add(ui);
        for (const [path, type] of membersOf(config))
          own.types.set(path, (own.types.get(path) ?? new Set()).add(type));
      }
      return found;
    };

    it("have the members, the types and the interfaces of those that are written for older editors", async () => {
      const current = SITES.filter((name) => versionOf(name) >= 14);
      const older = SITES.filter((name) => versionOf(name) < 14);
      const read = (name: string) => {
        const path = join(SHARED, name);
        return name.endsWith(".db") ? inDatabase(path) : inFolder(path);
      };
      const seen = membersIn((await Promise.all(current.map(read))).flat());
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
      const sources = [every, ...older.map((name) => join(SHARED, name))];
      const ours = membersIn((await Promise.all(sources.map(written))).flat());
      const unknown: string[] = [];
      for (const [editor, { uis, types }] of ours) {
        const real = seen.get(editor);
        for (const ui of uis)
          if (!real?.uis.has(ui) && KNOWN_UIS[editor] !== ui) unknown.push(`${editor}: ${ui}`);
        for (const [path, own] of types)
          for (const type of own)
            if (!real?.types.get(path)?.has(type) && KNOWN_IN_17[editor]?.[path] !== type)
              unknown.push(`${editor} ${path}: ${type}`);
      }
      expect(ours.size).toBeGreaterThan(25);
      expect(unknown).toEqual([]);
    });
  },
);

describe.skipIf(CORPUS.length === 0)(`usync: values of real exports (${reason})`, () => {
  it.each(["clean-v17", "schemeweaver-v17"])("pass unchanged in %s", async (name) => {
    const source = join(SHARED, "corpus", name);
    const { folder } = await roundTrip(["--data", source, "--include-unpublished"]);
    /** JSON in one form: texts of JSON and scalars as JSON, members in order, and no nulls. */
    const plain = (value: unknown): unknown => {
      if (typeof value === "string")
        return /^\s*[[{]/.test(value) ? parsed(value) : value.replaceAll("\r\n", "\n");
      if (typeof value === "boolean") return value ? "1" : "0";
      if (typeof value === "number") return String(value);
      if (Array.isArray(value)) return value.map(plain);
      const members = Object.entries(value as object).filter(([, each]) => each !== null);
      const named = members.map(
        ([name, each]) => [name === "Layout" ? "layout" : name, plain(each)] as const,
      );
      return Object.fromEntries(named.toSorted(([a], [b]) => (a < b ? -1 : 1)));
    };
    const parsed = (text: string): unknown => {
      try {
        return plain(JSON.parse(text));
      } catch {
        return text.replaceAll("\r\n", "\n");
      }
    };
    const compact = (text: string) => JSON.stringify(plain(text));
    /** By node, property, language and segment. */
    const valuesIn = (root: string) => {
      const found = new Map<string, string>();
      for (const section of ["Content", "Media"])
        for (const file of readdirSync(join(root, section), { recursive: true, encoding: "utf8" })) {
          const node = parseXml(readFileSync(join(root, section, file), "utf8").replace("\uFEFF", ""));
          for (const property of node.child("Properties")?.children ?? [])
            for (const { attributes, text } of property.children) {
              const { Culture = "", Segment = "" } = attributes;
              const at = `${node.attributes.Key} ${property.name} ${Culture} ${Segment}`;
              if (text !== "") found.set(at, compact(text));
            }
        }
      return found;
    };
    const [old, written] = [valuesIn(source), valuesIn(folder)];
    expect(written.size).toBeGreaterThan(100);
    for (const [at, text] of written) expect(`${at} ${text}`).toBe(`${at} ${old.get(at)}`);
  });
});
