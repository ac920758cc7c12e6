/** The criteria of a search as one table: options, query parameters, titles and commands follow from it. */
import { HIGHEST_LEVEL, KINDS, type Kind, parseId } from "../../operations.ts";
import { anyText, ONLY_TRUE, oneOf, type Parameter, type ValuesOf, wholeNumber } from "../../parameter.ts";
import { isNodeFieldName } from "../../site/field-titles.ts";
import { type Key, parseKey } from "../../site/tree/key.ts";
import { parseUdi } from "../../site/udi.ts";
import { LEFTOVERS, type LeftoverKind } from "../../site/values/value-parts.ts";
import { inWords } from "../../text/counted.ts";
import { instantOfDate, readIsoDate } from "../../text/iso-date.ts";

/** A node by id or key; `kind` is set for a UDI. */
export type NodeSelector = { by: "id"; id: number; kind?: Kind } | { by: "key"; key: Key; kind?: Kind };

/** A node, or the path of a file or page. */
export type TargetSelector = NodeSelector | { by: "path"; path: string };

export type PropertyTest = {
  /** `*` matches any characters. */
  alias: string;
  /** The text to equal or to contain. Default: any value. */
  value?: { is: string } | { holds: string };
};

/** A leftover in the value of a property: a part that later versions of the CMS do not read. */
export type LeftoverTest = {
  kind: LeftoverKind;
  /** `*` matches any characters. Default: any property. */
  property?: string;
  /** The alias of a macro. Default: any. */
  text?: string;
};

/** The order of a list of nodes. */
export type NodeOrder = { field: string; isDescending: boolean };

/** The owners of properties. */
const OWNERS = ["node", "element"] as const;

/** A criterion. A search finds the nodes that meet all given criteria. */
type Criterion<T> = Parameter<T> & {
  /** The placeholder in help. Absent if the option takes no value; in a query the value is then `true`. */
  value?: string;
  /** The title before the value on the page. */
  title: string;
};

export type CriteriaTable = Readonly<Record<string, Criterion<unknown>>>;

/** A list of aliases, separated by commas. */
const ALIAS = {
  ...anyText("an alias, or part of one with *", "page"),
  read: (text: string): readonly string[] | undefined => {
    const aliases = text.split(",").map((alias) => alias.trim());
    return aliases.includes("") ? undefined : aliases;
  },
  value: "alias",
};
const NODE = {
  ...anyText("an id, a GUID or a UDI", "1050"),
  read: parseNodeSelector,
  value: "node",
};

/** Criteria for the node itself. */
export const NODE_CRITERIA = {
  /** Ranks the nodes: `ranked-search.ts`. */
  search: {
    ...anyText("what to search for", "page"),
    read: (text: string) => text.trim() || undefined,
    value: "text",
    description:
      "every word is in its name, type, URL or values, best match first; also an id, key, UDI or URL",
    title: "search for",
  },
  kind: {
    ...oneOf(KINDS),
    value: "kind",
    description: "content or media (default: both)",
    title: "in",
  },
  /** Ignores case and accents. */
  name: {
    ...anyText("what a name holds", "page"),
    value: "text",
    description: "the name contains this, in any case, with or without accents",
    title: "the name holds",
  },
  type: {
    ...ALIAS,
    description: "of this type; * matches anything",
    title: "of the type",
    repeats: "any",
  },
  below: { ...NODE, description: "below this node: id or key", title: "below" },
  level: {
    ...wholeNumber(1, HIGHEST_LEVEL, 2),
    value: "n",
    description: "on this level of the tree; roots have level 1",
    title: "on level",
  },
  /** Matches the URL, or its path. */
  url: {
    ...anyText("the beginning of a url", "/about/"),
    value: "prefix",
    description: "the URL begins with this; =URL: the URL is this",
    title: "the URL begins with",
  },
  /** Compared with `updateDate`; dates without a zone are UTC. */
  changedSince: {
    ...anyText("a date such as 2024-01-31 or 2024-01-31T14:00", "2024-01-31"),
    read: (text: string) => (instantOf(text) === undefined ? undefined : text),
    value: "date",
    description: "changed on or after this date: 2024-01-31, or with a time",
    title: "changed since",
  },
  /** Orders the nodes that meet the other criteria (`sort-nodes.ts`). */
  sort: {
    ...anyText("a field of nodes, such as words or property:title, or -field for descending", "-updateDate"),
    read: readNodeOrder,
    value: "field",
    description: "sorted by this field, such as words or property:title; -field: descending",
    title: "sorted by",
  },
} as const satisfies CriteriaTable;

