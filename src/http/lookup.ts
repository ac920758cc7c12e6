/** Reads what an operation is asked for from the query of its URL. */
import { HIGHEST_LEVEL, type Operation, operationFor, parseId, parseLevel } from "../operations.ts";
import type { Lookup, Target } from "../source.ts";
import { parseKey } from "../tree/key.ts";
import { shortened } from "../visible-text.ts";
import type { Problem } from "./problem.ts";

/** How much of a parameter's value an error repeats, with the mark that something was left out. */
const SHOWN_LENGTH = 65;

/** The parameters that mean something; their names are matched without regard to case, as ASP.NET does. */
const PARAMETERS = ["id", "key", "maxLevel"] as const;
type Parameter = (typeof PARAMETERS)[number];
const BY_LOWER_CASE = new Map(PARAMETERS.map((name) => [name.toLowerCase(), name]));

/** Each parameter's values, in the order of the query. */
type Values = Record<Parameter, string[]>;

/**
 * @param query the part of the URL behind the question mark
 * @returns the look-up, or the problem with the parameters
 */
export function readLookup(operation: Operation, query: string): Lookup | Problem {
  const values = parameterValues(query);
  const maxLevel = readMaxLevel(operation, values);
  if (typeof maxLevel === "object") return maxLevel;
  const target = readTarget(operation, values);
  return "by" in target ? { kind: operation.kind, target, maxLevel } : target;
}

function parameterValues(query: string): Values {
  const values: Values = { id: [], key: [], maxLevel: [] };
  for (const [name, value] of new URLSearchParams(query)) {
    const parameter = BY_LOWER_CASE.get(name.toLowerCase());
    if (parameter) values[parameter].push(value);
  }
  return values;
}

function readMaxLevel(operation: Operation, { maxLevel: given }: Values): number | undefined | Problem {
  if (given.length > 1) return repeated(operation, "maxLevel");
  if (given.length === 0 || given[0] === "") return undefined;
  return (
    parseLevel(given[0]) ??
    invalid(
      operation,
      "maxLevel",
      given[0],
      `is no level: maxLevel is a whole number from 0 to ${HIGHEST_LEVEL}, or left out.`,
    )
  );
}

function readTarget(operation: Operation, values: Values): Target | Problem {
  const { by } = operation;
  if (by === "root") return { by };
  const given = values[by];
  if (given.length > 1) return repeated(operation, by);
  if (given.length === 0 || given[0] === "") return missing(operation, by, values);
  const [text] = given;
  if (by === "id") {
    const id = parseId(text);
    return id === undefined ? invalidId(operation, text) : { by, id };
  }
  const key = parseKey(text);
  return key === undefined ? invalidKey(operation, text) : { by, key };
}

function missing(operation: Operation, by: "id" | "key", values: Values): Problem {
  const other = by === "id" ? "key" : "id";
  const example = by === "id" ? "id=1050" : "key=31a4c6a1-8cb3-4d9a-8f2f-4e4a6a1b2c3d";
  const hint = values[other][0]
    ? `It was given ${other}, which ${operationFor(operation.kind, other).name} takes.`
    : `Try ${operation.name}?${example}.`;
  return {
    name: "missing-parameter",
    parameter: by,
    detail: `${operation.name} needs the parameter ${by}. ${hint}`,
  };
}

function repeated(operation: Operation, parameter: Parameter): Problem {
  return {
    name: "invalid-parameter",
    parameter,
    detail: `${operation.name} was given ${parameter} more than once: give it once.`,
  };
}

function invalidId(operation: Operation, text: string): Problem {
  const { name } = operationFor(operation.kind, "key");
  const reason = parseKey(text)
    ? `is a key, not an id: try ${name}?key=${parseKey(text)}.`
    : "is no id: an id is a decimal 32-bit integer, such as 1050.";
  return invalid(operation, "id", text, reason);
}

function invalidKey(operation: Operation, text: string): Problem {
  const { name } = operationFor(operation.kind, "id");
  const id = parseId(text);
  const reason =
    id === undefined
      ? "is no key: a key is a GUID, with or without hyphens, bare or in braces or parentheses."
      : `is an id, not a key: try ${name}?id=${id}.`;
  return invalid(operation, "key", text, reason);
}

function invalid(operation: Operation, parameter: Parameter, text: string, reason: string): Problem {
  return {
    name: "invalid-parameter",
    parameter,
    detail: `${operation.name} was given ${parameter}=${JSON.stringify(shortened(text, SHOWN_LENGTH))}, which ${reason}`,
  };
}
