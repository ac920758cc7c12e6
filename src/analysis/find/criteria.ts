/** The criteria of a search for nodes, as one table: the options of `find`, the parameters of `/explorer/find`, the page's titles and the commands that `audit` offers follow from it. */
import { HIGHEST_LEVEL, KINDS, type Kind, parseId } from "../../operations.ts";
import { inWords } from "../../text/counted.ts";
import { type Key, parseKey } from "../../tree/key.ts";
import { LEFTOVERS, type LeftoverKind } from "../../values/value-parts.ts";

/** A node as somebody names it; a UDI also tells the kind. */
export type NodeSelector = { by: "id"; id: number; kind?: Kind } | { by: "key"; key: Key; kind?: Kind };

/** The same, or what a file or page is named by. */
export type TargetSelector = NodeSelector | { by: "path"; path: string };

export type PropertyTest = {
  /** `*` stands for any characters. */
  alias: string;
  /** What its text is, or what its text holds. Default: that it has a value. */
  value?: { is: string } | { holds: string };
};

/** What later versions of the CMS do not read, in the value of a property. */
export type LeftoverTest = {
  kind: LeftoverKind;
  /** `*` stands for any characters. Default: in any property. */
  property?: string;
  /** What it is called: the alias of a macro. Default: anything. */
  text?: string;
};

/** What has properties. */
const OWNERS = ["node", "element"] as const;

/** One criterion. A node is found if it meets all criteria that are given. */
type Criterion<T> = {
  /** Reads a value; of a criterion that repeats, as a list. @returns `undefined` for a text that is no value */
  read: (text: string) => T | undefined;
  /** How help writes the value. Absent if the option has none; a query then has `true`. */
  value?: string;
  description: string;
  /** What a value is, as messages say it. */
  form: string;
  /** How the page introduces the value. */
  title: string;
  example: string | number;
  /** JSON Schema of a value. Default: a text that is not empty. */
  schema?: object;
  /** Set if the option can be given again: whether a node meets one of the values, or all. */
  repeats?: "any" | "all";
};

export type CriteriaTable = Readonly<Record<string, Criterion<unknown>>>;

/** Aliases between commas. */
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
  kind: {
    read: (text: string) => KINDS.find((kind) => kind === text),
    value: "kind",
    description: "content or media (default: both)",
    form: inWords(KINDS),
    title: "in",
    example: KINDS[0],
    schema: { type: "string", enum: KINDS },
  },
  /** Compared without regard to case and accents. */
  name: {
    read: anyText,
    value: "text",
    description: "the name holds this, in any case, with or without accents",
    form: "what a name holds",
    title: "the name holds",
    example: "page",
  },
  type: {
    ...ALIAS,
    description: "of this type; * stands for anything",
    title: "of the type",
    repeats: "any",
  },
  below: { ...NODE, description: "below this node: its id or key", title: "below" },
  level: {
    read: readLevel,
    value: "n",
    description: "on this level of the tree; roots have level 1",
    form: `a whole number from 1 to ${HIGHEST_LEVEL}`,
    title: "on level",
    example: 2,
    schema: { type: "integer", minimum: 1, maximum: HIGHEST_LEVEL },
  },
  /** Compared with the url, and with its path. */
  url: {
    read: anyText,
    value: "prefix",
    description: "its url begins with this; =url: it is this",
    form: "the beginning of a url",
    title: "the URL begins with",
    example: "/about/",
  },
  /** Compared with `updateDate`; dates without a zone are UTC. */
  changedSince: {
    read: (text: string) => (instantOf(text) === undefined ? undefined : text),
    value: "date",
    description: "changed then or later: 2024-01-31, or with a time",
    form: "a date such as 2024-01-31 or 2024-01-31T14:00",
    title: "changed since",
    example: "2024-01-31",
  },
} as const satisfies CriteriaTable;

/** Criteria for the values of its properties. */
export const VALUE_CRITERIA = {
  /** A property of the node; if `element` is given, also one of such an element. */
  property: {
    read: (text: string) => listOf(readPropertyTest(text)),
    value: "alias",
    description: "this property has a value; alias=value: it is this; alias~text: it holds this",
    form: "an alias, alias=value or alias~text",
    title: "has the property",
    example: "title~fog",
    repeats: "all",
  },
  text: {
    read: anyText,
    value: "text",
    description: "some value holds this, at any depth",
    form: "what a value holds",
    title: "a value holds",
    example: "page",
  },
  /** By the alias or the key of its type. */
  element: {
    ...ALIAS,
    description: "an element of this type is used anywhere inside",
    title: "uses the element",
    repeats: "all",
  },
  leftover: {
    read: readLeftoverTest,
    value: "kind",
    description:
      "a value holds what later versions do not read: grid, macro, ...; property:kind: in this property",
    form: `${inWords(LEFTOVERS)}, or property:kind`,
    title: "holds the leftover",
    example: "bodyText:macro",
  },
  editor: {
    ...ALIAS,
    description: "a property has this editor, inside elements too",
    title: "has the editor",
    repeats: "all",
  },
  /** With `element`, only its elements count. Default: `property` and `editor` each look where their descriptions say. */
  in: {
    read: (text: string) => OWNERS.find((owner) => owner === text),
    value: "owner",
    description: "property and editor look at properties of the node alone, or of elements: node, element",
    form: inWords(OWNERS),
    title: "among the properties of the",
    example: OWNERS[0],
    schema: { type: "string", enum: OWNERS },
  },
} as const satisfies CriteriaTable;

