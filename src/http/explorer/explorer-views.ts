/** What the explorer's page can ask for, a row each, by which parameters, and how these are read from the query of a URL. */
import { AUDIT_SECTIONS, type AuditSectionName } from "../../analysis/audit/audit-section.ts";
import {
  CRITERIA,
  CRITERION_NAMES,
  type Criteria,
  type CriteriaTable,
  type CriterionName,
} from "../../analysis/find/criteria.ts";
import { KINDS, type Kind, parseId } from "../../operations.ts";
import { inWords } from "../../text/counted.ts";
import { shortened } from "../../text/visible-text.ts";
import { type Key, parseKey } from "../../tree/key.ts";
import type { Problem } from "../problem.ts";
import { type Order, SORT_FIELDS } from "./tree-levels.ts";

type View = {
  path: `/explorer/${string}`;
  summary: string;
  needs: readonly ExplorerParameter[];
  takes: readonly ExplorerParameter[];
  /** The name of the answer's schema; `json` and `html` are what they say. */
  answers:
    | "ExplorerSite"
    | "TypeCounts"
    | "Level"
    | "Sought"
    | "Path"
    | "NodeDetails"
    | "Links"
    | "Changes"
    | "FoundNodes"
    | "AuditAnswer"
    | "json"
    | "html";
};

export const VIEWS = {
  site: {
    path: "/explorer/site",
    summary: "What is served, and how",
    needs: [],
    takes: [],
    answers: "ExplorerSite",
  },
  types: {
    path: "/explorer/types",
    summary: "How many nodes each type has",
    needs: [],
    takes: [],
    answers: "TypeCounts",
  },
  children: {
    path: "/explorer/children",
    summary: "A window of the children of a node, or of the roots",
    needs: ["kind"],
    takes: ["key", "from", "count", "sort"],
    answers: "Level",
  },
  seek: {
    path: "/explorer/seek",
    summary: "The next sibling whose name begins with a text",
    needs: ["kind", "start"],
    takes: ["key", "from"],
    answers: "Sought",
  },
  path: {
    path: "/explorer/path",
    summary: "The place of a node: its ancestors, root first, and itself",
    needs: ["kind", "key"],
    takes: [],
    answers: "Path",
  },
  node: {
    path: "/explorer/node",
    summary: "One node: its place, its fields, its properties",
    needs: ["kind", "key"],
    takes: [],
    answers: "NodeDetails",
  },
  links: {
    path: "/explorer/links",
    summary: "The nodes that refer to a node",
    needs: ["kind", "key"],
    takes: ["from", "count"],
    answers: "Links",
  },
  find: {
    path: "/explorer/find",
    summary: "The nodes that are looked for, by what somebody types or by what is told apart",
    needs: [],
    takes: ["q", ...CRITERION_NAMES, "from", "count"],
    answers: "FoundNodes",
  },
  changes: {
    path: "/explorer/changes",
    summary: "The nodes to which something was done since the earlier state that the data is compared with",
    needs: [],
    takes: ["from", "count"],
    answers: "Changes",
  },
  audit: {
    path: "/explorer/audit",
    summary: "What an importer will meet, section by section",
    needs: [],
    takes: ["section"],
    answers: "AuditAnswer",
  },
  value: {
    path: "/explorer/value",
    summary: "The value of one property, or a part of it",
    needs: ["kind", "key", "alias"],
    takes: ["pointer", "secrets"],
    answers: "json",
  },
  richText: {
    path: "/explorer/rich-text",
    summary: "The rich text of one property as a page that runs nothing and loads nothing",
    needs: ["kind", "key", "alias"],
    takes: ["pointer", "version", "secrets"],
    answers: "html",
  },
} as const satisfies Record<string, View>;