/** Criteria for the values of its properties. */
export const VALUE_CRITERIA = {
  /** A property of the node; with `element`, also one of such an element. */
  property: {
    ...anyText("an alias, alias=value or alias~text", "title~fog"),
    read: (text: string) => asList(readPropertyTest(text)),
    value: "alias",
    description: "this property has a value; alias=value: this value; alias~text: contains this",
    title: "has the property",
    repeats: "all",
  },
  /** A property of the node itself. */
  without: {
    ...ALIAS,
    example: "title",
    description: "this property of the node has no value, or is not there",
    title: "without the property",
    repeats: "all",
  },
  text: {
    ...anyText("what a value holds", "page"),
    value: "text",
    description: "a value contains this, at any depth",
    title: "a value holds",
  },
  /** By alias or key of the type. */
  element: {
    ...ALIAS,
    description: "contains an element of this type, at any depth",
    title: "uses the element",
    repeats: "all",
  },
  leftover: {
    ...anyText(`${inWords(LEFTOVERS)}, or property:kind`, "bodyText:macro"),
    read: readLeftoverTest,
    value: "kind",
    description:
      "a value has a form that later versions do not read: grid, macro, ...; property:kind: in this property",
    title: "holds the leftover",
  },
  editor: {
    ...ALIAS,
    description: "a property has this editor, also in elements",
    title: "has the editor",
    repeats: "all",
  },
  /** With `element`, only its elements count. Default: as the descriptions of `property` and `editor` say. */
  in: {
    ...oneOf(OWNERS),
    value: "owner",
    description: "limits property and editor to properties of the node, or of elements: node, element",
    title: "among the properties of the",
  },
} as const satisfies CriteriaTable;

/** Criteria for references. */
export const LINK_CRITERIA = {
  linksTo: {
    ...NODE,
    ...anyText("an id, a GUID, a UDI or a path", "1050"),
    read: parseTargetSelector,
    description: "refers to this node: id, key or path",
    title: "links to",
  },
  withoutLinksTo: {
    ...NODE,
    ...anyText("an id, a GUID, a UDI or a path", "1207"),
    read: parseTargetSelector,
    description: "does not refer to this node: id, key or path",
    title: "without links to",
  },
  linkedFrom: { ...NODE, description: "this node refers to it: id or key", title: "linked from" },
  /** Defined in `unused-nodes.ts`. */
  unused: {
    ...ONLY_TRUE,
    description: "nothing links to it, and no menu shows it (content)",
    title: "nothing refers to it",
  },
} as const satisfies CriteriaTable;

export const CRITERIA = { ...NODE_CRITERIA, ...VALUE_CRITERIA, ...LINK_CRITERIA };
type CriterionName = keyof typeof CRITERIA;
export const CRITERION_NAMES = Object.keys(CRITERIA) as CriterionName[];

/** A search. Without criteria it finds all nodes. */
export type Criteria = ValuesOf<typeof CRITERIA>;

/** A search as texts, by criterion: the query of `/explorer/find`. */
export type FindQuery = { readonly [N in CriterionName]?: string };

/** Criteria and fields that need the references of the site. */
export const CRITERIA_OF_REFERENCES = ["linksTo", "withoutLinksTo", "linkedFrom", "unused"] as const;
const FIELDS_OF_REFERENCES = ["references", "referencedBy", "deadReferences"];

