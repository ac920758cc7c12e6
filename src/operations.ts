/** The operations of the migrations API, a row each; whatever serves, asks or describes them follows from it. */

/** The two trees of a site. */
export const KINDS = ["content", "media"] as const;
export type Kind = (typeof KINDS)[number];

/** The kinds of types: those of nodes, and data types. */
export const TYPE_KINDS = [...KINDS, "data"] as const;
export type TypeKind = (typeof TYPE_KINDS)[number];

/** What stands in queries. How each is read is told in `parameters.ts`. */
export const PARAMETER_NAMES = ["id", "key", "alias", "maxLevel"] as const;
export type ParameterName = (typeof PARAMETER_NAMES)[number];

/** What an operation looks a node up by; `root` asks for all roots. */
type LookupBy = "root" | "id" | "key";

/** What an operation looks a type up by; `all` asks for all of the kind. */
type TypeBy = "all" | "id" | "key" | "alias";

type Row<Subject, RowKind, By, Shape> = {
  name: string;
  /** What it tells of. */
  subject: Subject;
  kind: RowKind;
  by: By;
  /** The parameters that mean something to it; all but `maxLevel` must be there. */
  takes: readonly ParameterName[];
  /** The shape of its answer: nodes as lists have them, one node, types, one type. */
  answers: Shape;
};
export type NodeOperation = Row<"nodes", Kind, LookupBy, "items" | "node">;
export type TypeOperation = Row<"types", TypeKind, TypeBy, "types" | "type" | "dataTypes" | "dataType">;
export type Operation = NodeOperation | TypeOperation;

const NODE_OPERATIONS: readonly NodeOperation[] = [
  nodeRow("GetContentAtRoot", "content", "root", ["maxLevel"], "items"),
  nodeRow("GetContentById", "content", "id", ["id", "maxLevel"], "node"),
  nodeRow("GetContentByKey", "content", "key", ["key", "maxLevel"], "node"),
  nodeRow("GetMediaAtRoot", "media", "root", ["maxLevel"], "items"),
  nodeRow("GetMediaById", "media", "id", ["id", "maxLevel"], "node"),
  nodeRow("GetMediaByKey", "media", "key", ["key", "maxLevel"], "node"),
];

const TYPE_OPERATIONS: readonly TypeOperation[] = [
  typeRow("GetContentTypes", "content", "all", [], "types"),
  typeRow("GetContentTypeById", "content", "id", ["id"], "type"),
  typeRow("GetContentTypeByKey", "content", "key", ["key"], "type"),
  typeRow("GetContentTypeByAlias", "content", "alias", ["alias"], "type"),
  typeRow("GetMediaTypes", "media", "all", [], "types"),
  typeRow("GetMediaTypeById", "media", "id", ["id"], "type"),
  typeRow("GetMediaTypeByKey", "media", "key", ["key"], "type"),
  typeRow("GetMediaTypeByAlias", "media", "alias", ["alias"], "type"),
  typeRow("GetDataTypes", "data", "all", [], "dataTypes"),
  typeRow("GetDataTypeById", "data", "id", ["id"], "dataType"),
  typeRow("GetDataTypeByKey", "data", "key", ["key"], "dataType"),
];

export const OPERATIONS: readonly Operation[] = [...NODE_OPERATIONS, ...TYPE_OPERATIONS];

function nodeRow(
  name: string,
  kind: Kind,
  by: LookupBy,
  takes: readonly ParameterName[],
  answers: NodeOperation["answers"],
): NodeOperation {
  return { name, subject: "nodes", kind, by, takes, answers };
}

function typeRow(
  name: string,
  kind: TypeKind,
  by: TypeBy,
  takes: readonly ParameterName[],
  answers: TypeOperation["answers"],
): TypeOperation {
  return { name, subject: "types", kind, by, takes, answers };
}

/** The path segments before `Migrations`, in neutral words. Umbraco sites have `umbraco/Limbo`. */
export const DEFAULT_PREFIX = "platform/module";

/** The segment between the prefix and the operation. */
export const API_SEGMENT = "Migrations";

/** What the `type` of every problem document begins with. */
export const PROBLEM_TYPE_PREFIX = "urn:migrations:problem:";

/** The largest `maxLevel`; so in effect: all levels. */
export const HIGHEST_LEVEL = 2 ** 31 - 1;

/** @throws where there is no such operation, which is a fault of the program */
export function operationFor(kind: Kind, by: LookupBy): NodeOperation {
  return theOne(NODE_OPERATIONS, kind, by);
}

/** @throws where there is no such operation, which is a fault of the program */
export function typeOperationFor(kind: TypeKind, by: TypeBy): TypeOperation {
  return theOne(TYPE_OPERATIONS, kind, by);
}

function theOne<O extends Operation>(operations: readonly O[], kind: O["kind"], by: O["by"]): O {
  const operation = operations.find((candidate) => candidate.kind === kind && candidate.by === by);
  if (!operation) throw new Error(`no operation looks up ${kind} by ${by}`);
  return operation;
}

/** The path at which an operation is served. */
export function operationPath(prefix: string, operation: Operation): string {
  return `/${prefix}/${API_SEGMENT}/${operation.name}`;
}

/**
 * The URL at which a site is asked.
 * @param baseUrl without a slash at the end
 * @param values of parameters that the operation takes; the others are passed over
 */
export function operationUrl(
  baseUrl: string,
  prefix: string,
  operation: Operation,
  values: Readonly<Partial<Record<ParameterName, string | number>>>,
): string {
  // A pull makes many of them: this takes a tenth of what URLSearchParams do.
  let query = "";
  for (const name of operation.takes) {
    const value = values[name];
    if (value !== undefined) query += `${query === "" ? "?" : "&"}${name}=${encodeURIComponent(value)}`;
  }
  return baseUrl + operationPath(prefix, operation) + query;
}

/** One kind; both where none is given. */
export function kindsOf(kind: Kind | undefined): readonly Kind[] {
  return kind === undefined ? KINDS : [kind];
}

export function otherKind(kind: Kind): Kind {
  return kind === "content" ? "media" : "content";
}

/**
 * Reads an id: a decimal 32-bit integer.
 * @returns `undefined` where the text is none
 */
export function parseId(text: string): number | undefined {
  if (!/^-?[0-9]+$/.test(text)) return undefined;
  const id = Number(text);
  // `+ 0` turns -0 into 0.
  return id >= -(2 ** 31) && id < 2 ** 31 ? id + 0 : undefined;
}

/**
 * Reads a level: digits, 0 to `HIGHEST_LEVEL`.
 * @returns `undefined` where the text is none
 */
export function parseLevel(text: string): number | undefined {
  if (!/^[0-9]+$/.test(text)) return undefined;
  const level = Number(text);
  return level <= HIGHEST_LEVEL ? level : undefined;
}
