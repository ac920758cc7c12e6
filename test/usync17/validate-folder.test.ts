/** `validateFolder`: what an import of a uSync 17 folder would refuse, lose or hide. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readLines } from "../support/ndjson.ts";
import { run } from "../support/program.ts";
import { dataDirectory, temporaryDirectory } from "../support/temporary.ts";
import { validateFolder } from "./validate-folder.ts";

const ROOT = "00000000-0000-0000-0000-000000000000";
const KEY = (number: number) => `${String(number).padStart(8, "0")}-0000-4000-8000-000000000000`;
const UDI = (type: string, number: number) => `umb://${type}/${KEY(number).replaceAll("-", "")}`;
/** A key that nothing has. */
const LOST = KEY(99999999);

const language = (key: number, iso: string, more: string) =>
  `<Language Key="${KEY(key)}" Alias="${iso}"><IsoCode>${iso}</IsoCode>${more}</Language>`;

const dictionaryItem = (key: number, name: string, parent: string, code = "da-DK") =>
  `<Dictionary Key="${KEY(key)}" Alias="${name}"><Info><Parent>${parent}</Parent></Info>
    <Translations><Translation Language="${code}">x</Translation></Translations></Dictionary>`;

const template = (key: number, alias: string, layout: string) =>
  `<Template Key="${KEY(key)}" Alias="${alias}"><Parent></Parent><Contents><![CDATA[@{ Layout = ${layout}; }]]></Contents></Template>`;

const dataType = (key: number, name: string, editor: string, config: object = {}) =>
  `<DataType Key="${KEY(key)}" Alias="${name}"><Info><Name>${name}</Name><EditorAlias>${editor}</EditorAlias>
    <EditorUIAlias>ui</EditorUIAlias></Info><Config><![CDATA[${JSON.stringify(config)}]]></Config></DataType>`;

type Property = {
  key: number;
  alias: string;
  dataType?: number;
  editor?: string;
  varies?: boolean;
  mandatory?: boolean;
};
const property = ({
  key,
  alias,
  dataType: type = 50,
  editor = "Umbraco.TextBox",
  varies,
  mandatory,
}: Property) =>
  `<GenericProperty><Key>${KEY(key)}</Key><Alias>${alias}</Alias><Definition>${KEY(type)}</Definition><Type>${editor}</Type>
    <Mandatory>${mandatory === true}</Mandatory><Tab Alias="content">Content</Tab>
    <Variations>${varies ? "Culture" : "Nothing"}</Variations></GenericProperty>`;

type Type = {
  key: number;
  alias: string;
  element?: boolean;
  varies?: boolean;
  info?: string;
  below?: string;
};
const contentType = (
  { key, alias, element, varies, info = "", below = "" }: Type,
  properties: Property[] = [],
) =>
  `<ContentType Key="${KEY(key)}" Alias="${alias}"><Info><Variations>${varies ? "Culture" : "Nothing"}</Variations>
    <IsElement>${element === true}</IsElement>${info}</Info><Structure>${below}</Structure>
    <GenericProperties>${properties.map(property).join("")}</GenericProperties>
    <Tabs><Tab><Key>${KEY(key + 1)}</Key><Caption>Content</Caption><Alias>content</Alias><Type>Group</Type></Tab></Tabs></ContentType>`;

const compositionOf = (key: number) => `<Compositions><Composition Key="${KEY(key)}" /></Compositions>`;

const values = (properties: Record<string, unknown>) =>
  Object.entries(properties)
    .map(([alias, value]) => {
      const text = typeof value === "string" ? value : JSON.stringify(value);
      return `<${alias}><Value><![CDATA[${text}]]></Value></${alias}>`;
    })
    .join("");
type Node = { key: number; parent?: string; type: string; info?: string };
const content = ({ key, parent = ROOT, type, info = "" }: Node, properties: Record<string, unknown>) =>
  `<Content Key="${KEY(key)}" Alias="Node ${key}" Level="1"><Info><Parent Key="${parent}" /><ContentType>${type}</ContentType>
    <NodeName Default="Node" /><Published Default="true" />${info}</Info><Properties>${values(properties)}</Properties></Content>`;

const picked = (key: number) => ({ key: KEY(900), mediaKey: KEY(key), mediaTypeAlias: "image" });
const inElement = (type: number, key: number, properties: Record<string, unknown>) => ({
  ...{ contentTypeKey: KEY(type), key: KEY(key) },
  values: Object.entries(properties).map(([alias, value]) => ({
    alias,
    culture: null,
    segment: null,
    value,
  })),
});
const HERO = inElement(220, 301, {
  image: [picked(400)],
  text: { markup: `<a type="document" href="/{localLink:${KEY(500)}}">x</a>`, blocks: null },
});
const blocks = (editor: string, layout: object[]) => ({
  layout: { [editor]: layout },
  contentData: [HERO],
  settingsData: [inElement(240, 302, { size: "1" })],
  expose: [{ contentKey: KEY(301), culture: null }],
});
const MARKUP = `<p><a type="document" href="/{localLink:${KEY(501)}}">x</a><a type="media" href="/{localLink:${KEY(400)}}">x</a>
  <img src="/media/a1b2c3d4/photo.jpg" data-udi="${UDI("media", 400)}"><umb-rte-block data-content-key="${KEY(301)}"></umb-rte-block></p>`;

