/** Nodes that were found: as the JSON of a list, and a line each. */

import type { NodeView } from "../analysis/site-nodes.ts";
import { decodedText, objectOf } from "../json/node-text.ts";
import { readObjects, withoutMembers } from "../json/tolerant-cursor.ts";
import { visible } from "../text/visible-text.ts";
import { BETWEEN_NAMES } from "../tree/node-names.ts";
import { fit, widthOf } from "./fit.ts";
import { namesWithin } from "./name-paths.ts";
import { type TableColumn, tableLines } from "./rows.ts";
import { brush, type ViewLook } from "./style.ts";
import { type Item, inItsPlace, NO_NAME, nameOf, typeOf } from "./tree-view.ts";

/** What is told before a node's own members, of which those of the same name give way. */
const OWN = ["kind", "level", "breadcrumbs", "language"] as const;
/** The language, or languages, of the references that a node was found by, where that is told. */
export type LanguageOf = (node: NodeView) => string | undefined;

/** Gives the names of a node's ancestors, root first. */
type NamesAbove = (node: NodeView) => string[];

/** Rows are handed out so many characters at a time. */
const CHUNK_LENGTH = 64 * 1024;

/**
 * Yields the bytes of an array of objects.
 * @param isFull whether nodes have all their fields and their properties
 */
export function* foundRows(
  nodes: readonly NodeView[],
  breadcrumbsOf: NamesAbove,
  isFull: boolean,
  languageOf?: LanguageOf,
): Generator<Uint8Array, void> {
  let text = "[";
  for (const [index, node] of nodes.entries()) {
    if (index > 0) text += ",";
    text += rowOf(node, breadcrumbsOf, isFull, languageOf?.(node));
    if (text.length < CHUNK_LENGTH) continue;
    yield Buffer.from(text);
    text = "";
  }
  yield Buffer.from(`${text}]`);
}

function rowOf(
  node: NodeView,
  breadcrumbsOf: NamesAbove,
  isFull: boolean,
  language: string | undefined,
): string {
  const { kind, level, tree, index } = node;
  const told = { kind, level, breadcrumbs: breadcrumbsOf(node), language };
  const own = JSON.stringify(told satisfies Record<(typeof OWN)[number], unknown>);
  const names = OWN.filter((name) => told[name] !== undefined);
  const members = withoutOwn(objectOf(decodedText(tree.text(index, isFull ? "text" : "item"))), names);
  return `${own.slice(0, -1)},${members.slice(1)}`;
}

/** A node's object without members of the names that are told before. Hardly any has one. */
function withoutOwn(object: string, own: readonly (typeof OWN)[number][]): string {
  if (!own.some((name) => object.includes(`"${name}":`))) return object;
  const [members = []] = readObjects(object) ?? [];
  return withoutMembers(members, own);
}

/** What a line of a list shows of a node. */
type PlaceRow = { item: Item; above: string[]; language: string | undefined };

/** Yields a line for each node: its path, its type and its id. Nothing is in them that a terminal would obey. */
export async function placeLines(
  nodes: readonly NodeView[],
  breadcrumbsOf: NamesAbove,
  { columns, color }: ViewLook,
  languageOf?: LanguageOf,
): Promise<Iterable<string>> {
  const { dim } = await brush({ color });
  const rows = nodes.map((node): PlaceRow => {
    const above = breadcrumbsOf(node).map((name) => visible(name || NO_NAME));
    return { item: itemOf(node), above, language: languageOf?.(node) };
  });
  const table: TableColumn<PlaceRow>[] = [
    {
      text: ({ item, above }) => [...above, nameOf(item)].join(BETWEEN_NAMES),
      rank: 1,
      enough: 24,
      lines: ({ item, above }, width) => {
        const name = fit(nameOf(item), width);
        return [dim(namesWithin(above, width - widthOf(name)).text) + inItsPlace(name)];
      },
    },
    { text: ({ item }) => String(item.id), rank: 0, isNumber: true, paint: () => dim },
    { text: ({ item }) => typeOf(item), rank: 2, enough: 12, paint: () => dim },
    { text: ({ language = "" }) => language, rank: 0, paint: () => dim },
  ];
  return tableLines(rows, table, { room: columns, kept: 1 });
}

/** A node as a row of a table shows it. */
export function itemOf(node: NodeView): Item {
  const { id, key, name, type, url } = node.fields();
  return { id, key, name, type, url, children: [] };
}
