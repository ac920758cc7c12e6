/** Reads what the explorer's page asks for from the query of its URL. */
import { AUDIT_SECTIONS, type AuditSectionName } from "../../analysis/audit/audit-section.ts";
import type { NamedNode, NamedTarget, PropertyTest } from "../../analysis/find/criteria.ts";
import { KINDS, type Kind, parseId } from "../../operations.ts";
import { type Key, parseKey } from "../../tree/key.ts";
import { shortened } from "../../visible-text.ts";
import type { Problem } from "../problem.ts";
import { type Order, SORT_FIELDS } from "./tree-levels.ts";

/** The largest window of siblings. */
const MOST_ROWS = 1000;
const MOST_CHARACTERS = 65;

/** What each parameter comes to. */
type ExplorerValues = {
  kind: Kind;
  key: Key;
  from: number;
  count: number;
  sort: Order;
  start: string;
  alias: string;
  pointer: string;
  q: string;
  section: AuditSectionName;
  name: string;
  type: string;
  element: string;
  editor: string;
  property: PropertyTest;
  text: string;
  url: string;
  linksTo: NamedTarget;
  unused: true;
};
export type ExplorerParameter = keyof ExplorerValues;

type Described<T> = {
  /** @returns `undefined` where the text is none */
  read: (text: string) => T | undefined;
  description: string;
  schema: object;
  example: string | number;
};

const TEXT = { type: "string", minLength: 1 };
const WHOLE = { type: "integer", minimum: 0, maximum: 2 ** 31 - 1 };

export const EXPLORER_PARAMETERS: { readonly [N in ExplorerParameter]: Described<ExplorerValues[N]> } = {
  kind: {
    read: (text) => KINDS.find((kind) => kind === text),
    description: "Which tree.",
    schema: { type: "string", enum: KINDS },
    example: KINDS[0],
  },
  key: {
    read: parseKey,
    description: "The key of the node, a GUID in any form.",
    schema: { type: "string" },
    example: "31a4c6a1-8cb3-4d9a-8f2f-4e4a6a1b2c3d",
  },
  from: {
    read: wholeNumber,
    description: "The place of the first among its siblings, from 0, which is the default.",
    schema: WHOLE,
    example: 0,
  },
  count: {
    read: (text) => {
      const count = wholeNumber(text);
      return count !== undefined && count <= MOST_ROWS ? count : undefined;
    },
    description: "How many at most. Default: 100.",
    schema: { ...WHOLE, maximum: MOST_ROWS },
    example: 100,
  },
  sort: {
    read: (text) => {
      const field = SORT_FIELDS.find((candidate) => candidate === text.replace(/^-/, ""));
      return field && { field, isDescending: text.startsWith("-") };
    },
    description:
      "The field to sort by, behind a hyphen from the last to the first. Default: the data's order.",
    schema: { type: "string", enum: SORT_FIELDS.flatMap((field) => [field, `-${field}`]) },
    example: "-updateDate",
  },
  start: {
    read: (text) => text,
    description: "What the name begins with, in any case.",
    schema: TEXT,
    example: "ab",
  },
  alias: {
    read: (text) => text,
    description: "The alias of the property.",
    schema: TEXT,
    example: "bodyText",
  },
  pointer: {
    read: (text) => (text.startsWith("/") ? text : undefined),
    description:
      "Which part of the value (RFC 6901); strings that hold JSON are entered. Default: all of it.",
    schema: { type: "string", pattern: "^/" },
    example: "/contentData/0/text",
  },
  q: searched("What somebody types: an id, a key, a UDI, or what a name, a url, a type or a value may hold."),
  section: {
    read: (text) => AUDIT_SECTIONS.find((name) => name === text),
    description: "Which section. Default: the first.",
    schema: { type: "string", enum: AUDIT_SECTIONS },
    example: AUDIT_SECTIONS[0],
  },
  name: searched("What the name holds."),
  type: searched("The alias of the type; * stands for anything."),
  element: searched("The type of an element that is used."),
  editor: searched("The editor of a property; * stands for anything."),
  property: {
    ...searched("A property that has a value: alias, alias=value or alias~text."),
    read: readProperty,
  },
  text: searched("What a value holds."),
  url: searched("What the url begins with."),
  linksTo: { ...searched("The node that is referred to: id, key, UDI or path."), read: readNodeOrPath },
  unused: {
    read: (text) => (text === "true" ? true : undefined),
    description: "Nothing refers to it.",
    schema: { type: "string", enum: ["true"] },
    example: "true",
  },
};

