/** The six operations of the migrations API: their names, what they look up, where they are served. */

/** The two trees of a site. */
export const KINDS = ["content", "media"] as const;
export type Kind = (typeof KINDS)[number];

/** What an operation looks a node up by; `root` asks for all roots. */
export type LookupBy = "root" | "id" | "key";

/** One of the six. */
export type Operation = { name: string; kind: Kind; by: LookupBy };

export const OPERATIONS: readonly Operation[] = [
  { name: "GetContentAtRoot", kind: "content", by: "root" },
  { name: "GetContentById", kind: "content", by: "id" },
  { name: "GetContentByKey", kind: "content", by: "key" },
  { name: "GetMediaAtRoot", kind: "media", by: "root" },
  { name: "GetMediaById", kind: "media", by: "id" },
  { name: "GetMediaByKey", kind: "media", by: "key" },
];

/** The path segments before `Migrations`, in neutral words. Umbraco sites have `umbraco/Limbo`. */
export const DEFAULT_PREFIX = "platform/module";

/** The segment between the prefix and the operation. */
export const API_SEGMENT = "Migrations";

/** The largest `maxLevel`; so in effect: all levels. */
export const HIGHEST_LEVEL = 2 ** 31 - 1;

/** @throws where there is no such operation, which is a fault of the program */
export function operationFor(kind: Kind, by: LookupBy): Operation {
  const operation = OPERATIONS.find((candidate) => candidate.kind === kind && candidate.by === by);
  if (!operation) throw new Error(`no operation looks up ${kind} by ${by}`);
  return operation;
}

/** The path at which an operation is served. */
export function operationPath(prefix: string, operation: Operation): string {
  return `/${prefix}/${API_SEGMENT}/${operation.name}`;
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
