/** Reads list answers: the children of roots and nodes. Tolerant, since one bad item must not cost the list. */
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

/** The ids of nodes' children, in the order of the answer. */
export type Lists = Map<number, readonly number[]>;

/** For each item with a key its id, followed by the mark of the key (`markOfKey`). */
export type KeyMarks = readonly number[];

/** The keys and texts of an answer's items. */
export type ToldItems = { keyMarks: KeyMarks; itemText: ItemText };

/** The same, and the ids of the items. */
export type ListedItems = ToldItems & { ids: readonly number[] };

/** A list answer. Nodes without `children`, or with some that are no nodes, are not in `lists`. */
type ListAnswer = ToldItems & { lists: Lists };
type Listed = { lists: Lists; keyMarks: number[] };

type RootLists = ListAnswer & {
  roots: readonly number[];
  /** What is wrong with the list of roots, if anything. */
  lack: string | undefined;
};

/** An answer about one node. */
export type NodeLists = ListAnswer & {
  /** The node's own answer, if it is sound. */
  own: NodeAnswer | undefined;
  /** What is wrong with the node's own list, if anything. */
  lack: string | undefined;
};

/**
 * The node that was fetched, its level in the tree as it is listed, and the `maxLevel` of the request; without one, the answer has the
 * node's children, whatever the site's own levels are.
 */
type WantedLists = { id: number; level: number; listedKeyMark?: number; maxLevel: number | undefined };

const NOBODY: readonly number[] = [];

/** Reads the answer of a root operation, down to a level. */
export function readRootLists(body: Buffer, levels: number): RootLists | Fault {
  const items = readLean(body);
  if (!Array.isArray(items)) return faultOf(body, "roots");
  const roots = knownIdsOf(items);
  const { lack, hasKeys = false } = lackOf(items, body, "roots") ?? {};
  // If no item is like a node, something else has answered.
  if (lack !== undefined && roots.length === 0 && !hasKeys) return faultOf(body, "roots");
  const listed = listedIn(items, levels - 1);
  takeKeys(items, listed);
  return { roots, lack, ...listed, itemText: itemTextIn(body, "roots") };
}

/** Reads all lists below a node. */
export function readSubtree(body: Buffer, id: number): ListAnswer | Fault {
  const item = readItem(body, id);
  if ("fault" in item) return item;
  return { ...listedIn([item], Number.POSITIVE_INFINITY), itemText: itemTextIn(body, "node") };
}

/** Reads the lists of a node and of those below it, and of its ancestors if `path` has them. */
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

/** The lists of a node and of those below it, and of its ancestors if `path` has all of them. */
function listedAround(item: LeanItem, { level, maxLevel }: WantedLists): Listed {
  if (maxLevel === undefined) return listedIn([item], 1);
  const listed = listedIn([item], maxLevel - level);
  const { path = [] } = item;
  if (path.length === level - 1) {
    path.forEach((ancestor, i) => void collect([ancestor], maxLevel - i - 1, listed));
  }
  return listed;
}

/** Reads the path to a node: its ancestors, root first, then itself. */
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

/** The lists of items, so many levels deep and no deeper: some servers write an empty list where the level cuts. */
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

/** The fault of a body that is no such answer. */
function faultOf(body: Buffer, expected: "roots" | "node", otherwise = `it is no ${expected}`): Fault {
  const answer = readWhole(body, expected);
  return "fault" in answer ? { ...answer, isSound: undefined } : { fault: otherwise, isCut: false };
}

type Lack = {
  /** In words that follow "answered". */
  lack: string;
  /** Whether one of the named items has a key, as only nodes do. */
  hasKeys: boolean;
};

const MOST_NAMED = 3;
/** The members that a reason shows of an item, in this order. */
const SHOWN_MEMBERS = ['"id"', '"key"', '"name"'];

/**
 * @param body the answer: the list, or the node whose children they are
 * @returns `undefined` if all items are nodes
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

/** The shown members of the objects at these positions of a list, as far as the answer can be read. */
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
    .filter(({ name }) => SHOWN_MEMBERS.includes(name))
    .map(({ name, value }) => ({ name, value: value.slice(0, SHOWN_BYTES) }));
  return members.sort((a, b) => SHOWN_MEMBERS.indexOf(a.name) - SHOWN_MEMBERS.indexOf(b.name));
}

function nameOf(pointer: string, members: readonly MemberText[] = []): string {
  const told = members.map(({ name, value }) => `${name.slice(1, -1)} ${shown(value)}`);
  return told.length === 0 ? pointer : `${pointer} (${told.join(", ")})`;
}

function isKey({ name, value }: MemberText): boolean {
  return name === '"key"' && parseKey(value.slice(1, -1)) !== undefined;
}

/** Gives the text of a node's item, without properties; `undefined` if the answer lacks the node. */
type ItemText = (id: number) => NodeText<string> | undefined;

/** The members that are not part of an item's text. */
const AROUND_ITEM = ["children", "path"];

/** Reads the answer strictly when the first text is wanted; if it is malformed, each item by itself. */
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

/** The bytes of each item of a malformed answer. */
function jsonOfItems(body: Buffer): ReadonlyMap<number, Buffer> {
  const items = new Map<number, Buffer>();
  readLean(body, ({ id }, json) => void (id !== undefined && items.set(id, json)));
  return items;
}

function looseItemText(json: Buffer | undefined, id: number): NodeText<string> | undefined {
  const [members] = (json && readObjects(json.toString())) ?? [];
  if (members === undefined) return undefined;
  const alone = readWhole(Buffer.from(withoutMembers(members, AROUND_ITEM)), "node");
  // The fault may be in this item.
  return "tree" in alone ? fieldsOf(alone.tree, id) : undefined;
}

/** Whether some item of an answer has a member of a name; the items are read at the first call. */
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
