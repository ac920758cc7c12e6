/** One vocabulary of parameters: options, query parameters and arguments of tools are described by it, read by it and refused in its words. */
import { inWords } from "./text/counted.ts";
import { shortened } from "./text/visible-text.ts";

/** The form of a value, written as text. */
export type ValueForm<T> = {
  /** Parses a text that is not empty. @returns `undefined` if the text is not valid */
  read: (text: string) => T | undefined;
  /** The valid values, as completes `--level takes …`: `a whole number from 1 to 9`. */
  form: string;
};

/** The same for documents that describe an API. */
type DescribedForm<T> = ValueForm<T> & {
  /** JSON Schema of a value. */
  schema: object;
  example: string | number | boolean;
};

/** A parameter that no document describes. */
type BareParameter<T = unknown> = ValueForm<T> & {
  example: string | number | boolean;
  /** Set if it can be given several times: `read` then returns a list, and any or all values of the joined list apply. */
  repeats?: "any" | "all";
};

export type BareParameters = Readonly<Record<string, BareParameter>>;

/** What is read, its valid values in words, and what it does. */
export type Parameter<T = unknown> = BareParameter<T> &
  DescribedForm<T> & {
    /** Its effect in the words of `--help`: no capital at the start, no full stop at the end. */
    description: string;
  };

export type Parameters = Readonly<Record<string, Parameter>>;

/** What parameters are read as. */
export type ValuesOf<P extends BareParameters> = {
  -readonly [N in keyof P]?: Exclude<ReturnType<P[N]["read"]>, undefined>;
};

/** A form for options alone, which no document describes. */
export function ofForm<T>(form: string, read: (text: string) => T | undefined): ValueForm<T> {
  return { form, read };
}

/** One of a closed set. */
export function oneOf<const T extends string>(choices: readonly T[]) {
  return {
    read: (text: string) => choices.find((choice) => choice === text),
    form: inWords(choices),
    schema: { type: "string", enum: choices },
    example: choices[0],
  };
}

/** Any text that is not empty. @param form completes `--data is empty: it is …` */
export function anyText(form: string, example = "") {
  return {
    read: (text: string): string | undefined => text || undefined,
    form,
    schema: { type: "string", minLength: 1 },
    example,
  };
}

/** A whole number in decimal digits, the bounds included. */
export function wholeNumber(lowest: number, highest: number, example = lowest) {
  return {
    read: (text: string): number | undefined => {
      const number = /^[0-9]+$/.test(text) ? Number(text) : Number.NaN;
      return number >= lowest && number <= highest ? number : undefined;
    },
    form: `a whole number from ${lowest} to ${highest}`,
    schema: { type: "integer", minimum: lowest, maximum: highest },
    example,
  };
}

/** `true`, for what an option without a value says. */
export const ONLY_TRUE = {
  read: (text: string) => text === "true" || undefined,
  form: "true",
  schema: { type: "boolean" },
  example: true,
};

/** How much of a value a message repeats, the ellipsis included. */
export const SHOWN_LENGTH = 65;

/**
 * Why a text is not a value: `--level takes a whole number from 1 to 9, not "x"`.
 * @param spelled the parameter as its user writes it
 */
export function refusalOf(
  spelled: string,
  { form }: Pick<ValueForm<unknown>, "form">,
  given: unknown,
): string {
  if (given === "") return `${spelled} is empty: it is ${form}`;
  const shown = typeof given === "string" ? shortened(given, SHOWN_LENGTH) : given;
  return `${spelled} takes ${form}, not ${shortened(JSON.stringify(shown), 2 * SHOWN_LENGTH)}`;
}

/** The description as sentences, for documents that describe an API. */
export function sentencesAbout({ description, repeats }: Parameter): string {
  const several = repeats ? `${description}; several: ${repeats} of them` : description;
  return `${several[0].toUpperCase()}${several.slice(1)}.`;
}

/** JSON Schema of what can be given: a value, or a list of values if the parameter repeats. */
export function schemaOf({ schema, repeats }: Parameter): object {
  return repeats ? { anyOf: [schema, { type: "array", items: schema, minItems: 1 }] } : schema;
}

/** Who is asked, for messages: `/explorer/find` with parameters, the tool `find` with arguments. */
type Asked = { subject: string; noun: "parameter" | "argument" };

/** Why parameters could not be read; `parameter` is absent if there is no such parameter. */
type ParameterFault = { isMissing?: boolean; parameter?: string; reason: string };

/**
 * Reads parameters strictly: what is unknown, repeated, malformed or missing is a fault.
 * @param needs the names of the required parameters
 * @param given the texts of each that was given; anything else than a text is malformed
 */
export function readParameters(
  parameters: BareParameters,
  needs: readonly string[],
  given: ReadonlyMap<string, readonly unknown[]>,
  { subject, noun }: Asked,
): { values: Record<string, unknown> } | { fault: ParameterFault } {
  const values: Record<string, unknown> = {};
  for (const [name, texts] of given) {
    if (!Object.hasOwn(parameters, name)) {
      const names = Object.keys(parameters);
      const all = names.length === 0 ? `no ${noun}s` : inWords(names);
      const shown = JSON.stringify(shortened(name, SHOWN_LENGTH));
      return { fault: { reason: `${subject} has no ${noun} ${shown}: it takes ${all}.` } };
    }
    const parameter = parameters[name];
    if (texts.length > 1 && !parameter.repeats) {
      const reason = `${subject} was given the ${noun} ${name} more than once: give it once.`;
      return { fault: { parameter: name, reason } };
    }
    const read = texts.map((text) =>
      typeof text === "string" && text !== "" ? parameter.read(text) : undefined,
    );
    const wrong = read.indexOf(undefined);
    if (texts.length === 0 || wrong >= 0) {
      const refusal = refusalOf(`the ${noun} ${name}`, parameter, texts[wrong] ?? "");
      return {
        fault: { parameter: name, reason: `${subject}: ${refusal}. Try ${exampleOf(name, parameter)}.` },
      };
    }
    values[name] = parameter.repeats ? read.flat() : read[0];
  }
  const missing = needs.find((name) => !(name in values));
  if (missing === undefined) return { values };
  const reason = `${subject} needs the ${noun} ${missing}. Try ${exampleOf(missing, parameters[missing])}.`;
  return { fault: { isMissing: true, parameter: missing, reason } };
}

function exampleOf(name: string, { example }: BareParameter): string {
  return `${name}=${example}`;
}
