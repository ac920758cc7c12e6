/** Compares two nodes that are the same one at two times: what was done to it, in verbs, and what differs. */
import type { NodeText } from "../json/node-text.ts";
import { CHANGE_KINDS, type ChangeKind } from "./change-kinds.ts";
import {
  type Fields,
  type NodeRecord,
  parseMembers,
  parseNodeRecord,
  parseString,
  propertyValue,
} from "./compact-json.ts";
import type { MigratedValueComparer, PropertyChange, ValueCounts } from "./compare-meanings.ts";
import { isSameValue } from "./json-value.ts";
import { wildcard } from "./wildcard.ts";

export type Difference = {
  /** In the order of `VERBS`. */
  changeKinds: ChangeKind[];
  /** The fields that differ. */
  before: Fields;
  after: Fields;
  properties: PropertyChange[];
  /** What became of the `url`: `followed` is one that changed as that of an ancestor did, which alone is no change. */
  url: "same" | "changed" | "followed";
  /** How many values came to what, between generations. */
  tally?: ValueCounts;
};

/** What is never compared: nodes are the same whatever they are called, and order is a matter of siblings. */
const NEVER_COMPARED = new Set(["id", "key", "sortOrder", "url"]);
const DATES = new Set(["createDate", "updateDate"]);
const SECONDS = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?$/;

/** Where a node stands, which its text does not tell. */
type NodeContext = {
  /** Whether it stands below another node than before: then its `url` is another one, too. */
  isMoved: boolean;
  /** Whether the nearest ancestor that has a `url` has another one than before. */
  isBelowOtherUrl: boolean;
};

/** Compares what nodes say: `moved` and `reordered` are not among the verbs. */
export function compareNodes(
  before: NodeText,
  after: NodeText,
  rules: CompareRules,
  { isMoved, isBelowOtherUrl }: NodeContext,
): Difference {
  const was = parseNodeRecord(before);
  const is = parseNodeRecord(after);
  const fields = { before: new Map<string, string>(), after: new Map<string, string>() };
  const done = new Set<ChangeKind>();
  for (const name of new Set([...was.fields.keys(), ...is.fields.keys()])) {
    if (isFieldSame(name, was, is, rules)) continue;
    done.add(changeKindOf(name));
    if (rules.changeKinds.has(changeKindOf(name))) copyField(fields, name, was, is);
  }
  const compared = rules.changeKinds.has("changed") ? comparedProperties(was, is, rules) : { properties: [] };
  const url = urlChange(was, is, rules, isBelowOtherUrl);
  if (url !== "same") copyField(fields, "url", was, is);
  const isUrlAlone = url === "changed" && done.size === 0 && !isMoved;
  if (compared.properties.length > 0 || isUrlAlone) done.add("changed");
  const changeKinds = CHANGE_KINDS.filter(
    (changeKind) => done.has(changeKind) && rules.changeKinds.has(changeKind),
  );
  return { ...fields, ...compared, changeKinds, url };
}

function changeKindOf(name: string): ChangeKind {
  if (name === "name") return "renamed";
  return name === "type" ? "retyped" : "changed";
}

function isFieldSame(name: string, was: NodeRecord, is: NodeRecord, rules: CompareRules): boolean {
  if (NEVER_COMPARED.has(name) || (DATES.has(name) && !rules.dates)) return true;
  if (isFieldEqual(name, was, is, rules) || !rules.isCompared(name)) return true;
  return changeKindOf(name) === "changed" && rules.isIgnored(name, typesOf(was, is));
}

function isFieldEqual(name: string, was: NodeRecord, is: NodeRecord, { migrated }: CompareRules): boolean {
  if (name === "type" && migrated) return migrated.isSameType(typeIn(was), typeIn(is));
  const before = was.fields.get(name);
  const after = is.fields.get(name);
  if (before === after) return true;
  return DATES.has(name) ? secondsOf(before) === secondsOf(after) : isSame(before, after);
}

/** A date to the second and without zone; what is none stays as it is. */
function secondsOf(date: string | undefined): string | undefined {
  const text = parseString(date);
  return text === undefined ? date : (SECONDS.exec(text)?.[1] ?? text);
}

