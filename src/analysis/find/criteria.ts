/** The criteria of a search as one table: options, query parameters, titles and commands follow from it. */
import { HIGHEST_LEVEL, KINDS, type Kind, parseId } from "../../operations.ts";
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

/** The owners of properties. */
const OWNERS = ["node", "element"] as const;

/** A criterion. A search finds the nodes that meet all given criteria. */
type Criterion<T> = {
  /** Parses a value, into a list if the criterion repeats. @returns `undefined` if the text is invalid */
  read: (text: string) => T | undefined;
  /** The placeholder in help. Absent if the option takes no value; in a query the value is then `true`. */
  value?: string;
  description: string;
  /** The valid values, as error messages describe them. */
  form: string;
  /** The title before the value on the page. */
  title: string;
  example: string | number;
  /** JSON Schema of a value. Default: a non-empty string. */
  schema?: object;
  /** Set if the option can be repeated: whether a node must meet one of the values, or all. */
  repeats?: "any" | "all";
};

export type CriteriaTable = Readonly<Record<string, Criterion<unknown>>>;

/** A list of aliases, separated by commas. */
const ALIAS = {
  read: (text: string): readonly string[] | undefined => {
    const aliases = text.split(",").map((alias) => alias.trim());
    return aliases.includes("") ? undefined : aliases;
  },
  value: "alias",
  form: "an alias, or part of one with *",
  example: "page",
};
const NODE = { read: parseNodeSelector, value: "node", form: "an id, a GUID or a UDI", example: "1050" };

/** Criteria for the node itself. */
export const NODE_CRITERIA = {
  /** Ranks the nodes: `ranked-search.ts`. */
  search: {
    read: (text: string) => text.trim() || undefined,
    value: "text",
    description:
      "every word is in its name, type, URL or values, best match first; also an id, key, UDI or URL",
    form: "what to search for",
    title: "search for",
    example: "page",
  },
  kind: {
    read: (text: string) => KINDS.find((kind) => kind === text),
    value: "kind",
    description: "content or media (default: both)",
    form: inWords(KINDS),
    title: "in",
    example: KINDS[0],
    schema: { type: "string", enum: KINDS },
  },
  /** Ignores case and accents. */
  name: {
    read: anyText,
    value: "text",
    description: "the name contains this, in any case, with or without accents",
    form: "what a name holds",
    title: "the name holds",
    example: "page",
  },
  type: {
    ...ALIAS,
    description: "of this type; * matches anything",
    title: "of the type",
    repeats: "any",
  },
  below: { ...NODE, description: "below this node: id or key", title: "below" },
  level: {
    read: readLevel,
    value: "n",
    description: "on this level of the tree; roots have level 1",
    form: `a whole number from 1 to ${HIGHEST_LEVEL}`,
    title: "on level",
    example: 2,
    schema: { type: "integer", minimum: 1, maximum: HIGHEST_LEVEL },
  },
  /** Matches the URL, or its path. */
  url: {
    read: anyText,
    value: "prefix",
    description: "the URL begins with this; =URL: the URL is this",
    form: "the beginning of a url",
    title: "the URL begins with",
    example: "/about/",
  },
  /** Compared with `updateDate`; dates without a zone are UTC. */
  changedSince: {
    read: (text: string) => (instantOf(text) === undefined ? undefined : text),
    value: "date",
    description: "changed on or after this date: 2024-01-31, or with a time",
    form: "a date such as 2024-01-31 or 2024-01-31T14:00",
    title: "changed since",
    example: "2024-01-31",
  },
} as const satisfies CriteriaTable;

