/** Says what of a list is no node: how many there are, and of the first of them the place and whatever they tell of themselves. */

import type { LeanItems } from "../formats/lean-answer.ts";
import { SHOWN_BYTES, shown } from "../json/grammar.ts";
import { MemberReader, type MemberText } from "../json/json-in-memory.ts";
import { JsonSyntaxError } from "../json/json-scanner.ts";
import { withoutMark } from "../text/byte-order-mark.ts";
import { parseKey } from "../tree/key.ts";

type Lack = {
  /** In words, to stand behind "answered". */
  lack: string;
  /** Whether one of those that it names has a key, as only nodes do. */
  hasKeys: boolean;
};

/** There can be millions. */
const MOST_NAMED = 3;
/** What tells a node from others, in the order in which it is told. */
const TELLING = ['"id"', '"key"', '"name"'];

/**
 * @param body the answer: the list, or the node whose children they are
 * @returns `undefined` where all are nodes
 */
export function lackOf(items: LeanItems, body: Buffer, what: "roots" | "children"): Lack | undefined {
  const places: number[] = [];
  let count = 0;
  for (const [place, item] of items.entries()) {
    if (item?.id === undefined && ++count <= MOST_NAMED) places.push(place);
  }
  if (count === 0) return undefined;
  const told = toldBy(body, what, places);
  const names = places.map((place) =>
    nameOf(`${what === "roots" ? "" : "/children"}/${place}`, told.get(place)),
  );
  if (count > places.length) names.push(`and ${count - places.length} more`);
  return {
    lack: `with ${count} of ${items.length} ${what} that are no nodes: ${names.join(", ")}`,
    hasKeys: [...told.values()].some((members) => members.some(isKey)),
  };
}

/** What the objects at these places of a list tell of themselves, as far as the answer can be read. */
function toldBy(
  body: Buffer,
  what: "roots" | "children",
  places: readonly number[],
): ReadonlyMap<number, MemberText[]> {
  const told = new Map<number, MemberText[]>();
  const reader = new MemberReader(withoutMark(body));
  try {
    if (what === "children") enterChildren(reader);
    reader.enterArray();
    for (let place = 0; place <= places[places.length - 1] && reader.hasElement(); place++) {
      if (places.includes(place) && reader.enterObject()) told.set(place, tellingMembers(reader));
      else reader.value(0);
    }
  } catch (error) {
    // The fault may lie in one of them.
    if (!(error instanceof JsonSyntaxError)) throw error;
  }
  return told;
}

function enterChildren(reader: MemberReader): void {
  reader.enterObject();
  for (const name of reader.names()) {
    if (name === '"children"') return;
    reader.value(0);
  }
}

function tellingMembers(reader: MemberReader): MemberText[] {
  const members: MemberText[] = [];
  for (const name of reader.names()) {
    const isTelling = TELLING.includes(name);
    const value = reader.value(isTelling ? SHOWN_BYTES : 0);
    if (isTelling) members.push({ name, value });
  }
  return members.sort((a, b) => TELLING.indexOf(a.name) - TELLING.indexOf(b.name));
}

function nameOf(pointer: string, members: readonly MemberText[] = []): string {
  const told = members.map(({ name, value }) => `${name.slice(1, -1)} ${shown(value)}`);
  return told.length === 0 ? pointer : `${pointer} (${told.join(", ")})`;
}

function isKey({ name, value }: MemberText): boolean {
  return name === '"key"' && parseKey(value.slice(1, -1)) !== undefined;
}
