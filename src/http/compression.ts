/** Sends long answers in the coding that the client asks for, and leaves short ones alone. */
import { compress } from "hono/compress";
import { parseAccept } from "hono/utils/accept";
import type { AppContext } from "./app-context.ts";
import { countedStream, type Sending } from "./reply.ts";
import { STALL_MILLISECONDS } from "./send-chunks.ts";
import { CODINGS, type Coding, codedTag } from "./validators.ts";

/** Answers below this many bytes are sent as they are: they fit in a few packets, and look-ups stay quick. */
export const COMPRESSED_BYTES = 16 * 1024;

const compressLarge = compress({ threshold: COMPRESSED_BYTES });

/** Whether the `Accept-Encoding` header lets an answer be sent in a coding (RFC 9110, section 12.5.3). */
export function acceptsCoding(acceptEncoding: string | undefined, coding: Coding): boolean {
  if (!acceptEncoding) return false;
  const accepted = parseAccept(acceptEncoding);
  const weight =
    accepted.find(({ type }) => type.toLowerCase() === coding) ?? accepted.find(({ type }) => type === "*");
  return weight !== undefined && weight.q > 0;
}

/** Whether the client takes any coding there is. */
export function acceptsAnyCoding(acceptEncoding: string | undefined): boolean {
  return acceptEncoding !== undefined && CODINGS.some((coding) => acceptsCoding(acceptEncoding, coding));
}

/**
 * Compresses a response by what the request asks for.
 * @param tag the answer's entity tag as long as it is sent as it is
 * @param onSent told of the bytes that are sent in the end
 */
export async function compressed(
  context: AppContext,
  response: Response,
  tag: string | undefined,
  onSent: Sending["onSent"],
): Promise<Response> {
  context.env?.outgoing?.setTimeout(STALL_MILLISECONDS);
  await compressLarge(context, async () => {
    context.res = response;
  });
  const { body, status, headers } = context.res;
  const coding = CODINGS.find((candidate) => candidate === headers.get("Content-Encoding"));
  if (!coding || !body) throw new Error("the middleware did not compress what is large and accepted");
  // The middleware weakens the tag. A tag of its own for each coding stays strong.
  if (tag !== undefined) headers.set("ETag", `"${codedTag(tag, coding)}"`);
  return new Response(countedStream(body, onSent), { status, headers });
}
