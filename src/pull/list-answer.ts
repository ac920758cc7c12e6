/** Reads what a server answered for whom it lists below the roots or a node: tolerantly, as one bad item must not cost the list. */
import { type LeanItem, type LeanItems, readLean } from "../formats/lean-answer.ts";
import { readRemoteAnswer } from "../formats/remote-answer.ts";
import { BYTE, SHOWN_BYTES, shown } from "../json/grammar.ts";
import type { NodeText } from "../json/node-text.ts";
import { type MemberText, readObjects, TolerantCursor, withoutMembers } from "../json/tolerant-cursor.ts";
import type { Target } from "../source.ts";
import { placeOf } from "../sources/directory.ts";
import { withoutMark } from "../text/byte-order-mark.ts";
import { isKeyOfId, markOfKey, parseKey } from "../tree/key.ts";
import {
  anotherThan,
  type Fault,
  fieldsOf,
  type NodeAnswer,
  readNodeAnswer,
  readWhole,
} from "./node-answer.ts";
import { membersOf, withoutWrongFields } from "./record.ts";

/** Nodes, and the ids of their children in the order of the answer. */
export type Lists = Map<number, readonly number[]>;

/** What an answer lists: of each node that has a key, its id, and behind it what tells the key from others (`markOfKey`). */
export type KeyMarks = readonly number[];

/** What an answer tells of the nodes that it lists: with which keys, and their texts. */
export type ToldItems = { keyMarks: KeyMarks; itemText: ItemText };

/** The same, and of whom it has the items. */
export type ListedItems = ToldItems & { ids: readonly number[] };

/** Whom an answer lists. Nodes without `children`, or with some that are no nodes, are not in `lists`. */
type ListAnswer = ToldItems & { lists: Lists };
/** The same, while it is gathered. */
type Listed = { lists: Lists; keyMarks: number[] };

type RootLists = ListAnswer & {
  roots: readonly number[];
  /** What is wrong with the list of roots, if anything. */
  lack: string | undefined;
};

/** An answer about one node. */
export type NodeLists = ListAnswer & {
  /** What else it tells about the node, where it is sound. */
  own: NodeAnswer | undefined;
  /** What is wrong with the node's own list, if anything. */
  lack: string | undefined;
};

/**
 * What was asked for: a node, its level in the tree as it is, and how deep the answer was to go; without `maxLevel` it lists
 * the children of the node itself, whatever levels the site has.
 */
type WantedLists = { id: number; level: number; listedKeyMark?: number; maxLevel: number | undefined };

const NOBODY: readonly number[] = [];

/** Reads the answer of a root operation, so many levels deep. */
export function readRootLists(body: Buffer, levels: number): RootLists | Fault {
  const items = readLean(body);
  if (!Array.isArray(items)) return faultOf(body, "roots");
  const roots = knownIdsOf(items);
  const { lack, hasKeys = false } = lackOf(items, body, "roots") ?? {};
  // Where nothing in it is like a node, something else has answered.
  if (lack !== undefined && roots.length === 0 && !hasKeys) return faultOf(body, "roots");
  const listed = listedIn(items, levels - 1);
  takeKeys(items, listed);
  return { roots, lack, ...listed, itemText: itemTextIn(body, "roots") };
}

/** Reads an answer about one node for all that it lists below it. */
export function readSubtree(body: Buffer, id: number): ListAnswer | Fault {
  const item = readItem(body, id);
  if ("fault" in item) return item;
  return { ...listedIn([item], Number.POSITIVE_INFINITY), itemText: itemTextIn(body, "node") };
}

/** Reads an answer about one node for whom it lists, and whom its ancestors list where `path` tells. */
export function readNodeLists(body: Buffer, wanted: WantedLists): NodeLists | Fault {
  const { id } = wanted;
  const item = readItem(body, id);
  if ("fault" in item) return item;
  const listed = listedAround(item, wanted);
  const lack = item.children ? lackOf(item.children, body, "children")?.lack : "without children";
  if (lack !== undefined && item.children) listed.lists.set(id, knownIdsOf(item.children));
  const own = readNodeAnswer(body, wanted);
  return { ...listed, lack, own: "fault" in own ? undefined : own, itemText: itemTextIn(body, "node") };
}

function readItem(body: Buffer, id: number): LeanItem | Fault {
  const item = readLean(body);
  if (item === undefined || Array.isArray(item)) return faultOf(body, "node");
  return item.id === id ? item : anotherThan(id);
}

/** The lists of a node and of those below it, and of its ancestors where `path` tells all of them. */
function listedAround(item: LeanItem, { level, maxLevel }: WantedLists): Listed {
  if (maxLevel === undefined) return listedIn([item], 1);
  const listed = listedIn([item], maxLevel - level);
  const { path = [] } = item;
  if (path.length === level - 1) {
    path.forEach((ancestor, i) => void collect([ancestor], maxLevel - i - 1, listed));
  }
  return listed;
}

/** Reads an answer about one node for the way to it: its ancestors, root first, then itself. */
export function readWay(body: Buffer, target: Exclude<Target, { by: "root" }>): ListedItems | Fault {
  const read = readRemoteAnswer(body, "node");
  if ("errors" in read) return faultOf(body, "node", read.errors[0]);
  const { tree, level, hasPath } = read;
  // Without its ancestors the node would be copied as a root.
  if (!hasPath) return { fault: "it has no path", isCut: false };
  const place = placeOf(tree, target);
  if (place !== level - 1) return { fault: "it is about another node", isCut: false };
  const ids = Array.from({ length: level }, (_, ancestor) => tree.idAt(ancestor));
  const keyMarks = ids.flatMap((id, ancestor) => {
    const key = tree.keyAt(ancestor);
    return isKeyOfId(key, id) ? [] : [id, markOfKey(key)];
  });
  return { ids, keyMarks, itemText: (id) => fieldsOf(tree, id) };
}

