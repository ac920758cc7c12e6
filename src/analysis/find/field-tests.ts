/** The criteria that look at what lists show of a node: its name, type, url and dates. */
import type { SiteFields } from "../site-nodes.ts";
import { wildcard } from "../wildcard.ts";
import type { Criteria } from "./criteria.ts";
import { folded } from "./search-text.ts";

type FieldTest = (fields: SiteFields) => boolean;

/** @returns whether a node's fields meet the criteria; `undefined` where none of these looks at fields */
export function fieldTest({ types, name, url, changedSince }: Criteria): FieldTest | undefined {
  const tests = [
    ...(types === undefined ? [] : [typeTest(types)]),
    ...(name === undefined ? [] : [nameTest(name)]),
    ...(url === undefined ? [] : [urlTest(url)]),
    ...(changedSince === undefined ? [] : [dateTest(changedSince)]),
  ];
  return tests.length === 0 ? undefined : (fields) => tests.every((test) => test(fields));
}

function typeTest(patterns: readonly string[]): FieldTest {
  const tests = patterns.map(wildcard);
  /** Types are few, and nodes many. */
  const known = new Map<string, boolean>();
  return ({ type }) => {
    if (type === undefined) return false;
    const is = known.get(type) ?? tests.some((test) => test(type));
    known.set(type, is);
    return is;
  };
}

function nameTest(wanted: string): FieldTest {
  const text = folded(wanted);
  return ({ name }) => folded(name).includes(text);
}

/** What begins with a slash is compared with the path of an absolute URL, too. After `=` the whole URL is compared. */
function urlTest(prefix: string): FieldTest {
  if (prefix.startsWith("=")) {
    const whole = wholeUrl(prefix.slice(1));
    return ({ url }) => url !== undefined && wholeUrl(url) === whole;
  }
  const wanted = prefix.toLowerCase();
  return ({ url }) => {
    const lower = url?.toLowerCase();
    if (lower === undefined) return false;
    return lower.startsWith(wanted) || (wanted.startsWith("/") && pathOf(lower).startsWith(wanted));
  };
}

/** A URL as it is compared: in any case, with or without a slash at its end. */
export function wholeUrl(url: string): string {
  return url.toLowerCase().replace(/(?<=.)\/$/, "");
}

function pathOf(url: string): string {
  return url.replace(/^https?:\/\/[^/]*/, "");
}

function dateTest(since: string): FieldTest {
  const from = instantOf(since) ?? Number.NaN;
  return ({ all: { updateDate } }) => {
    const instant = typeof updateDate === "string" ? instantOf(updateDate) : undefined;
    return instant !== undefined && instant >= from;
  };
}

/** A day, or a time of one, perhaps with a fraction of a second and a zone. */
const DATE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?)?$/i;

/** @returns milliseconds, `undefined` where the text is no date; what names no zone is taken as UTC */
export function instantOf(text: string): number | undefined {
  const [, day, time = "00:00", zone = "Z"] = DATE.exec(text.trim()) ?? [];
  if (day === undefined) return undefined;
  const fraction = time.replace(/(\.\d{3})\d+$/, "$1");
  const instant = Date.parse(`${day}T${fraction}${zone.toUpperCase().replace(/^(...)(\d\d)$/, "$1:$2")}`);
  return Number.isNaN(instant) ? undefined : instant;
}
