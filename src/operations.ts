/** The operations of the migrations API as a table, from which routes, requests and OpenAPI follow. */

/** The two trees of a site. */
export const KINDS = ["content", "media"] as const;
export type Kind = (typeof KINDS)[number];

/** The kinds of types: those of nodes, and data types. */
export const TYPE_KINDS = [...KINDS, "data"] as const;
export type TypeKind = (typeof TYPE_KINDS)[number];

/** The parameters of operations. How each is read: `http/parameters.ts`. */
export const PARAMETER_NAMES = ["id", "key", "alias", "path", "maxLevel"] as const;
export type ParameterName = (typeof PARAMETER_NAMES)[number];

/** What an operation selects a node by; `root` selects all roots. */
type LookupBy = "root" | "id" | "key" | "path";

/** What an operation selects a type by; `all` selects all types of the kind. */
type TypeBy = "all" | "id" | "key" | "alias";

type Row<Subject, RowKind, By, Shape> = {
  name: string;
  subject: Subject;
  kind: RowKind;
  by: By;
  /** Its parameters; all but `maxLevel` are required. */
  takes: readonly ParameterName[];
  /** The shape of its answer: nodes as lists have them, one node, types, one type. */
  answers: Shape;
  /** The path of the same operation below `/api/limbo/migrations/` in the API for Umbraco 10; `{by}` is a parameter. */
  alias: string;
};
type NodeOperation = Row<"nodes", Kind, LookupBy, "items" | "node">;
export type TypeOperation = Row<"types", TypeKind, TypeBy, "types" | "type" | "dataTypes" | "dataType">;
export type Operation = NodeOperation | TypeOperation;

const NODE_OPERATIONS: readonly NodeOperation[] = [
  nodeRow("GetContentAtRoot", "content", "root", "content/root"),
  nodeRow("GetContentById", "content", "id", "content/{id}"),
  nodeRow("GetContentByKey", "content", "key", "content/{key}"),
  nodeRow("GetMediaAtRoot", "media", "root", "media/root"),
  nodeRow("GetMediaById", "media", "id", "media/{id}"),
  nodeRow("GetMediaByKey", "media", "key", "media/{key}"),
  nodeRow("GetMediaByPath", "media", "path", "media"),
];

const TYPE_OPERATIONS: readonly TypeOperation[] = [
  typeRow("GetContentTypes", "content", "all", "contentTypes"),
  typeRow("GetContentTypeById", "content", "id", "contentTypes/{id}"),
  typeRow("GetContentTypeByKey", "content", "key", "contentTypes/{key}"),
  typeRow("GetContentTypeByAlias", "content", "alias", "contentTypes/{alias}"),
  typeRow("GetMediaTypes", "media", "all", "mediaTypes"),
  typeRow("GetMediaTypeById", "media", "id", "mediaTypes/{id}"),
  typeRow("GetMediaTypeByKey", "media", "key", "mediaTypes/{key}"),
  typeRow("GetMediaTypeByAlias", "media", "alias", "mediaTypes/{alias}"),
  typeRow("GetDataTypes", "data", "all", "dataTypes"),
  typeRow("GetDataTypeById", "data", "id", "dataTypes/{id}"),
  typeRow("GetDataTypeByKey", "data", "key", "dataTypes/{key}"),
];

export const OPERATIONS: readonly Operation[] = [...NODE_OPERATIONS, ...TYPE_OPERATIONS];

function nodeRow(name: string, kind: Kind, by: LookupBy, alias: string): NodeOperation {
  const takes: readonly ParameterName[] = by === "root" ? ["maxLevel"] : [by, "maxLevel"];
  return { name, subject: "nodes", kind, by, takes, answers: by === "root" ? "items" : "node", alias };
}

function typeRow(name: string, kind: TypeKind, by: TypeBy, alias: string): TypeOperation {
  const [all, one] = kind === "data" ? (["dataTypes", "dataType"] as const) : (["types", "type"] as const);
  const takes = by === "all" ? [] : [by];
  return { name, subject: "types", kind, by, takes, answers: by === "all" ? all : one, alias };
}

/** Where the API for Umbraco 10 has the aliases of operations. */
export const ALIAS_BASE = "/api/limbo/migrations/";

/** The default path segments before `Migrations`. Umbraco sites have `umbraco/Limbo`. */
export const DEFAULT_PREFIX = "platform/module";

/** The segment between the prefix and the operation. */
export const API_SEGMENT = "Migrations";

/** The start of the `type` of each problem document. */
export const PROBLEM_TYPE_PREFIX = "urn:migrations:problem:";

/** The largest `maxLevel`, which means all levels. */
export const HIGHEST_LEVEL = 2 ** 31 - 1;

/** @throws if there is no such operation, which is a fault of the program */
export function operationFor(kind: Kind, by: LookupBy): NodeOperation {
  return operationIn(NODE_OPERATIONS, kind, by);
}

/** @throws if there is no such operation, which is a fault of the program */
export function typeOperationFor(kind: TypeKind, by: TypeBy): TypeOperation {
  return operationIn(TYPE_OPERATIONS, kind, by);
}

function operationIn<O extends Operation>(operations: readonly O[], kind: O["kind"], by: O["by"]): O {
  const operation = operations.find((candidate) => candidate.kind === kind && candidate.by === by);
  if (!operation) throw new Error(`no operation looks up ${kind} by ${by}`);
  return operation;
}

/** The path at which an operation is served. */
export function operationPath(prefix: string, operation: Operation): string {
  return `/${prefix}/${API_SEGMENT}/${operation.name}`;
}

/**
 * The URL of a request to a site.
 * @param baseUrl without a slash at the end
 * @param values of parameters; parameters that the operation does not have are ignored
 */
export function operationUrl(
  baseUrl: string,
  prefix: string,
  operation: Operation,
  values: Readonly<Partial<Record<ParameterName, string | number>>>,
): string {
  // A pull makes many URLs: this takes a tenth of the time of URLSearchParams.
  let query = "";
  for (const name of operation.takes) {
    const value = values[name];
    if (value !== undefined) query += `${query === "" ? "?" : "&"}${name}=${encodeURIComponent(value)}`;
  }
  return baseUrl + operationPath(prefix, operation) + query;
}

/** One kind; by default both. */
export function kindsOf(kind: Kind | undefined): readonly Kind[] {
  return kind === undefined ? KINDS : [kind];
}

export function otherKind(kind: Kind): Kind {
  return kind === "content" ? "media" : "content";
}

/**
 * Reads an id: a decimal 32-bit integer.
 * @returns `undefined` for any other text
 */
export function parseId(text: string): number | undefined {
  if (!/^-?[0-9]+$/.test(text)) return undefined;
  const id = Number(text);
  // `+ 0` turns -0 into 0.
  return id >= -(2 ** 31) && id < 2 ** 31 ? id + 0 : undefined;
}

/**
 * Reads a level: digits, 0 to `HIGHEST_LEVEL`.
 * @returns `undefined` for any other text
 */
export function parseLevel(text: string): number | undefined {
  if (!/^[0-9]+$/.test(text)) return undefined;
  const level = Number(text);
  return level <= HIGHEST_LEVEL ? level : undefined;
}
