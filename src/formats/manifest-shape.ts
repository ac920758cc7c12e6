/** Whether a manifest has the shape that a pull gives it: members that are not known are passed over, as later versions may write them. */
import { pointerTo } from "../json/grammar.ts";
import { KINDS } from "../operations.ts";

/** @returns what is wrong with a value, with the JSON pointer (RFC 6901) to it; `undefined` where it is as it must be */
type Shape = (value: unknown, pointer: string) => string | undefined;

type Members = Record<string, unknown>;

/** @returns what of a manifest is not as a pull writes it; `undefined` where all is */
export function faultInManifest(manifest: unknown): string | undefined {
  return MANIFEST(manifest, "");
}

/** The same of what it says of one kind. */
export function faultInTree(tree: unknown): string | undefined {
  return TREE(tree, "");
}

function must(is: (value: unknown) => boolean, wanted: string): Shape {
  return (value, pointer) => {
    if (is(value)) return undefined;
    return `${pointer} ${value === undefined ? "is missing" : `must be ${wanted}`}`;
  };
}

function optional(shape: Shape): Shape {
  return (value, pointer) => (value === undefined ? undefined : shape(value, pointer));
}

function listOf(shape: Shape): Shape {
  const isList = must(Array.isArray, "an array");
  return (value, pointer) => {
    if (!Array.isArray(value)) return isList(value, pointer);
    for (const [index, item] of value.entries()) {
      const fault = shape(item, `${pointer}/${index}`);
      if (fault !== undefined) return fault;
    }
    return undefined;
  };
}

function objectOf(members: Readonly<Record<string, Shape>>): Shape {
  const isObject = must(isMembers, "an object");
  return (value, pointer) => {
    if (!isMembers(value)) return isObject(value, pointer);
    for (const [name, shape] of Object.entries(members)) {
      const fault = shape(Object.hasOwn(value, name) ? value[name] : undefined, pointer + pointerTo(name));
      if (fault !== undefined) return fault;
    }
    return undefined;
  };
}

function ofEachKind(shape: Shape): Record<string, Shape> {
  return Object.fromEntries(KINDS.map((kind) => [kind, optional(shape)]));
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isSlice(tree: unknown): boolean {
  return isMembers(tree) && isMembers(tree.options) && tree.options.slice === true;
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

const TEXT = must(isText, "text");
const COUNT = must((value) => Number.isSafeInteger(value) && Number(value) >= 0, "a count");
const FLAG = must((value) => typeof value === "boolean", "true or false");
const ID = must((value) => Number.isInteger(value) && (Number(value) | 0) === value, "a 32-bit integer");
const DATE = must((value) => isText(value) && !Number.isNaN(Date.parse(String(value))), "a date");
/** The file lies beside the manifest: whoever writes another path there wants another file read. */
const FILE_NAME = must(
  (value) => isText(value) && /^(?!\.{1,2}$)[^/\\\0]+$/.test(String(value)),
  "a file's name",
);
const OPTION = must((value) => isText(value) || typeof value === "boolean", "text, true or false");
const NODE = must((value) => isText(value) || Number.isInteger(value), "an id or a key");

const LIST_FAILURE = objectOf({ id: optional(ID), url: TEXT, reason: TEXT });
const NODE_FAILURE = objectOf({ id: ID, url: TEXT, reason: TEXT, recordedAt: optional(DATE) });
const FILE_FAILURE = objectOf({ url: TEXT, reason: TEXT, status: optional(COUNT) });

const LEFT_OUT_NODE = objectOf({ id: ID, key: TEXT });

const OPTIONS: Shape = (value, pointer) =>
  objectOf(Object.fromEntries(Object.keys(value ?? {}).map((name) => [name, OPTION])))(value, pointer);

const TREE_MEMBERS = {
  source: TEXT,
  node: optional(NODE),
  options: optional(OPTIONS),
  startedAt: DATE,
  finishedAt: DATE,
  file: FILE_NAME,
  bytes: COUNT,
  sha256: TEXT,
  nodes: COUNT,
  failures: listOf(NODE_FAILURE),
  unlisted: optional(listOf(LIST_FAILURE)),
  vanished: listOf(ID),
  unpublished: optional(listOf(LEFT_OUT_NODE)),
};
const PULLED_TREE = objectOf(TREE_MEMBERS);
/** Of what was never pulled, there is no time to tell. */
const SLICED_TREE = objectOf({
  ...TREE_MEMBERS,
  startedAt: optional(DATE),
  finishedAt: optional(DATE),
});
const TREE: Shape = (value, pointer) => (isSlice(value) ? SLICED_TREE : PULLED_TREE)(value, pointer);

const TYPES = objectOf({ source: TEXT, file: FILE_NAME, bytes: COUNT, sha256: TEXT, count: COUNT });

const MANIFEST = objectOf({
  format: TEXT,
  ...ofEachKind(TREE),
  types: optional(objectOf(ofEachKind(TYPES))),
  files: optional(
    objectOf({
      startedAt: optional(DATE),
      finishedAt: optional(DATE),
      count: COUNT,
      bytes: COUNT,
      failures: listOf(FILE_FAILURE),
    }),
  ),
  hasPrevious: optional(FLAG),
});
