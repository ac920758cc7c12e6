/** Takes a node's text from an answer that has the form which this program writes, as most answers do: that is fast. */
import { isUtf8 } from "node:buffer";
import { ITEM_FIELDS, RANK } from "../json/members.ts";
import { parseKey, ZERO_KEY } from "../tree/key.ts";

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
/** A longer answer is not parsed into objects, which can take forty times its size: reading its bytes is slower, and safe. */
const PARSED_BYTES = 8 * 1024 * 1024;
/** The order of a property's members; others stand behind them. */
const PROPERTY_MEMBERS = ["alias", "editorAlias", "value"];
/** Names that NDJSON uses itself. */
const PARENT_NAMES = ["parentId", "parentKey"];

const PATH = ',"path":';
const EMPTY_PATH = `${PATH}[]`;

/**
 * The path of an answer that was read before. Nodes that are asked for one after the other mostly share theirs, which is
 * half of a small answer: it need not be parsed and checked again.
 */
export class LastPath {
  #text = "";
  #path: unknown[] = [];

  keep(path: unknown[] | undefined): void {
    if (path === undefined || path.length === 0) return;
    this.#text = PATH + JSON.stringify(path);
    this.#path = path;
  }

  /** @returns what stands before and behind the path, where the answer has the one that was kept */
  split(answer: string): { before: string; behind: string; path: unknown[] } | undefined {
    const at = answer.indexOf(PATH);
    // Behind another brace it may be something else's path.
    if (at < 0 || this.#text === "" || answer.lastIndexOf("{", at) > 0) return undefined;
    const end = at + this.#text.length;
    if (answer.slice(at, end) !== this.#text) return undefined;
    return { before: answer.slice(0, at), behind: answer.slice(end), path: this.#path };
  }
}

/**
 * @returns the node, and its text without path, children and the closing brace; `undefined` where the answer has another
 * form, or is no sound answer
 */
export function readCanonicalNode(
  body: Buffer,
  lastPath = new LastPath(),
): { node: ParsedNode; text: string } | undefined {
  if (body.length > PARSED_BYTES || !isUtf8(body)) return undefined;
  const answer = body.toString("utf8");
  const known = lastPath.split(answer);
  // An empty path in its place shows whether one may stand there.
  const node = parseCanonical(known ? known.before + EMPTY_PATH + known.behind : answer);
  if (node === undefined) return undefined;
  if (known) node.path = known.path;
  else lastPath.keep(node.path);
  const text = known && !node.children ? known.before + known.behind : textOf(node);
  return { node, text: text.slice(0, -1) };
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

function textOf({ path, children, ...own }: ParsedNode): string {
  return JSON.stringify(own);
}

function isNode(value: unknown): value is ParsedNode {
  if (!isObject(value)) return false;
  const { id, key, sortOrder, path, children, properties } = value;
  return (
    typeof id === "number" &&
    (id | 0) === id &&
    typeof key === "string" &&
    parseKey(key) === key &&
    key !== ZERO_KEY &&
    (sortOrder === undefined || typeof sortOrder === "number") &&
    (path === undefined || Array.isArray(path)) &&
    (children === undefined || Array.isArray(children)) &&
    isObject(properties) &&
    PARENT_NAMES.every((name) => !Object.hasOwn(value, name))
  );
}

/** Whether members stand in the order in which answers have them; path and children may stand anywhere. */
function isInOrder(node: ParsedNode): boolean {
  let last = 0;
  for (const [name, value] of Object.entries(node)) {
    if (name === "path" || name === "children") continue;
    const rank = RANKS.get(name) ?? otherRank(name, value);
    if (rank < last) return false;
    last = rank;
  }
  return Object.values(node.properties).every(isProperty);
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
