/** The parameters of the operations: a description of each, and a reader of queries. */
import {
  HIGHEST_LEVEL,
  OPERATIONS,
  type Operation,
  PARAMETER_NAMES,
  type ParameterName,
  parseId,
  parseLevel,
} from "../operations.ts";
import { anyText, type Parameter, SHOWN_LENGTH } from "../parameter.ts";
import { type Key, parseKey } from "../site/tree/key.ts";
import { shortened } from "../text/visible-text.ts";
import type { Problem } from "./problem.ts";

/** The type of each parameter. */
type ParameterValues = { id: number; key: Key; alias: string; path: string; maxLevel: number };

/** The parameters of a request. */
export type GivenParameters = Partial<ParameterValues>;

/** A parameter of operations. */
type OperationParameter<T> = Parameter<T> & {
  example: T;
  /** Whether the operations that have the parameter require it. */
  isNeeded: boolean;
  /** Its noun, with the article. */
  noun: string;
  /** Whether a valid text was most likely meant as this parameter. */
  isTelling: boolean;
};

const INT32 = { type: "integer", format: "int32" } as const;
const KEY_FORMS = "a GUID, with or without hyphens, bare or in braces or parentheses";

export const PARAMETERS: { readonly [N in ParameterName]: OperationParameter<ParameterValues[N]> } = {
  id: {
    read: parseId,
    isNeeded: true,
    noun: "an id",
    form: "a decimal 32-bit integer, such as 1050",
    isTelling: true,
    example: 1050,
    description: "the id of the node or type",
    schema: INT32,
  },
  key: {
    read: parseKey,
    isNeeded: true,
    noun: "a key",
    form: KEY_FORMS,
    isTelling: true,
    example: "31a4c6a1-8cb3-4d9a-8f2f-4e4a6a1b2c3d",
    description: `the key of the node or type: ${KEY_FORMS}`,
    schema: { type: "string" },
  },
  alias: {
    ...anyText("the name of a type in code, such as textPage", "textPage"),
    isNeeded: true,
    noun: "an alias",
    isTelling: false,
    description: "the alias of the type, in any case",
  },
  path: {
    ...anyText("the url of a media node, such as /media/1050/logo.png", "/media/1050/logo.png"),
    isNeeded: true,
    noun: "a path",
    isTelling: false,
    description: "the path of the media node's file, as in its `url`, in any case",
  },
  maxLevel: {
    read: parseLevel,
    isNeeded: false,
    noun: "a level",
    form: `an integer from 0 to ${HIGHEST_LEVEL}, or absent`,
    isTelling: false,
    example: 3,
    description:
      "the deepest level to return: roots have level 1. The default is one level below the requested node, or below the roots",
    schema: { ...INT32, minimum: 0, maximum: HIGHEST_LEVEL },
  },
};

/** @throws if the operation does not have the parameter, which is a fault of the program */
export function neededOf<N extends ParameterName>(given: GivenParameters, name: N): ParameterValues[N] {
  const value = given[name];
  if (value === undefined) throw new Error(`the operation has no parameter ${name}`);
  return value;
}

/** Names are matched without regard to case, as ASP.NET does. */
const BY_LOWER_CASE = new Map(PARAMETER_NAMES.map((name) => [name.toLowerCase(), name]));

/**
 * @param query without the question mark
 * @param exampleOf returns a value of a parameter for a hint. Default: no hint
 * @returns the parameters, with all that are required, or a problem
 */
export function readQuery(
  operation: Operation,
  query: string,
  exampleOf?: (parameter: ParameterName) => string | number | undefined,
): GivenParameters | Problem {
  /** Each parameter's texts, in the order of the query. */
  const texts: Partial<Record<ParameterName, string[]>> = {};
  for (const [name, text] of new URLSearchParams(query)) {
    const parameter = BY_LOWER_CASE.get(name.toLowerCase());
    if (parameter) texts[parameter] = [...(texts[parameter] ?? []), text];
  }
  const given: Partial<Record<ParameterName, unknown>> = {};
  for (const name of operation.takes) {
    const [text = "", ...more] = texts[name] ?? [];
    if (more.length > 0) {
      const detail = `${operation.name} was requested with several ${name} parameters: use one.`;
      return { name: "invalid-parameter", parameter: name, detail };
    }
    const { read, isNeeded, noun, form } = PARAMETERS[name];
    if (text === "") {
      if (!isNeeded) continue;
      const other = siblingsOf(operation).find(({ by }) => texts[by]?.[0]);
      const example = exampleOf?.(name);
      const hint = other
        ? ` The request has ${other.by}: try ${other.name}.`
        : example === undefined
          ? ""
          : ` Try ${operation.name}?${name}=${encodeURIComponent(example)}.`;
      const detail = `${operation.name} requires the parameter ${name}.${hint}`;
      return { name: "missing-parameter", parameter: name, detail };
    }
    given[name] = read(text);
    if (given[name] === undefined) {
      const shown = JSON.stringify(shortened(text, SHOWN_LENGTH));
      const reason =
        meantFor(operation, name, text) ?? `is not ${noun}: ${isNeeded ? noun : name} is ${form}.`;
      const detail = `${operation.name} was requested with ${name}=${shown}, which ${reason}`;
      return { name: "invalid-parameter", parameter: name, detail };
    }
  }
  return given as GivenParameters;
}

/** What a text is instead, if another operation accepts it. */
function meantFor(operation: Operation, parameter: ParameterName, text: string): string | undefined {
  if (parameter !== operation.by) return undefined;
  for (const { name, by } of siblingsOf(operation)) {
    const { read, noun, isTelling } = PARAMETERS[by];
    const value = isTelling ? read(text) : undefined;
    if (value === undefined) continue;
    return `is ${noun}, not ${PARAMETERS[parameter].noun}: try ${name}?${by}=${value}.`;
  }
  return undefined;
}

/** The operations that select the same objects by another parameter. */
function siblingsOf({ subject, kind, by }: Operation): { name: string; by: ParameterName }[] {
  const related = OPERATIONS.filter((other) => other.subject === subject && other.kind === kind);
  return related.flatMap((other) =>
    other.by === "root" || other.by === "all" || other.by === by ? [] : { name: other.name, by: other.by },
  );
}