/** Whether a search needs the references of the site. */
export function needsReferences(criteria: Criteria): boolean {
  const { sort } = criteria;
  const isSorted = sort !== undefined && FIELDS_OF_REFERENCES.includes(sort.field);
  return isSorted || CRITERIA_OF_REFERENCES.some((name) => criteria[name]);
}

/** @returns `undefined` if there is no such criterion */
export function criterionNamed(name: string): Criterion<unknown> | undefined {
  const table: CriteriaTable = CRITERIA;
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** Returns the name of an option of `find`: `--links-to`. */
export function optionName(criterion: string): string {
  return `--${criterion.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/**
 * Returns the options of `find` for a search.
 * @param quoted quotes a value for a shell
 */
export function findOptions(query: FindQuery, quoted: (text: string) => string): string {
  return Object.entries(query)
    .map(([name, value]) => {
      const criterion = criterionNamed(name);
      if (criterion && !criterion.value) return optionName(name);
      return `${optionName(name)} ${quoted(value)}`;
    })
    .join(" ");
}

function asList<T>(value: T | undefined): readonly T[] | undefined {
  return value === undefined ? undefined : [value];
}

const PATH = /^(?:~?\/|https?:\/\/)/i;

/** Returns the entity type of a UDI that is not a node, such as `member`; `undefined` for any other text. */
export function otherUdiType(text: string): string | undefined {
  const udi = parseUdi(text);
  return udi?.key !== undefined && udi.kind === undefined ? udi.type : undefined;
}

/**
 * Parses a node's id, key or UDI; a UDI sets the kind.
 * @returns `undefined` for any other text
 */
export function parseNodeSelector(text: string): NodeSelector | undefined {
  const id = parseId(text);
  if (id !== undefined) return { by: "id", id };
  const udi = parseUdi(text);
  if (udi) return udi.key && udi.kind ? { by: "key", key: udi.key, kind: udi.kind } : undefined;
  const key = parseKey(text);
  return key === undefined ? undefined : { by: "key", key };
}

/** `content node with the id 1050`. */
export function describeSelector(named: TargetSelector): string {
  if (named.by === "path") return `page or file with the URL ${named.path}`;
  const what = named.kind === undefined ? "node" : `${named.kind} node`;
  return `${what} with the ${named.by} ${named.by === "id" ? named.id : named.key}`;
}

/** Parses a node selector, or the path or URL of a file or page. */
function parseTargetSelector(text: string): TargetSelector | undefined {
  return PATH.test(text) ? { by: "path", path: text } : parseNodeSelector(text);
}

/** Parses `field` or `-field`. */
function readNodeOrder(text: string): NodeOrder | undefined {
  const field = text.replace(/^-/, "");
  return isNodeFieldName(field) ? { field, isDescending: field !== text } : undefined;
}

/** Parses `alias`, `alias=value` or `alias~text`. */
function readPropertyTest(text: string): PropertyTest | undefined {
  const [, alias = "", sign, value = ""] = /^([^=~]*)(?:([=~])(.*))?$/s.exec(text) ?? [];
  if (alias === "") return undefined;
  if (sign === undefined) return { alias };
  return { alias, value: sign === "=" ? { is: value } : { holds: value } };
}

/** Parses `kind` or `property:kind`, optionally followed by `=text`. */
function readLeftoverTest(text: string): LeftoverTest | undefined {
  const [, property, name, wanted] = /^(?:([^:=]+):)?([a-z-]+)(?:=(.*))?$/s.exec(text) ?? [];
  const kind = LEFTOVERS.find((each) => each === name);
  return kind && { kind, property, text: wanted };
}

/** Parses a date into milliseconds; without a zone it is UTC. @returns `undefined` if the text is not a date */
export function instantOf(text: string): number | undefined {
  const date = readIsoDate(text.trim());
  return date && instantOfDate(date);
}