export type ViewName = keyof typeof VIEWS;

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
  version: string;
  secrets: true;
} & Required<Criteria>;
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
  ...criteriaParameters(),
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
  q: {
    read: (text) => text,
    description:
      "What somebody types: an id, a key, a UDI, or what a name, a url, a type or a value may hold.",
    schema: TEXT,
    example: "page",
  },
  section: {
    read: (text) => AUDIT_SECTIONS.find((name) => name === text),
    description: "Which section. Default: the first.",
    schema: { type: "string", enum: AUDIT_SECTIONS },
    example: AUDIT_SECTIONS[0],
  },
  version: {
    read: (text) => text,
    description: "Any text, so that browsers ask again when the data has changed. The answer is the same.",
    schema: TEXT,
    example: "1",
  },
  secrets: {
    read: (text) => (text === "true" ? true : undefined),
    description: "Whether values that look like secrets are part of the answer. Default: they are redacted.",
    schema: { type: "string", enum: ["true"] },
    example: "true",
  },
};

export const EXPLORER_PARAMETER_NAMES = Object.keys(EXPLORER_PARAMETERS) as ExplorerParameter[];

/** What one path of the explorer takes: first what it needs, then what may be left out. */
type Takes<N extends ExplorerParameter, O extends ExplorerParameter> = {
  path: string;
  needs: readonly N[];
  takes: readonly O[];
};

/** A parameter for each criterion of `find`, described in the words of its option. */
function criteriaParameters(): { readonly [N in CriterionName]: Described<Required<Criteria>[N]> } {
  const table: CriteriaTable = CRITERIA;
  const parameters = Object.entries(table).map(([name, { read, description, schema = TEXT, example }]) => [
    name,
    { read, description: `${description[0].toUpperCase()}${description.slice(1)}.`, schema, example },
  ]);
  return Object.fromEntries(parameters);
}

/** The parameters that were given. */
export type AskedFor<N extends ExplorerParameter, O extends ExplorerParameter = never> = Pick<
  ExplorerValues,
  N
> &
  Partial<Pick<ExplorerValues, O>>;

/**
 * Reads the query of a view strictly: nothing that is given is passed over.
 * @param query the part of the URL behind the question mark
 * @returns what was given, all that is needed among it, or the problem with it
 */
export function readExplorerQuery<N extends ExplorerParameter, O extends ExplorerParameter>(
  { path, needs, takes }: Takes<N, O>,
  query: string,
): AskedFor<N, O> | Problem {
  const known: readonly ExplorerParameter[] = [...needs, ...takes];
  const asked: Partial<Record<ExplorerParameter, unknown>> = {};
  for (const [name, text] of new URLSearchParams(query)) {
    const parameter = known.find((each) => each === name);
    if (parameter === undefined) return unknown(path, name, known);
    if (parameter in asked) return repeated(parameter);
    asked[parameter] = text === "" ? undefined : EXPLORER_PARAMETERS[parameter].read(text);
    if (asked[parameter] === undefined) return invalid(parameter, text);
  }
  for (const name of needs) if (!(name in asked)) return missing(name);
  return asked as AskedFor<N, O>;
}

function unknown(path: string, name: string, known: readonly string[]): Problem {
  const takes = known.length === 0 ? "no parameters" : inWords(known);
  return {
    name: "invalid-parameter",
    detail: `${path} has no parameter ${JSON.stringify(shortened(name, MOST_CHARACTERS))}: it takes ${takes}.`,
  };
}

function repeated(parameter: ExplorerParameter): Problem {
  return {
    name: "invalid-parameter",
    parameter,
    detail: `This was given ${parameter} more than once: give it once.`,
  };
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
  const { description, example } = EXPLORER_PARAMETERS[parameter];
  const shown = JSON.stringify(shortened(text, MOST_CHARACTERS));
  return {
    name: "invalid-parameter",
    parameter,
    detail: `This was given ${parameter}=${shown}, which it cannot read. ${description} Try ${parameter}=${example}.`,
  };
}

function wholeNumber(text: string): number | undefined {
  return /^[0-9]+$/.test(text) ? parseId(text) : undefined;
}