function urlChange(
  was: NodeRecord,
  is: NodeRecord,
  rules: CompareRules,
  isBelowOtherUrl: boolean,
): Difference["url"] {
  const before = was.fields.get("url");
  const after = is.fields.get("url");
  if (isSame(before, after) || !rules.isCompared("url")) return "same";
  if (rules.isIgnored("url", typesOf(was, is))) return "same";
  return isBelowOtherUrl && lastSegment(before) === lastSegment(after) ? "followed" : "changed";
}

/** The part of a URL that is a node's own: those before it are its ancestors'. */
function lastSegment(url: string | undefined): string | undefined {
  return parseString(url)?.replace(/\/+$/, "").replace(/^.*\//s, "");
}

function comparedProperties(
  was: NodeRecord,
  is: NodeRecord,
  { isIgnored, migrated }: CompareRules,
): Pick<Difference, "properties" | "tally"> {
  const types = typesOf(was, is);
  if (migrated) return migrated.compare(was, is, (alias) => isIgnored(alias, types));
  if (was.properties === is.properties) return { properties: [] };
  const before = parseMembers(was.properties);
  const after = parseMembers(is.properties);
  const properties = [...new Set([...before.keys(), ...after.keys()])]
    .filter((alias) => before.get(alias) !== after.get(alias) && !isIgnored(alias, types))
    .map((alias) => ({ alias, before: valueIn(before, alias), after: valueIn(after, alias) }))
    .filter((change) => !isSame(change.before, change.after));
  return { properties };
}

function valueIn(properties: Fields, alias: string): string | undefined {
  const property = properties.get(alias);
  return property === undefined ? undefined : propertyValue(property);
}

function typesOf(was: NodeRecord, is: NodeRecord): string[] {
  return [typeIn(was), typeIn(is)];
}

function typeIn({ fields }: NodeRecord): string {
  return parseString(fields.get("type")) ?? "";
}

/** What is not there is as good as what is empty. */
function isSame(one = "null", other = "null"): boolean {
  return isSameValue(one, other);
}

function copyField(
  { before, after }: Pick<Difference, "before" | "after">,
  name: string,
  was: NodeRecord,
  is: NodeRecord,
): void {
  const earlier = was.fields.get(name);
  const later = is.fields.get(name);
  if (earlier !== undefined) before.set(name, earlier);
  if (later !== undefined) after.set(name, later);
}

export type CompareRules = {
  /** The verbs that are told: what is of another is as if it had not been done. */
  changeKinds: ReadonlySet<ChangeKind>;
  /** Whether `createDate` and `updateDate` count, to the second and without zone. */
  dates: boolean;
  /** Compares types and properties as another generation has taken them over. Default: as they are. */
  migrated?: MigratedValueComparer;
  /** Whether a field counts: one that a side cannot tell does not. */
  isCompared: (field: string) => boolean;
  /** Whether a property, or a field that is `changed`, is passed over in nodes that have or had one of these types. */
  isIgnored: (alias: string, types: readonly string[]) => boolean;
};

/** Dates change with whatever else does; all else counts. */
export const DEFAULT_RULES: CompareRules = {
  changeKinds: new Set(CHANGE_KINDS),
  dates: false,
  isCompared: () => true,
  isIgnored: () => false,
};

/**
 * Reads patterns of properties that are to be passed over: `ALIAS` or `TYPE.ALIAS`, in any case, `*` being any part of a name.
 * @returns what tells whether one of them fits
 */
export function ignorePatterns(patterns: readonly string[]): CompareRules["isIgnored"] {
  const tests = patterns.map((pattern) => {
    const dot = pattern.indexOf(".");
    const isOfType = wildcard(dot < 0 ? "*" : pattern.slice(0, dot));
    return { isOfType, isNamed: wildcard(pattern.slice(dot + 1)) };
  });
  return (name, types) => tests.some(({ isOfType, isNamed }) => isNamed(name) && types.some(isOfType));
}
