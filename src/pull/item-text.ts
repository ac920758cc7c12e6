/** The texts of the items of an answer, which are read only where somebody asks for one. */
import { readLean } from "../formats/lean-answer.ts";
import { readObjects, withoutMembers } from "../json/json-in-memory.ts";
import { JsonSyntaxError } from "../json/json-scanner.ts";
import type { NodeText } from "../json/node-text.ts";
import { fieldsOf, readWhole } from "./node-answer.ts";
import { membersOf, withoutWrongFields } from "./record.ts";

/** Gives the text of a node's item, without properties; `undefined` where an answer does not hold the node. */
export type ItemText = (id: number) => NodeText<string> | undefined;

/** What an item's own text does not have. */
const AROUND_ITEM = ["children", "path"];

/** Reads the answer strictly only when an item's text is asked for; where that fails, the item alone. */
export function itemTextIn(body: Buffer, expected: "roots" | "node"): ItemText {
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
  try {
    const [members] = (json && readObjects(json)) ?? [];
    if (members === undefined) return undefined;
    const alone = readWhole(Buffer.from(withoutMembers(members, AROUND_ITEM)), "node");
    return "tree" in alone ? fieldsOf(alone.tree, id) : undefined;
  } catch (error) {
    // The fault may lie in it.
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
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
