/** Reads the file of one node, as uSync 8 to 18 write it, and as uSync 7 did. */
import type { Kind } from "../../operations.ts";
import { type Key, ZERO_KEY } from "../../tree/key.ts";
import type { WrittenNode } from "../node-writer.ts";
import type { XmlElement } from "../xml/xml-element.ts";
import { type ConfigFile, isTrue } from "./config-file.ts";
import type { UsyncFile } from "./find-files.ts";
import { type Cultures, type CultureText, textIn } from "./languages.ts";
import type { NodeType, TypeSet } from "./type-set.ts";

/** What is kept of a node until all files are read. It holds no text that was cut out of a file's. */
export type UsyncNode = {
  file: UsyncFile;
  key: Key;
  /** Whether its file has no key, so that it is made of the id. */
  hasMadeKey: boolean;
  parentKey: Key;
  /** Absent where uSync writes none, until one is derived from the key. */
  id: number | undefined;
  hasDerivedId: boolean;
  type: string;
  /** As the file has it, for the order in which uSync applies files; the tree's levels are its own. */
  level: number;
  sortOrder: number | undefined;
  isTrashed: boolean;
  isBlueprint: boolean;
  /** In the culture that is read; once nodes are chosen, with all that it lies below. */
  isPublished: boolean;
  /** What stands for it in urls, where these are made. */
  segment: string | undefined;
  /** Its own JSON text; absent until it is written, and where the node is left out whatever the others say. */
  text: WrittenNode | undefined;
  /** The aliases of properties whose editor is not known. */
  withoutEditor: readonly string[];
};

/** A property's text in the culture that is read; `undefined` where it has none. */
type PropertyText = { alias: string; text: string | undefined };

/** What a file says of its node. */
export type NodeFile = {
  node: UsyncNode;
  name: string;
  createDate: string | undefined;
  updateDate: string | undefined;
  /** The alias of its template. */
  template: string | undefined;
  properties: PropertyText[];
  /** The cultures that it is there in, in lower case; none where it does not vary. */
  languages: readonly string[];
};

/** The recycle bins of content and of media, at the beginning of uSync 7's paths of ids. */
const IN_BIN = /^-1,-2[01],/;
/** What is known of a node when its texts are. */
const NOT_YET = { hasDerivedId: false, segment: undefined, text: undefined, withoutEditor: [] };

/**
 * Reads what uSync 8 and later write.
 * @param types the types of this kind
 * @returns `undefined` where an error was found
 */
export function readNodeFile(
  config: ConfigFile,
  kind: Kind,
  types: TypeSet,
  cultures: Cultures,
): NodeFile | undefined {
  const { root } = config;
  const info = root.child("Info");
  // Before mid-2019 the root element was called after the type.
  const type = types.find(infoText(info, "ContentType") || root.name);
  const isPublic = kind === "media" || isPublished(info?.child("Published"), type, cultures);
  const node = nodeIn(config, info, type.alias, isPublic);
  if (config.faulty) return undefined;
  return {
    node,
    name: nameOf(root, info?.child("NodeName"), type, cultures),
    createDate: infoText(info, "CreateDate") || undefined,
    updateDate: undefined,
    template: infoText(info, "Template").trim() || undefined,
    properties: propertiesOf(config, type, cultures),
    languages: languagesIn(info, type),
  };
}

/** A node is there in the languages that it has a name or a state in. */
function languagesIn(info: XmlElement | undefined, type: NodeType): string[] {
  if (type.varies === false) return [];
  const written = ["NodeName", "Published"].flatMap((name) => info?.child(name)?.children ?? []);
  return [...new Set(written.flatMap((element) => cultureOf(element) ?? []))];
}

/** Of the element that tells of a node what all nodes have. Empty where it says nothing. */
function infoText(info: XmlElement | undefined, name: string): string {
  return info?.child(name)?.text ?? "";
}

function nodeIn(
  config: ConfigFile,
  info: XmlElement | undefined,
  type: string,
  isPublished: boolean,
): UsyncNode {
  const { file, root } = config;
  const parent = info?.child("Parent");
  const sortOrder = info?.child("SortOrder");
  return {
    file,
    ...config.ownKey(root.attributes.Key, "Key", undefined),
    parentKey: config.key(parent?.attributes.Key, "the Key of Info/Parent", parent ?? root),
    id: undefined,
    type,
    level: config.integer(root.attributes.Level, "Level", root) ?? 0,
    sortOrder: config.integer(sortOrder?.text, "SortOrder", sortOrder ?? root),
    isTrashed: isTrue(infoText(info, "Trashed")),
    isBlueprint: isTrue(infoText(info, "IsBlueprint")),
    isPublished,
    ...NOT_YET,
  };
}

/**
 * Reads what uSync 7 wrote: fields are attributes, properties child elements.
 * @param types the types of this kind
 * @returns `undefined` where an error was found
 */
export function readNodeFile7(config: ConfigFile, kind: Kind, types: TypeSet): NodeFile | undefined {
  const { file, root, source } = config;
  const { attributes } = root;
  const id = config.id(attributes.id, root);
  const node: UsyncNode = {
    file,
    ...config.ownKey(attributes.guid, "guid", id),
    parentKey: config.key(attributes.parentGUID || ZERO_KEY, "parentGUID", root),
    id,
    type: types.find(attributes.nodeTypeAlias || root.name).alias,
    level: config.integer(attributes.level, "level", root) ?? 0,
    sortOrder: config.integer(attributes.sortOrder, "sortOrder", root),
    isTrashed: IN_BIN.test(attributes.path ?? ""),
    isBlueprint: isTrue(attributes.isBlueprint),
    isPublished: kind === "media" || isTrue(attributes.published),
    ...NOT_YET,
  };
  if (config.faulty) return undefined;
  return {
    node,
    name: attributes.nodeName ?? "",
    createDate: undefined,
    updateDate: attributes.updated || undefined,
    template: attributes.templateAlias || undefined,
    properties: root.children.map((child) => ({ alias: child.name, text: child.content(source) })),
    languages: [],
  };
}

function nameOf(root: XmlElement, names: XmlElement | undefined, type: NodeType, cultures: Cultures): string {
  const own = names?.attributes.Default || root.attributes.Alias || "";
  if (!names || names.children.length === 0) return own;
  const byCulture = names.children.map((name) => ({ culture: cultureOf(name), text: name.text }));
  return textIn(cultures, byCulture, type.varies) || own;
}

/** Whether a node counts as published: what its cultures say, where they say anything, wins over its default. */
function isPublished(published: XmlElement | undefined, type: NodeType, { read }: Cultures): boolean {
  if (!published || published.children.length === 0) return isTrue(published?.attributes.Default);
  const states = published.children.map((state) => ({
    culture: cultureOf(state),
    isPublished: isTrue(state.text),
  }));
  const counting =
    type.varies === false || read === undefined ? states : states.filter(({ culture }) => culture === read);
  return counting.some((state) => state.isPublished);
}

function propertiesOf({ root, source }: ConfigFile, type: NodeType, cultures: Cultures): PropertyText[] {
  const elements = root.child("Properties")?.children ?? [];
  return elements.map(({ name, children }) => {
    const values: CultureText[] = [];
    for (const value of children) {
      if (value.attributes.Segment) continue;
      values.push({ culture: cultureOf(value), text: value.content(source) });
    }
    return { alias: name, text: textIn(cultures, values, type.property(name).varies) };
  });
}

function cultureOf({ attributes }: XmlElement): string | undefined {
  return attributes.Culture?.toLowerCase() || undefined;
}
