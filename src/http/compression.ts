/** Content codings: negotiation (RFC 9110, section 12.5.3) and compression. */
import { pipeline, Readable } from "node:stream";
import { createDeflate, createGzip } from "node:zlib";
import { parseAccept } from "hono/utils/accept";
import type { Chunks } from "./reply.ts";

/** The content codings of answers. */
export const CODINGS = ["gzip", "deflate"] as const;
export type Coding = (typeof CODINGS)[number];

type Weights = ReturnType<typeof parseAccept>;

/** Whether the `Accept-Encoding` header allows a coding. */
export function acceptsCoding(acceptEncoding: string | undefined, coding: Coding): boolean {
  return acceptEncoding !== undefined && weightOf(parseAccept(acceptEncoding), coding) > 0;
}

/** @returns the coding that the client prefers; `undefined` if it accepts none, or prefers the identity coding */
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

/** Compresses a body on demand. zlib works in other threads. */
export async function* compress(chunks: Chunks, coding: Coding): AsyncGenerator<Uint8Array, void> {
  const packer = coding === "gzip" ? createGzip() : createDeflate();
  // A stream of objects would read many chunks ahead.
  const source = Readable.from(chunks, { objectMode: false, highWaterMark: 1 });
  // An error on either side ends the other, and is thrown here.
  pipeline(source, packer, () => {});
  yield* packer;
}
