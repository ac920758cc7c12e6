/** Finds the places of a source file that can be changed, each by a small change of what it does. */
import { parseAst } from "rolldown/parseAst";

/** @typedef {{ start: number, end: number, text: string }} Mutation what is put in place of a part of the text */
/** @typedef {{ type: string, start: number, end: number } & Record<string, any>} AstNode as ESTree has it */

/** What stands for an operator. @type {Readonly<Record<string, string>>} */
const OPERATORS = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "%": "*",
  "&": "|",
  "|": "&",
  "&&": "||",
  "||": "&&",
};

/** Parts that tell the compiler something, or the loader, and change nothing that runs. */
const PASSED_OVER = /^(?:TS(?!AsExpression|SatisfiesExpression|NonNullExpression)|Import|ExportAll)/;

/** @type {Record<string, (node: AstNode, code: string) => Mutation[]>} */
const MUTATORS = {
  BinaryExpression: changedOperator,
  LogicalExpression: (node, code) =>
    node.operator === "??"
      ? [replaced(node, code.slice(node.left.start, node.left.end))]
      : changedOperator(node, code),
  IfStatement: ({ test }, code) => [negated(test, code)],
  ConditionalExpression: ({ test }, code) => [negated(test, code)],
  WhileStatement: ({ test }) => [replaced(test, "false")],
  UnaryExpression: (node, code) =>
    node.operator === "!" ? [replaced(node, code.slice(node.argument.start, node.argument.end))] : [],
  Literal: changedLiteral,
  TemplateLiteral: (node) => [replaced(node, "``")],
  ExpressionStatement: (node) => (isCall(node.expression) ? [replaced(node, ";")] : []),
};

/**
 * @param {string} code TypeScript
 * @returns {Mutation[]} in the order of their places
 */
export function mutationsOf(code) {
  /** @type {Mutation[]} */
  const found = [];
  const visit = (/** @type {AstNode} */ node) => {
    if (PASSED_OVER.test(node.type)) return;
    found.push(...(MUTATORS[node.type]?.(node, code) ?? []));
    for (const child of childrenOf(node)) visit(child);
  };
  visit(/** @type {any} */ (parseAst(code, { lang: "ts" })));
  return found.sort((a, b) => a.start - b.start);
}

/** @param {AstNode} node @returns {AstNode[]} */
function childrenOf(node) {
  // A key that is written as text is a name.
  const parts = Object.entries(node).filter(([name]) => name !== "key" || node.computed);
  return parts
    .flatMap(([, part]) => part)
    .filter((part) => typeof part === "object" && part !== null && typeof part.type === "string");
}

/** @param {AstNode} node @param {string} text @returns {Mutation} */
function replaced({ start, end }, text) {
  return { start, end, text };
}

/** @param {AstNode} test @param {string} code */
function negated(test, code) {
  return replaced(test, `!(${code.slice(test.start, test.end)})`);
}

/** @param {AstNode} node @param {string} code @returns {Mutation[]} */
function changedOperator({ operator, left, right }, code) {
  const other = OPERATORS[operator];
  const start = code.indexOf(operator, left.end);
  if (other === undefined || start > right.start) return [];
  return [{ start, end: start + operator.length, text: other }];
}

/** @param {AstNode} node @returns {Mutation[]} */
function changedLiteral(node) {
  const { value } = node;
  if (typeof value === "string") return [replaced(node, value === "" ? '"mutated"' : '""')];
  if (typeof value === "boolean") return [replaced(node, String(!value))];
  return typeof value === "number" ? [replaced(node, String(value + 1))] : [];
}

/** @param {AstNode} expression */
function isCall({ type, argument }) {
  return type === "CallExpression" || (type === "AwaitExpression" && argument.type === "CallExpression");
}
