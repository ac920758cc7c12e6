/** Nodes that were found: as the JSON of a list, and a line each. */

import type { ChalkInstance } from "chalk";
import { GAP_NAME, type NodePlaces } from "../analysis/find/node-place.ts";
import type { NodeView } from "../analysis/site-nodes.ts";
import { readObjects, withoutMembers } from "../json/json-in-memory.ts";
import { decodedText, objectOf } from "../json/node-text.ts";
import { visible } from "../text/visible-text.ts";
import { widthOf } from "./fit.ts";
import { brush, type ViewLook } from "./style.ts";
import { inItsPlace, itemLine, NO_NAME } from "./tree-view.ts";

/** What is told before a node's own members, of which those of the same name give way. */
const OWN = ["kind", "level", "place", "language"] as const;
/** The language, or languages, of the references that a node was found by, where that is told. */
export type LanguageOf = (node: NodeView) => string | undefined;

/** Rows are handed out so many characters at a time. */
const CHUNK_LENGTH = 64 * 1024;

/**
 * Yields the bytes of an array of objects.
 * @param isFull whether nodes have all their fields and their properties
 */
export function* foundRows(
  nodes: readonly NodeView[],
  places: NodePlaces,
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

function rowOf(node: NodeView, places: NodePlaces, isFull: boolean, language: string | undefined): string {
  const { kind, level, tree, place } = node;
  const told = { kind, level, place: places.above(node), language };
  const own = JSON.stringify(told satisfies Record<(typeof OWN)[number], unknown>);
  const names = OWN.filter((name) => told[name] !== undefined);
  const members = withoutOwn(objectOf(decodedText(tree.text(place, isFull ? "text" : "item"))), names);
  return `${own.slice(0, -1)},${members.slice(1)}`;
}

/** A node's object without members of the names that are told before. Hardly any has one. */
function withoutOwn(object: string, own: readonly (typeof OWN)[number][]): string {
  if (!own.some((name) => object.includes(`"${name}":`))) return object;
  const [members = []] = readObjects(Buffer.from(object)) ?? [];
  return withoutMembers(members, own);
}

const SEPARATOR = " › ";
/** Stands for the names above that there is no room for. */
const GAP = GAP_NAME + SEPARATOR;

/** Yields the lines. Nothing is in them that a terminal would obey. */
export async function placeLines(
  nodes: readonly NodeView[],
  places: NodePlaces,
  { columns = Number.POSITIVE_INFINITY, color }: ViewLook,
  languageOf?: LanguageOf,
): Promise<Iterable<string>> {
  const chalk = await brush({ color });
  return (function* () {
    for (const node of nodes) {
      const language = languageOf?.(node);
      const behind = language === undefined ? "" : `  ${visible(language)}`;
      const line = placeLine(node, places.above(node), columns - behind.length, chalk);
      yield line + chalk.dim(behind);
    }
  })();
}

function placeLine(node: NodeView, above: readonly string[], columns: number, chalk: ChalkInstance): string {
  const { all } = node.fields();
  const item = { ...all, id: Number(all.id), key: String(all.key) };
  const { line, name, nameRoom } = itemLine(item, columns, chalk);
  return chalk.dim(nearest(above, nameRoom - widthOf(name))) + line;
}

/** The names above that there is room for, the nearest first to stay, each with what separates it from the next. */
function nearest(above: readonly string[], room: number): string {
  const names = above.map((name) => visible(name === "" ? NO_NAME : name));
  const shown = (from: number) =>
    names
      .slice(from)
      .map((name) => inItsPlace(name) + SEPARATOR)
      .join("");
  if (room === Number.POSITIVE_INFINITY) return shown(0);
  let left = room;
  let from = names.length;
  for (; from > 0; from--) {
    // Measured without what follows it, which is no plain text, and would take long.
    const needed = widthOf(names[from - 1]) + SEPARATOR.length;
    // Where others are left out, the gap needs room.
    if (needed + (from > 1 ? GAP.length : 0) > left) break;
    left -= needed;
  }
  if (from === 0) return shown(0);
  return (left >= GAP.length ? GAP : "") + shown(from);
}
