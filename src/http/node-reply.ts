/** The reply to an operation that tells of nodes. */
import { type NodeOperation, operationFor, otherKind } from "../operations.ts";
import { type GivenParameters, neededOf } from "../parameters.ts";
import type { Lookup, Source, Target } from "../source.ts";
import type { AppContext } from "./app-context.ts";
import { foundReply, tagHeldBy, unchangedReply } from "./found-reply.ts";
import type { KeptAnswer } from "./kept-answer.ts";
import { problemReply } from "./problem.ts";
import { noSuchNode } from "./problems-met.ts";
import type { Reply } from "./reply.ts";
import { entityTag } from "./validators.ts";

/**
 * @param source asked as often as it takes: it must not change meanwhile
 * @param kept where long answers are kept
 */
export function nodeReply(
  source: Source,
  { kind, by }: NodeOperation,
  given: GivenParameters,
  context: AppContext,
  kept: KeptAnswer,
): Reply | Promise<Reply> {
  const lookup = { kind, target: nodeTarget(by, given), maxLevel: given.maxLevel };
  const { edition } = source;
  const tag = edition && entityTag(edition.version, lookup);
  const held = tag && tagHeldBy(context, tag);
  if (held && edition.has(lookup)) return unchangedReply(held);
  const known = tag && kept.find(tag);
  return known ? foundReply(known, tag) : madeReply(source, lookup, tag, kept);
}

/** The reply with an answer that is made now, and kept where it is long. */
function madeReply(
  source: Source,
  lookup: Lookup,
  tag: string | undefined,
  kept: KeptAnswer,
): Reply | Promise<Reply> {
  const answer = source.answer(lookup);
  if (answer instanceof Promise) {
    return answer.then((body) => (body ? foundReply(body, tag) : missingReply(source, lookup)));
  }
  if (answer === undefined) return missingReply(source, lookup);
  const isLong = tag !== undefined && !(answer instanceof Uint8Array);
  return foundReply(isLong ? kept.take(tag, answer) : answer, tag);
}

/** Which node the parameters name. */
export function nodeTarget(by: NodeOperation["by"], given: GivenParameters): Target {
  if (by === "root") return { by };
  return by === "id" ? { by, id: neededOf(given, by) } : { by, key: neededOf(given, by) };
}

async function missingReply(source: Source, { kind, target }: Lookup): Promise<Reply> {
  const other = otherKind(kind);
  const isOther = (await source.answer({ kind: other, target, maxLevel: 0 })) !== undefined;
  const hint = isOther ? ` A ${other} node has it: try ${operationFor(other, target.by).name}.` : "";
  return problemReply(noSuchNode(kind, target, hint));
}
