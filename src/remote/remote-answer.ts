/** Reads what an operation of a remote server answered, tolerantly, into a tree that can be answered from again. */

import { NodeReader } from "../formats/json/node-reader.ts";
import { JsonCursor } from "../json/cursor.ts";
import { nestingBelow } from "../json/node-text.ts";
import { readObjects, withoutMembers } from "../json/outline.ts";
import { Findings } from "../site/findings.ts";
import type { Tree } from "../site/tree/tree.ts";
import { withoutMark } from "../text/byte-order-mark.ts";

/** What faults name instead of a file. */
const ANSWER = "body";
/** What an ancestor's item does not say of itself. */
const NOT_OF_ITEM = ["children", "path", "properties"];

/** A sound answer: a tree, and the level in it of the node answered with. Or what is wrong with it, a line each. */
type RemoteAnswer = ReadTree | { errors: string[] };

export type ReadTree = {
  tree: Tree;
  level: number;
  /** How many nodes have no `children`. */
  childless: number;
  /** Whether the node that is answered with has an object of `properties`; roots never have. */
  hasProperties: boolean;
  /** Whether it has a `path` that is not null. */
  hasPath: boolean;
  /** How many nodes have no key, and got one that is made of their id. */
  derivedKeys: number;
};

/**
 * @param body the whole answer
 * @param expected what the operation answers with: an array of roots, or a node
 */
export function readRemoteAnswer(body: Buffer, expected: "roots" | "node"): RemoteAnswer {
  const findings = new Findings();
  const reader = readerOf(body, findings);
  const complete = reader.readNested();
  if (complete && reader.isArray !== (expected === "roots")) {
    return { errors: [`expected ${expected === "roots" ? "an array of roots" : "one node"}`] };
  }
  const path = complete && expected === "node" ? readPath(reader.firstPath, findings) : [];
  if (findings.errorCount > 0) return { errors: findings.errorLines() };
  const { children, firstHasProperties: hasProperties, firstPath } = reader;
  const below = path.length === 0 ? reader : readBelow(path, body, findings);
  const tree = findings.errorCount === 0 ? below.build() : undefined;
  if (tree === undefined) return { errors: findings.errorLines() };
  const { derivedKeys } = below;
  const hasPath = firstPath !== undefined && firstPath !== "null";
  return { tree, level: path.length + 1, childless: children.absent, hasProperties, hasPath, derivedKeys };
}

/** The ancestors as JSON objects of their own fields, root first. */
function readPath(text: string | undefined, findings: Findings): string[] {
  if (text === undefined || text === "null") return [];
  // Some servers answer ancestors with their children.
  const path = text.startsWith("[") ? readObjects(text) : undefined;
  if (path) return path.map((item) => withoutMembers(item, NOT_OF_ITEM));
  findings.error(ANSWER, () => "", "/path must be an array of items");
  return [];
}

/** Reads the node again, as the only child of the last of its ancestors, who hold each other. */
function readBelow(path: string[], body: Buffer, findings: Findings): NodeReader {
  const { before, behind } = nestingBelow(path);
  const text = Buffer.concat([Buffer.from(before), withoutMark(body), Buffer.from(behind)]);
  const reader = readerOf(text, findings);
  reader.readNested();
  return reader;
}

function readerOf(body: Buffer, findings: Findings): NodeReader {
  return new NodeReader(ANSWER, JsonCursor.copyOf(withoutMark(body)), findings, { isFlat: false });
}