/** Two pages, a picture, and all kinds of references between them, without a fault. */
const SITE: Record<string, string> = {
  "Languages/en.config": language(1, "en-US", "<IsDefault>true</IsDefault>"),
  "Languages/da.config": language(2, "da-DK", "<IsDefault>false</IsDefault><Fallback>en-US</Fallback>"),
  "Dictionary/form.config": dictionaryItem(5, "Form", ""),
  "Dictionary/send.config": dictionaryItem(6, "Form.Send", "Form"),
  "Templates/master.config": template(10, "master", "null"),
  "Templates/page.config": template(11, "page", '"master.cshtml"'),
  "DataTypes/text.config": dataType(50, "Text", "Umbraco.TextBox"),
  "DataTypes/page.config": dataType(51, "Page", "Umbraco.ContentPicker", { startNodeId: KEY(500) }),
  "DataTypes/pages.config": dataType(52, "Pages", "Umbraco.MultiNodeTreePicker", {
    filter: KEY(210),
    startNode: {
      type: "content",
      id: null,
      dynamicRoot: {
        originAlias: "ByKey",
        originKey: KEY(500),
        querySteps: [{ alias: "x", anyOfDocTypeKeys: [KEY(210)] }],
      },
    },
  }),
  "DataTypes/media.config": dataType(53, "Media", "Umbraco.MediaPicker3", {
    startNodeId: KEY(400),
    filter: KEY(250),
  }),
  "DataTypes/links.config": dataType(54, "Links", "Umbraco.MultiUrlPicker"),
  "DataTypes/rich.config": dataType(55, "Rich", "Umbraco.RichText", {
    mediaParentId: KEY(400),
    blocks: [{ contentElementTypeKey: KEY(220), settingsElementTypeKey: KEY(240) }],
  }),
  "DataTypes/list.config": dataType(56, "List", "Umbraco.BlockList", {
    blocks: [{ contentElementTypeKey: KEY(220), settingsElementTypeKey: KEY(240) }],
  }),
  "DataTypes/grid.config": dataType(57, "Grid", "Umbraco.BlockGrid", {
    blockGroups: [{ key: KEY(800), name: "All" }],
    blocks: [
      {
        ...{ contentElementTypeKey: KEY(220), settingsElementTypeKey: KEY(240), groupKey: KEY(800) },
        areas: [{ key: KEY(801), alias: "left", specifiedAllowance: [{ elementTypeKey: KEY(220) }] }],
      },
    ],
  }),
  "DataTypes/choice.config": dataType(58, "Choice", "Umbraco.RadioButtonList", { items: ["red", "blue"] }),
  "DataTypes/image.config": dataType(59, "Image", "Umbraco.ImageCropper"),
  "DataTypes/view.config": dataType(60, "View", "Umbraco.ListView"),
  "ContentTypes/base.config": contentType({ key: 200, alias: "base", varies: true }, [
    { key: 202, alias: "title", mandatory: true },
    { key: 203, alias: "intro", varies: true },
  ]),
  "ContentTypes/page.config": contentType(
    {
      ...{ key: 210, alias: "page" },
      info: `<ListView>${KEY(60)}</ListView><Parent Key="${KEY(200)}">base</Parent>
        <Compositions><Composition Key="${KEY(200)}">base</Composition></Compositions><DefaultTemplate>page</DefaultTemplate>
        <AllowedTemplates><Template Key="${KEY(11)}">page</Template></AllowedTemplates>`,
      below: `<ContentType Key="${KEY(210)}">page</ContentType>`,
    },
    [
      { key: 212, alias: "page", dataType: 51, editor: "Umbraco.ContentPicker" },
      { key: 213, alias: "pages", dataType: 52, editor: "Umbraco.MultiNodeTreePicker" },
      { key: 214, alias: "media", dataType: 53, editor: "Umbraco.MediaPicker3" },
      { key: 215, alias: "links", dataType: 54, editor: "Umbraco.MultiUrlPicker" },
      { key: 216, alias: "rich", dataType: 55, editor: "Umbraco.RichText" },
      { key: 217, alias: "list", dataType: 56, editor: "Umbraco.BlockList" },
      { key: 218, alias: "grid", dataType: 57, editor: "Umbraco.BlockGrid" },
      { key: 219, alias: "choice", dataType: 58, editor: "Umbraco.RadioButtonList" },
    ],
  ),
  "ContentTypes/hero.config": contentType({ key: 220, alias: "hero", element: true }, [
    { key: 222, alias: "image", dataType: 53, editor: "Umbraco.MediaPicker3", mandatory: true },
    { key: 223, alias: "text", dataType: 55, editor: "Umbraco.RichText" },
  ]),
  "ContentTypes/settings.config": contentType({ key: 240, alias: "settings", element: true }, [
    { key: 242, alias: "size" },
  ]),
  "MediaTypes/image.config": contentType({ key: 250, alias: "image" }, [
    { key: 252, alias: "umbracoFile", dataType: 59, editor: "Umbraco.ImageCropper" },
  ]).replaceAll("ContentType", "MediaType"),
  "Media/photo.config": content(
    { key: 400, type: "image" },
    { umbracoFile: { src: "/media/a1b2c3d4/photo.jpg" } },
  ),
  "Content/home.config": content(
    { key: 500, type: "page", info: `<Template Key="${KEY(11)}">page</Template>` },
    {
      title: "Home",
      page: UDI("document", 501),
      pages: `${UDI("document", 500)},${UDI("media", 400)},${UDI("member", 77)}`,
      media: [picked(400)],
      links: [
        { name: "a", udi: UDI("document", 501) },
        { name: "b", url: "https://example.org" },
      ],
      rich: {
        markup: MARKUP,
        blocks: blocks("Umbraco.RichText", [{ contentKey: KEY(301), settingsKey: null }]),
      },
      list: blocks("Umbraco.BlockList", [{ contentKey: KEY(301), settingsKey: KEY(302) }]),
      grid: {
        ...blocks("Umbraco.BlockGrid", [
          {
            contentKey: KEY(301),
            areas: [{ key: KEY(801), items: [{ contentKey: KEY(303), settingsKey: KEY(302), areas: [] }] }],
          },
        ]),
        contentData: [HERO, { ...HERO, key: KEY(303) }],
        expose: [],
      },
      choice: "red",
    },
  ),
  "Content/about.config": content({ key: 501, parent: KEY(500), type: "base" }, { title: "About" })
    .replace(
      '<NodeName Default="Node" />',
      '<NodeName Default="Node"><Name Culture="en-US">x</Name><Name Culture="da-DK">x</Name></NodeName>',
    )
    .replace(
      '<Published Default="true" />',
      '<Published Default="true"><Published Culture="en-US">true</Published><Published Culture="da-DK">false</Published></Published>',
    )
    .replace("</title>", '</title><intro><Value Culture="en-US">x</Value></intro>'),
  "Domains/a.config": `<Domain Key="${KEY(700)}" Alias="example.dk"><Info><Language>da-DK</Language><Root Key="${KEY(500)}" /></Info></Domain>`,
};

