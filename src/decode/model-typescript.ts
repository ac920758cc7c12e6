/** TypeScript declarations of the lines of `export`, from the content model: one interface per type. */
import type { Kind } from "../operations.ts";
import { type ContentModel, linePropertiesOf, type ModelProperty, type ModelType } from "./content-model.ts";
import type { ValueForm } from "./property-kinds.ts";

/** What all sites have. Types of a site can have the name of any global type, so that none is used. */
const SHARED = `
/** Any JSON. */
type Json = null | boolean | number | string | Json[] | { [member: string]: Json };

interface Route {
  /** Null if the page has no URL, or is not published. */
  path: string | null;
  queryString: string | null;
  startItem: { id: string; path: string };
}

/** A picked page: a look-up of its id gives the rest. */
interface PickedContent {
  contentType: string | null;
  name: string | null;
  createDate: string | null;
  updateDate: string | null;
  route: Route | null;
  id: string | null;
  legacyId?: number | null;
  properties: { [property: string]: never };
}

interface FocalPoint {
  left: number;
  top: number;
}

interface Crop {
  alias: string;
  width: number;
  height: number;
  coordinates: { x1: number; y1: number; x2: number; y2: number } | null;
}

/** A picked file or folder of the media tree. */
interface PickedMedia {
  /** Absent if a tree picker picks it, as the crops are. */
  focalPoint?: FocalPoint | null;
  crops?: Crop[] | null;
  id: string | null;
  name: string | null;
  mediaType: string | null;
  url: string | null;
  extension: string | null;
  width: number | null;
  height: number | null;
  bytes: number | null;
  legacyId?: number | null;
  properties: { [property: string]: never };
}

interface CroppedImage {
  url: string;
  focalPoint: FocalPoint | null;
  crops: Crop[] | null;
}

interface Link {
  url: string | null;
  queryString: string | null;
  title: string | null;
  target: string | null;
  destinationId: string | null;
  destinationType: string | null;
  route: Route | null;
  linkType: "Content" | "Media" | "External";
  /** The language of the page, if the link names one. */
  culture: string | null;
}

interface Color {
  value: string;
  label: string | null;
}

interface Range {
  minimum: number;
  maximum: number;
}

/** A block, or an item of nested content and its like. */
interface Block {
  content: Element;
  settings: Element | null;
}

interface BlockList {
  items: Block[];
  layout?: string;
}

/** What a grid of Umbraco 7 or 8 has in place of an element: a section, a row or a control. */
interface GridPart {
  contentType: string;
  id: string;
  properties: { [property: string]: Json };
}

interface GridArea {
  alias: string | null;
  rowSpan: number;
  columnSpan: number;
  items: GridItem[];
}

interface GridItem {
  rowSpan: number;
  columnSpan: number;
  areaGridColumns: number | null;
  areas: GridArea[];
  content: Element | GridPart;
  settings: Element | GridPart | null;
  /** How the values of a control are stored, if it is a package's editor. */
  layout?: string;
}

interface BlockGrid {
  gridColumns: number;
  items: GridItem[];
  layout?: string;
}

/** A macro of Umbraco 7 to 13 with its parameters. */
interface Macro {
  layout: "macro";
  content: { contentType: string; id: string; properties: { [parameter: string]: Json } };
  settings: null;
}

/** Placeholders in the markup name a block by the id of its content. */
interface RichText {
  markup: string;
  blocks: (Block | Macro)[];
}

/** The path in a language of a node that does not vary. */
interface CulturePath {
  path: string | null;
  queryString: string | null;
  startItem: { id: string; path: string } | null;
  host: string | null;
}

/** A language of a node. */
interface Culture<Properties> extends CulturePath {
  name: string;
  updateDate: string | null;
  published: boolean;
  /** The properties that differ by language. */
  properties: { [Property in keyof Properties]?: Properties[Property] };
  segments?: { [segment: string]: { properties: { [Property in keyof Properties]?: Properties[Property] } } };
}

interface ContentLine<Properties> {
  /** Other fields of the data, such as \`urlName\` of \`umbraco.config\`. */
  [field: string]: unknown;
  name: string;
  createDate: string | null;
  updateDate: string | null;
  route: Route | null;
  id: string;
  legacyId: number | null;
  /** The key of the node above. */
  parent: string | null;
  level: number;
  sortOrder: number | null;
  /** Its alias; its id if the data has no aliases of templates. */
  template: string | number | null;
  published: boolean;
  /** Whether only members see it; null if the data cannot say. */
  protected: boolean | null;
  /** Of the route; null without domains. */
  host: string | null;
  properties: Properties;
  /** By language; of a node that does not vary, the languages in which its path is another. */
  cultures: { [language: string]: Culture<Properties> | (CulturePath & { properties?: undefined }) };
}

interface MediaLine<Properties> {
  /** Other fields of the data. */
  [field: string]: unknown;
  path: string;
  createDate: string | null;
  updateDate: string | null;
  focalPoint: FocalPoint | null;
  crops: Crop[] | null;
  id: string;
  name: string;
  url: string | null;
  extension: string | null;
  width: number | null;
  height: number | null;
  bytes: number | null;
  legacyId: number | null;
  parent: string | null;
  level: number;
  sortOrder: number | null;
  /** The path of the file below \`files\`. */
  file: string | null;
  properties: Properties;
}
`;