/** Criteria for the values of its properties. */
export const VALUE_CRITERIA = {
  /** A property of the node; with `element`, also one of such an element. */
  property: {
    read: (text: string) => listOf(readPropertyTest(text)),
    value: "alias",
    description: "this property has a value; alias=value: this value; alias~text: contains this",
    form: "an alias, alias=value or alias~text",
    title: "has the property",
    example: "title~fog",
    repeats: "all",
  },
  text: {
    read: anyText,
    value: "text",
    description: "a value contains this, at any depth",
    form: "what a value holds",
    title: "a value holds",
    example: "page",
  },
  /** By alias or key of the type. */
  element: {
    ...ALIAS,
    description: "contains an element of this type, at any depth",
    title: "uses the element",
    repeats: "all",
  },
  leftover: {
    read: readLeftoverTest,
    value: "kind",
    description:
      "a value has a form that later versions do not read: grid, macro, ...; property:kind: in this property",
    form: `${inWords(LEFTOVERS)}, or property:kind`,
    title: "holds the leftover",
    example: "bodyText:macro",
  },
  editor: {
    ...ALIAS,
    description: "a property has this editor, also in elements",
    title: "has the editor",
    repeats: "all",
  },
  /** With `element`, only its elements count. Default: as the descriptions of `property` and `editor` say. */
  in: {
    read: (text: string) => OWNERS.find((owner) => owner === text),
    value: "owner",
    description: "limits property and editor to properties of the node, or of elements: node, element",
    form: inWords(OWNERS),
    title: "among the properties of the",
    example: OWNERS[0],
    schema: { type: "string", enum: OWNERS },
  },
} as const satisfies CriteriaTable;

/** Criteria for references. */
export const LINK_CRITERIA = {
  linksTo: {
    ...NODE,
    read: parseTargetSelector,
    description: "refers to this node: id, key or path",
    title: "links to",
  },
  linkedFrom: { ...NODE, description: "this node refers to it: id or key", title: "linked from" },
  /** Defined in `unused-nodes.ts`. */
  unused: {
    read: (text: string) => text === "true" || undefined,
    description: "nothing links to it, and no menu shows it (content)",
    form: "true",
    title: "nothing refers to it",
    example: "true",
    schema: { type: "string", enum: ["true"] },
  },
} as const satisfies CriteriaTable;

export const CRITERIA = { ...NODE_CRITERIA, ...VALUE_CRITERIA, ...LINK_CRITERIA };
type CriterionName = keyof typeof CRITERIA;
export const CRITERION_NAMES = Object.keys(CRITERIA) as CriterionName[];

/** The parsed values of criteria. */
export type CriteriaIn<C extends CriteriaTable> = {
  -readonly [N in keyof C]?: Exclude<ReturnType<C[N]["read"]>, undefined>;
};

/** A search. Without criteria it finds all nodes. */
export type Criteria = CriteriaIn<typeof CRITERIA>;

/** A search as texts, by criterion: the query of `/explorer/find`. */
export type FindQuery = { readonly [N in CriterionName]?: string };

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
      // `find --name` reads text between slashes as a regular expression.
      const isPattern = name === "name" && /^\\*\/.*\/[a-z]*$/s.test(value);
      return `${optionName(name)} ${quoted(isPattern ? `\\${value}` : value)}`;
    })
    .join(" ");
}

function anyText(text: string): string | undefined {
  return text === "" ? undefined : text;
}

function listOf<T>(value: T | undefined): readonly T[] | undefined {
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
export function describeSelector(named: NodeSelector): string {
  const what = named.kind === undefined ? "node" : `${named.kind} node`;
  return `${what} with the ${named.by} ${named.by === "id" ? named.id : named.key}`;
}

/** Parses a node selector, or the path or URL of a file or page. */
function parseTargetSelector(text: string): TargetSelector | undefined {
  return PATH.test(text) ? { by: "path", path: text } : parseNodeSelector(text);
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

/** Parses a level of the tree, from 1. */
function readLevel(text: string): number | undefined {
  const level = /^[0-9]+$/.test(text) ? Number(text) : 0;
  return level >= 1 && level <= HIGHEST_LEVEL ? level : undefined;
}

/** Parses a date into milliseconds; without a zone it is UTC. @returns `undefined` if the text is not a date */
export function instantOf(text: string): number | undefined {
  const date = readIsoDate(text.trim());
  return date && instantOfDate(date);
}
