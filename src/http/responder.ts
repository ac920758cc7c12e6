/** What every request goes through: may it ask, what is answered, what is logged. */
import type { ServerResponse } from "node:http";
import { type AccessOptions, accessRule } from "./access.ts";
import { type AppContext, headerOf, hostOf, pathStart } from "./app-context.ts";
import { acceptsAnyCoding, COMPRESSED_BYTES, compressed } from "./compression.ts";
import { type CorsRule, corsRule } from "./cors.ts";
import { problemReply } from "./problem.ts";
import { type Reply, toResponse } from "./reply.ts";

/** What happened to one request, told when its answer has been handed over. */
export type Exchange = {
  method: string;
  /** Path and query, as they were asked for. */
  target: string;
  status: number;
  /** Bytes of the body. */
  bytes: number;
  milliseconds: number;
};

export type ResponderOptions = AccessOptions & {
  /** The origins whose pages may read the answers, or `*`. Default: none. */
  cors?: readonly string[];
  /** Told of each exchange. Default: nobody is. */
  onExchange?: (exchange: Exchange) => void;
  /** Told of each fault of the program. Default: nobody is. */
  onFault?: (error: unknown) => void;
};

export type Handler = (context: AppContext) => Reply | Promise<Reply>;

/** @param access `open`: answered without a key, and under any name */
export type Respond = (
  context: AppContext,
  handler: Handler,
  access?: "granted" | "open",
) => Response | Promise<Response>;

/** Nothing may be used again for one who has other credentials, nor without asking (RFC 9111, section 5.2.2). */
const CACHE_CONTROL = "private, no-cache";
const VARY = "Authorization, Accept-Encoding";

const NO_CORS: CorsRule = { vary: undefined, headersFor: () => undefined, preflightFor: () => undefined };

/** Makes the function that answers requests. A handler without a promise is answered without one. */
export function responder(options: ResponderOptions): Respond {
  const { onExchange, onFault = () => {} } = options;
  const deny = accessRule(options);
  const cors = options.cors?.length ? corsRule(options.cors) : NO_CORS;
  const vary = cors.vary ? `${VARY}, ${cors.vary}` : VARY;

  return (context, handler, access = "granted") => {
    const started = onExchange ? performance.now() : 0;
    const { url, method } = context.req;
    const origin = cors === NO_CORS ? undefined : headerOf(context, "origin");

    const finish = (reply: Reply): Response | Promise<Response> => {
      const onSent = (bytes: number) =>
        onExchange?.({
          method,
          target: url.slice(pathStart(url)),
          status: reply.status,
          bytes,
          milliseconds: performance.now() - started,
        });
      reply.headers["Cache-Control"] ??= CACHE_CONTROL;
      reply.headers.Vary = vary;
      if (origin !== undefined) Object.assign(reply.headers, cors.headersFor(origin));
      if (reply.entityTag !== undefined) reply.headers.ETag = `"${reply.entityTag}"`;
      if (!isCompressed(reply, context)) {
        return toResponse(reply, {
          method,
          onSent,
          onFault,
          outgoing: context.env?.outgoing as ServerResponse,
        });
      }
      const plain = toResponse(reply, { method, onSent: () => {}, onFault });
      return compressed(context, plain, reply.entityTag, onSent);
    };
    const fail = (error: unknown) => {
      onFault(error);
      return finish(problemReply({ name: "internal", detail: "The server has met a fault of its own." }));
    };

    try {
      const preflight = method === "OPTIONS" ? cors.preflightFor(origin) : undefined;
      if (preflight) return finish({ status: 204, headers: preflight });
      const problem =
        access === "open"
          ? undefined
          : deny({ host: hostOf(url), authorization: headerOf(context, "authorization") });
      const reply = problem ? problemReply(problem) : handler(context);
      return reply instanceof Promise ? reply.then(finish).catch(fail) : finish(reply);
    } catch (error) {
      return fail(error);
    }
  };
}

/** Whether a reply is large, and the client takes it in another form. */
function isCompressed({ status, body }: Reply, context: AppContext): boolean {
  if (status !== 200 || body === undefined || context.req.method === "HEAD") return false;
  if (body instanceof Uint8Array && body.length < COMPRESSED_BYTES) return false;
  return acceptsAnyCoding(headerOf(context, "accept-encoding"));
}
