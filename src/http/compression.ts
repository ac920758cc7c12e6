/** Codings of answers: which one a client prefers, and compression. */
import { pipeline, Readable } from "node:stream";
import { createDeflate, createGzip } from "node:zlib";
import { parseAccept } from "hono/utils/accept";
import type { Chunks } from "./reply.ts";

/** The codings in which an answer may be sent, besides as it is. */
export const CODINGS = ["gzip", "deflate"] as const;
export type Coding = (typeof CODINGS)[number];

type Weights = ReturnType<typeof parseAccept>;

/** Whether the `Accept-Encoding` header lets an answer be sent in a coding (RFC 9110, section 12.5.3). */
export function acceptsCoding(acceptEncoding: string | undefined, coding: Coding): boolean {
  return acceptEncoding !== undefined && weightOf(parseAccept(acceptEncoding), coding) > 0;
}

/** @returns the coding that the client prefers; `undefined` if it accepts none, or prefers the plain form */
export function chooseCoding(acceptEncoding: string | undefined): Coding | undefined {
  if (!acceptEncoding) return undefined;
  const weights = parseAccept(acceptEncoding);
  const ranked = CODINGS.toSorted((one, other) => weightOf(weights, other) - weightOf(weights, one));
  const weight = weightOf(weights, ranked[0]);
  return weight > 0 && weight >= (named(weights, "identity") ?? 0) ? ranked[0] : undefined;
}

function weightOf(weights: Weights, coding: Coding): number {
  return named(weights, coding) ?? named(weights, "*") ?? 0;
}

function named(weights: Weights, name: string): number | undefined {
  return weights.find(({ type }) => type.toLowerCase() === name)?.q;
}

/** A body in a coding, made as it is taken. The work is done by other threads. */
export async function* compress(chunks: Chunks, coding: Coding): AsyncGenerator<Uint8Array, void> {
  const packer = coding === "gzip" ? createGzip() : createDeflate();
  // Bytes, and as few as can be: a stream of objects would take many chunks ahead.
  const source = Readable.from(chunks, { objectMode: false, highWaterMark: 1 });
  // An error on either side ends the other, and is thrown here.
  pipeline(source, packer, () => {});
  yield* packer;
}
