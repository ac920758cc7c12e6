/** Checks what was written as an answer of the operations that list types. */
import { type Kind, parseId } from "../operations.ts";
import { parseKey, ZERO_KEY } from "../tree/key.ts";
import type { SiteTypes } from "./site-types.ts";

/** Takes a fault; `pointer` (RFC 6901) leads to what is at fault. */
export type ReportType = (pointer: string, reason: string) => void;

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

/** What tells types from each other. */
const TELLING = ["id", "key", "alias"];

/** Takes the types of a list one by one: of one that is not sound nothing is kept, however many there are. */
export class TypeCheck<K extends Kind> {
  readonly #shape: Shape;
  readonly #report: ReportType;
  readonly #types: JsonObject[] = [];
  /** By the name of what tells types from each other, where each value is first. */
  readonly #first = new Map(TELLING.map((name) => [name, new Map<Json, number>()]));
  #count = 0;
  #isSound = true;

  constructor(kind: K, report: ReportType) {
    this.#shape = SHAPES[kind];
    this.#report = (pointer, reason) => {
      this.#isSound = false;
      report(pointer, reason);
    };
  }

  /** @param value parsed JSON */
  add(value: unknown): void {
    const index = this.#count++;
    const type = checkObject(value as Json, this.#shape, `/${index}`, this.#report);
    for (const [name, first] of this.#first) this.#tell(type[name], `/${index}/${name}`, index, first);
    if (this.#isSound) this.#types.push(type);
    else this.#types.length = 0;
  }

  /** The types, with all members that they have and in the order in which they have them; none where one is not sound. */
  get types(): SiteTypes[K] {
    // Each member that the type promises was looked at, or is one that may be absent.
    return this.#types as unknown as SiteTypes[K];
  }

  #tell(value: Json | undefined, pointer: string, index: number, first: Map<Json, number>): void {
    if (value === undefined || value === ZERO_KEY) return;
    const other = first.get(value);
    if (other === undefined) first.set(value, index);
    else this.#report(pointer, `is that of /${other}, too`);
  }
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
