/** Nodes that were found: as the JSON of a list, and a line each. */

import type { ChalkInstance } from "chalk";
import type { NodeView } from "../analysis/site-nodes.ts";
import { decodedText, objectOf } from "../json/node-text.ts";
import { readObjects, withoutMembers } from "../json/tolerant-cursor.ts";
import { visible } from "../text/visible-text.ts";
import { widthOf } from "./fit.ts";
import { namesWithin } from "./name-paths.ts";
import { brush, type ViewLook } from "./style.ts";
import { itemLine, NO_NAME } from "./tree-view.ts";

/** What is told before a node's own members, of which those of the same name give way. */
const OWN = ["kind", "level", "place", "language"] as const;
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
  places: NamesAbove,
  isFull: boolean,
  languageOf?: LanguageOf,
): Generator<Uint8Array, void> {
  let text = "[";
  for (const [index, node] of nodes.entries()) {
    if (index > 0) text += ",";
    text += rowOf(node, places, isFull, languageOf?.(node));
    if (text.length < CHUNK_LENGTH) continue;
    yield Buffer.from(text);
    text = "";
  }
  yield Buffer.from(`${text}]`);
}

function rowOf(node: NodeView, places: NamesAbove, isFull: boolean, language: string | undefined): string {
  const { kind, level, tree, index } = node;
  const told = { kind, level, place: places(node), language };
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

/** Yields the lines. Nothing is in them that a terminal would obey. */
export async function placeLines(
  nodes: readonly NodeView[],
  places: NamesAbove,
  { columns = Number.POSITIVE_INFINITY, color }: ViewLook,
  languageOf?: LanguageOf,
): Promise<Iterable<string>> {
  const chalk = await brush({ color });
  return (function* () {
    for (const node of nodes) {
      const language = languageOf?.(node);
      const behind = language === undefined ? "" : `  ${visible(language)}`;
      const line = placeLine(node, places(node), columns - behind.length, chalk);
      yield line + chalk.dim(behind);
    }
  })();
}

function placeLine(node: NodeView, above: readonly string[], columns: number, chalk: ChalkInstance): string {
  const { all } = node.fields();
  const item = { ...all, id: Number(all.id), key: String(all.key) };
  const { line, name, nameRoom } = itemLine(item, columns, chalk);
  const names = above.map((each) => visible(each === "" ? NO_NAME : each));
  return chalk.dim(namesWithin(names, nameRoom - widthOf(name)).text) + line;
}
