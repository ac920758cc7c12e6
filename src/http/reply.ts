/** What is answered to a request, and how it becomes a response that is accounted for. */
import type { ServerResponse } from "node:http";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Answer } from "../tree/render.ts";
import { sendChunks } from "./send-chunks.ts";

/** An answer before it is a `Response`. */
export type Reply = {
  status: number;
  /** The reply's own: what sends it adds to it. */
  headers: Record<string, string>;
  body?: Answer;
  /** The body's entity tag as long as it is sent as it is, without its quotes. Default: none. */
  entityTag?: string;
};

/** How a reply is sent. */
export type Sending = {
  /** The request's method: HEAD is answered without the body. */
  method: string;
  /** Told once, when the last byte has been handed over or the client has gone, how many bytes of the body went. */
  onSent: (bytes: number) => void;
  /** Told of a fault that keeps the rest of a body from being made. */
  onFault: (error: unknown) => void;
  /** Where a long body is written to. Default: it becomes the response's stream. */
  outgoing?: ServerResponse;
};

/** A reply whose body is a small JSON document. */
export function jsonReply(status: number, document: unknown): Reply {
  return {
    status,
    headers: { "Content-Type": "application/json; charset=utf-8" },
    body: Buffer.from(JSON.stringify(document)),
  };
}

export function toResponse({ status, headers, body }: Reply, sending: Sending): Response {
  const { method, outgoing } = sending;
  const isWhole = body instanceof Uint8Array;
  if (isWhole) headers["Content-Length"] = String(body.length);
  if (body === undefined || method === "HEAD") {
    sending.onSent(0);
    return new Response(null, { status, headers });
  }
  if (isWhole) {
    sending.onSent(body.length);
    return new Response(body, { status, headers });
  }
  if (!outgoing) return new Response(streamOf(body, sending), { status, headers });
  outgoing.writeHead(status, headers);
  sendChunks(body, outgoing, sending);
  return RESPONSE_ALREADY_SENT;
}

/** A stream that makes each chunk when it is asked for, and stops when the reader goes away. */
function streamOf(
  chunks: Iterable<Uint8Array>,
  sending: Pick<Sending, "onSent" | "onFault">,
): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.iterator]();
  let bytes = 0;
  return new ReadableStream({
    pull(controller) {
      try {
        const { done, value } = iterator.next();
        if (done) {
          sending.onSent(bytes);
          controller.close();
        } else {
          bytes += value.length;
          controller.enqueue(value);
        }
      } catch (error) {
        sending.onSent(bytes);
        sending.onFault(error);
        controller.error(error);
      }
    },
    cancel() {
      iterator.return?.();
      sending.onSent(bytes);
    },
  });
}

/** The response, its body being counted on its way. */
export function counted(response: Response, onSent: Sending["onSent"]): Response {
  const { body, status, headers } = response;
  if (body !== null) return new Response(countedStream(body, onSent), { status, headers });
  onSent(0);
  return response;
}

/** The same stream, whose bytes are counted. */
export function countedStream(
  stream: ReadableStream<Uint8Array>,
  onSent: Sending["onSent"],
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  let bytes = 0;
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) {
        controller.close();
        onSent(bytes);
      } else {
        bytes += value.length;
        controller.enqueue(value);
      }
    },
    async cancel(reason) {
      onSent(bytes);
      await reader.cancel(reason);
    },
  });
}