const FORMS: Readonly<Record<ValueForm, string>> = {
  string: "string",
  number: "number",
  boolean: "boolean",
  strings: "string[]",
  "string-or-strings": "string | string[]",
  color: "Color",
  "rich-text": "RichText",
  "picked-content": "PickedContent",
  "picked-contents": "PickedContent[]",
  "picked-media": "PickedMedia[]",
  "picked-nodes": "(PickedContent | PickedMedia)[] | string",
  image: "CroppedImage",
  links: "Link[]",
  blocks: "BlockList",
  "single-block": "Block",
  "block-grid": "BlockGrid",
  range: "number | Range",
  scalar: "string | number",
  any: "Json",
};

/** An interface to be declared: its name, and the type that it is made of. */
type Declared = { name: string; type: ModelType };

/** Returns the text of `types.ts`. Names that are equal in Pascal case get a number. */
export function modelTypeScript(model: ContentModel): string {
  const taken = new Set(
    [...SHARED.matchAll(/(?:interface|type) (\w+)/g)]
      .map(([, name]) => name)
      .concat("ContentNode", "MediaNode", "Element"),
  );
  const declare = (types: readonly ModelType[], ending: string): Declared[] =>
    types.map((type) => ({ name: freeName(type.alias, ending, taken), type }));
  const isNode = ({ element, nodes }: ModelType) => !element || nodes > 0;
  const isElement = ({ element, elements }: ModelType) => element || elements > 0;
  const nodes = declare(model.contentTypes.filter(isNode), "");
  const named = new Map(nodes.map(({ name, type }) => [type, name]));
  const elements = model.contentTypes
    .filter(isElement)
    .map((type) => ({ name: freeName(type.alias, named.has(type) ? "Element" : "", taken), type }));
  const media = declare(model.mediaTypes, "Media");
  return [
    "/** The content and media of a site, as `migrations export` writes them. */\n",
    SHARED.slice(1).replaceAll(/^(?=interface |type )/gm, "export "),
    union("ContentNode", nodes),
    union("MediaNode", media),
    union("Element", elements),
    ...nodes.map((each) => declaration(each, "content", "ContentLine")),
    ...elements.map((each) => declaration(each, "content", "")),
    ...media.map((each) => declaration(each, "media", "MediaLine")),
  ].join("\n");
}

function union(name: string, members: readonly Declared[]): string {
  if (members.length === 0) return `export type ${name} = never;\n`;
  return `export type ${name} =\n${members.map((member) => `  | ${member.name}`).join("\n")};\n`;
}

/** An interface for the properties of a type, and one for its nodes or elements. */
function declaration({ name, type }: Declared, kind: Kind, line: string): string {
  const lines = linePropertiesOf(kind, type).map(propertyLine).join("");
  const own = `export interface ${name}Properties {\n${lines}}\n`;
  const about = type.name === type.alias ? "" : `/** ${commentText(type.name)} */\n`;
  const base = line === "" ? "" : ` extends ${line}<${name}Properties>`;
  const members = line === "" ? `  id: string;\n  properties: ${name}Properties;\n` : "";
  const constant = `  ${kind === "content" ? "contentType" : "mediaType"}: ${JSON.stringify(type.alias)};\n`;
  return `${own}\n${about}export interface ${name}${base} {\n${constant}${members}}\n`;
}

/** Lines may lack a property that no type of the data defines. */
function propertyLine({ alias, name, form, from }: ModelProperty): string {
  const about = name === alias ? "" : `  /** ${commentText(name)} */\n`;
  const member = /^[A-Za-z_$][\w$]*$/.test(alias) ? alias : JSON.stringify(alias);
  const type = FORMS[form];
  return `${about}  ${member}${from === null ? "?" : ""}: ${type === "Json" ? type : `${type} | null`};\n`;
}

/** Names are written by strangers: they must not end the comment. */
function commentText(name: string): string {
  return name.replaceAll("*/", "* /").replaceAll(/\s+/g, " ").trim();
}

function freeName(alias: string, ending: string, taken: Set<string>): string {
  const words = alias.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  const pascal = words.map((word) => word[0].toUpperCase() + word.slice(1)).join("") + ending;
  const base = /^[\p{L}_$]/u.test(pascal) ? pascal : `Type${pascal}`;
  let name = base;
  for (let number = 2; taken.has(name) || taken.has(`${name}Properties`); number++) name = `${base}${number}`;
  taken.add(name).add(`${name}Properties`);
  return name;
}
