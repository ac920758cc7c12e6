/** Compares a node's text with its item in a listing, member by member, and merges the two. */
import { isScalar, shown } from "../json/grammar.ts";
import { ITEM_FIELDS, RANK } from "../json/members.ts";
import { decodedText, type NodeText, nodeJson, textOfObject } from "../json/node-text.ts";
import { type MemberText, readObjects } from "../json/outline.ts";

/** The names of members in their quotes. */
const PROPERTIES = '"properties"';
const UPDATE_DATE = '"updateDate"';
/** If one of these members differs, the node has changed. */
const CHANGE_MEMBERS = ['"key"', '"type"', UPDATE_DATE];
const RANKS = new Map<string, number>([
  ...ITEM_FIELDS.map((name, rank): [string, number] => [name, rank]),
  ["properties", RANK.properties],
]);

/**
 * The fields that are strings, and whether they can be null: some nodes have no name or URL, and data can lack dates, but each
 * node has a type.
 */
const STRING_FIELDS: Record<string, { nullable: boolean }> = {
  name: { nullable: true },
  url: { nullable: true },
  type: { nullable: false },
  createDate: { nullable: true },
  updateDate: { nullable: true },
};
/** Matches texts in which one of these fields may not be a string; a nested member can have the name, too. */
const MAY_BE_NO_STRING = new RegExp(`[{,]"(?:${Object.keys(STRING_FIELDS).join("|")})":(?!")`);

/** The first member after the item in a node's text: not a scalar. With a longer name, the nodes are compared member by member. */
const AFTER_ITEM = /^,"[^"\\]*":[[{]/;
const AFTER_ITEM_LENGTH = 128;

/** The members of the text of a node or an item. */
export function membersOf(text: NodeText<string>): MemberText[] {
  const [members] = readObjects(nodeJson(text)) ?? [];
  if (members === undefined) throw new Error("the text of a node is not an object");
  return members;
}

/** The text of a node that has these members. */
function textOfMembers(members: readonly MemberText[]): NodeText<string> {
  return textOfObject(`{${members.map(({ name, value }) => `${name}:${value}`).join(",")}}`);
}

/** @returns the first field of a wrong JSON type, in words; each field may be missing */
export function faultInFields(node: Record<string, unknown>): string | undefined {
  for (const [name, { nullable }] of Object.entries(STRING_FIELDS)) {
    const value = node[name];
    if (value === undefined || typeof value === "string" || (nullable && value === null)) continue;
    return `/${name} must be a string${nullable ? " or null" : ""}, not ${shown(JSON.stringify(value))}`;
  }
  return undefined;
}

/** The text of an item without fields of a wrong JSON type, which must not replace valid ones. */
export function withoutWrongFields(item: NodeText<string>): NodeText<string> {
  if (!MAY_BE_NO_STRING.test(item)) return item;
  const members = membersOf(item);
  const right = members.filter(({ name: quoted, value }) => {
    const name = quoted.slice(1, -1);
    return !Object.hasOwn(STRING_FIELDS, name) || faultInFields({ [name]: JSON.parse(value) }) === undefined;
  });
  return right.length === members.length ? item : textOfMembers(right);
}

/** A node's text with the members of its item, in the order of answers. */
export function mergedText(text: NodeText<string>, item: NodeText<string>): NodeText<string> {
  const members = new Map(membersOf(text).map((member) => [member.name, member]));
  for (const member of membersOf(item)) members.set(member.name, member);
  return textOfMembers([...members.values()].toSorted((a, b) => rankOfMember(a) - rankOfMember(b)));
}

/** The position of a member among the others of its node, in the order of answers. */
function rankOfMember({ name, value }: MemberText): number {
  const rank = RANKS.get(name.slice(1, -1));
  return rank ?? (isScalar(value.charCodeAt(0)) ? RANK.otherScalar : RANK.otherField);
}

/** Whether an item has the date by which a change is seen. */
export function isDated(item: NodeText<string>): boolean {
  return item.includes(`${UPDATE_DATE}:"`);
}

/** An unchanged node: its new text, if the bytes differ. */
export type Unchanged = { text?: NodeText<string> };

/**
 * Compares a node with its item in a listing.
 * @param hasElsewhere whether other items of the listing have a member of this name (in its quotes): then this node has lost it
 * @returns `undefined` if the node may have changed
 */
export function unchanged(
  before: NodeText,
  item: NodeText<string>,
  hasElsewhere: (name: string) => boolean,
): Unchanged | undefined {
  const length = Buffer.byteLength(item);
  const isSame =
    isDated(item) &&
    before.toString("utf8", 0, length) === item &&
    AFTER_ITEM.test(before.toString("latin1", length, length + AFTER_ITEM_LENGTH));
  if (isSame) return {};
  const was = membersOf(decodedText(before));
  const is = new Map(membersOf(item).map(({ name, value }) => [name, value]));
  if (!areUnchanged(was, is, hasElsewhere)) return undefined;
  return { text: textOfMembers(was.map(({ name, value }) => ({ name, value: is.get(name) ?? value }))) };
}

function areUnchanged(
  members: readonly MemberText[],
  is: ReadonlyMap<string, string>,
  hasElsewhere: (name: string) => boolean,
): boolean {
  const was = new Map(members.map(({ name, value }) => [name, value]));
  return (
    // Without a date, a change cannot be seen.
    is.has(UPDATE_DATE) &&
    CHANGE_MEMBERS.every((name) => is.get(name) === was.get(name)) &&
    [...is.keys()].every((name) => was.has(name)) &&
    [...was.keys()].every((name) => name === PROPERTIES || is.has(name) || !hasElsewhere(name))
  );
}
