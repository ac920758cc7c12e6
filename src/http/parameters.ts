/** The parameters of the operations: how each is read, told of, and described. */
import { HIGHEST_LEVEL, type ParameterName, parseId, parseLevel } from "../operations.ts";
import { type Key, parseKey } from "../tree/key.ts";

/** What each parameter comes to. */
type ParameterValues = { id: number; key: Key; alias: string; maxLevel: number };

/** Those that were given, read. */
export type GivenParameters = Partial<ParameterValues>;

type Parameter<T> = {
  /** @returns `undefined` where the text is none */
  read: (text: string) => T | undefined;
  /** Whether the operations that take it need it. */
  isNeeded: boolean;
  /** What it is called, with its article. */
  noun: string;
  /** What a right one looks like, behind "is no id: ". */
  form: string;
  /** Whether a text that can be read as one was most likely meant as one. */
  isTelling: boolean;
  /** One of something that may well be there. */
  example: T;
  /** What it means, and what it may be, as JSON Schema. */
  description: string;
  schema: object;
};

const INT32 = { type: "integer", format: "int32" } as const;
const KEY_FORMS = "a GUID, with or without hyphens, bare or in braces or parentheses";

export const PARAMETERS: { readonly [N in ParameterName]: Parameter<ParameterValues[N]> } = {
  id: {
    read: parseId,
    isNeeded: true,
    noun: "an id",
    form: "an id is a decimal 32-bit integer, such as 1050",
    isTelling: true,
    example: 1050,
    description: "The id of the node or type.",
    schema: INT32,
  },
  key: {
    read: parseKey,
    isNeeded: true,
    noun: "a key",
    form: `a key is ${KEY_FORMS}`,
    isTelling: true,
    example: "31a4c6a1-8cb3-4d9a-8f2f-4e4a6a1b2c3d",
    description: `The key of the node or type: ${KEY_FORMS}.`,
    schema: { type: "string" },
  },
  alias: {
    read: (text) => text,
    isNeeded: true,
    noun: "an alias",
    form: "an alias is the text by which the CMS names a type, such as textPage",
    isTelling: false,
    example: "textPage",
    description: "The alias of the type, in any case.",
    schema: { type: "string", minLength: 1 },
  },
  maxLevel: {
    read: parseLevel,
    isNeeded: false,
    noun: "a level",
    form: `maxLevel is a whole number from 0 to ${HIGHEST_LEVEL}, or left out`,
    isTelling: false,
    example: 3,
    description:
      "The deepest level to return: roots have level 1. Without it, one level below the node asked for, or below the roots.",
    schema: { ...INT32, minimum: 0, maximum: HIGHEST_LEVEL },
  },
};

/** @throws where it was not given, which is a fault of who read them */
export function neededOf<N extends ParameterName>(given: GivenParameters, name: N): ParameterValues[N] {
  const value = given[name];
  if (value === undefined) throw new Error(`the parameter ${name} was not read`);
  return value;
}
