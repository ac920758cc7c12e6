/** The reply that has what was asked for, or says that the client has it already. */
import type { Answer } from "../tree/render.ts";
import { type AppContext, headerOf } from "./app-context.ts";
import { acceptsCoding } from "./compression.ts";
import type { Reply } from "./reply.ts";
import { heldTag } from "./validators.ts";

/** @param entityTag the answer's, without its quotes, where it has one */
export function foundReply(body: Answer, entityTag: string | undefined): Reply {
  return {
    status: 200,
    headers: { "Content-Type": "application/json; charset=utf-8" },
    body,
    entityTag,
    isCompressible: true,
  };
}

/** @param entityTag the tag of what the client has */
export function unchangedReply(entityTag: string): Reply {
  return { status: 304, headers: {}, entityTag };
}

/** @returns the tag of what the client has, if that is the answer with this tag */
export function tagHeldBy(context: AppContext, tag: string): string | undefined {
  const ifNoneMatch = headerOf(context, "if-none-match");
  if (ifNoneMatch === undefined) return undefined;
  return heldTag(ifNoneMatch, tag, (coding) => acceptsCoding(headerOf(context, "accept-encoding"), coding));
}
