/** Checks what was written as an answer of the operations that list types. */
import { type Kind, parseId } from "../operations.ts";
import { parseKey, ZERO_KEY } from "../tree/key.ts";
import type { SiteTypes } from "./site-types.ts";

/** Takes a fault; `pointer` (RFC 6901) leads to what is at fault. */
type ReportType = (pointer: string, reason: string) => void;

type Json = null | boolean | number | string | Json[] | { [name: string]: Json | undefined };
type JsonObject = { [name: string]: Json | undefined };

/** What a member must be, and whether it may be absent, as one that no client needs. */
type Rule = { wanted: string; isMet: (value: Json) => boolean; mayBeAbsent?: boolean };
/** What an object must hold. A list that is absent is taken for empty. */
type Shape = { members: Record<string, Rule>; lists: Record<string, Shape> };

const ID: Rule = {
  wanted: "a 32-bit integer",
  isMet: (value) => typeof value === "number" && parseId(String(value)) !== undefined,
};
const KEY: Rule = {
  wanted: "a GUID",
  isMet: (value) => typeof value === "string" && parseKey(value) !== undefined,
};
const ALIAS: Rule = { wanted: "text", isMet: (value) => typeof value === "string" && value !== "" };
const NAME: Rule = { wanted: "text or null", isMet: (value) => value === null || typeof value === "string" };
const TEXT: Rule = { ...NAME, mayBeAbsent: true };
const FLAG: Rule = {
  wanted: "true or false",
  isMet: (value) => typeof value === "boolean",
  mayBeAbsent: true,
};
const ORDER: Rule = { wanted: "an integer", isMet: Number.isSafeInteger, mayBeAbsent: true };

const REFERENCE: Shape = { members: { id: ID, key: KEY, alias: ALIAS, name: TEXT }, lists: {} };
const PROPERTY: Shape = {
  members: {
    id: ID,
    key: KEY,
    alias: ALIAS,
    name: NAME,
    description: TEXT,
    sortOrder: ORDER,
    editorAlias: TEXT,
    dataTypeId: { ...ID, mayBeAbsent: true },
    mandatory: FLAG,
  },
  lists: {},
};
const TAB: Shape = {
  members: { id: ID, key: KEY, name: NAME, sortOrder: ORDER },
  lists: { properties: PROPERTY },
};
const MEDIA_TYPE: Shape = {
  members: { id: ID, key: KEY, alias: ALIAS, name: NAME, icon: TEXT, allowedAsRoot: FLAG },
  lists: { tabs: TAB, allowedContentTypes: REFERENCE, compositions: REFERENCE },
};
const SHAPES: Record<Kind, Shape> = {
  content: { ...MEDIA_TYPE, lists: { ...MEDIA_TYPE.lists, allowedTemplate: REFERENCE } },
  media: MEDIA_TYPE,
};

/**
 * @param value parsed JSON
 * @returns the types, with all members that they have and in the order in which they have them. It counts only where
 * nothing was reported
 */
export function checkTypes<K extends Kind>(value: unknown, kind: K, report: ReportType): SiteTypes[K] {
  if (!Array.isArray(value)) {
    report("", "must be an array of types");
    return [];
  }
  const types = value.map((type: Json, index) => checkObject(type, SHAPES[kind], `/${index}`, report));
  for (const name of ["id", "key", "alias"]) reportRepeated(types, name, report);
  // Each member that the type promises was looked at, or is one that may be absent.
  return types as unknown as SiteTypes[K];
}

function checkObject(value: Json, shape: Shape, pointer: string, report: ReportType): JsonObject {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    report(pointer, "must be an object");
    return {};
  }
  const checked = { ...value };
  for (const [name, rule] of Object.entries(shape.members)) {
    const fault = faultOf(value[name], rule);
    if (fault !== undefined) report(`${pointer}/${name}`, fault);
    else if (rule === KEY) checked[name] = parseKey(String(value[name]));
  }
  for (const [name, inner] of Object.entries(shape.lists)) {
    checked[name] = checkList(value[name] ?? [], inner, `${pointer}/${name}`, report);
  }
  return checked;
}

/** @param member `undefined` where it is absent */
function faultOf(member: Json | undefined, { isMet, wanted, mayBeAbsent }: Rule): string | undefined {
  if (member === undefined) return mayBeAbsent ? undefined : "is missing";
  return isMet(member) ? undefined : `must be ${wanted}`;
}

function checkList(value: Json, shape: Shape, pointer: string, report: ReportType): JsonObject[] {
  if (!Array.isArray(value)) {
    report(pointer, "must be an array");
    return [];
  }
  // The original writes null for a type that is allowed and not there.
  return value.flatMap((element, index) =>
    element === null ? [] : [checkObject(element, shape, `${pointer}/${index}`, report)],
  );
}

function reportRepeated(types: readonly JsonObject[], name: string, report: ReportType): void {
  const first = new Map<Json, number>();
  types.forEach(({ [name]: value }, index) => {
    if (value === undefined || value === ZERO_KEY) return;
    const other = first.get(value);
    if (other === undefined) first.set(value, index);
    else report(`/${index}/${name}`, `is that of /${other}, too`);
  });
}