type Finding = [kind: string, name: string, text: string];
type Options = Parameters<typeof validateFolder>[2];

function findings(files: Readonly<Record<string, string>>, options?: Options): Finding[] {
  const found: Finding[] = [];
  validateFolder(dataDirectory(files), (...finding) => found.push(finding), options);
  return found;
}

/**
 * The site after an edit: `FILE: TEXT → OTHER TEXT` replaces the first occurrence, `FILE ALIAS: TEXT → OTHER TEXT` the first
 * in the value of a property, and `FILE: + TEXT` adds a file.
 */
function edited(edit: string): Record<string, string> {
  const [, file, alias, change] = /^(\S+)(?: (\w+))?: (.*)$/s.exec(edit) ?? [];
  if (change.startsWith("+ ")) return { ...SITE, [file]: change.slice(2) };
  const [part, instead] = change.split(/ →(?: |$)/);
  const text = SITE[file];
  const at = text.indexOf(part, alias === undefined ? 0 : text.indexOf(`<${alias}>`));
  expect(at, edit).toBeGreaterThanOrEqual(0);
  return { ...SITE, [file]: text.slice(0, at) + instead + text.slice(at + part.length) };
}

function withoutSections(files: Readonly<Record<string, string>>, sections: readonly string[]) {
  const kept = Object.entries(files).filter(([name]) => !sections.includes(name.split("/")[0]));
  return Object.fromEntries(kept);
}

const HOME = KEY(500);
const ABOUT = KEY(501);
const lost = (kind: string) =>
  `the ${kind} ${LOST}, which is not in the folder: it leads nowhere after the import`;
const blockList = (type: string) =>
  dataType(70, "Z", "Umbraco.BlockList", { blocks: [{ contentElementTypeKey: type }] });
const typeZ = (more: Partial<Type> = {}, ...properties: Property[]) =>
  contentType({ key: 260, alias: "z", ...more }, properties);

