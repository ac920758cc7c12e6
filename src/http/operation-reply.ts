/** The reply to one of the six operations. */
import { type Operation, operationFor, otherKind } from "../operations.ts";
import type { Lookup, Source } from "../source.ts";
import type { Answer } from "../tree/render.ts";
import { type AppContext, headerOf } from "./app-context.ts";
import { acceptsCoding } from "./compression.ts";
import type { KeptAnswer } from "./kept-answer.ts";
import { readLookup } from "./lookup.ts";
import { problemReply } from "./problem.ts";
import { noSuchNode } from "./problems-met.ts";
import type { Reply } from "./reply.ts";
import { entityTag, heldTag } from "./validators.ts";

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
  const lookup = readLookup(operation, query < 0 ? "" : url.slice(query + 1));
  if ("name" in lookup) return problemReply(lookup);
  const { edition } = source;
  const tag = edition && entityTag(edition.version, lookup);
  const held = tag && tagHeldBy(context, tag);
  if (held && edition.has(lookup)) return { status: 304, headers: {}, entityTag: held };
  const known = tag && kept.find(tag);
  if (known) return found(known, tag);
  const answer = source.answer(lookup);
  if (answer instanceof Promise)
    return answer.then((body) => (body ? found(body, tag) : missingReply(source, lookup)));
  if (answer === undefined) return missingReply(source, lookup);
  const isLong = tag !== undefined && !(answer instanceof Uint8Array);
  return found(isLong ? kept.take(tag, answer) : answer, tag);
}

function tagHeldBy(context: AppContext, tag: string): string | undefined {
  const ifNoneMatch = headerOf(context, "if-none-match");
  if (ifNoneMatch === undefined) return undefined;
  return heldTag(ifNoneMatch, tag, (coding) => acceptsCoding(headerOf(context, "accept-encoding"), coding));
}

function found(body: Answer, entityTag: string | undefined): Reply {
  return {
    status: 200,
    headers: { "Content-Type": "application/json; charset=utf-8" },
    body,
    entityTag,
    isCompressible: true,
  };
}

async function missingReply(source: Source, { kind, target }: Lookup): Promise<Reply> {
  const other = otherKind(kind);
  const isOther = (await source.answer({ kind: other, target, maxLevel: 0 })) !== undefined;
  const hint = isOther ? ` A ${other} node has it: try ${operationFor(other, target.by).name}.` : "";
  return problemReply(noSuchNode(kind, target, hint));
}
