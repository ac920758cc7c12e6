/** What counts when nodes are compared: which verbs are told, and what is passed over. */
import type { MigratedValues } from "./migrated-values.ts";
import { wildcard } from "./wildcard.ts";

/** What can have been done to a node, in the order in which it is told. */
export const VERBS = ["added", "gone", "moved", "renamed", "retyped", "reordered", "changed"] as const;
export type Verb = (typeof VERBS)[number];

/** How many nodes each verb was done to. */
export type ChangeCounts = Record<Verb, number>;

export type CompareRules = {
  /** The verbs that are told: what is of another is as if it had not been done. */
  verbs: ReadonlySet<Verb>;
  /** Whether `createDate` and `updateDate` count, to the second and without zone. */
  dates: boolean;
  /** Compares types and properties as another generation has taken them over. Default: as they are. */
  migrated?: MigratedValues;
  /** Whether a field counts: one that a side cannot tell does not. */
  isTold: (field: string) => boolean;
  /** Whether a property, or a field that is `changed`, is passed over in nodes that have or had one of these types. */
  isIgnored: (alias: string, types: readonly string[]) => boolean;
};

/** Dates change with whatever else does; all else counts. */
export const PLAIN_RULES: CompareRules = {
  verbs: new Set(VERBS),
  dates: false,
  isTold: () => true,
  isIgnored: () => false,
};

/**
 * Reads patterns of properties that are to be passed over: `ALIAS` or `TYPE.ALIAS`, in any case, `*` being any part of a name.
 * @returns what tells whether one of them fits
 */
export function ignoring(patterns: readonly string[]): CompareRules["isIgnored"] {
  const tests = patterns.map((pattern) => {
    const dot = pattern.indexOf(".");
    const isOfType = wildcard(dot < 0 ? "*" : pattern.slice(0, dot));
    return { isOfType, isNamed: wildcard(pattern.slice(dot + 1)) };
  });
  return (name, types) => tests.some(({ isOfType, isNamed }) => isNamed(name) && types.some(isOfType));
}

export function noChanges(): ChangeCounts {
  return { added: 0, gone: 0, moved: 0, renamed: 0, retyped: 0, reordered: 0, changed: 0 };
}
