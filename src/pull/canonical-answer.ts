/** Takes a node's text from an answer that has the form which this program writes, as most answers do: a pull is a sixth faster by it. */
import { isUtf8 } from "node:buffer";
import { type NodeText, PARENT_NAMES, textOfObject } from "../json/node-text.ts";
import { type Key, parseKey, ZERO_KEY } from "../tree/key.ts";
import { faultInFields, memberRank } from "./record.ts";

/** An answer about one node, parsed. */
type ParsedNode = {
  id: number;
  key: string;
  sortOrder?: number;
  path?: unknown[];
  children?: unknown[];
  properties: Record<string, unknown>;
};

/** A longer answer is not parsed into objects, which can take forty times its size: reading its bytes is slower, and safe. */
const PARSED_BYTES = 8 * 1024 * 1024;
/** The order of a property's members; others stand behind them. */
const PROPERTY_MEMBERS = ["alias", "editorAlias", "value"];

/** @returns `undefined` where the answer has another form, or is no sound answer */
export function readCanonicalNode(
  body: Buffer,
): { id: number; key: Key; sortOrder: number; text: NodeText<string> } | undefined {
  if (body.length > PARSED_BYTES || !isUtf8(body)) return undefined;
  const node = parseCanonical(body.toString("utf8"));
  if (node === undefined) return undefined;
  const { path, children, ...own } = node;
  const { id, key, sortOrder = 0 } = node;
  return { id, key, sortOrder, text: textOfObject(JSON.stringify(own)) };
}

function parseCanonical(text: string): ParsedNode | undefined {
  try {
    const node: unknown = JSON.parse(text);
    // Then there is no white space, no needless escape, no name twice, and no number that JavaScript would write otherwise.
    return isNode(node) && JSON.stringify(node) === text && isInOrder(node) ? node : undefined;
  } catch {
    // No JSON, or nested more deeply than the stack allows.
    return undefined;
  }
}

function isNode(value: unknown): value is ParsedNode {
  if (!isObject(value)) return false;
  const { id, key, sortOrder, path, children, properties } = value;
  return (
    isNumbered(id, key) &&
    (sortOrder === undefined || typeof sortOrder === "number") &&
    (path === undefined || Array.isArray(path)) &&
    (children === undefined || (Array.isArray(children) && children.every(isObject))) &&
    isObject(properties) &&
    faultInFields(value) === undefined &&
    PARENT_NAMES.every((name) => !Object.hasOwn(value, name))
  );
}

/** Whether an id and a key are as answers write them. */
function isNumbered(id: unknown, key: unknown): boolean {
  if (typeof id !== "number" || (id | 0) !== id) return false;
  return typeof key === "string" && parseKey(key) === key && key !== ZERO_KEY;
}

/** Whether members stand in the order in which answers have them; path and children may stand anywhere. */
function isInOrder(node: ParsedNode): boolean {
  let last = 0;
  for (const [name, value] of Object.entries(node)) {
    if (name === "path" || name === "children") continue;
    const rank = memberRank(name, typeof value !== "object" || value === null);
    if (rank < last) return false;
    last = rank;
  }
  return Object.values(node.properties).every(isProperty);
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
