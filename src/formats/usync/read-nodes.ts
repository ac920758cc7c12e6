/** Reads the files of the nodes of one kind, and writes the texts of those that may be kept. */

import type { Kind } from "../../operations.ts";
import { holdsConflict } from "../../text/git-conflict.ts";
import { idOfKey } from "../../tree/derive-ids.ts";
import type { Key } from "../../tree/key.ts";
import { segmentOptions, URL_NAME, urlSegment, urlSource } from "../../urls/url-segment.ts";
import { FILE_PROPERTY, mediaUrl } from "../media-url.ts";
import type { NodeWriter } from "../node-writer.ts";
import { type FormatOptions, refuseOptions } from "../read-options.ts";
import type { ConfigFile, ConfigReader } from "./config-file.ts";
import type { UsyncFile } from "./find-files.ts";
import type { Cultures } from "./languages.ts";
import { type NodeFile, readNodeFile, readNodeFile7, type UsyncNode } from "./node-file.ts";
import type { TypeSet } from "./type-set.ts";

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
  reader: ConfigReader;
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
    const config = context.reader.read(file);
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
