/** Validates saved or fetched answers of the operations that list types. */
import {
  DATE,
  FLAG,
  ID,
  isMembers,
  listOf,
  must,
  objectOf,
  optional,
  type ReportFault,
  type Shape,
} from "../../json/shape.ts";
import type { TypeKind } from "../../operations.ts";
import { parseKey, ZERO_KEY } from "../tree/key.ts";
import { NO_DATE, type TypeLists } from "./site-types.ts";

const GUID = must((value) => typeof value === "string" && parseKey(value) !== undefined, "a GUID");
const KEY: Shape = (value, pointer, report) => {
  GUID(value, pointer, report);
  return typeof value === "string" ? parseKey(value) : undefined;
};
const ALIAS = must((value) => typeof value === "string" && value !== "", "text");
const NAME = must((value) => value === null || typeof value === "string", "text or null");
const TEXT = optional(NAME);
const ORDER = must(Number.isSafeInteger, "an integer");

function withDefault(shape: Shape, fallback: unknown): Shape {
  return (value, pointer, report) => shape(value ?? fallback, pointer, report);
}

/** An absent list counts as empty. The original API writes null for an allowed type that does not exist. */
function some(shape: Shape): Shape {
  const list = listOf((value, pointer, report) => (value === null ? null : shape(value, pointer, report)));
  return (value, pointer, report) => {
    const found = list(value ?? [], pointer, report);
    return Array.isArray(found) ? found.filter((each) => each !== null) : found;
  };
}

const REFERENCE = objectOf({ id: ID, key: KEY, alias: ALIAS, name: TEXT });
// Members that no client needs can be absent.
const PROPERTY = objectOf({
  id: ID,
  key: KEY,
  alias: ALIAS,
  name: NAME,
  description: TEXT,
  sortOrder: optional(ORDER),
  editorAlias: TEXT,
  dataTypeId: optional(ID),
  mandatory: optional(FLAG),
});
const TAB = objectOf({
  id: ID,
  key: KEY,
  name: NAME,
  sortOrder: optional(ORDER),
  properties: some(PROPERTY),
});
const MEDIA_TYPE = {
  id: ID,
  key: KEY,
  alias: ALIAS,
  name: NAME,
  icon: TEXT,
  allowedAsRoot: optional(FLAG),
  tabs: some(TAB),
  allowedContentTypes: some(REFERENCE),
  compositions: some(REFERENCE),
};
const EDITOR = objectOf({
  alias: ALIAS,
  name: TEXT,
  icon: TEXT,
  group: TEXT,
  type: TEXT,
  deprecated: optional(FLAG),
});
/** What is absent or null gets a default, so that the API's .NET client finds every member. */
const DATA_TYPE = objectOf({
  id: ID,
  key: KEY,
  name: NAME,
  dbType: withDefault(NAME, null),
  editorAlias: withDefault(NAME, null),
  editor: (value, pointer, report) => (value == null ? null : EDITOR(value, pointer, report)),
  createDate: withDefault(DATE, NO_DATE),
  updateDate: withDefault(DATE, NO_DATE),
  config: withDefault(objectOf({}), {}),
});
const TYPES: Record<TypeKind, Shape> = {
  content: objectOf({ ...MEDIA_TYPE, allowedTemplate: some(REFERENCE) }),
  media: objectOf(MEDIA_TYPE),
  data: DATA_TYPE,
};

/** The members whose values must be unique. */
const UNIQUE = ["id", "key", "alias"] as const;

/**
 * @param value parsed JSON
 * @returns the types with all their members in their order; none if one of them has a fault
 */
export function checkTypes<K extends TypeKind>(value: unknown, kind: K, report: ReportFault): TypeLists[K] {
  if (!Array.isArray(value)) {
    report("", "must be an array of types");
    return [];
  }
  let isSound = true;
  const fault: ReportFault = (pointer, reason) => {
    isSound = false;
    report(pointer, reason);
  };
  const first = new Map<string, number>();
  const types = value.map((written, index) => {
    const type = TYPES[kind](written, `/${index}`, fault);
    for (const name of UNIQUE) {
      const own = isMembers(type) ? type[name] : undefined;
      if (own === undefined || own === ZERO_KEY) continue;
      const other = first.get(`${name} ${own}`);
      if (other === undefined) first.set(`${name} ${own}`, index);
      else fault(`/${index}/${name}`, `is that of /${other}, too`);
    }
    return type;
  });
  return isSound ? (types as unknown as TypeLists[K]) : [];
}
