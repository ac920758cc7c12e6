/** Reads the answer of an operation strictly, into a tree. */
import { NodeReader } from "../formats/json/node-reader.ts";
import { JsonCursor } from "../json/cursor.ts";
import { readObjects, withoutMembers } from "../json/outline.ts";
import { Findings } from "../site/findings.ts";
import type { Target } from "../site/source.ts";
import type { Tree } from "../site/tree/tree.ts";
import { indexOfTarget } from "../site/tree/tree-answers.ts";
import { withoutMark } from "../text/file-text.ts";

/** What an operation answers with: a list of roots, or one node. */
export type Expected = "roots" | "node";

export type AnswerTree = {
  tree: Tree;
  /** The level in the tree of the nodes that are answered with. */
  level: number;
  /** The first level in the tree with a node that has no `children`; infinite if all nodes have a list. */
  childlessLevel: number;
  /** Whether the first node has an object of `properties`; roots never have one. */
  hasProperties: boolean;
  /** The JSON text of the first node's `path`, if it has one that is not null. */
  path: string | undefined;
  /** How many nodes have no key, and got one that is derived from their id. */
  derivedKeys: number;
};

/** Why an answer cannot be used. */
export type Fault = {
  /** The first fault, in words that follow "invalid answer". */
  fault: string;
  /** How many faults follow. Default: 0. */
  more?: number;
  /** Whether a missing end may be the cause. */
  isCut: boolean;
  /** Whether the answer is a web page, or what another program answers: the API is elsewhere. */
  isElsewhere?: boolean;
  /** Whether the answer is well-formed, so that the next one may be valid. */
  isSound?: boolean;
};

type AnswerOptions = {
  /** Whether the tree has the ancestors in the first node's `path`, too. Default: false. */
  withAncestors?: boolean;
  /** Whether children may be any objects, of which nothing is kept. Default: they are nodes. */
  skipsChildren?: boolean;
};

/** What faults name instead of a file. */
const ANSWER = "body";
const TEXT_ENDS = /the text ends/;
/** The members of an ancestor that are not its own fields: some servers answer ancestors with their children. */
const NOT_OF_ITEM = ["children", "path", "properties"];
const PAGE = /^\s*</;

export function readAnswer(
  body: Buffer,
  expected: Expected,
  { withAncestors = false, skipsChildren = false }: AnswerOptions = {},
): AnswerTree | Fault {
  const findings = new Findings();
  const cursor = JsonCursor.copyOf(withoutMark(body));
  const reader = new NodeReader(ANSWER, cursor, findings, { isFlat: false, skipsChildren });
  const isWhole = reader.readNested();
  if (isWhole && reader.isArray !== (expected === "roots")) return anotherThanExpected(expected);
  const { childless, firstHasProperties: hasProperties } = reader;
  const path = reader.firstPath === "null" ? undefined : reader.firstPath;
  const ancestors = withAncestors && findings.errorCount === 0 ? ancestorsIn(path) : [];
  if (ancestors === undefined) findings.error(ANSWER, () => "", "/path must be an array of items");
  else reader.readAncestors(ancestors);
  const tree = findings.errorCount === 0 ? reader.build() : undefined;
  if (tree === undefined || ancestors === undefined) return faultInAnswer(body, findings, isWhole);
  const above = ancestors.length;
  const { derivedKeys } = reader;
  return {
    tree,
    level: above + 1,
    childlessLevel: above + childless.first,
    hasProperties,
    path,
    derivedKeys,
  };
}

/** Reads the answer about a node, with its ancestors, or of a root operation. */
export function readAnswerAbout(body: Buffer, target: Target): AnswerTree | Fault {
  if (target.by === "root") return readAnswer(body, "roots");
  const answer = readAnswer(body, "node", { withAncestors: true });
  if ("fault" in answer || indexOfTarget(answer.tree, target) === answer.level - 1) return answer;
  return { fault: "it is about another node", isCut: false };
}

export function anotherThanExpected(expected: Expected): Fault {
  return { fault: `it is not ${expected === "node" ? "a node" : "an array of roots"}`, isCut: false };
}

/** Whether an answer is a web page, whatever its content type. */
export function isPage(body: Buffer): boolean {
  return PAGE.test(body.toString("latin1", 0, 64));
}

function faultInAnswer(body: Buffer, findings: Findings, isWhole: boolean): Fault {
  if (isPage(body)) return { fault: "it is a web page", isCut: false, isElsewhere: true };
  const [fault, ...others] = findings.errorLines();
  const isCut = !isWhole && TEXT_ENDS.test(others.at(-1) ?? fault);
  return { fault, more: others.length, isCut, isSound: isWhole || undefined };
}

/** @returns the ancestors as JSON objects of their own fields, root first; `undefined` if they are something else */
function ancestorsIn(path = "[]"): string[] | undefined {
  const items = path.startsWith("[") ? readObjects(path) : undefined;
  return items?.map((item) => withoutMembers(item, NOT_OF_ITEM));
}
