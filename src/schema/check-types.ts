/** Checks what was written as an answer of the operations that list types. */
import { FLAG, ID, listOf, must, objectOf, optional, type ReportFault, type Shape } from "../json/shape.ts";
import type { Kind } from "../operations.ts";
import { parseKey, ZERO_KEY } from "../tree/key.ts";
import type { SiteTypes } from "./site-types.ts";

const GUID = must((value) => typeof value === "string" && parseKey(value) !== undefined, "a GUID");
const KEY: Shape = (value, pointer, report) => {
  GUID(value, pointer, report);
  return typeof value === "string" ? parseKey(value) : undefined;
};
const ALIAS = must((value) => typeof value === "string" && value !== "", "text");
const NAME = must((value) => value === null || typeof value === "string", "text or null");
const TEXT = optional(NAME);
const ORDER = must(Number.isSafeInteger, "an integer");

/** A list that is absent is taken for empty. The original writes null for a type that is allowed and not there. */
function some(shape: Shape): Shape {
  const list = listOf((value, pointer, report) => (value === null ? null : shape(value, pointer, report)));
  return (value, pointer, report) => {
    const found = list(value ?? [], pointer, report);
    return Array.isArray(found) ? found.filter((each) => each !== null) : found;
  };
}

const REFERENCE = objectOf({ id: ID, key: KEY, alias: ALIAS, name: TEXT });
// What no client needs may be absent.
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
const TYPES: Record<Kind, Shape> = {
  content: objectOf({ ...MEDIA_TYPE, allowedTemplate: some(REFERENCE) }),
  media: objectOf(MEDIA_TYPE),
};

/** What tells types from each other. */
const TELLING = ["id", "key", "alias"] as const;

/**
 * @param value parsed JSON
 * @returns the types, with all members that they have and in the order in which they have them; none if one has a fault
 */
export function checkTypes<K extends Kind>(value: unknown, kind: K, report: ReportFault): SiteTypes[K] {
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
    const type = TYPES[kind](written, `/${index}`, fault) as SiteTypes[K][number] | null;
    for (const name of TELLING) {
      const own = type?.[name];
      if (own === undefined || own === ZERO_KEY) continue;
      const other = first.get(`${name} ${own}`);
      if (other === undefined) first.set(`${name} ${own}`, index);
      else fault(`/${index}/${name}`, `is that of /${other}, too`);
    }
    return type;
  });
  return isSound ? (types as SiteTypes[K]) : [];
}
