/** The parameters `fetch`, `filter` and `sort` of the Delivery API's lists, and what they select of a site's nodes. */
import type { Kind } from "../operations.ts";
import type { Key } from "../site/tree/key.ts";

/** A node as queries see it. */
export type QueriedNode = {
  key: Key;
  type: string;
  name: string;
  /** ISO 8601; `null` if the data has none. */
  createDate: string | null;
  updateDate: string | null;
  level: number;
  sortOrder: number;
};

/** Nodes around another, which a key or a path selects. */
export type Fetch = { relation: "ancestors" | "children" | "descendants"; of: string };

/** A condition that a node meets or not. */
type Filter = (node: QueriedNode) => boolean;
type Sort = (a: QueriedNode, b: QueriedNode) => number;

export type ContentQuery = { fetch: Fetch | undefined; filters: readonly Filter[]; sorts: readonly Sort[] };

/** The parameters that select and order nodes; Umbraco's answers name the one that it cannot read. */
export const QUERY_OPTIONS = {
  fetch: { title: "Selector option not found", detail: "The attempted 'fetch' option does not exist" },
  filter: {
    title: "Filter option not found",
    detail: "One of the attempted 'filter' options does not exist",
  },
  sort: { title: "Sort option not found", detail: "One of the attempted 'sort' options does not exist" },
} as const;
export type QueryOption = keyof typeof QUERY_OPTIONS;

const RELATIONS = { content: ["ancestors", "children", "descendants"], media: ["children"] } as const;
const SORTED = {
  content: ["createDate", "level", "name", "sortOrder", "updateDate"],
  media: ["createDate", "name", "sortOrder", "updateDate"],
} as const;
const DATES = ["createDate", "updateDate"] as const;

/**
 * @param kind media have other names of filters and sorts, and only children
 * @returns the name of a parameter that cannot be read, if there is one
 */
export function readContentQuery(parameters: URLSearchParams, kind: Kind): ContentQuery | QueryOption {
  const given = (name: QueryOption) => parameters.getAll(name).filter((text) => text !== "");
  const [selector, ...others] = given("fetch");
  const fetch = selector === undefined ? undefined : readFetch(selector, kind);
  if (others.length > 0 || (selector !== undefined && fetch === undefined)) return "fetch";
  const filters = given("filter").map((text) => readFilter(text, kind));
  if (!areKnown(filters)) return "filter";
  const sorts = given("sort").map((text) => readSort(text, kind));
  if (!areKnown(sorts)) return "sort";
  return { fetch, filters, sorts };
}

function areKnown<T>(read: readonly (T | undefined)[]): read is readonly T[] {
  return !read.includes(undefined);
}

/** @returns `undefined` if it is no such text. The name of the relation ignores case, as in Umbraco */
function readFetch(text: string, kind: Kind): Fetch | undefined {
  const [, name = "", of = ""] = /^(\w+):(.*)$/s.exec(text) ?? [];
  const relation = RELATIONS[kind].find((each) => each === name.toLowerCase());
  return relation && { relation, of };
}

/** `contentType:article,home`, `name:!fog`, `createDate>:2024-01-01`. Names of filters ignore case, aliases do not. */
function readFilter(text: string, kind: Kind): Filter | undefined {
  const [, name = "", operator = "", operand = ""] = /^(\w+)(:!?|[<>]:?)(.*)$/s.exec(text) ?? [];
  const isNamed = (field: string) => field.toLowerCase() === name.toLowerCase();
  const date = DATES.find(isNamed);
  if (date !== undefined) return kind === "content" ? dateFilter(date, operator, operand) : undefined;
  if (!operator.startsWith(":")) return undefined;
  const isWanted = operator === ":";
  const options = operand.split(",").filter((option) => option !== "");
  if (isNamed(kind === "content" ? "contentType" : "mediaType"))
    return ({ type }) => options.includes(type) === isWanted;
  if (!isNamed("name")) return undefined;
  // Without a word, there is no condition. A part of a word is enough, as in Umbraco, where words with a space match nothing.
  const wanted = options.map((option) => option.toLowerCase().split(/\s+/));
  if (wanted.length === 0) return () => true;
  return (node) => {
    const text = node.name.toLowerCase();
    return wanted.some((words) => words.every((word) => text.includes(word))) === isWanted;
  };
}

/** A date that cannot be read filters nothing, as in Umbraco. */
function dateFilter(field: (typeof DATES)[number], operator: string, operand: string): Filter {
  const limit = instantOf(operand);
  if (limit === undefined) return () => true;
  return (node) => {
    const instant = instantOf(node[field] ?? "");
    if (instant === undefined) return false;
    if (instant === limit) return operator.endsWith(":");
    if (operator.startsWith(">")) return instant > limit;
    return operator === ":!" || (operator.startsWith("<") && instant < limit);
  };
}

const FRACTION = /(T\d\d:\d\d:\d\d)\.(\d{1,7})\d*/;
/** How many digits of a second .NET has. */
const FRACTION_DIGITS = 7;

/** A date with all its digits, in UTC, as texts in whose order times are; `undefined` if it is no date. */
function instantOf(text: string): string | undefined {
  const written = text.trim();
  const digits = FRACTION.exec(written)?.[2] ?? "";
  const whole = written.replace(FRACTION, "$1");
  const time = Date.parse(/T[\d:]+$/.test(whole) ? `${whole}Z` : whole);
  if (Number.isNaN(time)) return undefined;
  return `${new Date(time).toISOString().slice(0, "2024-01-01T00:00:00".length)}.${digits.padEnd(FRACTION_DIGITS, "0")}`;
}

/** Names ignore case; what is not `asc` is descending, as in Umbraco. */
function readSort(text: string, kind: Kind): Sort | undefined {
  const [, name = "", direction = ""] = /^(\w+):(.*)$/s.exec(text) ?? [];
  const field = SORTED[kind].find((each) => each.toLowerCase() === name.toLowerCase());
  if (field === undefined) return undefined;
  const sign = direction.toLowerCase() === "asc" ? 1 : -1;
  return (a, b) => sign * compareBy(field, a, b);
}

function compareBy(field: (typeof SORTED)["content"][number], a: QueriedNode, b: QueriedNode): number {
  if (field === "level" || field === "sortOrder") return a[field] - b[field];
  // Names are sorted by their characters, as in Umbraco's search index. Dates of a site have one zone.
  const keyOf = (node: QueriedNode) =>
    field === "name" ? node.name.toLowerCase() : (node[field] ?? "").replace(/Z$/, "");
  const [one, other] = [keyOf(a), keyOf(b)];
  return one < other ? -1 : Number(one > other);
}
