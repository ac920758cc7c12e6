/** The parameters of tools: read from JSON, and described as JSON Schema. */
import { CRITERIA, type CriteriaTable } from "../analysis/find/criteria.ts";

type Parameter<T = unknown> = {
  /** JSON Schema. */
  schema: object;
  description: string;
  /** @returns `undefined` for anything that is no value of the parameter */
  read: (value: unknown) => T | undefined;
};

export type Parameters = Readonly<Record<string, Parameter>>;

/** What the arguments of a tool are read as. */
export type ArgumentsOf<P extends Parameters> = {
  -readonly [N in keyof P]?: Exclude<ReturnType<P[N]["read"]>, undefined>;
};

/** A text that `read` accepts; a number counts as its digits. */
export function textParameter<T>(description: string, read: (text: string) => T | undefined): Parameter<T> {
  return {
    schema: { type: "string", minLength: 1 },
    description,
    read: (value) => {
      const text = typeof value === "number" ? String(value) : value;
      return typeof text === "string" && text !== "" ? read(text) : undefined;
    },
  };
}

export function choiceParameter<T extends string>(description: string, choices: readonly T[]): Parameter<T> {
  return {
    schema: { type: "string", enum: choices },
    description,
    read: (value) => choices.find((choice) => choice === value),
  };
}

export function flagParameter(description: string): Parameter<boolean> {
  return {
    schema: { type: "boolean" },
    description,
    read: (value) => (typeof value === "boolean" ? value : undefined),
  };
}

/** A whole number, which may be written as text. */
export function numberParameter(description: string, lowest: number, highest: number): Parameter<number> {
  return {
    schema: { type: "integer", minimum: lowest, maximum: highest },
    description,
    read: (value) => {
      const number = typeof value === "string" && /^[0-9]{1,15}$/.test(value) ? Number(value) : value;
      const isIn = typeof number === "number" && Number.isInteger(number);
      return isIn && number >= lowest && number <= highest ? number : undefined;
    },
  };
}

type CriteriaParameters<C extends CriteriaTable> = {
  [N in keyof C]: Parameter<Exclude<ReturnType<C[N]["read"]>, undefined>>;
};

/** The criteria of `find` as parameters, in the words of its options. */
export const CRITERIA_PARAMETERS = criteriaParameters(CRITERIA);

function criteriaParameters<C extends CriteriaTable>(criteria: C): CriteriaParameters<C> {
  const parameters = Object.entries(criteria).map(([name, criterion]) => {
    const { read, value: takesValue, repeats, schema, description } = criterion;
    const text = schema ?? { type: "string", minLength: 1 };
    const single = takesValue === undefined ? { type: "boolean" } : text;
    const parameter: Parameter = {
      schema: repeats ? { anyOf: [text, { type: "array", items: text, minItems: 1 }] } : single,
      description: repeats ? `${description}; several: ${repeats} of them` : description,
      read: (given) => {
        // A list that is empty is no value.
        const texts = repeats && Array.isArray(given) ? given : [given];
        const values = texts.map((each) =>
          typeof each === "object" || each === false ? undefined : read(String(each)),
        );
        if (values.length === 0 || values.includes(undefined)) return undefined;
        return repeats ? values.flat() : values[0];
      },
    };
    return [name, parameter];
  });
  return Object.fromEntries(parameters);
}
