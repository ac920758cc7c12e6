/** Runs the steps of a route, and gives each response what all have: CORS, caching, compression, a line of the log. */
import type { ServerResponse } from "node:http";
import { type AccessOptions, CREDENTIAL_HEADERS, corsRule } from "./access.ts";
import { type AppContext, headerOf, pathStart } from "./app-context.ts";
import { type Coding, chooseCoding, compress } from "./compression.ts";
import { internalFault, problemReply } from "./problem.ts";
import { type Handler, type Reply, type Step, toResponse } from "./reply.ts";
import { codedTag } from "./validators.ts";

/** A request whose response has been sent. */
export type AnsweredRequest = {
  method: string;
  /** Path and query as the client sent them. */
  target: string;
  status: number;
  /** Bytes of the body. */
  bytes: number;
  milliseconds: number;
};

export type ResponderOptions = AccessOptions & {
  /** The origins whose pages can read the answers, or `*`. */
  cors: readonly string[];
  /** Called for each answered request, if there is a log. */
  onExchange: ((exchange: AnsweredRequest) => void) | undefined;
  /** Called for each fault of the program. */
  onFault: (error: unknown) => void;
};

/** Makes the handler of a route from its steps. */
type Respond = (
  ...steps: [...before: Step[], answer: Handler]
) => (context: AppContext) => Response | Promise<Response>;

/** Smaller answers are not compressed: they fit in a few packets, and look-ups stay fast. */
const COMPRESSED_BYTES = 16 * 1024;
/** At most this many answers are compressed at a time, each with about 400 kB of memory. Others are sent plain. */
const MOST_COMPRESSIONS = 32;

/** Caches must not share answers between credentials, and must revalidate (RFC 9111, section 5.2.2). */
const CACHE_CONTROL = "private, no-cache";
export const VARY = [...CREDENTIAL_HEADERS, "Accept-Encoding"].join(", ");

/** The steps as one answer. */
function chained([step, ...others]: readonly Step[]): Handler {
  if (others.length === 0) return step as Handler;
  const rest = chained(others);
  return (context) => step(context, () => rest(context));
}

/** Creates the function that makes handlers. A handler is synchronous if its steps are. */
export function responder({ onExchange, onFault, ...options }: ResponderOptions): Respond {
  const cors = options.cors.length > 0 ? corsRule(options.cors) : undefined;
  const baseVary = cors?.vary ? `${VARY}, ${cors.vary}` : VARY;
  let compressions = 0;

  async function* compressed(body: Reply["body"] = [], coding: Coding): AsyncGenerator<Uint8Array, void> {
    compressions++;
    try {
      yield* compress(body instanceof Uint8Array ? [body] : body, coding);
    } finally {
      compressions--;
    }
  }

  const respond = (answer: Handler, context: AppContext) => {
    const { method, url } = context.req;
    const started = onExchange ? performance.now() : 0;

    const finish = (reply: Reply): Response => {
      const { status, headers, entityTag, isUnlogged } = reply;
      headers["Cache-Control"] ??= CACHE_CONTROL;
      headers.Vary = headers.Vary ? `${baseVary}, ${headers.Vary}` : baseVary;
      if (cors) Object.assign(headers, cors.headersFor(headerOf(context, "origin")));
      // A HEAD request gets the headers of a GET request.
      const coding =
        isLarge(reply) && compressions < MOST_COMPRESSIONS
          ? chooseCoding(headerOf(context, "accept-encoding"))
          : undefined;
      if (entityTag !== undefined) headers.ETag = `"${coding ? codedTag(entityTag, coding) : entityTag}"`;
      if (coding) headers["Content-Encoding"] = coding;
      return toResponse(coding ? { status, headers, body: compressed(reply.body, coding) } : reply, {
        method,
        // The server has no HTTP/2.
        outgoing: context.env?.outgoing as ServerResponse | undefined,
        onSent: (bytes) => {
          if (!onExchange || isUnlogged) return;
          const milliseconds = performance.now() - started;
          onExchange({ method, target: url.slice(pathStart(url)), status, bytes, milliseconds });
        },
        onFault,
      });
    };
    const fail = (error: unknown): Response => {
      onFault(error);
      return finish(problemReply(internalFault()));
    };
    try {
      const preflight = method === "OPTIONS" ? cors?.preflightFor(headerOf(context, "origin")) : undefined;
      if (preflight) return finish({ status: 204, headers: preflight });
      const reply = answer(context);
      return reply instanceof Promise ? reply.then(finish).catch(fail) : finish(reply);
    } catch (error) {
      return fail(error);
    }
  };
  return (...steps) => {
    const answer = chained(steps);
    return (context) => respond(answer, context);
  };
}

/** Whether compressing a reply is worthwhile. */
function isLarge({ status, body, isCompressible }: Reply): boolean {
  if (!isCompressible || status !== 200 || body === undefined) return false;
  return !(body instanceof Uint8Array) || body.length >= COMPRESSED_BYTES;
}
