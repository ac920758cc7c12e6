/** Reads the file of a node as uSync 8 to 18 write it. */
import type { Kind } from "../../operations.ts";
import type { XmlElement } from "../xml/xml-element.ts";
import type { ConfigFile, ConfigReader } from "./config-files.ts";
import { type CultureText, textIn } from "./culture-text.ts";
import { type Cultures, isTrue } from "./languages.ts";
import { NodeFields } from "./node-fields.ts";
import type { NodeFile, PropertyText } from "./site-node.ts";
import type { NodeType, TypeSet } from "./site-types.ts";

/**
 * @param types the types of this kind
 * @returns `undefined` where an error was found
 */
export function readNodeFile(
  config: ConfigFile,
  kind: Kind,
  types: TypeSet,
  cultures: Cultures,
  reader: ConfigReader,
): NodeFile | undefined {
  const { file, root } = config;
  const fields = new NodeFields(config, reader);
  const info = root.child("Info");
  const parent = info?.child("Parent") ?? root;
  const sortOrder = info?.child("SortOrder");
  // Before mid-2019 the root element was called after the type.
  const type = types.find(info?.child("ContentType")?.text || root.name);
  const node = {
    file,
    key: fields.key(root.attributes.Key, "Key", root),
    parentKey: fields.key(
      parent === root ? undefined : parent.attributes.Key,
      "the Key of Info/Parent",
      parent,
    ),
    id: undefined,
    hasDerivedId: false,
    type: type.alias,
    level: fields.integer(root.attributes.Level, "Level", root) ?? 0,
    sortOrder: fields.integer(sortOrder?.text, "SortOrder", sortOrder ?? root),
    isTrashed: isTrue(info?.child("Trashed")?.text),
    isBlueprint: isTrue(info?.child("IsBlueprint")?.text),
    isPublished: kind === "media" || isPublished(info?.child("Published"), type, cultures),
  };
  if (fields.faulty) return undefined;
  return {
    node,
    name: nameOf(root, info?.child("NodeName"), type, cultures),
    createDate: info?.child("CreateDate")?.text || undefined,
    updateDate: undefined,
    properties: propertiesOf(config, type, cultures),
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
