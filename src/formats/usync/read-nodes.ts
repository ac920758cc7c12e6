/** Reads the files of the nodes of one kind, and writes the texts of those that may be kept. */

import { FILE_PROPERTY, mediaUrl } from "../../media/media-paths.ts";
import type { Kind } from "../../operations.ts";
import { type Definitions, propertiesOf } from "../../schema/definitions.ts";
import { holdsConflict } from "../../text/git-conflict.ts";
import { idOfKey, type Key, ZERO_KEY } from "../../tree/key.ts";
import { segmentOptions, URL_NAME, urlSegment, urlSource } from "../../urls/url-segment.ts";
import { type FormatOptions, refuseOptions } from "../data-format.ts";
import type { EditorAliases } from "../editor-aliases.ts";
import type { Findings } from "../findings.ts";
import { type NodeWriter, type PropertyKind, propertyKind, type WrittenNode } from "../node-writer.ts";
import type { XmlElement } from "../xml/xml-parser.ts";
import { type ConfigFile, isTrue, readConfig } from "./config-file.ts";
import type { UsyncFile } from "./find-files.ts";
import { type Cultures, type CultureText, textIn } from "./languages.ts";

/** A property of a type. */
type PropertyType = PropertyKind & {
  /** Whether its values differ by culture; `undefined` where its type does not tell. */
  varies: boolean | undefined;
};

/** A type with its full set of properties. */
type NodeType = {
  alias: string;
  /** Whether nodes differ by culture; `undefined` where there is no such type. */
  varies: boolean | undefined;
  /** The aliases of types that are not there and that would tell more of it: itself, or what it is made of. */
  missing: readonly string[];
  property(alias: string): PropertyType;
};

/** All types of one kind. */
export class TypeSet {
  readonly #definitions: Definitions;
  readonly #editors: EditorAliases;
  readonly #types = new Map<string, NodeType>();

  constructor(definitions: Definitions, editors: EditorAliases) {
    this.#definitions = definitions;
    this.#editors = editors;
  }

  /** The type of this alias, also where there is none: then nothing is known of its properties. */
  find(alias: string): NodeType {
    const known = this.#types.get(alias);
    if (known) return known;
    const type = this.#resolve(alias);
    this.#types.set(alias, type);
    return type;
  }

