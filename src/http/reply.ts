/** What is answered to a request, and how it becomes a response that is accounted for. */
import type { Answer } from "../tree/render.ts";

/** An answer before it is a `Response`. */
export type Reply = {
  status: number;
  /** The media type of the body. */
  type: string;
  headers?: Record<string, string>;
  body: Answer;
};

/** Told once, when the last byte of the body has been handed over or the client has gone: how many bytes that was. */
export type OnSent = (bytes: number) => void;

/**
 * @param method the request's method: HEAD is answered without the body
 */
export function toResponse({ status, type, headers, body }: Reply, method: string, onSent: OnSent): Response {
  const isWhole = body instanceof Uint8Array;
  const fields: Record<string, string> = { "Content-Type": type, ...headers };
  if (isWhole) fields["Content-Length"] = String(body.length);
  if (method === "HEAD") {
    onSent(0);
    return new Response(null, { status, headers: fields });
  }
  if (!isWhole) return new Response(streamOf(body, onSent), { status, headers: fields });
  onSent(body.length);
  return new Response(body, { status, headers: fields });
}

/** A stream that renders each chunk when it is asked for, and stops when the reader goes away. */
function streamOf(chunks: Iterable<Uint8Array>, onSent: OnSent): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.iterator]();
  let bytes = 0;
  return new ReadableStream({
    pull(controller) {
      const { done, value } = iterator.next();
      if (done) {
        controller.close();
        onSent(bytes);
      } else {
        bytes += value.length;
        controller.enqueue(value);
      }
    },
    cancel() {
      iterator.return?.();
      onSent(bytes);
    },
  });
}
