/** Makes the tree of one kind out of the nodes that a database holds. */
import { type Key, parseKey, ZERO_KEY } from "../../tree/key.ts";
import { keyOfId } from "../../tree/made-key.ts";
import { NO_PARENT } from "../../tree/preorder.ts";
import type { Tree } from "../../tree/tree.ts";
import { TreeBuilder } from "../../tree/tree-builder.ts";
import { type NodeProperty, NodeWriter, type WrittenNode } from "../node-writer.ts";
import type { ChosenNode } from "./choose-versions.ts";
import type { NodeRow } from "./node-rows.ts";
import { dateOf, type NodeValues } from "./node-values.ts";
import type { SiteNodes } from "./read-site.ts";
import type { SiteNotes } from "./site-notes.ts";

/** @returns `undefined` where an id or a key is not what it must be, which is told */
export function buildTree(site: SiteNodes, values: NodeValues, notes: SiteNotes): Tree | undefined {
  const { nodes } = site;
  const builder = new TreeBuilder();
  const texts = new NodeWriter("text");
  const written: WrittenNode[] = [];
  builder.reserve(nodes.length);
  for (const node of nodes) {
    const { row, parent } = node;
    const at = builder.addRow(parent?.place ?? NO_PARENT);
    const key = keyOf(row, notes);
    if (key === undefined) continue;
    builder.setId(at, row.id);
    builder.setKey(at, key);
    builder.setSortOrder(at, row.sortOrder);
    const properties = propertiesOf(node, site.first + at, values, notes);
    written.push(texts.write(row.id, fieldsOf(node, key, site.urls[at]), properties));
  }
  if (written.length < nodes.length) return undefined;
  texts.finish();
  written.forEach((text, at) => {
    texts.keep(builder, at, text, text.id);
  });
  return builder.build((at, reason) => notes.error(nodes[at].row.id, reason));
}

/** @returns `undefined` where the key, or the id, is none, which is told */
function keyOf({ id, key }: NodeRow, notes: SiteNotes): Key | undefined {
  if ((id | 0) !== id) {
    notes.error(id, "its id must be a 32-bit integer");
    return undefined;
  }
  const parsed = parseKey(key.toLowerCase());
  if (parsed === undefined) notes.error(id, `its key must be a GUID, not ${JSON.stringify(key)}`);
  if (parsed !== ZERO_KEY) return parsed;
  notes.node(id, "has no key but zeros: it is made of its id", "keysOfIds");
  return keyOfId(id);
}

function fieldsOf({ row, type, version, name, isPublished }: ChosenNode, key: Key, url: string | undefined) {
  return {
    key,
    name,
    url,
    type: type.alias,
    sortOrder: row.sortOrder,
    createDate: row.createDate && dateOf(row.createDate),
    updateDate: version.date && dateOf(version.date),
    template: version.template,
    published: isPublished ? undefined : (false as const),
  };
}

/** @param at the node's place among those that the values are of */
function propertiesOf({ type, row }: ChosenNode, at: number, values: NodeValues, notes: SiteNotes) {
  return type.properties.map(({ kind: property }, index): NodeProperty => {
    const value = values.get(at, index);
    if (value === undefined) return { property, text: undefined };
    const { text, isJson } = value;
    if (values.isBroken(at, index, value)) notes.brokenText(row.id);
    return { property, text, isJson };
  });
}
