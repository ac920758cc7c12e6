/** Nodes that were found, as the JSON of a list: what lists show of each, and before it where it stands. */
import type { NodePlaces } from "../analysis/find/node-place.ts";
import type { NodeView } from "../analysis/site-nodes.ts";
import { readObjects, withoutMembers } from "../json/json-in-memory.ts";
import { decodedText, objectOf } from "../json/node-text.ts";

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