export const EXPLORER_PARAMETER_NAMES = Object.keys(EXPLORER_PARAMETERS) as ExplorerParameter[];

/** What one path of the explorer takes: first what it needs, then what may be left out. */
type Takes<N extends ExplorerParameter, O extends ExplorerParameter> = {
  needs: readonly N[];
  takes: readonly O[];
};

/** A parameter of any text, by which nodes are looked for. */
function searched(description: string): Described<string> {
  return { read: (text) => text, description, schema: TEXT, example: "page" };
}

function readProperty(text: string): PropertyTest | undefined {
  const [, alias = "", sign, value = ""] = /^([^=~]*)(?:([=~])(.*))?$/s.exec(text) ?? [];
  if (alias === "" || sign === undefined) return alias === "" ? undefined : { alias };
  return { alias, value: sign === "=" ? { is: value } : { holds: value } };
}

/** A node by its id, its key, or a UDI, which also tells the kind. */
export function readNamedNode(text: string): NamedNode | undefined {
  const id = parseId(text.trim());
  if (id !== undefined) return { by: "id", id };
  const [, kind, digits] = /^umb:\/\/(document|media)\/(.*)$/i.exec(text.trim()) ?? [];
  const key = parseKey(digits ?? text.trim());
  if (key === undefined) return undefined;
  if (kind === undefined) return { by: "key", key };
  return { by: "key", key, kind: kind.toLowerCase() === "media" ? "media" : "content" };
}

function readNodeOrPath(text: string): ExplorerValues["linksTo"] {
  return readNamedNode(text) ?? { by: "path", path: text };
}

/** The parameters that were given. */
export type AskedFor<N extends ExplorerParameter, O extends ExplorerParameter = never> = Pick<
  ExplorerValues,
  N
> &
  Partial<Pick<ExplorerValues, O>>;

/**
 * @param query the part of the URL behind the question mark
 * @returns what was given, all that is needed among it, or the problem with it
 */
export function readExplorerQuery<N extends ExplorerParameter, O extends ExplorerParameter>(
  { needs, takes }: Takes<N, O>,
  query: string,
): AskedFor<N, O> | Problem {
  const given = new URLSearchParams(query);
  const asked: Partial<Record<ExplorerParameter, unknown>> = {};
  for (const name of [...needs, ...takes]) {
    const text = given.get(name) ?? "";
    if (text === "") {
      if (needs.some((needed) => needed === name)) return missing(name);
      continue;
    }
    asked[name] = EXPLORER_PARAMETERS[name].read(text);
    if (asked[name] === undefined) return invalid(name, text);
  }
  return asked as AskedFor<N, O>;
}

function missing(parameter: ExplorerParameter): Problem {
  const { example } = EXPLORER_PARAMETERS[parameter];
  return {
    name: "missing-parameter",
    parameter,
    detail: `This needs the parameter ${parameter}. Try ${parameter}=${example}.`,
  };
}

function invalid(parameter: ExplorerParameter, text: string): Problem {
  const { example } = EXPLORER_PARAMETERS[parameter];
  const shown = JSON.stringify(shortened(text, MOST_CHARACTERS));
  return {
    name: "invalid-parameter",
    parameter,
    detail: `This was given ${parameter}=${shown}, which it cannot read: it looks like ${example}.`,
  };
}

function wholeNumber(text: string): number | undefined {
  return /^[0-9]+$/.test(text) ? parseId(text) : undefined;
}