/** Criteria for the references between nodes. */
export const LINK_CRITERIA = {
  linksTo: {
    ...NODE,
    read: parseTargetSelector,
    description: "refers to this node: its id or key, or a path",
    title: "links to",
  },
  linkedFrom: { ...NODE, description: "this node refers to it: an id or a key", title: "linked from" },
  /** `unused-nodes.ts` defines it. */
  unused: {
    read: (text: string) => text === "true" || undefined,
    description: "nothing refers to it and, of content, no menu reaches it",
    form: "true",
    title: "nothing refers to it",
    example: "true",
    schema: { type: "string", enum: ["true"] },
  },
} as const satisfies CriteriaTable;

export const CRITERIA = { ...NODE_CRITERIA, ...VALUE_CRITERIA, ...LINK_CRITERIA };
type CriterionName = keyof typeof CRITERIA;
export const CRITERION_NAMES = Object.keys(CRITERIA) as CriterionName[];

/** What criteria are read as. */
export type CriteriaIn<C extends CriteriaTable> = {
  -readonly [N in keyof C]?: Exclude<ReturnType<C[N]["read"]>, undefined>;
};

/** A search. Without criteria it finds every node. */
export type Criteria = CriteriaIn<typeof CRITERIA>;

/** The same as texts, by the names of criteria: the query of `/explorer/find`. */
export type FindQuery = { readonly [N in CriterionName]?: string };

/** @returns `undefined` if no criterion has this name */
export function criterionNamed(name: string): Criterion<unknown> | undefined {
  const table: CriteriaTable = CRITERIA;
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** The name of an option of `find`: `--links-to`. */
export function optionName(criterion: string): string {
  return `--${criterion.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/**
 * The options of `find` for a search.
 * @param quoted writes a value as a shell takes it
 */
export function findOptions(query: FindQuery, quoted: (text: string) => string): string {
  return Object.entries(query)
    .map(([name, value]) => {
      const criterion = criterionNamed(name);
      if (criterion && !criterion.value) return optionName(name);
      // Between slashes, `--name` takes a regular expression.
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

/** Umbraco's own names for the kinds, in its identifiers (UDIs). */
const UDI_KINDS: Readonly<Record<string, Kind>> = { document: "content", media: "media" };
const UDI = /^umb:\/\/([a-z-]+)\/(.*)$/i;
const PATH = /^(?:~?\/|https?:\/\/)/i;

/** The type of a UDI that names something else than a node, such as `member`; `undefined` for any other text. */
export function otherUdiType(text: string): string | undefined {
  const [, type, digits = ""] = UDI.exec(text) ?? [];
  if (type === undefined || parseKey(digits) === undefined) return undefined;
  return UDI_KINDS[type.toLowerCase()] === undefined ? type : undefined;
}

/**
 * Reads a node's id, its key, or its UDI, which also tells the kind.
 * @returns `undefined` for any other text
 */
export function parseNodeSelector(text: string): NodeSelector | undefined {
  const id = parseId(text);
  if (id !== undefined) return { by: "id", id };
  const [, type, digits] = UDI.exec(text) ?? [];
  const key = parseKey(digits ?? text);
  if (key === undefined) return undefined;
  if (type === undefined) return { by: "key", key };
  const kind = UDI_KINDS[type.toLowerCase()];
  return kind === undefined ? undefined : { by: "key", key, kind };
}

/** Names a node by key, or by the UDI if the kind is known, as `readNamedNode` reads it. */
export function keySelector(key: Key, kind: Kind | undefined): string {
  const type = Object.keys(UDI_KINDS).find((each) => UDI_KINDS[each] === kind);
  return type === undefined ? key : `umb://${type}/${key.replaceAll("-", "")}`;
}

/** `content node with the id 1050`. */
export function describeSelector(named: NodeSelector): string {
  const what = named.kind === undefined ? "node" : `${named.kind} node`;
  return `${what} with the ${named.by} ${named.by === "id" ? named.id : named.key}`;
}

/** The same, or the path or URL of a file or page. */
function parseTargetSelector(text: string): TargetSelector | undefined {
  return PATH.test(text) ? { by: "path", path: text } : parseNodeSelector(text);
}

/** Reads `alias`, `alias=value` or `alias~text`. */
function readPropertyTest(text: string): PropertyTest | undefined {
  const [, alias = "", sign, value = ""] = /^([^=~]*)(?:([=~])(.*))?$/s.exec(text) ?? [];
  if (alias === "") return undefined;
  if (sign === undefined) return { alias };
  return { alias, value: sign === "=" ? { is: value } : { holds: value } };
}

/** Reads `kind`, `property:kind` or either with `=text`. */
function readLeftoverTest(text: string): LeftoverTest | undefined {
  const [, property, name, wanted] = /^(?:([^:=]+):)?([a-z-]+)(?:=(.*))?$/s.exec(text) ?? [];
  const kind = LEFTOVERS.find((each) => each === name);
  return kind && { kind, property, text: wanted };
}

/** Reads a level of the tree, from 1. */
function readLevel(text: string): number | undefined {
  const level = /^[0-9]+$/.test(text) ? Number(text) : 0;
  return level >= 1 && level <= HIGHEST_LEVEL ? level : undefined;
}

/** A day, or a time of one, perhaps with a fraction of a second and a zone. */
const DATE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?)?$/i;

/** Reads a date, in milliseconds; without a zone it is UTC. @returns `undefined` if the text is no date */
export function instantOf(text: string): number | undefined {
  const [, day, time = "00:00", zone = "Z"] = DATE.exec(text.trim()) ?? [];
  if (day === undefined) return undefined;
  const fraction = time.replace(/(\.\d{3})\d+$/, "$1");
  const instant = Date.parse(`${day}T${fraction}${zone.toUpperCase().replace(/^(...)(\d\d)$/, "$1:$2")}`);
  return Number.isNaN(instant) ? undefined : instant;
}
