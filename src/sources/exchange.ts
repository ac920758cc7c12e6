/** One exchange over HTTP: a request, and what comes back as it comes; whatever keeps it from coming, in one plain sentence. */
import type { Dispatcher } from "undici";
import type { ApiKey } from "../access/api-key.ts";
import { RemoteError } from "../errors.ts";

/** How a remote is asked. */
export type FetchOptions = {
  /** Sent as HTTP Basic. Default: none. */
  apiKey?: ApiKey;
  /** How long a server may be silent, in seconds. A body must also bring 1,000 bytes a second in each such stretch. */
  timeout: number;
  /** The largest answer that is wanted whole, in bytes once it is decoded. Default: LARGEST_ANSWER. */
  maxAnswer?: number;
  /** Makes the connections. */
  dispatcher: Dispatcher;
  /** Called just before a request is sent for an answer that is wanted whole; what it throws ends that request. */
  onSend?: () => void;
};

/** What an answer begins with. */
export type AnswerHead = {
  /** Where it comes from. */
  url: string;
  status: number;
  headers: Record<string, string | string[] | undefined>;
};

/** An answer whose body is still to come. */
export type Opened = AnswerHead & {
  /** Each chunk as it comes; throws NoAnswerError where the rest does not. */
  chunks: () => AsyncIterable<Buffer>;
  /** Reads what is left to nowhere, so that the connection can be used again; where that is much, it is closed. */
  drain: () => Promise<void>;
};

/** No whole answer came, which may be otherwise another time. */
export class NoAnswerError extends RemoteError {}

/** Nothing came for as long as a server may be silent. */
export class SilenceError extends NoAnswerError {}

/** An answer came, but of no use, and the next would be no other: too large, in an unknown coding, a redirect elsewhere. */
export class UnfitAnswerError extends RemoteError {}

/** The largest answer that is wanted whole, in bytes, unless it is said otherwise. Files have no such limit. */
export const LARGEST_ANSWER = 256_000_000;

/** The least that a body must bring in each stretch of the time-out's length, in bytes a second. */
const LEAST_RATE = 1000;

/** What the codes of errors mean. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "the host is not known",
  EAI_AGAIN: "the host's name cannot be looked up now",
  ECONNRESET: "the connection was cut",
  UND_ERR_SOCKET: "the connection was cut before the answer was whole",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "the answer has another length than its Content-Length says",
  ERR_ASSERTION: "what came is no HTTP",
};

/** Who takes an answer as it comes. What `begin` and `take` throw ends the request, and is told to `fail`. */
type Taker = {
  /** Told before a request is sent; what it throws ends that request. Default: nobody is. */
  send?: (controller: Dispatcher.DispatchController) => void;
  begin: (head: AnswerHead, controller: Dispatcher.DispatchController) => void;
  take: (chunk: Buffer) => void;
  end: () => void;
  /** Told instead of `end`, and maybe of `begin`: a RemoteError, or what `send` has thrown. */
  fail: (error: Error) => void;
};

/**
 * Sends a request, GET by default. It does without the stream that undici makes of each body, which is half of what a small answer costs.
 * @param fields header fields beside those of the API key
 * @param taker fails with NoAnswerError where no whole answer comes, with RemoteError where the server's certificate is not
 * trusted
 */
export function exchange(
  url: URL,
  { apiKey, timeout, dispatcher, method = "GET" }: FetchOptions & { method?: "GET" | "HEAD" },
  fields: Readonly<Record<string, string>>,
  taker: Taker,
): void {
  const credentials = apiKey === undefined ? {} : { authorization: apiKey.authorization };
  const request: Dispatcher.DispatchOptions = {
    origin: url.origin,
    path: url.pathname + url.search,
    method,
    headers: { ...fields, ...credentials },
    headersTimeout: timeout * 1000,
    bodyTimeout: timeout * 1000,
  };
  dispatcher.dispatch(request, handlerFor(url, timeout, taker));
}

