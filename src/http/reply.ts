/** Replies of handlers, and sending them as responses. */

import type { ServerResponse } from "node:http";
import { pipeline, Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";

import type { AppContext } from "./app-context.ts";

/** The status of a reply that resets the connection. */
export const NO_ANSWER = 0;

/** An answer before it is a `Response`. */
export type Reply = {
  status: number;
  /** The responder adds its own. */
  headers: Record<string, string>;
  body?: Uint8Array | Chunks;
  /** The length of a body in chunks, in bytes, if it is known. */
  length?: number;
  /** The entity tag of the uncompressed body, without quotes. Default: none. */
  entityTag?: string;
  /** Whether it can be compressed. Default: false. */
  isCompressible?: boolean;
  /** Whether the request is not logged, since pages poll it. Default: false. */
  isUnlogged?: boolean;
};

/** Makes the reply to a request. */
export type Handler = (context: AppContext) => Reply | Promise<Reply>;

/**
 * A step before the answer, as Hono's middleware: it returns a reply of its own, or that of `next`. Unlike there, steps that
 * do not wait make no promise: with promises a look-up takes a tenth more.
 */
export type Step = (context: AppContext, next: () => Reply | Promise<Reply>) => Reply | Promise<Reply>;

/** How a reply is sent. */
type Sending = {
  /** The request's method: HEAD gets no body. */
  method: string;
  /** Bodies in chunks are written to it; without a socket (`app.request()`) they become a web stream. */
  outgoing: ServerResponse | undefined;
  /** Called once with the number of bytes. */
  onSent: (bytes: number) => void;
  /** Called with the error that ended the body. */
  onFault: (error: unknown) => void;
};

/** A reply that sends the client to another path. */
export function redirectReply(status: 301 | 302, Location: string): Reply {
  return { status, headers: { Location } };
}

/** A reply whose body is a small JSON document. */
export function jsonReply(status: number, document: unknown): Reply {
  return { ...jsonBodyReply(Buffer.from(JSON.stringify(document))), status };
}

/** A reply whose body is JSON text of any length. */
export function jsonBodyReply(body: Reply["body"]): Reply {
  return {
    status: 200,
    headers: { "Content-Type": "application/json; charset=utf-8" },
    body,
    isCompressible: true,
  };
}

/**
 * Makes a reply of JSON text that may be long. It is not held for a client that does not read it.
 * @param key identifies the text
 * @param make makes the text, the same on each call
 */
export type LongReply = (key: string, make: MakeText) => Promise<Reply>;

type MakeText = () => string | Promise<string>;

/** The most of a long body that is held for a client, in bytes. */
const PART_BYTES = 256 * 1024;
/** The most that is held of the long bodies that were sent last, in bytes; the last one is held in any case. */
const KEPT_BYTES = 32 * 1024 * 1024;

/** Makes the function for long replies: the bodies that were sent last are held once for all clients, others are made again. */
export function longReplies(): LongReply {
  /** By key, the latest last. */
  const kept = new Map<string, Buffer>();

  async function bodyOf(key: string, make: MakeText): Promise<Buffer> {
    const body = kept.get(key) ?? Buffer.from(await make());
    if (body.length <= PART_BYTES) return body;
    kept.delete(key);
    kept.set(key, body);
    let sum = 0;
    for (const [each, { length }] of [...kept].reverse()) {
      sum += length;
      if (sum > KEPT_BYTES && each !== key) kept.delete(each);
    }
    return body;
  }

  /** A copy, since the generator holds what it yields until the client has read it. */
  async function partAt(at: number, key: string, make: MakeText): Promise<Buffer> {
    const body = await bodyOf(key, make);
    return Buffer.from(body.subarray(at, at + PART_BYTES));
  }

  async function* parts(length: number, key: string, make: MakeText): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < length; at += PART_BYTES) yield await partAt(at, key, make);
  }

  return async (key, make) => {
    const body = await bodyOf(key, make);
    const { length } = body;
    return length <= PART_BYTES
      ? jsonBodyReply(body)
      : { ...jsonBodyReply(parts(length, key, make)), length };
  };
}

/** Makes the response, or sends it: a body in chunks is sent as fast as the client reads, until it leaves. */
export function toResponse({ status, headers, body, length }: Reply, sending: Sending): Response {
  const { method, outgoing, onSent } = sending;
  if (status === NO_ANSWER) return reset(sending);
  const isWhole = body instanceof Uint8Array;
  const bytes = isWhole ? body.length : length;
  if (bytes !== undefined) headers["Content-Length"] = String(bytes);
  if (body === undefined || method === "HEAD") {
    if (body && !isWhole) leaveUnread(body);
    onSent(0);
    return new Response(null, { status, headers });
  }
  if (isWhole) {
    onSent(body.length);
    // No body is in shared memory, which the DOM's types of a body exclude.
    return new Response(body as Uint8Array<ArrayBuffer>, { status, headers });
  }
  if (!outgoing) {
    const stream = Readable.toWeb(Readable.from(counted(body, sending)));
    return new Response(stream as ReadableStream<Uint8Array>, { status, headers });
  }
  // Node closes the response to a pipelined request only if its turn has come, but its request with the connection.
  const hasLeft = () => outgoing.destroyed || (outgoing.socket === null && outgoing.req.destroyed);
  if (hasLeft()) {
    leaveUnread(body);
    onSent(0);
    return RESPONSE_ALREADY_SENT;
  }
  outgoing.writeHead(status, headers);
  const chunks = Readable.from(counted(body, sending));
  outgoing.req.once("close", () => hasLeft() && chunks.destroy());
  // The head has been sent: if a chunk cannot be made, only a body that is cut off shows it to the client.
  pipeline(chunks, outgoing, () => {});
  return RESPONSE_ALREADY_SENT;
}

function reset({ outgoing, onSent }: Sending): Response {
  outgoing?.socket?.resetAndDestroy();
  onSent(0);
  return outgoing ? RESPONSE_ALREADY_SENT : Response.error();
}

/** Ends a body of which nothing has been read. */
function leaveUnread(chunks: Chunks): void {
  const iterator =
    Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]();
  iterator.return?.();
}

/** Yields the chunks, and reports how many bytes were read, and errors. */
async function* counted(chunks: Chunks, { onSent, onFault }: Sending): AsyncGenerator<Uint8Array, void> {
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      yield chunk;
      // A client can read so fast that its connection never fills: other requests must not wait for it.
      await nextTurn();
    }
  } catch (error) {
    if (!(error instanceof BrokenOff)) onFault(error);
    throw error;
  } finally {
    onSent(bytes);
  }
}

/** A body that is made on demand. */
export type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** The least length of a chunk of text, in characters. */
const CHUNK_LENGTH = 64 * 1024;

/** Yields texts that are made on demand as chunks. */
export function* chunksOfText(texts: Iterable<string>): Generator<Uint8Array, void> {
  let chunk = "";
  for (const text of texts) {
    chunk += text;
    if (chunk.length < CHUNK_LENGTH) continue;
    yield Buffer.from(chunk);
    chunk = "";
  }
  yield Buffer.from(chunk);
}

/** Thrown by a body that ends early through no fault of the program: the connection is closed. */
export class BrokenOff extends Error {}