/** Faults: an edit of the site, and what is found. */
const FAULTS = String.raw`
Content/a.config: + <Content
  ⇒ file Content/a.config: line 1: not well-formed XML: document must contain a root element: the import skips it
Templates/master.config: Key="${KEY(10)}" →
  ⇒ template master: Templates/master.config has no key: the import skips it
Media/z.config: + ${content({ key: 400, type: "image" }, {})}
  ⇒ media Node 400: has the key ${KEY(400)} of Node 400: the import stops
Languages/da.config: false → true
  ⇒ language default: 2 languages are the default: there must be one
Languages/en.config: true → false
  ⇒ language default: 0 languages are the default: there must be one
Languages/z.config: + ${language(3, "DA-dk", "")}
  ⇒ language DA-dk: another file has this language: the import overwrites it
Languages/da.config: <Fallback>en-US → <Fallback>sv-SE
  ⇒ language da-DK: falls back to sv-SE, which is not in the folder: it has no fallback
Languages/da.config: <Fallback>en-US → <Fallback>da-DK
  ⇒ language da-DK: falls back to itself
Dictionary/send.config: >Form< → >Forms<
  ⇒ dictionary Form.Send: its parent Forms is not in the folder: it becomes a root
Dictionary/send.config: >Form< → >Form.Send<
  ⇒ dictionary Form.Send: lies below itself: the import makes it a root
Dictionary/z.config: + ${dictionaryItem(7, "form", "")}
  ⇒ dictionary form: another item has this name: the import overwrites it
Dictionary/form.config: da-DK → fr
  ⇒ dictionary Form: has a text in fr, which is not in the folder: the import skips it
Templates/page.config: master.cshtml → Views/other.cshtml
  ⇒ template page: its master other is not in the folder: the import refuses it
Templates/page.config: master.cshtml → page.cshtml
  ⇒ template page: is its own master: the import refuses it
Templates/z.config: + ${template(12, "Page", "null")}
  ⇒ template Page: another template has this alias: the import overwrites it
DataTypes/z.config: + ${dataType(70, "text", "Umbraco.TextArea")}
  ⇒ data-type text: another data type has this name: the import overwrites it
DataTypes/z.config: + ${dataType(70, "Other", "")}
  ⇒ data-type Other: names no editor: the import refuses it
DataTypes/text.config: >ui< → ><
  ⇒ data-type Text: names no interface of its editor
DataTypes/text.config: {} → []
  ⇒ data-type Text: its configuration is no JSON object
DataTypes/page.config: ${HOME} → ${LOST}
  ⇒ data-type Page: its start node ${LOST} is not in the folder: nothing can be picked
DataTypes/media.config: ${KEY(400)} → ${LOST}
  ⇒ data-type Media: its start node ${LOST} is not in the folder: nothing can be picked
DataTypes/media.config: ${KEY(400)} → ${UDI("media", 400)}
  ⇒ data-type Media: its start node ${UDI("media", 400)} is no key: Umbraco refuses the configuration
DataTypes/rich.config: ${KEY(400)} → ${LOST}
  ⇒ data-type Rich: its start node ${LOST} is not in the folder: nothing can be picked
DataTypes/pages.config: "id":null → "id":"${LOST}"
  ⇒ data-type Pages: its start node ${LOST} is not in the folder: nothing can be picked
DataTypes/pages.config: ${HOME} → ${LOST}
  ⇒ data-type Pages: its start node ${LOST} is not in the folder: nothing can be picked
DataTypes/pages.config: ["${KEY(210)}"] → ["${LOST}"]
  ⇒ data-type Pages: its dynamic root looks for the type ${LOST}, which is not in the folder
DataTypes/media.config: ${KEY(250)} → ${LOST}
  ⇒ data-type Media: its filter names the type ${LOST}, which is not in the folder
DataTypes/pages.config: "filter":"${KEY(210)}" → "filter":"page"
  ⇒ data-type Pages: its filter names the type page, which is no key: Umbraco refuses the configuration
DataTypes/z.config: + ${blockList(LOST)}
  ⇒ data-type Z: its block ${LOST} has no type in the folder: nobody can add it
DataTypes/z.config: + ${blockList(KEY(210))}
  ⇒ data-type Z: its block page is a type of nodes, not of elements
DataTypes/grid.config: "groupKey":"${KEY(800)}" → "groupKey":"${LOST}"
  ⇒ data-type Grid: its block ${KEY(220)} is in the group ${LOST}, which is not there
DataTypes/grid.config: "elementTypeKey":"${KEY(220)}" → "elementTypeKey":"${LOST}"
  ⇒ data-type Grid: its area left allows the block ${LOST}, which is not there
ContentTypes/z.config: + ${contentType({ key: 260, alias: "Settings", element: true })}
  ⇒ content-type Settings: another type has this alias: the import overwrites it
ContentTypes/z.config: + ${typeZ({}, { key: 262, alias: "a" }, { key: 263, alias: "A" })}
  ⇒ content-type z: has the property A twice
ContentTypes/settings.config: <Key>${KEY(242)}</Key> →
  ⇒ content-type settings: its property size has no key
ContentTypes/settings.config: ${KEY(242)} → ${KEY(222)}
  ⇒ content-type settings: its property size has the key of hero, property image: the import refuses the type
ContentTypes/settings.config: ${KEY(241)} → ${KEY(221)}
  ⇒ content-type settings: its tab content has the key of hero, tab content: the import refuses the type
ContentTypes/z.config: + ${typeZ().replace("<Alias>content", "<Alias>")}
  ⇒ content-type z: has a tab without an alias: the import refuses it
ContentTypes/settings.config: Tab Alias="content" → Tab Alias="other"
  ⇒ content-type settings: has no tab other, which its property size names: the property is not created
ContentTypes/settings.config: <Definition>${KEY(50)} → <Definition>${LOST}
  ⇒ content-type settings: the data type of size is not in the folder: the property is not created
ContentTypes/settings.config: Umbraco.TextBox → Umbraco.TextArea
  ⇒ content-type settings: size names the editor Umbraco.TextArea, its data type Umbraco.TextBox
ContentTypes/settings.config: </IsElement> → </IsElement><Compositions><Composition Key="${LOST}" /></Compositions>
  ⇒ content-type settings: its composition ${LOST} is not in the folder: its properties are lost
ContentTypes/settings.config: </IsElement> → </IsElement><Parent Key="${LOST}" />
  ⇒ content-type settings: its parent ${LOST} is none of its compositions: the import does not inherit from it
ContentTypes/z.config: + ${typeZ({ info: compositionOf(260) })}
  ⇒ content-type z: inherits from itself: the import refuses it
ContentTypes/z.config: + ${typeZ({ info: compositionOf(240) }, { key: 262, alias: "size" })}
  ⇒ content-type z: the property size is in settings and in z: the import refuses the type
ContentTypes/z.config: + ${typeZ({ info: compositionOf(240) }).replace("<Type>Group", "<Type>Tab")}
  ⇒ content-type z: content is a tab here and a group in settings: the import refuses the type
ContentTypes/page.config: <ContentType Key="${KEY(210)}">page → <ContentType Key="${LOST}">other
  ⇒ content-type page: allows other below it, which is not in the folder: the import leaves that out
ContentTypes/page.config: <Template Key="${KEY(11)}">page → <Template Key="${LOST}">other
  ⇒ content-type page: allows the template other, which is not in the folder: the import leaves that out
ContentTypes/page.config: <DefaultTemplate>page → <DefaultTemplate>other
  ⇒ content-type page: its default template other is not in the folder: the import leaves that out
ContentTypes/page.config: <ListView>${KEY(60)} → <ListView>${LOST}
  ⇒ content-type page: its list view ${LOST} is not in the folder: its nodes have none
Media/photo.config: <ContentType>image → <ContentType>other
  ⇒ media ${KEY(400)}: its type other is not in the folder: the import fails
Content/z.config: + ${content({ key: 502, type: "settings" }, {})}
  ⇒ content ${KEY(502)}: its type settings is one of elements
Content/about.config: <Parent Key="${HOME}" → <Parent Key="${LOST}"
  ⇒ content ${ABOUT}: its parent ${LOST} is not in the folder: it becomes a root
Content/home.config: <Parent Key="${ROOT}" → <Parent Key="${ABOUT}"
  ⇒ content ${ABOUT}: lies below itself: the import makes it a root
Content/home.config: <Template Key="${KEY(11)}">page → <Template Key="${LOST}">other
  ⇒ content ${HOME}: its template other is not in the folder: it has none
Content/about.config: <Name Culture="da-DK"> → <Name Culture="fr">
  ⇒ content ${ABOUT}: has the language fr, which is not in the folder: the import skips it
Content/about.config: <Value Culture="en-US"> → <Value Culture="fr">
  ⇒ content ${ABOUT}: intro has a value in fr, which is not in the folder: the import skips it
Content/about.config: <title><Value> → <title><Value Culture="en-US">
  ⇒ content ${ABOUT}: title has a value in en-US, and does not vary: the import can lose it
Content/z.config: + ${content({ key: 502, type: "base" }, { title: "x" })}
  ⇒ content ${KEY(502)}: has no name in any language, though its type varies
Languages/da.config: </IsDefault> → </IsDefault><IsMandatory>true</IsMandatory>
  ⇒ content ${ABOUT}: is not published in da-DK, which is mandatory: the import does not publish the page
Content/home.config: <choice><Value><![CDATA[red]]></Value></choice> → <choices><Value><![CDATA[red]]></Value></choices>
  ⇒ content ${HOME}: choices is no property of page: its value is lost
Content/home.config: <![CDATA[Home]]> →
  ⇒ content ${HOME}: title is mandatory and empty: the import does not publish the page
Content/home.config: <![CDATA[red]]> → green
  ⇒ content ${HOME}: choice (Umbraco.RadioButtonList): green is not among the options: the import does not publish the page
DataTypes/choice.config: "red","blue" →
  ⇒ data-type Choice: lists no options: the import does not publish pages with a value of it
Content/home.config: [CDATA[${UDI("document", 501)}] → [CDATA[umb://document/${LOST}]
  ⇒ content ${HOME}: page (Umbraco.ContentPicker): picks ${lost("page")}
Content/home.config: ${UDI("document", 500)}, → umb://document/${LOST},
  ⇒ content ${HOME}: pages (Umbraco.MultiNodeTreePicker): picks ${lost("page")}
Content/home.config: ,${UDI("media", 400)}, → ,umb://media/${LOST},
  ⇒ content ${HOME}: pages (Umbraco.MultiNodeTreePicker): picks ${lost("media node")}
Content/home.config media: "mediaKey":"${KEY(400)}" → "mediaKey":"${LOST}"
  ⇒ content ${HOME}: media (Umbraco.MediaPicker3): picks ${lost("media node")}
Content/home.config: "udi":"${UDI("document", 501)}" → "udi":"umb://document/${LOST}"
  ⇒ content ${HOME}: links (Umbraco.MultiUrlPicker): links to ${lost("page")}
Content/home.config: "url":"https://example.org" → "url":""
  ⇒ content ${HOME}: links (Umbraco.MultiUrlPicker): its link b leads nowhere
Content/home.config: localLink:${ABOUT} → localLink:${LOST}
  ⇒ content ${HOME}: rich (Umbraco.RichText): links to ${lost("page")}
Content/home.config: localLink:${KEY(400)} → localLink:${LOST}
  ⇒ content ${HOME}: rich (Umbraco.RichText): links to ${lost("media node")}
Content/home.config: data-udi=\"${UDI("media", 400)} → data-udi=\"umb://media/${LOST}
  ⇒ content ${HOME}: rich (Umbraco.RichText): shows ${lost("media node")}
Content/home.config list: "mediaKey":"${KEY(400)}" → "mediaKey":"${LOST}"
  ⇒ content ${HOME}: image of the block hero in list (Umbraco.MediaPicker3): picks ${lost("media node")}
Content/home.config rich: localLink:${HOME} → localLink:${LOST}
  ⇒ content ${HOME}: text of the block hero in rich (Umbraco.RichText): links to ${lost("page")}
Content/home.config list: [{"contentKey":"${KEY(301)}" → [{"contentKey":"${LOST}"
  ⇒ content ${HOME}: list (Umbraco.BlockList): its layout names the block ${LOST}, which is not there
Content/home.config list: "settingsKey":"${KEY(302)}" → "settingsKey":"${LOST}"
  ⇒ content ${HOME}: list (Umbraco.BlockList): its layout names the settings ${LOST}, which are not there
Content/home.config: "Umbraco.BlockList": → "Umbraco.TinyMCE":
  ⇒ content ${HOME}: list (Umbraco.BlockList): has no layout of Umbraco.BlockList
Content/home.config: "Umbraco.BlockList":[{"contentKey":"${KEY(301)}","settingsKey":"${KEY(302)}"}] → "Umbraco.BlockList":[]
  ⇒ content ${HOME}: list (Umbraco.BlockList): its layout lacks the block ${KEY(301)}: no page shows it
Content/home.config list: "expose":[{"contentKey":"${KEY(301)}" → "expose":[{"contentKey":"${LOST}"
  ⇒ content ${HOME}: list (Umbraco.BlockList): exposes the block ${LOST}, which is not there
Content/home.config: "expose":[] → "expose":[{"contentKey":"${KEY(303)}"}]
  ⇒ content ${HOME}: grid (Umbraco.BlockGrid): the block ${KEY(301)} is not exposed: no page shows it
Content/home.config: "expose":[] → "expose":[{"contentKey":"${KEY(301)}"},{"contentKey":"${KEY(303)}","culture":"fr"}]
  ⇒ content ${HOME}: grid has a block in fr, which is not in the folder: the import skips it
Content/home.config: ${KEY(801)} → ${LOST}
  ⇒ content ${HOME}: grid (Umbraco.BlockGrid): its data type has no area ${LOST} in blocks of the type hero: no page shows it
DataTypes/list.config: ${KEY(220)} → ${KEY(240)}
  ⇒ content ${HOME}: list (Umbraco.BlockList): its data type does not list blocks of the type hero: no page shows them
Content/home.config: "key":"${KEY(303)}" → "key":"${KEY(301)}"
  ⇒ content ${HOME}: grid (Umbraco.BlockGrid): has two blocks with the key ${KEY(301)}
Content/home.config list: "contentTypeKey":"${KEY(240)}" → "contentTypeKey":"${LOST}"
  ⇒ content ${HOME}: list (Umbraco.BlockList): has a block of the type ${LOST}, which is not in the folder
Content/home.config list: "contentTypeKey":"${KEY(240)}" → "contentTypeKey":"${KEY(210)}"
  ⇒ content ${HOME}: list (Umbraco.BlockList): has a block of the type ${KEY(210)}, which is none of elements
Content/home.config list: "settingsData":[{ → "settingsData":[{"udi":"umb://element/1",
  ⇒ content ${HOME}: list (Umbraco.BlockList): has a block with a udi, the form before 15
Content/home.config: </umb-rte-block> → </umb-rte-block><umb-rte-block-inline data-content-key=\"${LOST}\"></umb-rte-block-inline>
  ⇒ content ${HOME}: rich (Umbraco.RichText): its markup names the block ${LOST}, which is not there
Content/home.config: <umb-rte-block data-content-key=\"${KEY(301)}\"></umb-rte-block> →
  ⇒ content ${HOME}: rich (Umbraco.RichText): its markup has no place for the block ${KEY(301)}: no page shows it
Content/home.config list: "alias":"size" → "alias":"width"
  ⇒ content ${HOME}: width is no property of the block settings in list: its value is lost
Content/home.config list: "mediaKey":"${KEY(400)}" → "mediaKey":"none"
  ⇒ content ${HOME}: image of the block hero in list (Umbraco.MediaPicker3): must be an array of objects with key and mediaKey
Content/home.config list: "value":${JSON.stringify([picked(400)])} → "value":null
  ⇒ content ${HOME}: image of the block hero in list is mandatory and empty: the import does not publish the page
Content/home.config list: "alias":"image","culture":null → "alias":"image","culture":"da-DK"
  ⇒ content ${HOME}: image of the block hero in list has a value in da-DK, and does not vary: 17 can lose it
Domains/a.config: ${HOME} → ${LOST}
  ⇒ domain example.dk: its root is not in the folder: the import does not save it
Domains/a.config: da-DK → fr
  ⇒ domain example.dk: has the language fr, which is not in the folder: the import does not save it
Domains/z.config: + ${SITE["Domains/a.config"].replace(KEY(700), KEY(701)).replace('"example', '"Example')}
  ⇒ domain Example.dk: another domain has this name: one is lost
`
  .trim()
  .split(/\n(?=\S)/);