/** Passes what comes on, as long as it comes fast enough. */
function handlerFor(url: URL, timeout: number, taker: Taker): Dispatcher.DispatchHandler {
  const pace = new Pace(timeout);
  return {
    onRequestStart: (controller) => {
      try {
        taker.send?.(controller);
      } catch (error) {
        taker.fail(error as Error);
        controller.abort(error as Error);
      }
    },
    // What the next two throw ends the request, and is told to onResponseError.
    onResponseStart: (controller, status, headers) => {
      if (status >= 200) pace.restart();
      else if (pace.isOver) throw silent(url, timeout);
      else return;
      taker.begin({ url: url.href, status, headers }, controller);
    },
    onResponseData: (_controller, chunk) => {
      if (!pace.keepsUp(chunk.length)) throw slow(url);
      taker.take(chunk);
    },
    onResponseEnd: () => taker.end(),
    onResponseError: (_controller, error) => taker.fail(failure(url, error, timeout)),
  };
}

/** Whether an answer comes fast enough: one that drips is never silent, and would never end. */
class Pace {
  readonly #window: number;
  #since = performance.now();
  #bytes = 0;

  /** @param timeout seconds; it begins now */
  constructor(timeout: number) {
    this.#window = timeout * 1000;
  }

  /** Whether more than the time-out has passed since it began. */
  get isOver(): boolean {
    return performance.now() - this.#since >= this.#window;
  }

  /** Begins anew: what comes now is another part of the answer. */
  restart(): void {
    this.#since = performance.now();
    this.#bytes = 0;
  }

  /**
   * Takes in bytes that have come.
   * @returns false where too few have come for the time that they took
   */
  keepsUp(bytes: number): boolean {
    this.#bytes += bytes;
    if (!this.isOver) return true;
    const seconds = (performance.now() - this.#since) / 1000;
    const isFast = this.#bytes >= LEAST_RATE * seconds;
    this.restart();
    return isFast;
  }
}

/** The value of a header; where it was sent more than once, the first. */
export function header(headers: Opened["headers"], name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : value?.[0];
}

export function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/** Where a `Location` leads; `undefined` where it is no address of a page. */
export function redirectTarget(from: URL, location: string): URL | undefined {
  const target = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  return target && /^https?:$/.test(target.protocol) ? target : undefined;
}

/** An answer that is larger than what is taken. */
export function tooLarge(url: string, limit: number): UnfitAnswerError {
  return new UnfitAnswerError(`${url} answered with more than ${limit / 1e6} MB: try a larger --max-answer`);
}

/** An answer that drips. */
function slow(url: URL): NoAnswerError {
  return new NoAnswerError(`${url.href} sent less than ${LEAST_RATE} bytes a second: try a larger --timeout`);
}

/** An answer that does not come, or does not go on. */
function silent(url: URL, timeout: number, cause?: unknown): SilenceError {
  return new SilenceError(`${url.href} was silent for ${timeout} s: try a larger --timeout`, { cause });
}

/**
 * What kept an answer from coming, in words. A certificate that is not trusted will not be so the next time either.
 * @returns one that has its words already as it is
 */
function failure(url: URL, error: unknown, timeout: number): RemoteError {
  if (error instanceof RemoteError) return error;
  const { code = "", message } = error as NodeJS.ErrnoException;
  if (/^UND_ERR_(?:HEADERS|BODY|CONNECT)_TIMEOUT$/.test(code)) return silent(url, timeout, error);
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)) {
    return new RemoteError(
      `${url.origin} has a certificate that is not trusted (${message}): try --ca-file, or --insecure`,
      { cause: error },
    );
  }
  if (
    /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|wrong version number|packet length too long/.test(
      code + message,
    )
  ) {
    return new RemoteError(`${url.origin} does not speak TLS: try http:// in place of https://`, {
      cause: error,
    });
  }
  if (/^ERR_SSL_|^EPROTO$/.test(code)) {
    return new NoAnswerError(`${url.origin} and this program agree on no TLS connection (${code})`, {
      cause: error,
    });
  }
  return new NoAnswerError(`${url.href} cannot be read: ${REASONS[code] ?? (message || code)}`, {
    cause: error,
  });
}
