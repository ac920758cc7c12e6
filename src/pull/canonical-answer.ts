/** Takes a node's text from an answer that has the form which this program writes, as most answers do: that is fast. */
import { isUtf8 } from "node:buffer";
import { parseKey } from "../tree/key.ts";
import { ITEM_FIELDS, RANK } from "../tree/members.ts";

/** An answer about one node, parsed. */
export type ParsedNode = {
  id: number;
  key: string;
  sortOrder?: number;
  path?: unknown[];
  children?: unknown[];
  properties: Record<string, unknown>;
};

const RANKS = new Map<string, number>([...ITEM_FIELDS.entries()].map(([rank, name]) => [name, rank]));
/** The order of a property's members; others stand behind them. */
const PROPERTY_MEMBERS = ["alias", "editorAlias", "value"];
/** Names that NDJSON uses itself. */
const PARENT_NAMES = ["parentId", "parentKey"];

/**
 * @returns the node, and its text without path, children and the closing brace; `undefined` where the answer has another
 * form, or is no sound answer
 */
export function readCanonicalNode(body: Buffer): { node: ParsedNode; text: Buffer } | undefined {
  if (!isUtf8(body)) return undefined;
  const answer = body.toString("utf8");
  try {
    const node: unknown = JSON.parse(answer);
    // Then there is no white space, no needless escape, no name twice, and no number that JavaScript would write otherwise.
    if (!isNode(node) || JSON.stringify(node) !== answer) return undefined;
    const { path, children, ...own } = node;
    return isInOrder(own) ? { node, text: Buffer.from(JSON.stringify(own).slice(0, -1)) } : undefined;
  } catch {
    // No JSON, or nested more deeply than the stack allows.
    return undefined;
  }
}

function isNode(value: unknown): value is ParsedNode {
  if (!isObject(value)) return false;
  const { id, key, sortOrder, path, children, properties } = value;
  return (
    typeof id === "number" &&
    (id | 0) === id &&
    typeof key === "string" &&
    parseKey(key) === key &&
    (sortOrder === undefined || typeof sortOrder === "number") &&
    (path === undefined || Array.isArray(path)) &&
    (children === undefined || Array.isArray(children)) &&
    isObject(properties) &&
    PARENT_NAMES.every((name) => !Object.hasOwn(value, name))
  );
}

/** Whether members stand in the order in which answers have them. */
function isInOrder(own: Omit<ParsedNode, "path" | "children">): boolean {
  let last = 0;
  for (const [name, value] of Object.entries(own)) {
    const rank = RANKS.get(name) ?? otherRank(name, value);
    if (rank < last) return false;
    last = rank;
  }
  return Object.values(own.properties).every(isProperty);
}

function otherRank(name: string, value: unknown): number {
  if (name === "properties") return RANK.properties;
  return typeof value === "object" && value !== null ? RANK.otherField : RANK.otherScalar;
}

function isProperty(value: unknown): boolean {
  if (!isObject(value)) return false;
  let last = 0;
  for (const name of Object.keys(value)) {
    const at = PROPERTY_MEMBERS.indexOf(name);
    const rank = at < 0 ? PROPERTY_MEMBERS.length : at;
    if (rank < last) return false;
    last = rank;
  }
  return true;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