describe("validateFolder", () => {
  it("finds nothing in a sound site", () => {
    expect(findings(SITE)).toEqual([]);
  });

  it.each(FAULTS.map((row) => row.split("\n  ⇒ ")))("finds in %s: %s", (edit, finding) => {
    expect(findings(edited(edit)).map(([kind, name, text]) => `${kind} ${name}: ${text}`)).toEqual([finding]);
  });

  it("finds more siblings than old versions of uSync order", () => {
    const many = Array.from({ length: 1001 }, (_, i) => [
      `Media/m${i}.config`,
      content({ key: 10_000 + i, type: "image", parent: KEY(400) }, {}),
    ]);
    expect(findings({ ...SITE, ...Object.fromEntries(many) })).toEqual([
      ["media", KEY(400), "has 1001 nodes below: more than 1000 need uSync 17.5"],
    ]);
  });

  it("finds values without a language of elements that vary, if there are several languages", () => {
    const settings = SITE["ContentTypes/settings.config"].replaceAll("Nothing", "Culture");
    const varying = edited(`ContentTypes/settings.config: + ${settings}`);
    const text = (alias: string) =>
      `size of the block settings in ${alias} has a value without a language, and varies: 17 can hide it`;
    const found = ["rich", "list", "grid"].map((alias) => ["content", HOME, text(alias)]);
    expect(findings(varying)).toEqual(found);
    expect(findings(withoutSections(varying, ["Languages"]))).toEqual([]);
  });

  it.each<[string, string[]]>([
    ["DataTypes", ["DataTypes"]],
    ["Templates", ["Templates"]],
    ["types", ["ContentTypes", "MediaTypes"]],
    ["languages", ["Languages"]],
    ["media", ["Media"]],
    ["content", ["Content"]],
    ["nodes, as with --types-only", ["Content", "Media", "Dictionary", "Domains"]],
  ])("checks no references to items of sections that the folder lacks: %s", (_, sections) => {
    expect(findings(withoutSections(SITE, sections))).toEqual([]);
  });

  it("leaves out dead references that are known of a property of a node", () => {
    const files = edited(`Content/home.config links: ${UDI("document", 501)} → umb://document/${LOST}`);
    const known = (property: string) => ({
      hasDeadReference: (node: string, alias: string) => node === HOME && alias === property,
    });
    expect(findings(files, known("links"))).toEqual([]);
    expect(findings(files, known("rich"))).toHaveLength(1);
  });

  it("finds files that were not copied, if files are copied", () => {
    const files = edited("Content/home.config rich: 3d4/photo → 3d4/other");
    const withoutUdi = edited(
      String.raw`Content/home.config rich: photo.jpg\" data-udi=\"${UDI("media", 400)} → photo.jpg`,
    );
    const hasFile = (path: string) => path === "/media/b1b2c3d4/photo.jpg";
    const text = (where: string) =>
      `${where}: its file /media/a1b2c3d4/photo.jpg was not copied: no media node has it`;
    const ofMedia = ["media", KEY(400), text("umbracoFile (Umbraco.ImageCropper)")];
    expect(findings(SITE)).toEqual([]);
    // Umbraco takes the path from the media node that the picture names.
    expect(findings(files, { hasFile })).toEqual([ofMedia]);
    expect(findings(withoutUdi, { hasFile })).toEqual([
      ofMedia,
      ["content", HOME, text("rich (Umbraco.RichText)")],
    ]);
  });

  const shape = (editor: string, text: string, config: object = {}) => ({
    "Languages/en.config": SITE["Languages/en.config"],
    "DataTypes/text.config": dataType(50, "Text", editor, config),
    "ContentTypes/page.config": contentType({ key: 10, alias: "page" }, [
      { key: 20, alias: "title", editor },
    ]),
    "Content/home.config": content({ key: 100, type: "page" }, { title: text }),
  });

  it.each([
    ["Umbraco.ContentPicker", "1051", "must be the UDI of a page"],
    ["Umbraco.ContentPicker", UDI("media", 1), "must be the UDI of a page"],
    ["Umbraco.MultiNodeTreePicker", "umb://document/1", "must be UDIs separated by commas"],
    ["Umbraco.MemberPicker", "1051", "must be the UDI of a member"],
    ["Umbraco.UserPicker", "admin", "must be the id of a user"],
    ["Umbraco.MediaPicker3", "umb://media/5f76c525ad2c59158b23027 8a401c4a0", "must be JSON"],
    [
      "Umbraco.MediaPicker3",
      `[{"mediaKey":"${KEY(1)}"}]`,
      "must be an array of objects with key and mediaKey",
    ],
    ["Umbraco.MultiUrlPicker", "{}x", "must be JSON"],
    [
      "Umbraco.MultiUrlPicker",
      '[{"udi":"1051"}]',
      "has a link to 1051, which is no UDI of a page or a media node",
    ],
    ["Umbraco.RichText", '{"blocks":{}}', "must have markup"],
    [
      "Umbraco.RichText",
      '<p><a href="/{localLink:1051}">x</a></p>',
      "links by an id or a UDI, which 17 does not resolve",
    ],
    [
      "Umbraco.RichText",
      `<a type="document" href="/{localLink:${UDI("document", 1)}}">x</a>`,
      "links by an id or a UDI, which 17 does not resolve",
    ],
    [
      "Umbraco.RichText",
      `<a href="/{localLink:${KEY(1)}}">x</a>`,
      `links to ${KEY(1)} without a type, which 17 does not resolve`,
    ],
    ["Umbraco.RichText", '<?UMBRACO_MACRO macroAlias="x" />', "holds a macro, which 17 does not have"],
    ["Umbraco.ImageCropper", '{"crops":[]}', "must have a src"],
    ["Umbraco.UploadField", '{"src":"/media/a/b.jpg"}', "must be the path of a file"],
    ["Umbraco.BlockList", "[]x", "must be JSON"],
    ["Umbraco.BlockList", '{"layout":{}}', "has no contentData"],
    ["Umbraco.Tags", "a,b", "must be JSON"],
    ["Umbraco.CheckBoxList", '[{"id":1}]', "must be an array of texts"],
    ["Umbraco.DropDown.Flexible", '"a"', "must be an array of texts"],
    ["Umbraco.RadioButtonList", '["a"]', "must be the text of one option"],
    ["Umbraco.ColorPicker", '{"value":"#ff0000"}', "must have a value without #"],
    ["Umbraco.Integer", "1.5", "must be a whole number"],
    ["Umbraco.Decimal", "1,5", "must be a number"],
    ["Umbraco.TrueFalse", "yes", "must be 0 or 1"],
    ["Umbraco.Slider", "1;2", "must be a number, or two with a comma"],
    ["Umbraco.DateTime", "2020-01-01", "must be a date with a time"],
    ["Umbraco.DateOnly", "2020-01-01", "must be JSON"],
    ["Umbraco.TimeOnly", '{"time":"10:00"}', "must be an object with a date"],
  ])("finds a value of %s that has another form: %s", (editor, text, fault) => {
    expect(findings(shape(editor, text))).toEqual([["content", KEY(100), `title (${editor}): ${fault}`]]);
  });

  it.each([
    ["Umbraco.Tags", "a,b", { storageType: "Csv" }],
    ["Umbraco.DateTimeWithTimeZone", '{"date":"2025-01-01T00:00:00+00:00","timeZone":null}', {}],
    ["Umbraco.ImageCropper", "/media/a/b.jpg", {}],
    ["Umbraco.MultiUrlPicker", '[{"name":"top","queryString":"#top"}]', {}],
    ["Umbraco.RichText", '<a href="/media/a/b.jpg">{localLink} umb://</a>', {}],
    ["Umbraco.TextBox", `{localLink:${KEY(1)}} ${UDI("document", 1)}`, {}],
  ])("finds nothing in a value of %s in its form: %s", (editor, text, config) => {
    expect(findings(shape(editor, text, config))).toEqual([]);
  });
});

