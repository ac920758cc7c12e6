/** Compares two versions of a node: the kinds of change, and the fields and properties that differ. */

import { type NodeRecord, type NodeText, parseNodeRecord, propertyValue } from "../../json/node-text.ts";
import { type Fields, parseMembers, parseString } from "../../json/outline.ts";
import { readIsoDate } from "../../text/iso-date.ts";
import { withoutEnd } from "../../text/path-text.ts";
import { isSameValue } from "../json-value.ts";
import { wildcard } from "../wildcard.ts";
import { CHANGE_KINDS, type ChangeKind } from "./change-kinds.ts";
import type { PropertyChange, ValueCounts } from "./compare-values.ts";
import type { DecodedProperties } from "./decoded-properties.ts";

export type Difference = {
  /** In the order of `CHANGE_KINDS`. */
  changeKinds: ChangeKind[];
  /** The fields that differ. */
  before: Fields;
  after: Fields;
  properties: PropertyChange[];
  /** `followed`: only the part of the `url` that belongs to an ancestor changed, which alone is no change. */
  url: "same" | "changed" | "followed";
  /** Results of the value comparison, if the sites are of different generations. */
  tally?: ValueCounts;
};

/**
 * Never compared here: ids and keys identify the node, `sortOrder` is compared among siblings, `url` by `urlChange`.
 */
const NEVER_COMPARED = new Set(["id", "key", "sortOrder", "url"]);
const DATES = new Set(["createDate", "updateDate"]);

/** Facts about the position of a node that its text does not contain. */
type NodeContext = {
  /** Whether the parent is another node than before: then the `url` changes too. */
  isMoved: boolean;
  /** Whether the nearest ancestor with a `url` has another one than before. */
  isBelowOtherUrl: boolean;
};

/** Compares the texts of two nodes, which cannot show `moved` and `reordered`. */
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
  return changeKindOf(name) === "changed" && rules.isIgnored(name, typesOfPair(was, is));
}

function isFieldEqual(name: string, was: NodeRecord, is: NodeRecord, { migrated }: CompareRules): boolean {
  if (name === "type" && migrated) return migrated.isSameType(typeIn(was), typeIn(is));
  const before = was.fields.get(name);
  const after = is.fields.get(name);
  if (before === after) return true;
  return DATES.has(name) ? secondsOf(before) === secondsOf(after) : isSameOrMissing(before, after);
}

/** Cuts a date to the second and drops the zone; returns any other text unchanged. */
function secondsOf(date: string | undefined): string | undefined {
  const text = parseString(date);
  if (text === undefined) return date;
  const { day, minute, second } = readIsoDate(text) ?? {};
  return second === undefined ? text : `${day}T${minute}:${second}`;
}

function urlChange(
  was: NodeRecord,
  is: NodeRecord,
  rules: CompareRules,
  isBelowOtherUrl: boolean,
): Difference["url"] {
  const before = was.fields.get("url");
  const after = is.fields.get("url");
  if (isSameOrMissing(before, after) || !rules.isCompared("url")) return "same";
  if (rules.isIgnored("url", typesOfPair(was, is))) return "same";
  return isBelowOtherUrl && lastSegment(before) === lastSegment(after) ? "followed" : "changed";
}

/** Returns the last segment of a URL, the part that belongs to the node itself. */
function lastSegment(url: string | undefined): string | undefined {
  const text = parseString(url);
  return text === undefined ? undefined : withoutEnd(text, "/").replace(/^.*\//s, "");
}

function comparedProperties(
  was: NodeRecord,
  is: NodeRecord,
  { isIgnored, migrated }: CompareRules,
): Pick<Difference, "properties" | "tally"> {
  const types = typesOfPair(was, is);
  if (migrated) return migrated.compare(was, is, (alias) => isIgnored(alias, types));
  if (was.properties === is.properties) return { properties: [] };
  const before = parseMembers(was.properties);
  const after = parseMembers(is.properties);
  const properties = [...new Set([...before.keys(), ...after.keys()])]
    .filter((alias) => before.get(alias) !== after.get(alias) && !isIgnored(alias, types))
    .map((alias) => ({ alias, before: valueIn(before, alias), after: valueIn(after, alias) }))
    .filter((change) => !isSameOrMissing(change.before, change.after));
  return { properties };
}

function valueIn(properties: Fields, alias: string): string | undefined {
  const property = properties.get(alias);
  return property === undefined ? undefined : propertyValue(property);
}

function typesOfPair(was: NodeRecord, is: NodeRecord): string[] {
  return [typeIn(was), typeIn(is)];
}

function typeIn({ fields }: NodeRecord): string {
  return parseString(fields.get("type")) ?? "";
}

/** A missing value equals an empty one. */
function isSameOrMissing(one = "null", other = "null"): boolean {
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
  /** The kinds of change that are reported; changes of other kinds are treated as equal. */
  changeKinds: ReadonlySet<ChangeKind>;
  /** Whether `createDate` and `updateDate` are compared, to the second and without zone. */
  dates: boolean;
  /** Compares types and properties across generations of the CMS. Default: values are compared as they are. */
  migrated?: DecodedProperties;
  /** Whether a field is compared: not if one of the sites cannot have it. */
  isCompared: (field: string) => boolean;
  /** Whether a property or field is skipped in nodes that have or had one of these types. */
  isIgnored: (alias: string, types: readonly string[]) => boolean;
};

/** Compares everything except dates, which change with every other change. */
export const DEFAULT_RULES: CompareRules = {
  changeKinds: new Set(CHANGE_KINDS),
  dates: false,
  isCompared: () => true,
  isIgnored: () => false,
};

/**
 * Parses patterns of properties to skip: `ALIAS` or `TYPE.ALIAS`, in any case, with `*` for any part of a name.
 * @returns a test whether a property of a node of these types matches a pattern
 */
export function ignorePatterns(patterns: readonly string[]): CompareRules["isIgnored"] {
  const tests = patterns.map((pattern) => {
    const dot = pattern.indexOf(".");
    const isOfType = wildcard(dot < 0 ? "*" : pattern.slice(0, dot));
    return { isOfType, isNamed: wildcard(pattern.slice(dot + 1)) };
  });
  return (name, types) => tests.some(({ isOfType, isNamed }) => isNamed(name) && types.some(isOfType));
}
