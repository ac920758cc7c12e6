/** Reads what an operation is asked for from the query of its URL. */
import { OPERATIONS, type Operation, PARAMETER_NAMES, type ParameterName } from "../operations.ts";
import { shortened } from "../text/visible-text.ts";
import { type GivenParameters, PARAMETERS } from "./parameters.ts";
import type { Problem } from "./problem.ts";

/** How much of a parameter's value an error repeats, with the mark that something was left out. */
const SHOWN_LENGTH = 65;

/** Names are matched without regard to case, as ASP.NET does. */
const BY_LOWER_CASE = new Map(PARAMETER_NAMES.map((name) => [name.toLowerCase(), name]));

/** Each parameter's texts, in the order of the query. */
type Texts = Partial<Record<ParameterName, string[]>>;

/**
 * @param query the part of the URL behind the question mark
 * @returns the parameters, all that the operation needs among them, or the problem with them
 */
export function readQuery(operation: Operation, query: string): GivenParameters | Problem {
  const texts = textsIn(query);
  const given: GivenParameters = {};
  // From the last, which may be left out: where it is wrong all the same, that is told first.
  for (let i = operation.takes.length - 1; i >= 0; i--) {
    const problem = readParameter(operation, operation.takes[i], texts, given);
    if (problem) return problem;
  }
  return given;
}

function textsIn(query: string): Texts {
  const texts: Texts = {};
  for (const [name, text] of new URLSearchParams(query)) {
    const parameter = BY_LOWER_CASE.get(name.toLowerCase());
    if (!parameter) continue;
    texts[parameter] ??= [];
    texts[parameter].push(text);
  }
  return texts;
}

/** Reads one of them into `given`. */
function readParameter<N extends ParameterName>(
  operation: Operation,
  name: N,
  texts: Texts,
  given: GivenParameters,
): Problem | undefined {
  const [text = "", ...more] = texts[name] ?? [];
  if (more.length > 0) return repeated(operation, name);
  if (text === "") return PARAMETERS[name].isNeeded ? missing(operation, name, texts) : undefined;
  given[name] = PARAMETERS[name].read(text);
  return given[name] === undefined ? invalid(operation, name, text) : undefined;
}

function repeated({ name }: Operation, parameter: ParameterName): Problem {
  return {
    name: "invalid-parameter",
    parameter,
    detail: `${name} was given ${parameter} more than once: give it once.`,
  };
}

function missing(operation: Operation, parameter: ParameterName, texts: Texts): Problem {
  const { name } = operation;
  const other = siblingsOf(operation).find(({ by }) => texts[by]?.[0]);
  const hint = other
    ? `It was given ${other.by}, which ${other.name} takes.`
    : `Try ${name}?${parameter}=${PARAMETERS[parameter].example}.`;
  return {
    name: "missing-parameter",
    parameter,
    detail: `${name} needs the parameter ${parameter}. ${hint}`,
  };
}

function invalid(operation: Operation, parameter: ParameterName, text: string): Problem {
  const shown = JSON.stringify(shortened(text, SHOWN_LENGTH));
  const { noun, form } = PARAMETERS[parameter];
  const reason = meantFor(operation, parameter, text) ?? `is ${noun.replace(/^an?/, "no")}: ${form}.`;
  return {
    name: "invalid-parameter",
    parameter,
    detail: `${operation.name} was given ${parameter}=${shown}, which ${reason}`,
  };
}

/** What a text is instead, if it can only be meant for another operation. */
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

/** The operations that look up the same by something else. */
function siblingsOf({ subject, kind, by }: Operation): { name: string; by: ParameterName }[] {
  const related = OPERATIONS.filter((other) => other.subject === subject && other.kind === kind);
  return related.flatMap((other) =>
    other.by === "root" || other.by === "all" || other.by === by ? [] : { name: other.name, by: other.by },
  );
}
