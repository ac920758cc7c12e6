/** What every request goes through: may it ask, what is answered, what is logged. */
import type { ServerResponse } from "node:http";
import { type AccessOptions, accessRule, type CorsRule, corsRule } from "./access.ts";
import { type AppContext, headerOf, hostOf, pathStart } from "./app-context.ts";
import { COMPRESSED_BYTES, type Coding, Compressor, chooseCoding } from "./compression.ts";
import { internalFault, problemReply } from "./problem.ts";
import { type Reply, type Sending, toResponse } from "./reply.ts";
import { codedTag } from "./validators.ts";

/** What happened to one request, told when its answer has been handed over. */
export type AnsweredRequest = {
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
  onExchange?: (exchange: AnsweredRequest) => void;
  /** Told of each fault of the program. Default: nobody is. */
  onFault?: (error: unknown) => void;
};

export type Handler = (context: AppContext) => Reply | Promise<Reply>;

/** @param access `open`: answered without a key, and under any name */
type Respond = (
  context: AppContext,
  handler: Handler,
  access?: "granted" | "open",
) => Response | Promise<Response>;

/** Nothing may be used again for one who has other credentials, nor without asking (RFC 9111, section 5.2.2). */
const CACHE_CONTROL = "private, no-cache";
const VARY = "Authorization, Accept-Encoding";

/** Makes the function that answers requests. A handler without a promise is answered without one. */
export function responder({ onExchange, onFault, ...options }: ResponderOptions): Respond {
  const cors = options.cors?.length ? corsRule(options.cors) : undefined;
  const rules: Rules = {
    deny: accessRule(options),
    cors,
    vary: cors?.vary ? `${VARY}, ${cors.vary}` : VARY,
    compressor: new Compressor(),
    onExchange,
    onFault,
  };
  return (context, handler, access = "granted") => new Turn(context, rules).take(handler, access);
}

/** What is decided once for all requests. */
type Rules = Pick<ResponderOptions, "onExchange" | "onFault"> & {
  deny: ReturnType<typeof accessRule>;
  cors: CorsRule | undefined;
  vary: string;
  compressor: Compressor;
};

/** One request, from its arrival to its last byte. An object costs less than the closures that would do the same. */
class Turn implements Sending {
  readonly method: string;
  readonly outgoing: ServerResponse | undefined;
  readonly #context: AppContext;
  readonly #rules: Rules;
  readonly #url: string;
  readonly #started: number;
  #status = 0;
  #isUntold = false;

  constructor(context: AppContext, rules: Rules) {
    this.#context = context;
    this.#rules = rules;
    this.#url = context.req.url;
    this.#started = rules.onExchange ? performance.now() : 0;
    this.method = context.req.method;
    // The server speaks HTTP/1.1 alone.
    this.outgoing = context.env?.outgoing as ServerResponse | undefined;
  }

  take(handler: Handler, access: "granted" | "open"): Response | Promise<Response> {
    const { cors, deny } = this.#rules;
    const context = this.#context;
    try {
      const preflight =
        this.method === "OPTIONS" ? cors?.preflightFor(headerOf(context, "origin")) : undefined;
      if (preflight) return this.#finish({ status: 204, headers: preflight });
      const problem =
        access === "open"
          ? undefined
          : deny({ host: hostOf(this.#url), authorization: headerOf(context, "authorization") });
      const reply = problem ? problemReply(problem) : handler(context);
      if (!(reply instanceof Promise)) return this.#finish(reply);
      return reply.then((late) => this.#finish(late)).catch((error) => this.#fail(error));
    } catch (error) {
      return this.#fail(error);
    }
  }

  onSent(bytes: number): void {
    if (this.#isUntold) return;
    const url = this.#url;
    this.#rules.onExchange?.({
      method: this.method,
      target: url.slice(pathStart(url)),
      status: this.#status,
      bytes,
      milliseconds: performance.now() - this.#started,
    });
  }

  onFault(error: unknown): void {
    this.#rules.onFault?.(error);
  }

  #finish(reply: Reply): Response {
    const { cors, vary } = this.#rules;
    const { headers } = reply;
    this.#status = reply.status;
    this.#isUntold = reply.isUntold === true;
    headers["Cache-Control"] ??= CACHE_CONTROL;
    headers.Vary = headers.Vary ? `${vary}, ${headers.Vary}` : vary;
    if (cors) Object.assign(headers, cors.headersFor(headerOf(this.#context, "origin")));
    const coding = isLarge(reply) ? this.#codingFor() : undefined;
    const { entityTag } = reply;
    if (entityTag !== undefined) headers.ETag = `"${coding ? codedTag(entityTag, coding) : entityTag}"`;
    return toResponse(coding ? this.#inCoding(reply, coding) : reply, this);
  }

  /** HEAD is told what GET would be. */
  #codingFor(): Coding | undefined {
    const acceptEncoding = headerOf(this.#context, "accept-encoding");
    if (acceptEncoding === undefined || !this.#rules.compressor.isFree) return undefined;
    return chooseCoding(acceptEncoding);
  }

  #inCoding({ status, headers, body = [] }: Reply, coding: Coding): Reply {
    headers["Content-Encoding"] = coding;
    const chunks = body instanceof Uint8Array ? [body] : body;
    return { status, headers, body: this.#rules.compressor.compress(chunks, coding) };
  }

  #fail(error: unknown): Response {
    this.onFault(error);
    return this.#finish(problemReply(internalFault()));
  }
}

/** Whether it is worth while to compress a reply. */
function isLarge({ status, body, isCompressible }: Reply): boolean {
  if (!isCompressible || status !== 200 || body === undefined) return false;
  return !(body instanceof Uint8Array) || body.length >= COMPRESSED_BYTES;
}
