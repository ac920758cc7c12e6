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

/** A parameter that is not valid. */
type QueryFault = { parameter: string; reason: string };

const RELATIONS = { content: ["ancestors", "children", "descendants"], media: ["children"] } as const;
const SORTED = ["createDate", "level", "name", "sortOrder", "updateDate"] as const;
const DATES = ["createDate", "updateDate"] as const;

/** @param kind media have other names of filters, and only children */
export function readContentQuery(parameters: URLSearchParams, kind: Kind): ContentQuery | QueryFault {
  const [given, ...others] = parameters.getAll("fetch").filter((text) => text !== "");
  if (others.length > 0) return { parameter: "fetch", reason: "there are several: use one" };
  const fetch = given === undefined ? undefined : readFetch(given, kind);
  if (given !== undefined && fetch === undefined) {
    const forms = RELATIONS[kind].map((relation) => `${relation}:ID_OR_PATH`).join(", ");
    return { parameter: "fetch", reason: `"${given}" is not one of ${forms}` };
  }
  const filters: Filter[] = [];
  for (const text of parameters.getAll("filter").filter((each) => each !== "")) {
    const filter = readFilter(text, kind);
    if (filter === undefined) {
      const type = kind === "content" ? "contentType" : "mediaType";
      const forms = `${type}:ALIAS, ${type}:!ALIAS, name:WORDS, name:!WORDS, createDate>DATE, updateDate<:DATE`;
      return { parameter: "filter", reason: `"${text}" is not one of ${forms}` };
    }
    filters.push(filter);
  }
  const sorts: Sort[] = [];
  for (const text of parameters.getAll("sort").filter((each) => each !== "")) {
    const sort = readSort(text);
    if (sort === undefined) {
      const reason = `"${text}" is not one of ${SORTED.map((field) => `${field}:asc`).join(", ")}, or :desc`;
      return { parameter: "sort", reason };
    }
    sorts.push(sort);
  }
  return { fetch, filters, sorts };
}

/** @returns `undefined` if it is no such text. The name of the relation ignores case, as in Umbraco */
function readFetch(text: string, kind: Kind): Fetch | undefined {
  const [, name = "", of = ""] = /^(\w+):(.*)$/s.exec(text) ?? [];
  const relation = RELATIONS[kind].find((each) => each === name.toLowerCase());
  return relation && of !== "" ? { relation, of } : undefined;
}

function readFilter(text: string, kind: Kind): Filter | undefined {
  const typeFilter = kind === "content" ? "contentType" : "mediaType";
  const [, field, negation, operand = ""] = /^(\w+):(!?)(.*)$/s.exec(text) ?? [];
  const isWanted = negation !== "!";
  if (field === typeFilter) {
    const alias = operand.toLowerCase();
    return ({ type }) => (type.toLowerCase() === alias) === isWanted;
  }
  if (field === "name") {
    const wanted = wordsOf(operand);
    return ({ name }) => {
      const text = name.toLowerCase();
      // Most names do not contain the text at all, which is found out without splitting them into words.
      return wanted.every((word) => text.includes(word) && wordsOf(name).includes(word)) === isWanted;
    };
  }
  return kind === "content" ? dateFilter(text) : undefined;
}

/** `createDate>2024-01-01`; a colon adds equality. A date that cannot be read filters nothing, as in Umbraco. */
function dateFilter(text: string): Filter | undefined {
  const [, name, operator, operand = ""] = /^(\w+)([<>]:?)(.*)$/s.exec(text) ?? [];
  const field = DATES.find((each) => each === name);
  if (field === undefined) return undefined;
  const limit = Date.parse(operand);
  if (Number.isNaN(limit)) return () => true;
  return (node) => {
    const time = Date.parse(node[field] ?? "");
    if (operator === ">") return time > limit;
    if (operator === ">:") return time >= limit;
    return operator === "<" ? time < limit : time <= limit;
  };
}

/** Words in lower case: Umbraco compares names by the words of a search index. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function readSort(text: string): Sort | undefined {
  const [, name, direction] = /^(\w+):(asc|desc)$/i.exec(text) ?? [];
  const field = SORTED.find((each) => each === name);
  if (field === undefined) return undefined;
  const sign = direction.toLowerCase() === "asc" ? 1 : -1;
  return (a, b) => sign * compareBy(field, a, b);
}

function compareBy(field: (typeof SORTED)[number], a: QueriedNode, b: QueriedNode): number {
  if (field === "level" || field === "sortOrder") return a[field] - b[field];
  if (field === "name") return NAMES.compare(a.name, b.name);
  return (a[field] ?? "") < (b[field] ?? "") ? -1 : Number((a[field] ?? "") > (b[field] ?? ""));
}

/** One order in every environment. */
const NAMES = new Intl.Collator("en");