describe("usync: values that are of 17 already", () => {
  /** Writes a site of uSync 17 as a folder again. */
  async function rewritten(files: Readonly<Record<string, string>>) {
    const data = Object.entries(files).map(([name, text]) => [`v17/${name}`, text]);
    const index = '<uSync version="17.3.0.0" format="10.7.0" />';
    const folder = dataDirectory({ ...Object.fromEntries(data), "v17/usync.config": index });
    const out = join(temporaryDirectory(), "v17");
    const { status, stderr } = await run(["usync", "--data", folder, "--out", out]);
    expect(status, stderr).toBe(0);
    const lines = readLines(join(out, "..", "report.ndjson")) as Record<string, string>[];
    const found: string[] = [];
    validateFolder(out, (_, __, text) => found.push(text));
    return { out, found, dead: lines.filter(({ problem }) => problem === "dead-reference") };
  }

  it("have no faults in a sound site", async () => {
    const { found, dead } = await rewritten(SITE);
    expect([found, dead]).toEqual([[], []]);
  });

  it("keep dead references, which are reported", async () => {
    const files = edited(`Content/home.config list: "mediaKey":"${KEY(400)}" → "mediaKey":"${LOST}"`);
    const { found, dead } = await rewritten(files);
    expect(dead).toMatchObject([{ id: HOME, name: "Node", path: "/Node", property: "list" }]);
    expect(dead[0].text).toContain(LOST);
    expect(found).toEqual([
      `image of the block hero in list (Umbraco.MediaPicker3): picks ${lost("media node")}`,
    ]);
  });

  it("bring their options and blocks to data types that the site lacks", async () => {
    const files = edited("Content/home.config: <![CDATA[Home]]> → [Home");
    const { out, found } = await rewritten(withoutSections(files, ["DataTypes"]));
    expect(found).toEqual([]);
    const configOf = (editor: string) => {
      const [name] = readdirSync(join(out, "DataTypes")).filter((each) => each.startsWith(editor));
      const text = readFileSync(join(out, "DataTypes", name), "utf8");
      return JSON.parse(/<Config><!\[CDATA\[(.*)\]\]>/s.exec(text)?.[1] ?? "");
    };
    const listed = { contentElementTypeKey: KEY(220), settingsElementTypeKey: KEY(240) };
    expect(configOf("blocklist").blocks).toEqual([listed]);
    expect(configOf("richtext").blocks).toEqual([{ contentElementTypeKey: KEY(220) }]);
    expect(configOf("blockgrid").blocks).toMatchObject([{ ...listed, areas: [{ key: KEY(801) }] }]);
    expect(configOf("radiobuttonlist").items).toEqual(["red"]);
  });
});
