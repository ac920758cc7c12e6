/** Reads the files of the nodes of one kind, and writes the texts of those that may be kept. */
import type { Kind } from "../../operations.ts";
import { type Key, parseKey } from "../../tree/key.ts";
import type { NodeText, NodeTexts } from "../node-text.ts";
import type { ReadOptions } from "../read-options.ts";
import { refuseOptions } from "../read-options.ts";
import type { ConfigFile, ConfigReader } from "./config-files.ts";
import { idOfKey } from "./derive-ids.ts";
import type { Cultures } from "./languages.ts";
import type { UsyncFile } from "./list-files.ts";
import { FILE_PROPERTY, mediaUrl } from "./media-url.ts";
import { NodeFields } from "./node-fields.ts";
import { readNodeFile } from "./node-file.ts";
import { readNodeFile7 } from "./node-file-7.ts";
import type { NodeFile, SiteNode } from "./site-node.ts";
import type { TypeSet } from "./site-types.ts";

/** A node that was read. */
export type ReadNode = {
  node: SiteNode;
  /** Absent where the node is left out whatever the others say. */
  text: NodeText | undefined;
  /** The aliases of properties whose editor is not known. */
  withoutEditor: readonly string[];
};

/** What the files of one kind say. */
export type KindFiles = {
  nodes: ReadNode[];
  /** The keys that are deleted, and the files that say so. */
  deletions: Map<Key, string>;
};

/** What all files are read by. */
export type NodeContext = {
  reader: ConfigReader;
  texts: NodeTexts;
  types: Record<Kind, TypeSet>;
  cultures: Cultures;
  options: ReadOptions;
};

const NONE: readonly string[] = [];

export class NodeFileReader {
  /** Whether a file was found that uSync 7 wrote. */
  foundUsync7 = false;
  readonly #context: NodeContext;

  constructor(context: NodeContext) {
    this.#context = context;
  }

  /** @throws UsageError where the dialect makes no use of an option */
  readAll(files: readonly UsyncFile[], kind: Kind): KindFiles {
    const found: KindFiles = { nodes: [], deletions: new Map() };
    for (const file of files) {
      const config = this.#context.reader.read(file);
      if (config) this.#readOne(config, kind, found);
    }
    return found;
  }

  #readOne(config: ConfigFile, kind: Kind, found: KindFiles): void {
    const { name, attributes } = config.root;
    if (name === "Empty" && attributes.guid === undefined) this.#readAction(config, found);
    else if (name === "uSyncArchive")
      this.#note(config, "says that a node was removed, and holds no node", "action files");
    else {
      const read = this.#readNode(config, kind);
      if (read?.node.isBlueprint) {
        this.#note(config, "is left out: it is a blueprint, not a node", "blueprints, left out");
      } else if (read) {
        found.nodes.push(this.#write(read, kind));
      }
    }
  }

  #readAction(config: ConfigFile, { deletions }: KindFiles): void {
    const { attributes } = config.root;
    const action = attributes.Change ?? "";
    this.#note(
      config,
      `says only what was done (${action || "no Change"}), and holds no node`,
      "action files",
    );
    if (action !== "Delete") return;
    const key = new NodeFields(config, this.#context.reader).key(attributes.Key, "Key", config.root);
    if (parseKey(key)) deletions.set(key, config.file.name);
  }

  #readNode(config: ConfigFile, kind: Kind): NodeFile | undefined {
    const { reader, types, cultures, options } = this.#context;
    const { attributes } = config.root;
    if (attributes.guid === undefined || attributes.Key !== undefined) {
      return readNodeFile(config, kind, types[kind], cultures, reader);
    }
    this.foundUsync7 = true;
    refuseOptions(options, { culture: "uSync 7 wrote one culture alone" });
    return readNodeFile7(config, kind, types[kind], reader);
  }

  #write({ node, properties, ...own }: NodeFile, kind: Kind): ReadNode {
    let withoutEditor = NONE;
    const { texts, types, options } = this.#context;
    const isOut = node.isTrashed || !(node.isPublished || options.includeUnpublished);
    if (isOut) return { node, text: undefined, withoutEditor };
    const type = types[kind].find(node.type);
    const written = properties.map(({ alias, text }) => {
      const property = type.property(alias);
      if (property.editorAlias === null) withoutEditor = [...withoutEditor, property.alias];
      return { property, text };
    });
    const fields = {
      key: node.key,
      name: own.name,
      url:
        kind === "media"
          ? mediaUrl(properties.find(({ alias }) => alias === FILE_PROPERTY)?.text)
          : undefined,
      type: node.type,
      sortOrder: node.sortOrder,
      createDate: own.createDate,
      updateDate: own.updateDate,
    };
    return { node, text: texts.write(node.id ?? idOfKey(node.key), fields, written), withoutEditor };
  }

  #note({ file }: ConfigFile, text: string, topic: string): void {
    this.#context.reader.findings.note(file.name, text, topic);
  }
}
