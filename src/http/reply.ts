/** Replies of handlers, and sending them as responses. */

import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
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
  /** The entity tag of the uncompressed body, without quotes. Default: none. */
  entityTag?: string;
  /** Whether it can be compressed. Default: false. */
  isCompressible?: boolean;
  /** Whether the request is not logged, since pages poll it. Default: false. */
  isUnlogged?: boolean;
};

/** Makes the reply to a request. */
export type Answer = (context: AppContext) => Reply | Promise<Reply>;

/**
 * A step before the answer, as Hono's middleware: it returns a reply of its own, or that of `next`. Unlike there, steps that
 * do not wait make no promise: with promises a look-up takes a tenth more.
 */
export type Step = (context: AppContext, next: () => Reply | Promise<Reply>) => Reply | Promise<Reply>;

/** How a reply is sent. */
type Sending = SendingEvents & {
  /** The request's method: HEAD gets no body. */
  method: string;
  /** Long bodies are written to it. Default: they become a web stream. */
  outgoing?: ServerResponse;
};

/** A reply whose body is a small JSON document. */
export function jsonReply(status: number, document: unknown): Reply {
  return { ...jsonTextReply(JSON.stringify(document)), status };
}

/** A reply whose body is JSON text. */
export function jsonTextReply(json: string): Reply {
  return {
    status: 200,
    headers: { "Content-Type": "application/json; charset=utf-8" },
    body: Buffer.from(json),
    isCompressible: true,
  };
}

export function toResponse({ status, headers, body }: Reply, sending: Sending): Response {
  const { method, outgoing } = sending;
  if (status === NO_ANSWER) return reset(sending);
  const isWhole = body instanceof Uint8Array;
  if (isWhole) headers["Content-Length"] = String(body.length);
  if (body === undefined || method === "HEAD") {
    // Nobody reads the chunks.
    if (!isWhole && body !== undefined) iteratorOf(body).return?.();
    sending.onSent(0);
    return new Response(null, { status, headers });
  }
  if (isWhole && (!outgoing || body.length <= PART_BYTES)) {
    sending.onSent(body.length);
    // No body is in shared memory, which the DOM's types of a body exclude.
    return new Response(body as Uint8Array<ArrayBuffer>, { status, headers });
  }
  const chunks = isWhole ? partsOf(body) : body;
  if (!outgoing) {
    const stream = Readable.toWeb(Readable.from(counted(chunks, sending)));
    return new Response(stream as ReadableStream<Uint8Array>, { status, headers });
  }
  outgoing.writeHead(status, headers);
  sendChunks(chunks, outgoing, sending);
  return RESPONSE_ALREADY_SENT;
}

function reset(sending: Sending): Response {
  sending.outgoing?.socket?.resetAndDestroy();
  sending.onSent(0);
  return sending.outgoing ? RESPONSE_ALREADY_SENT : Response.error();
}

/** Yields the chunks, and reports how many bytes were read. */
async function* counted(
  chunks: Chunks,
  { onSent, onFault }: SendingEvents,
): AsyncGenerator<Uint8Array, void> {
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      yield chunk;
    }
  } catch (error) {
    onFault(error);
    throw error;
  } finally {
    onSent(bytes);
  }
}

/** A body that is made on demand. */
export type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** How many bytes of a whole body are written at once. */
export const PART_BYTES = 64 * 1024;

/** Thrown by a body that ends early through no fault of the program: the connection is closed. */
export class BrokenOff extends Error {
  /** Whether the client gets a reset instead of a close. */
  readonly isReset: boolean;

  constructor(message: string, isReset = false) {
    super(message);
    this.isReset = isReset;
  }
}

/** `onSent` is called once with the number of bytes; `onFault` with the error that ended the body. */
type SendingEvents = { onSent: (bytes: number) => void; onFault: (error: unknown) => void };

/** Sends chunks with backpressure, and stops when the client leaves. */
export function sendChunks(chunks: Chunks, outgoing: ServerResponse, events: SendingEvents): void {
  const iterator = iteratorOf(chunks);
  let bytes = 0;
  let isFinished = false;
  const fail = (error: unknown) => {
    if (!(error instanceof BrokenOff)) events.onFault(error);
    // The head has been sent: only a body that is cut off shows the fault to the client.
    if (error instanceof BrokenOff && error.isReset) outgoing.socket?.resetAndDestroy();
    else outgoing.destroy();
  };
  const send = ({ done, value }: IteratorResult<Uint8Array>) => {
    if (outgoing.destroyed || isFinished) return;
    if (done) {
      outgoing.end();
      return;
    }
    bytes += value.length;
    // A client can read so fast that its connection never fills: other requests must not wait for it.
    if (outgoing.write(value)) setImmediate(step);
  };
  const step = () => {
    if (outgoing.destroyed || isFinished) return;
    try {
      const next = iterator.next();
      if (next instanceof Promise) next.then(send).catch(fail);
      else send(next);
    } catch (error) {
      fail(error);
    }
  };
  const finish = () => {
    if (isFinished) return;
    isFinished = true;
    Promise.resolve(iterator.return?.()).catch(fail);
    events.onSent(bytes);
  };
  // Node closes the response to a pipelined request only if its turn has come, but its request with the connection.
  const hasLeft = () => outgoing.socket === null && outgoing.req.destroyed;
  if (outgoing.destroyed || hasLeft()) {
    finish();
    return;
  }
  outgoing.on("drain", () => setImmediate(step));
  outgoing.once("close", finish);
  outgoing.req.once("close", () => hasLeft() && finish());
  step();
}

/** The parts of a whole body, not copied. */
function* partsOf(body: Uint8Array): Generator<Uint8Array, void> {
  for (let at = 0; at < body.length; at += PART_BYTES) yield body.subarray(at, at + PART_BYTES);
}

/** The iterator of chunks, synchronous or not. */
function iteratorOf(chunks: Chunks): Iterator<Uint8Array> | AsyncIterator<Uint8Array> {
  return Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]();
}