  #resolve(alias: string): NodeType {
    const definition = this.#definitions.find({ key: undefined, alias });
    const family = definition ? this.#definitions.familyOf(definition) : [];
    const declared = propertiesOf(family);
    const bases = family.flatMap((member) => member.bases).filter((base) => !this.#definitions.find(base));
    const missing = definition ? [...new Set(bases.map((base) => base.alias))] : [alias];
    const properties = new Map<string, PropertyType>();
    const property = (name: string): PropertyType => {
      const found = properties.get(name);
      if (found) return found;
      const own = declared.get(name);
      const editorAlias = own?.editorAlias ?? this.#editors.find(alias, name) ?? null;
      // A property varies only where its type does.
      const varies = own && definition ? definition.varies && own.varies : undefined;
      const made = { ...propertyKind(name, editorAlias), varies };
      properties.set(name, made);
      return made;
    };
    return { alias, varies: definition?.varies, missing, property };
  }
}

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
type NodeFile = {
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
function readNodeFile(
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
    properties: propertyTextsIn(config, type, cultures),
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
function readNodeFile7(config: ConfigFile, kind: Kind, types: TypeSet): NodeFile | undefined {
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

function propertyTextsIn({ root, source }: ConfigFile, type: NodeType, cultures: Cultures): PropertyText[] {
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

/** What the files of one kind say. */
export type KindFiles = {
  nodes: UsyncNode[];
  /** The keys that are deleted, and the files that say so. */
  deletions: Map<Key, string>;
  /** Whether uSync 7 wrote one of them. */
  foundUsync7: boolean;
  /** The cultures that nodes are there in, in lower case. */
  languages: Set<string>;
};

/** What all files are read by. */
export type NodeContext = {
  findings: Findings;
  texts: NodeWriter;
  types: Record<Kind, TypeSet>;
  cultures: Cultures;
  options: FormatOptions;
  /** The CMS's version, its first number, where that is told. */
  major: number | undefined;
};

/** @throws UsageError where the dialect makes no use of an option */
export function readNodes(files: readonly UsyncFile[], kind: Kind, context: NodeContext): KindFiles {
  const found: KindFiles = { nodes: [], deletions: new Map(), foundUsync7: false, languages: new Set() };
  for (const file of files) {
    const config = readConfig(file, context.findings);
    if (config) readOne(config, kind, context, found);
  }
  return found;
}

function readOne(config: ConfigFile, kind: Kind, context: NodeContext, found: KindFiles): void {
  const { name, attributes } = config.root;
  if (name === "Empty" && attributes.guid === undefined) {
    readAction(config, found);
  } else if (name === "uSyncArchive") {
    config.note("says that a node was removed, and holds no node", "actions");
  } else {
    if (isUsync7(config)) found.foundUsync7 = true;
    const read = readNode(config, kind, context);
    if (read?.node.isBlueprint) {
      config.note("is left out: it is a blueprint, not a node", "blueprints");
    } else if (read) {
      writeText(read, config, kind, context);
      found.nodes.push(read.node);
      if (!read.node.isTrashed) for (const language of read.languages) found.languages.add(language);
    }
  }
}

function isUsync7({ root: { attributes } }: ConfigFile): boolean {
  return attributes.guid !== undefined && attributes.Key === undefined;
}

function readNode(
  config: ConfigFile,
  kind: Kind,
  { types, cultures, options }: NodeContext,
): NodeFile | undefined {
  if (!isUsync7(config)) return readNodeFile(config, kind, types[kind], cultures);
  refuseOptions(options, { culture: "uSync 7 wrote one culture alone" });
  return readNodeFile7(config, kind, types[kind]);
}

/** Gives a node that may be kept its text. */
function writeText(
  { node, properties, name, languages: _, ...others }: NodeFile,
  config: ConfigFile,
  kind: Kind,
  { texts, types, options, major }: NodeContext,
): void {
  if (node.isTrashed || !(node.isPublished || options.includeUnpublished)) return;
  const type = types[kind].find(node.type);
  const written = properties.map(({ alias, text }) => ({ property: type.property(alias), text }));
  const unknown = written.filter(({ property }) => property.editorAlias === null);
  if (unknown.length > 0) node.withoutEditor = unknown.map(({ property }) => property.alias);
  noteConflicts(properties, name, config);
  const fields = {
    key: node.key,
    name,
    url: kind === "media" ? mediaUrl(textOf(properties, FILE_PROPERTY)) : undefined,
    type: node.type,
    sortOrder: node.sortOrder,
    ...others,
  };
  if (options.urls && kind === "content") {
    const rules = segmentOptions(isUsync7(config) ? 7 : major, options.urlAscii, options.settings);
    node.segment = urlSegment(urlSource(name, textOf(properties, URL_NAME)), rules);
  }
  node.text = texts.write(node.id ?? idOfKey(node.key), fields, written);
}

function textOf(properties: NodeFile["properties"], wanted: string): string | undefined {
  return properties.find(({ alias }) => alias === wanted)?.text;
}

function noteConflicts(properties: NodeFile["properties"], name: string, config: ConfigFile): void {
  for (const { alias, text } of properties) {
    if (text === undefined || !holdsConflict(text)) continue;
    config.note(`property ${alias} of "${name}" holds an unresolved Git conflict`, "conflicts");
  }
}

/** Reads a file that says what was done to a node. */
function readAction(config: ConfigFile, { deletions }: KindFiles): void {
  const { attributes } = config.root;
  const action = attributes.Change ?? "";
  config.note(`says only what was done (${action || "no Change"}), and holds no node`, "actions");
  if (action !== "Delete") return;
  const key = config.key(attributes.Key, "Key", config.root);
  if (!config.faulty) deletions.set(key, config.file.name);
}
