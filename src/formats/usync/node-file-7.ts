/** Reads the file of a node as uSync 7 writes it: its fields are attributes, its properties child elements. */
import type { Kind } from "../../operations.ts";
import { ZERO_KEY } from "../../tree/key.ts";
import type { ConfigFile, ConfigReader } from "./config-files.ts";
import { isTrue } from "./languages.ts";
import { NodeFields } from "./node-fields.ts";
import type { NodeFile } from "./site-node.ts";
import type { TypeSet } from "./site-types.ts";

/** The recycle bins of content and of media, at the beginning of a path of ids. */
const IN_BIN = /^-1,-2[01],/;

/**
 * @param types the types of this kind
 * @returns `undefined` where an error was found
 */
export function readNodeFile7(
  config: ConfigFile,
  kind: Kind,
  types: TypeSet,
  reader: ConfigReader,
): NodeFile | undefined {
  const { file, root, source } = config;
  const { attributes } = root;
  const fields = new NodeFields(config, reader);
  const node = {
    file,
    key: fields.key(attributes.guid, "guid", root),
    parentKey: fields.key(attributes.parentGUID || ZERO_KEY, "parentGUID", root),
    id: fields.id(attributes.id, root),
    hasDerivedId: false,
    type: types.find(attributes.nodeTypeAlias || root.name).alias,
    level: fields.integer(attributes.level, "level", root) ?? 0,
    sortOrder: fields.integer(attributes.sortOrder, "sortOrder", root),
    isTrashed: IN_BIN.test(attributes.path ?? ""),
    isBlueprint: isTrue(attributes.isBlueprint),
    isPublished: kind === "media" || isTrue(attributes.published),
  };
  if (fields.faulty) return undefined;
  return {
    node,
    name: attributes.nodeName ?? "",
    createDate: undefined,
    updateDate: attributes.updated || undefined,
    properties: root.children.map((child) => ({ alias: child.name, text: child.content(source) })),
  };
}
