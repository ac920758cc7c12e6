/** A second, plain implementation of the operations: the oracle of the tests. */

/** A node in the JSON format. */
export type DataNode = {
  id: number;
  key: string;
  sortOrder?: number;
  children?: DataNode[];
  path?: unknown;
  properties?: unknown;
  [field: string]: unknown;
};

const ITEM_FIELDS = ["id", "key", "name", "url", "type", "sortOrder", "createDate", "updateDate"];
const NOT_FIELDS = ["children", "path", "properties"];

/** The answer of a root operation. */
export function expectedRoots(roots: DataNode[], maxLevel = 2): unknown[] {
  return sorted(roots).map((root) => item(root, 1, maxLevel));
}

/** The answer of an operation by id or key for a node with these ancestors, root first. */
export function expectedNode(
  node: DataNode,
  ancestors: DataNode[],
  maxLevel = ancestors.length + 2,
): unknown {
  const level = ancestors.length + 1;
  return {
    ...itemFields(node),
    ...fields(node, (value) => !isScalar(value)),
    path: ancestors.map(itemFields),
    properties: node.properties ?? {},
    ...children(node, level, maxLevel),
  };
}

/** Every node with its ancestors, root first. */
export function* everyNode(roots: DataNode[]): Generator<{ node: DataNode; ancestors: DataNode[] }> {
  const rest = roots.map((node) => ({ node, ancestors: [] as DataNode[] }));
  for (let next = rest.pop(); next; next = rest.pop()) {
    yield next;
    const ancestors = [...next.ancestors, next.node];
    rest.push(...(next.node.children ?? []).map((node) => ({ node, ancestors })));
  }
}

function item(node: DataNode, level: number, maxLevel: number): unknown {
  return { ...itemFields(node), ...children(node, level, maxLevel) };
}

function children(node: DataNode, level: number, maxLevel: number) {
  if (level >= maxLevel) return {};
  return { children: sorted(node.children ?? []).map((child) => item(child, level + 1, maxLevel)) };
}

function itemFields(node: DataNode) {
  const known = ITEM_FIELDS.filter((name) => Object.hasOwn(node, name)).map((name) => [name, node[name]]);
  return { ...Object.fromEntries(known), ...fields(node, isScalar) };
}

function fields(node: DataNode, wanted: (value: unknown) => boolean) {
  const others = Object.entries(node).filter(
    ([name, value]) => ![...ITEM_FIELDS, ...NOT_FIELDS].includes(name) && wanted(value),
  );
  return Object.fromEntries(others);
}

function isScalar(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}

function sorted(nodes: DataNode[]): DataNode[] {
  return nodes.toSorted((a, b) => (a.sortOrder ?? 0) - (b.sortOrder ?? 0));
}
