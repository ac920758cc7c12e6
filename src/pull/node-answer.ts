/** Reads what a server answered about one node: its own text. */
import { Findings } from "../formats/findings.ts";
import { NestedReader } from "../formats/json/nested-reader.ts";
import { readFrom } from "../json/byte-window.ts";
import type { Tree } from "../tree/tree.ts";
import { LastPath, readCanonicalNode } from "./canonical-answer.ts";
import { fieldsText, idAt, nodeText } from "./node-text.ts";

export type NodeAnswer = {
  /** `{"id":…,"properties":{…}` without the closing brace, in the form that answers have. */
  text: string;
  /** 0 where the node has none. */
  sortOrder: number;
};

/** What is wrong with an answer, whether that may be because its end is missing, and whether it is a web page. */
export type Fault = { fault: string; isCut: boolean; isPage?: boolean };

const TEXT_ENDS = /the text ends/;

/**
 * @param lastPath saves time where answers about siblings are read one after the other
 * @returns the answer read; or what is wrong with it, where it is no sound answer or one about another node than `id`
 */
export function readNodeAnswer(body: Buffer, id: number, lastPath = new LastPath()): NodeAnswer | Fault {
  const quick = readCanonicalNode(body, lastPath);
  if (quick) {
    const { node, text } = quick;
    return node.id === id ? { text, sortOrder: node.sortOrder ?? 0 } : anotherThan(id);
  }
  const read = readTree(body, "node");
  if ("fault" in read) return read;
  const { tree } = read;
  return idAt(tree, 0) === id ? answerAt(tree, 0) : anotherThan(id);
}

function answerAt(tree: Tree, place: number): NodeAnswer {
  const { sortOrder }: { sortOrder?: unknown } = JSON.parse(`${fieldsText(tree, place)}}`);
  return {
    text: nodeText(tree, place).toString(),
    sortOrder: typeof sortOrder === "number" ? sortOrder : 0,
  };
}

/** An answer, read whole and strictly, and whether each node in it has a list of its children. */
export type StrictAnswer = { tree: Tree; isWhole: boolean };

export function readTree(body: Buffer, expected: "roots" | "node"): StrictAnswer | Fault {
  const findings = new Findings();
  const reader = new NestedReader("answer", readFrom([body]), findings, body.length);
  const complete = reader.read();
  if (complete && reader.isArray !== (expected === "roots")) {
    return { fault: expected === "roots" ? "it is no array of roots" : "it is no node", isCut: false };
  }
  const tree = complete ? reader.build() : undefined;
  if (tree && findings.errorCount === 0) return { tree, isWhole: reader.nodes.children.absent === 0 };
  if (/^\s*</.test(body.toString("latin1", 0, 64))) {
    return { fault: "it is a web page", isCut: false, isPage: true };
  }
  const [fault] = findings.errorLines();
  return { fault, isCut: !complete && TEXT_ENDS.test(fault) };
}

export function anotherThan(id: number): Fault {
  return { fault: `it is about another node than ${id}`, isCut: false };
}
