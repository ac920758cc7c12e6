/** The paths of operations in the API for Umbraco 10, where the id, key or alias is part of the path. */
import { ALIAS_BASE, OPERATIONS, type Operation } from "../operations.ts";
import { SHOWN_LENGTH } from "../parameter.ts";
import { shortened } from "../text/visible-text.ts";
import { PARAMETERS } from "./parameters.ts";
import type { Problem } from "./problem.ts";

/** A path and its operations: several if the value in the path decides which one. */
type AliasPath = {
  /** Below `ALIAS_BASE`; ends with a slash if a value follows. */
  path: string;
  hasValue: boolean;
  operations: readonly Operation[];
};

export const ALIAS_PATHS: readonly AliasPath[] = [...new Set(OPERATIONS.map(pathOf))].map((path) => ({
  path,
  hasValue: path.endsWith("/"),
  operations: OPERATIONS.filter((operation) => pathOf(operation) === path),
}));

function pathOf({ alias }: Operation): string {
  return alias.replace(/\{.*/, "");
}

/**
 * @param path of a request, in any case, with or without a slash at the end
 * @param query of the request; the value in the path wins over a parameter of its name
 * @returns the operation, and the query that selects the same; `undefined` for a path that is no alias
 */
export function aliasedRequest(
  path: string,
  query: string,
): { operation: Operation; query: string } | Problem | undefined {
  if (path.slice(0, ALIAS_BASE.length).toLowerCase() !== ALIAS_BASE) return undefined;
  const rest = path.slice(ALIAS_BASE.length).replace(/\/$/, "");
  const whole = ALIAS_PATHS.find((alias) => alias.path.toLowerCase() === rest.toLowerCase());
  if (whole) return { operation: whole.operations[0], query };
  const start = rest.lastIndexOf("/") + 1;
  const folder = rest.slice(0, start).toLowerCase();
  const found = ALIAS_PATHS.find((alias) => alias.hasValue && alias.path.toLowerCase() === folder);
  if (!found) return undefined;
  const { operations } = found;
  const value = decoded(rest.slice(start));
  const operation = operations.find(({ by }) => isValueOf(by, value));
  if (!operation) {
    const shown = JSON.stringify(shortened(value, SHOWN_LENGTH));
    const forms = operations
      .map(({ by }) => PARAMETERS[by as "id" | "key"])
      .map(({ noun, form }) => `${noun} is ${form}`)
      .join("; ");
    const detail = `${ALIAS_BASE}${found.path} was followed by ${shown}, which is neither an id nor a key: ${forms}.`;
    return { name: "invalid-parameter", parameter: operations[0].by, detail };
  }
  const given = new URLSearchParams(query);
  for (const name of [...given.keys()]) if (name.toLowerCase() === operation.by) given.delete(name);
  given.set(operation.by, value);
  return { operation, query: given.toString() };
}

function isValueOf(by: Operation["by"], text: string): boolean {
  return by !== "root" && by !== "all" && PARAMETERS[by].read(text) !== undefined;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