/** The lists of items, so many levels deep and no deeper: at the limit they are cut, which some servers write as an empty list. */
function listedIn(items: LeanItems, levels: number): Listed {
  const listed: Listed = { lists: new Map(), keyMarks: [] };
  collect(items, levels, listed);
  return listed;
}

/** If several items list children of one node, it lists all of them. */
function collect(items: LeanItems, levels: number, listed: Listed): void {
  if (levels <= 0) return;
  for (const item of items) {
    if (!item?.children) continue;
    const { id, children } = item;
    const ids = knownIdsOf(children);
    // A list with something that could not be fetched is not whole.
    if (id !== undefined && ids.length === children.length) {
      listed.lists.set(id, [...(listed.lists.get(id) ?? []), ...ids]);
    }
    takeKeys(children, listed);
    collect(children, levels - 1, listed);
  }
}

function takeKeys(items: LeanItems, { keyMarks }: Listed): void {
  for (const item of items) {
    if (item?.id !== undefined && item.keyMark !== undefined) keyMarks.push(item.id, item.keyMark);
  }
}

function knownIdsOf(items: LeanItems): readonly number[] {
  if (items.length === 0) return NOBODY;
  const ids: number[] = [];
  for (const item of items) if (item?.id !== undefined) ids.push(item.id);
  return ids;
}

/** What is wrong with a body that is not as it is to be. */
function faultOf(body: Buffer, expected: "roots" | "node", otherwise = `it is no ${expected}`): Fault {
  const answer = readWhole(body, expected);
  return "fault" in answer ? { ...answer, isSound: undefined } : { fault: otherwise, isCut: false };
}

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
function lackOf(items: LeanItems, body: Buffer, what: "roots" | "children"): Lack | undefined {
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
  const cursor = new TolerantCursor(withoutMark(body).toString());
  if (what === "children") enterChildren(cursor);
  cursor.accept(BYTE.openBracket);
  for (let place = 0; place <= places[places.length - 1] && !Number.isNaN(cursor.peek()); place++) {
    if (places.includes(place) && cursor.peek() === BYTE.openBrace) told.set(place, tellingMembers(cursor));
    else cursor.skip();
  }
  return told;
}

function enterChildren(cursor: TolerantCursor): void {
  cursor.accept(BYTE.openBrace);
  for (let name = cursor.name(); name !== undefined && name !== '"children"'; name = cursor.name())
    cursor.skip();
}

function tellingMembers(cursor: TolerantCursor): MemberText[] {
  const members = cursor
    .members()
    .filter(({ name }) => TELLING.includes(name))
    .map(({ name, value }) => ({ name, value: value.slice(0, SHOWN_BYTES) }));
  return members.sort((a, b) => TELLING.indexOf(a.name) - TELLING.indexOf(b.name));
}

function nameOf(pointer: string, members: readonly MemberText[] = []): string {
  const told = members.map(({ name, value }) => `${name.slice(1, -1)} ${shown(value)}`);
  return told.length === 0 ? pointer : `${pointer} (${told.join(", ")})`;
}

function isKey({ name, value }: MemberText): boolean {
  return name === '"key"' && parseKey(value.slice(1, -1)) !== undefined;
}

/** Gives the text of a node's item, without properties; `undefined` where an answer does not hold the node. */
type ItemText = (id: number) => NodeText<string> | undefined;

/** What an item's own text does not have. */
const AROUND_ITEM = ["children", "path"];

/** Reads the answer strictly only when an item's text is asked for; where that fails, the item alone. */
function itemTextIn(body: Buffer, expected: "roots" | "node"): ItemText {
  let answer: ReturnType<typeof readWhole> | undefined;
  let items: ReadonlyMap<number, Buffer> | undefined;
  return (id) => {
    answer ??= readWhole(body, expected);
    let text: NodeText<string> | undefined;
    if ("tree" in answer) text = fieldsOf(answer.tree, id);
    else {
      items ??= jsonOfItems(body);
      text = looseItemText(items.get(id), id);
    }
    return text && withoutWrongFields(text);
  };
}

/** The bytes of each item of an answer in which some are at fault. */
function jsonOfItems(body: Buffer): ReadonlyMap<number, Buffer> {
  const items = new Map<number, Buffer>();
  readLean(body, ({ id }, json) => void (id !== undefined && items.set(id, json)));
  return items;
}

/** The text of one of them. */
function looseItemText(json: Buffer | undefined, id: number): NodeText<string> | undefined {
  const [members] = (json && readObjects(json.toString())) ?? [];
  if (members === undefined) return undefined;
  const alone = readWhole(Buffer.from(withoutMembers(members, AROUND_ITEM)), "node");
  // The fault may lie in it.
  return "tree" in alone ? fieldsOf(alone.tree, id) : undefined;
}

/** Tells whether some item of an answer has a member of a name. Few need to know: the items are read when one does. */
export function namesIn(ids: readonly number[], itemText: ItemText): (name: string) => boolean {
  let names: Set<string> | undefined;
  return (name) => {
    names ??= new Set(ids.flatMap((id) => namesOf(itemText(id))));
    return names.has(name);
  };
}

function namesOf(item: NodeText<string> | undefined): string[] {
  return item === undefined ? [] : membersOf(item).map(({ name }) => name);
}
