/** Lists of nodes: as JSON objects, and as a table. */

import { decodedText, type NodeText, nodeJson, nodeJsonAfter, textOfObject } from "../json/node-text.ts";
import { readObjects, withoutMembers } from "../json/outline.ts";
import type { SiteNode } from "../site/site-nodes.ts";
import { BETWEEN_NAMES } from "../site/tree/node-names.ts";
import { visible } from "../text/visible-text.ts";
import { fit, widthOf } from "./fit.ts";
import { namesWithin } from "./name-paths.ts";
import { type TableColumn, tableLines } from "./rows.ts";
import { brush, type ViewOptions } from "./style.ts";
import { NO_NAME, nameOfItem, type TreeItem, typeOfItem, withDirectionMark } from "./tree-view.ts";

/** The language, or languages, of the references by which a node was found, if it was found by references. */
export type LanguageOf = (node: SiteNode) => string | undefined;

/** Returns the names of a node's ancestors, root first. */
type NamesAbove = (node: SiteNode) => string[];

/** The members that come first in the object of a found node: its kind, level, breadcrumbs and language. */
export function foundHead(breadcrumbsOf: NamesAbove, languageOf?: LanguageOf) {
  return (node: SiteNode) => ({
    kind: node.kind,
    level: node.level,
    breadcrumbs: breadcrumbsOf(node),
    language: languageOf?.(node),
  });
}

/**
 * Returns a function that writes a node as an object. It is quickest for siblings one after the other.
 * @param head members that come first and replace members of the same names. `undefined` is left out
 * @param isFull whether nodes have all their fields, their properties, and their parent and ancestors
 */
export function rowWriter(
  head: (node: SiteNode) => Readonly<Record<string, unknown>>,
  isFull: boolean,
): (node: SiteNode) => Buffer {
  let last: (Pick<SiteNode, "tree" | "parent"> & { above: string }) | undefined;
  return (node) => {
    const { tree, parent } = node;
    const own = head(node);
    const names = Object.keys(own).filter((name) => own[name] !== undefined);
    let first = `${JSON.stringify(own).slice(0, -1)},`;
    if (isFull) {
      if (last?.tree !== tree || last.parent !== parent) last = { tree, parent, above: membersAbove(node) };
      first += last.above;
      names.push("path");
      if (parent >= 0) names.push("parentId", "parentKey");
    }
    return nodeJsonAfter(Buffer.from(first), withoutMembersOf(node, isFull ? "text" : "item", names));
  };
}

/** The members of a node with its parent and its ancestors as items, root first. */
function membersAbove({ tree, parent }: SiteNode): string {
  const items: string[] = [];
  // Copied as text, so that numbers keep their digits.
  for (let at = parent; at >= 0; at = tree.parentAt(at))
    items.push(nodeJson(decodedText(tree.text(at, "item"))));
  const of = parent < 0 ? "" : `"parentId":${tree.idAt(parent)},"parentKey":"${tree.keyAt(parent)}",`;
  return `${of}"path":[${items.reverse().join(",")}],`;
}

/** A node's text without members of these names. Hardly any node has one. */
function withoutMembersOf(
  { tree, index }: SiteNode,
  part: "text" | "item",
  names: readonly string[],
): NodeText {
  const text = tree.text(index, part);
  const fields = tree.text(index, part === "text" ? "fields" : part).toString("latin1");
  if (!names.some((name) => fields.includes(`"${name}":`))) return text;
  const [members = []] = readObjects(nodeJson(decodedText(text))) ?? [];
  return textOfObject(Buffer.from(withoutMembers(members, names)));
}

/** A row of a table of nodes. */
type FoundRow = { item: TreeItem; above: string[]; url: string; language: string | undefined };

/** Yields the lines of a table: the names above each node and its own, its id, type, URL and key; control characters are escaped. */
export async function nodeTable(
  nodes: readonly SiteNode[],
  breadcrumbsOf: NamesAbove,
  { columns, color }: ViewOptions,
  languageOf?: LanguageOf,
): Promise<Iterable<string>> {
  const { dim, bold } = await brush({ color });
  const rows = nodes.map((node): FoundRow => {
    const { id, key, name, type, url } = node.fields();
    const above = breadcrumbsOf(node).map((name) => visible(name || NO_NAME));
    return {
      item: { id, key, name, type },
      above,
      url: typeof url === "string" ? url : "",
      language: languageOf?.(node),
    };
  });
  const table: TableColumn<FoundRow>[] = [
    {
      head: "name",
      text: ({ item, above }) => [...above, nameOfItem(item)].join(BETWEEN_NAMES),
      rank: 1,
      enough: 48,
      lines: ({ item, above }, width) => {
        const name = fit(nameOfItem(item), width);
        return [dim(namesWithin(above, width - widthOf(name)).text) + withDirectionMark(name)];
      },
    },
    { head: "id", text: ({ item }) => String(item.id), rank: 0, isNumber: true, paint: () => dim },
    { head: "type", text: ({ item }) => typeOfItem(item), rank: 2, enough: 12, paint: () => dim },
    { head: "language", text: ({ language = "" }) => language, rank: 0, paint: () => dim },
    { head: "url", text: ({ url }) => url, rank: 3, enough: 36, paint: () => dim },
    { head: "key", text: ({ item }) => item.key, rank: 4, paint: () => dim },
  ];
  return tableLines(rows, table, { room: columns, kept: 1, paintHead: bold });
}
