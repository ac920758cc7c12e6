/** The paths of operations in the API for Umbraco 10, where the id, key or alias is part of the path. */
import { ALIAS_BASE, OPERATIONS, type Operation } from "../operations.ts";
import { SHOWN_LENGTH } from "../parameter.ts";
import type { Source } from "../site/source.ts";
import { percentDecoded } from "../text/path-text.ts";
import { shortened } from "../text/visible-text.ts";
import { type AppContext, pathOf, queryOf } from "./app-context.ts";
import { operationReply } from "./operation-reply.ts";
import { PARAMETERS } from "./parameters.ts";
import { problemReply } from "./problem.ts";
import type { Reply } from "./reply.ts";

/** A path and its operations: several if the value in the path decides which one. */
type AliasPath = {
  /** Below `ALIAS_BASE`; ends with a slash if a value follows. */
  path: string;
  hasValue: boolean;
  operations: readonly Operation[];
};

export const ALIAS_PATHS: readonly AliasPath[] = [...new Set(OPERATIONS.map(aliasPath))].map((path) => ({
  path,
  hasValue: path.endsWith("/"),
  operations: OPERATIONS.filter((operation) => aliasPath(operation) === path),
}));

function aliasPath({ alias }: Operation): string {
  return alias.replace(/\{.*/, "");
}

/** Answers a request to an alias; a value in the path wins over a parameter of its name. */
export function aliasReply(
  source: Source,
  { path, hasValue, operations }: AliasPath,
  context: AppContext,
): Reply | Promise<Reply> {
  const { url } = context.req;
  if (!hasValue) return operationReply(source, operations[0], context, queryOf(url));
  const value = percentDecoded(pathOf(url).replace(/\/$/, "").replace(/^.*\//s, ""));
  const operation = operations.find(({ by }) => isValueOf(by, value));
  if (!operation) {
    const shown = JSON.stringify(shortened(value, SHOWN_LENGTH));
    const forms = operations
      .map(({ by }) => PARAMETERS[by as "id" | "key"])
      .map(({ noun, form }) => `${noun} is ${form}`)
      .join("; ");
    const detail = `${ALIAS_BASE}${path} was followed by ${shown}, which is neither an id nor a key: ${forms}.`;
    return problemReply({ name: "invalid-parameter", parameter: operations[0].by, detail });
  }
  const given = new URLSearchParams(queryOf(url));
  for (const name of [...given.keys()]) if (name.toLowerCase() === operation.by) given.delete(name);
  given.set(operation.by, value);
  return operationReply(source, operation, context, given.toString());
}

function isValueOf(by: Operation["by"], text: string): boolean {
  return by !== "root" && by !== "all" && PARAMETERS[by].read(text) !== undefined;
}
