/** Entity tags and `If-None-Match` (RFC 9110, sections 8.8.3 and 13.1.2). */
import type { TypeKind } from "../operations.ts";
import { type Lookup, targetValue } from "../site/source.ts";
import type { Key } from "../site/tree/key.ts";
import { type AppContext, headerOf } from "./app-context.ts";
import { acceptsCoding, CODINGS, type Coding } from "./compression.ts";
import type { Reply } from "./reply.ts";

/** The tag of an uncompressed answer, without quotes. It does not depend on the answer itself. */
export function entityTag(version: string, { kind, target, maxLevel }: Lookup): string {
  return `${version}.${kind}.${targetValue(target) ?? ""}.${maxLevel ?? ""}`;
}

/** Like `entityTag`, for one type; without a key for all types. */
export function typeTag(version: string, kind: TypeKind, key: Key | undefined): string {
  return `${version}.${kind}-types.${key ?? ""}`;
}

/** The tag of a compressed answer: other bytes need another strong tag. */
export function codedTag(tag: string, coding: Coding): string {
  return `${tag}.${coding}`;
}

/** An entity tag in a list. Tags can contain commas. */
const LISTED_TAG = /(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g;

/**
 * Finds the answer in `If-None-Match`, by weak comparison.
 * @param tag the answer's tag
 * @returns the tag of the client's copy; `undefined` if it does not have the answer
 */
export function tagHeldBy(context: AppContext, tag: string): string | undefined {
  const ifNoneMatch = headerOf(context, "if-none-match");
  if (ifNoneMatch === undefined) return undefined;
  if (ifNoneMatch === `"${tag}"` || ifNoneMatch.trim() === "*") return tag;
  const listed = new Set(Array.from(ifNoneMatch.matchAll(LISTED_TAG), ([, opaque]) => opaque));
  if (listed.has(tag)) return tag;
  const coding = CODINGS.find((candidate) => listed.has(codedTag(tag, candidate)));
  const accepts = coding && acceptsCoding(headerOf(context, "accept-encoding"), coding);
  return accepts ? codedTag(tag, coding) : undefined;
}

/** @param entityTag the tag of the client's copy */
export function unchangedReply(entityTag: string): Reply {
  return { status: 304, headers: {}, entityTag };
}
