/** Asks for the lists of children that an answer lacks although they were to be there: a site's own levels can be stale. */

import { type LeanItem, readLean } from "../formats/lean-answer.ts";
import { type MemberText, readObjects, withoutMembers } from "../json/json-in-memory.ts";
import { withoutMark } from "../text/byte-order-mark.ts";

/** Gives an answer about one node that lists its children, whatever its level. */
type AskAlone = (id: number) => Promise<Buffer>;

/**
 * @param body a sound answer: of roots, or about one node
 * @param level the level, in the tree, of the nodes answered with
 * @param maxLevel above this level each node has its children
 * @returns the answer with all lists; the same one where none is lacking; or the id of a node that lists nobody even alone
 */
export async function completed(
  body: Buffer,
  level: number,
  maxLevel: number,
  askAlone: AskAlone,
): Promise<Buffer | { withoutChildren: number }> {
  if (!isLacking(readLean(body), maxLevel - level)) return body;
  const text = withoutMark(body).toString("utf8");
  try {
    const nodes = await completedNodes(Buffer.from(text), maxLevel - level, askAlone);
    return Buffer.from(text.trimStart().startsWith("[") ? `[${nodes}]` : nodes);
  } catch (error) {
    if (error instanceof WithoutChildren) return { withoutChildren: error.id };
    throw error;
  }
}

/** A node that was asked for by itself has no list of children. */
class WithoutChildren extends Error {
  readonly id: number;

  constructor(id: number) {
    super(`node ${id} lists nobody`);
    this.id = id;
  }
}

/** Walks without recursion, since trees can be deep. */
function isLacking(answer: ReturnType<typeof readLean> = [], levels: number): boolean {
  let items = Array.isArray(answer) ? answer : [answer];
  for (let left = levels; left > 0 && items.length > 0; left--) {
    const below: (LeanItem | null)[] = [];
    for (const item of items) {
      if (!item?.children) return true;
      for (const child of item.children) below.push(child);
    }
    items = below;
  }
  return false;
}

/** One node, or several, as JSON text, each with its children so many levels deep. */
async function completedNodes(json: Buffer, levels: number, askAlone: AskAlone): Promise<string> {
  const nodes: string[] = [];
  for (const members of readObjects(json) ?? []) nodes.push(await completedNode(members, levels, askAlone));
  return nodes.join(",");
}

async function completedNode(members: MemberText[], levels: number, askAlone: AskAlone): Promise<string> {
  if (levels <= 0) return withoutMembers(members, []);
  const children = childrenIn(members) ?? (await childrenOf(members, askAlone));
  const below = await completedNodes(Buffer.from(children), levels - 1, askAlone);
  return `${withoutMembers(members, ["children"]).slice(0, -1)},"children":[${below}]}`;
}

async function childrenOf(members: MemberText[], askAlone: AskAlone): Promise<string> {
  const id = Number(memberOf(members, "id"));
  const [alone = []] = readObjects(withoutMark(await askAlone(id))) ?? [];
  const children = childrenIn(alone);
  if (children === undefined) throw new WithoutChildren(id);
  return children;
}

function childrenIn(members: readonly MemberText[]): string | undefined {
  const children = memberOf(members, "children");
  return children?.startsWith("[") ? children : undefined;
}

function memberOf(members: readonly MemberText[], name: string): string | undefined {
  return members.find((member) => member.name === `"${name}"`)?.value;
}
