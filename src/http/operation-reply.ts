/** The reply to an operation: reads what is asked for, and has it answered. */
import type { Operation } from "../operations.ts";
import type { Source } from "../source.ts";
import type { AppContext } from "./app-context.ts";
import type { KeptAnswer } from "./kept-answer.ts";
import { nodeReply } from "./node-reply.ts";
import { problemReply } from "./problem.ts";
import { readQuery } from "./read-query.ts";
import type { Reply } from "./reply.ts";
import { typeReply } from "./type-reply.ts";

/**
 * @param source asked as often as it takes: it must not change meanwhile
 * @param kept where long answers are kept
 */
export function operationReply(
  source: Source,
  operation: Operation,
  context: AppContext,
  kept: KeptAnswer,
): Reply | Promise<Reply> {
  const { url } = context.req;
  const query = url.indexOf("?");
  const asked = readQuery(operation, query < 0 ? "" : url.slice(query + 1));
  if ("name" in asked) return problemReply(asked);
  return operation.subject === "nodes"
    ? nodeReply(source, operation, asked, context, kept)
    : typeReply(source, operation, asked, context);
}
