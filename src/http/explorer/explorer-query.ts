/** Reads what the explorer's page asks for from the query of its URL. */
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
  text: string;
  alias: string;
  pointer: string;
};
export type ExplorerParameter = keyof ExplorerValues;

type Described<T> = {
  /** @returns `undefined` where the text is none */
  read: (text: string) => T | undefined;
  description: string;
  schema: object;
  example: string | number;
};

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
  text: {
    read: (text) => text,
    description: "What the name begins with, in any case.",
    schema: { type: "string", minLength: 1 },
    example: "ab",
  },
  alias: {
    read: (text) => text,
    description: "The alias of the property.",
    schema: { type: "string", minLength: 1 },
    example: "bodyText",
  },
  pointer: {
    read: (text) => (text.startsWith("/") ? text : undefined),
    description:
      "Which part of the value (RFC 6901); strings that hold JSON are entered. Default: all of it.",
    schema: { type: "string", pattern: "^/" },
    example: "/contentData/0/text",
  },
};

export const EXPLORER_PARAMETER_NAMES = Object.keys(EXPLORER_PARAMETERS) as ExplorerParameter[];

/** What one path of the explorer takes: first what it needs, then what may be left out. */
type Takes<N extends ExplorerParameter, O extends ExplorerParameter> = {
  needs: readonly N[];
  takes: readonly O[];
};

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
