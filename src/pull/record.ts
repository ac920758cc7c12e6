/** The text of a node taken apart into its members, and put together again from two sources. */
import { readObjects } from "../json/json-in-memory.ts";
import { ITEM_FIELDS, RANK } from "../json/members.ts";
import { type NodeText, objectOf, textOfObject } from "../json/node-text.ts";

/** A member as it is written, compact: the name in its quotes. */
export type Member = { name: string; value: string };

const RANKS = new Map<string, number>([
  ...ITEM_FIELDS.map((name, rank): [string, number] => [`"${name}"`, rank]),
  ['"properties"', RANK.properties],
]);

/** The members of a node's text, or of that of its item. */
export function membersOf(text: NodeText<string>): Member[] {
  const [members] = readObjects(Buffer.from(objectOf(text))) ?? [];
  if (members === undefined) throw new Error("a node's text is an object");
  return members;
}

/** The text of a node that has these members. */
export function textOf(members: readonly Member[]): NodeText<string> {
  return textOfObject(`{${members.map(({ name, value }) => `${name}:${value}`).join(",")}}`);
}

/** A node's text with the members that its item has by now, in the order in which answers have them. */
export function mergedText(text: NodeText<string>, item: NodeText<string>): NodeText<string> {
  const members = new Map(membersOf(text).map((member) => [member.name, member]));
  for (const member of membersOf(item)) members.set(member.name, member);
  return textOf([...members.values()].toSorted((a, b) => rankOf(a) - rankOf(b)));
}

function rankOf({ name, value }: Member): number {
  return RANKS.get(name) ?? (/^[[{]/.test(value) ? RANK.otherField : RANK.otherScalar);
}
