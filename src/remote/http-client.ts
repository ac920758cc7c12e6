/** The HTTP client: sends one request at a time, and returns the response as a stream or whole; a failure is one plain sentence. */
import { pipeline, Readable } from "node:stream";
import { rootCertificates } from "node:tls";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import { Agent, buildConnector, type Dispatcher, EnvHttpProxyAgent } from "undici";
import type { ApiKey } from "../access/api-key.ts";
import { isLoopbackHost } from "../access/loopback.ts";
import { RefusedError, RemoteError, UsageError } from "../errors.ts";
import { shortened } from "../text/visible-text.ts";

/** How requests are sent to a site. */
export type FetchOptions = {
  /** Sent as HTTP Basic. Default: none. */
  apiKey?: ApiKey;
  /** The header that has the key as it is, instead of HTTP Basic. */
  keyHeader?: "api-key";
  /** Sent besides those of the client. Default: none. */
  headers?: Readonly<Record<string, string>>;
  /** How long a server may be silent, in seconds. */
  timeout: number;
  /** The largest answer that is read whole, in bytes once it is decoded. Default: LARGEST_ANSWER; tests set less. */
  maxAnswer?: number;
  /** Makes the connections. */
  dispatcher: Dispatcher;
};

/** A response whose body is still to come. */
export type Opened = {
  url: string;
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** Each chunk as it comes. Ending the iteration ends the request. Throws NoAnswerError if the rest does not come. */
  chunks: () => AsyncIterable<Buffer>;
  /** Reads and drops the rest, so that the connection can be used again; if it is longer than a limit, the connection is closed. */
  drain: (limit?: number) => Promise<void>;
};

/** No complete answer came; a retry may succeed. */
export class NoAnswerError extends RemoteError {}

/** No connection to the host could be made. */
export class UnreachableError extends NoAnswerError {}

/** The server was silent for as long as the time-out allows. */
export class SilenceError extends NoAnswerError {}

/** An answer came that is of no use, and a retry would bring the same: too large, in an unknown coding, a redirect elsewhere. */
export class UnfitAnswerError extends RemoteError {}

/** In bytes. Media files have no such limit. */
const LARGEST_ANSWER = 256_000_000;
/** How much of an unwanted body is read, in bytes. */
const DRAINED_BYTES = 128 * 1024;
/** How much of a body waits in memory before the server has to wait, in bytes. */
const WAITING_BYTES = 1024 * 1024;

/** What the codes of errors mean. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ENOTFOUND: "host not found",
  EAI_AGAIN: "the host name cannot be resolved now",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the network cannot be reached",
  ECONNRESET: "connection reset",
  UND_ERR_SOCKET: "the connection was closed before the answer was complete",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "the length of the answer differs from its Content-Length",
  ERR_ASSERTION: "the answer is not HTTP",
};

const UNREACHABLE_CODES = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"]);

type OpenOptions = FetchOptions & {
  /** Default: GET. */
  method?: "GET" | "HEAD";
  /** Ends the request; its reason is then thrown. Default: none. */
  signal?: AbortSignal;
};

/**
 * Sends a request, and does not follow redirects.
 * @param headers beside that of the API key
 * @throws NoAnswerError if no answer begins; RemoteError if the server's certificate is not trusted
 */
export async function openOnce(
  url: URL,
  { apiKey, keyHeader, headers: own, timeout, dispatcher, method = "GET", signal }: OpenOptions,
  headers: Readonly<Record<string, string>>,
): Promise<Opened> {
  const failureOf = (error: unknown) => (signal?.aborted ? signal.reason : failure(url, error, timeout));
  const response = await dispatcher
    .request({
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers: {
        ...headers,
        ...own,
        ...(apiKey && (keyHeader ? { [keyHeader]: apiKey.text } : { authorization: apiKey.authorization })),
      },
      headersTimeout: timeout * 1000,
      bodyTimeout: timeout * 1000,
      highWaterMark: WAITING_BYTES,
      signal,
    })
    .catch((error) => {
      throw failureOf(error);
    });
  const { body } = response;
  // Its reader gets the error, or nobody wants the rest.
  body.on("error", () => {});
  const chunks = async function* () {
    try {
      yield* body;
    } catch (error) {
      throw failureOf(error);
    }
  };
  return {
    url: url.href,
    status: response.statusCode,
    headers: response.headers,
    chunks,
    drain: async (limit = DRAINED_BYTES) => void (await body.dump({ limit })),
  };
}

/** The value of a header; the first if it was sent more than once. */
export function header(headers: Opened["headers"], name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : value?.[0];
}

/** The URL of a redirect; `undefined` if the response is no redirect. @throws UnfitAnswerError if its Location is no http URL */
export function redirectTarget(
  from: URL,
  { status, headers }: Pick<Opened, "status" | "headers">,
): URL | undefined {
  const location = [301, 302, 303, 307, 308].includes(status) ? header(headers, "location") : undefined;
  if (location === undefined) return undefined;
  const target = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  if (target && /^https?:$/.test(target.protocol)) return target;
  throw new UnfitAnswerError(`${from.href} redirects to an invalid URL`);
}

/** The error for a failed request. An untrusted certificate is final. */
function failure(url: URL, error: unknown, timeout: number): RemoteError {
  if (error instanceof RemoteError) return error;
  const { code = "", message } = error as NodeJS.ErrnoException;
  const cause = { cause: error };
  if (/^UND_ERR_(?:HEADERS|BODY|CONNECT)_TIMEOUT$/.test(code)) {
    const text = `${url.href} timed out: no data for ${timeout} s; try a larger --timeout`;
    return new SilenceError(text, cause);
  }
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)) {
    const text = `${url.origin} has a certificate that is not trusted (${message}): try --ca-file, or --insecure`;
    return new RemoteError(text, cause);
  }
  if (
    /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|wrong version number|packet length too long/.test(
      code + message,
    )
  ) {
    return new RemoteError(`${url.origin} does not speak TLS: try http:// instead of https://`, cause);
  }
  if (/^ERR_SSL_|^EPROTO$/.test(code)) {
    return new NoAnswerError(`${url.origin}: the TLS handshake failed (${code})`, cause);
  }
  const text = `${url.href} cannot be read: ${REASONS[code] ?? (message || code)}`;
  return UNREACHABLE_CODES.has(code) ? new UnreachableError(text, cause) : new NoAnswerError(text, cause);
}

/** The content codings that are requested. */
const DECODERS = { gzip: createGunzip, br: createBrotliDecompress };
type Coding = keyof typeof DECODERS;

/**
 * The coding to undo; `undefined` if the body is as it is.
 * @throws UnfitAnswerError for a coding that was not requested
 */
export function codingOf({ url, headers }: Pick<Opened, "url" | "headers">): Coding | undefined {
  const name = header(headers, "content-encoding")?.toLowerCase() ?? "identity";
  if (name === "identity") return undefined;
  if (name === "gzip" || name === "br") return name;
  // Its name is not repeated: a server may put anything there.
  throw new UnfitAnswerError(`${url} answered with an unknown Content-Encoding`);
}

/**
 * Decodes a body as it comes.
 * @throws NoAnswerError if it is corrupt or incomplete
 */
export async function* decodedChunks(
  url: string,
  chunks: AsyncIterable<Buffer>,
  coding: Coding,
): AsyncGenerator<Buffer> {
  const decoder = DECODERS[coding]();
  // The decoder throws the errors of its source.
  pipeline(Readable.from(chunks), decoder, () => {});
  try {
    yield* decoder;
  } catch (cause) {
    if (cause instanceof NoAnswerError) throw cause;
    throw new NoAnswerError(`${url} cannot be read: its ${coding} data is corrupt or incomplete`, { cause });
  }
}

/** A whole answer. */
export type Fetched = {
  /** Where it came from in the end. */
  url: string;
  status: number;
  type: string;
  body: Buffer;
  /** Bytes of the body as they were sent. */
  size: number;
  /** The header Retry-After. */
  retryAfter?: string;
  /** The header Date: the server's time when it answered. */
  date?: string;
};

const REDIRECTS_FOLLOWED = 5;

const HEADERS = { accept: "application/json", "accept-encoding": "gzip, br" };
/** On the same machine, compression takes longer than it saves. */
const LOOPBACK_HEADERS = { ...HEADERS, "accept-encoding": "identity" };

/**
 * @returns the answer of any status but 401 and 403
 * @throws RefusedError for those; NoAnswerError if no complete answer comes; UnfitAnswerError if it is too large, in an
 * unknown coding, or nested too deeply, and for a redirect that is not followed
 */
export async function fetchAnswer(url: string, options: FetchOptions): Promise<Fetched> {
  const { apiKey, maxAnswer = LARGEST_ANSWER } = options;
  try {
    const opened = await followRedirects(url, options, (target) =>
      isLoopbackHost(target.host) ? LOOPBACK_HEADERS : HEADERS,
    );
    const { status, headers } = opened;
    const sent = await collectChunks(opened.url, opened.chunks(), maxAnswer);
    const answer = {
      url: opened.url,
      status,
      type: header(headers, "content-type") ?? "",
      body: await decodedBody(opened, sent, maxAnswer),
      size: sent.length,
      retryAfter: header(headers, "retry-after"),
      date: header(headers, "date"),
    };
    if (status === 401 || status === 403) throw refused(answer, apiKey);
    return answer;
  } catch (error) {
    throw withoutKey(error, apiKey);
  }
}

/**
 * As `fetchAnswer`, but of any status, with the body as it comes.
 * @throws NoAnswerError if no answer begins; UnfitAnswerError for a redirect that is not followed
 */
export async function openAnswer(
  url: string,
  options: FetchOptions,
  headers: Record<string, string>,
): Promise<Opened> {
  try {
    return await followRedirects(url, options, () => headers);
  } catch (error) {
    throw withoutKey(error, options.apiKey);
  }
}

/** Follows redirects within the origin: beyond it, the key must not be sent. */
async function followRedirects(
  url: string,
  options: FetchOptions,
  headersFor: (target: URL) => Record<string, string>,
): Promise<Opened> {
  let target = new URL(url);
  for (let redirects = 0; ; redirects++) {
    const opened = await openOnce(target, options, headersFor(target));
    const next = redirectTarget(target, opened);
    if (next === undefined) return opened;
    await opened.drain();
    if (next.origin !== target.origin) {
      throw new UnfitAnswerError(
        `${target.origin} redirects to ${next.origin}: use --base-url ${next.origin}`,
      );
    }
    if (redirects === REDIRECTS_FOLLOWED) {
      throw new UnfitAnswerError(
        `${url} redirects more than ${REDIRECTS_FOLLOWED} times, last to ${next.pathname}`,
      );
    }
    target = next;
  }
}

/** @throws UnfitAnswerError beyond the limit; errors of the chunks */
async function collectChunks(url: string, chunks: AsyncIterable<Buffer>, limit: number): Promise<Buffer> {
  const collected: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > limit) throw new UnfitAnswerError(`${url} answered with more than ${limit / 1e6} MB`);
    collected.push(chunk);
  }
  return Buffer.concat(collected);
}

/**
 * Reads and decodes the whole body of a response.
 * @param limit in bytes, before and after decoding
 * @throws NoAnswerError if the rest does not come; UnfitAnswerError if it is too large, or in an unknown coding
 */
export async function readBody(opened: Opened, limit: number): Promise<Buffer> {
  return decodedBody(opened, await collectChunks(opened.url, opened.chunks(), limit), limit);
}

async function decodedBody(opened: Opened, body: Buffer, limit: number): Promise<Buffer> {
  const { url, status } = opened;
  try {
    const coding = codingOf(opened);
    if (coding === undefined) return body;
    return await collectChunks(url, decodedChunks(url, Readable.from([body]), coding), limit);
  } catch (error) {
    // The status of an error says more than its body.
    if (status >= 400) return Buffer.alloc(0);
    throw error;
  }
}

/** A server may repeat the API key in anything that a message shows. */
function withoutKey(error: unknown, apiKey: ApiKey | undefined): unknown {
  if (apiKey && error instanceof RemoteError) error.message = apiKey.hide(error.message);
  return error;
}

function refused(answer: Fetched, apiKey: ApiKey | undefined): RefusedError {
  const message = messageOf(answer, apiKey);
  const hint = apiKey === undefined ? "try --api-key-file" : "the API key was rejected";
  return new RefusedError(
    `${answer.url} refused access (${answer.status}${message ? `: ${message}` : ""}): ${hint}`,
  );
}

export type ConnectionOptions = {
  /** How long connecting may take, in seconds. */
  timeout: number;
  /** Certificates in PEM that are trusted in addition to Node's own. Default: none. */
  ca?: string;
  /** Accepts any certificate. Default: false. */
  insecure?: boolean;
  /** The values of HTTP_PROXY, HTTPS_PROXY and NO_PROXY. */
  proxies?: { http?: string; https?: string; except?: string };
};

/** @throws UsageError if the URL of a proxy is invalid */
export function createDispatcher({ timeout, ca, insecure, proxies }: ConnectionOptions): Dispatcher {
  const tls = {
    timeout: timeout * 1000,
    rejectUnauthorized: !insecure,
    ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
  };
  const connect = buildConnector(tls);
  if (!proxies?.http && !proxies?.https) return new Agent({ connect });
  try {
    return new EnvHttpProxyAgent({
      connect,
      requestTls: tls,
      proxyTls: tls,
      // Many proxies refuse CONNECT to plain HTTP's port.
      proxyTunnel: false,
      httpProxy: proxies.http ?? "",
      httpsProxy: proxies.https ?? "",
      noProxy: proxies.except ?? "",
    });
  } catch {
    throw new UsageError("HTTP_PROXY or HTTPS_PROXY is not a URL such as http://proxy.example:3128");
  }
}

/** How much text of a remote is repeated, in characters. */
const TEXT_LENGTH = 256;
/** How much of an answer is read for it, in bytes. */
const READ_LENGTH = 64 * 1024;

/**
 * The text of an error response: a problem's detail, a page's title, or the body.
 * @param apiKey is removed, as error pages may show the request
 */
export function messageOf({ type, body }: { type: string; body: Buffer }, apiKey?: ApiKey): string {
  const sent = body.subarray(0, READ_LENGTH).toString("utf8");
  const text = apiKey ? apiKey.hide(sent) : sent;
  const message =
    /html/i.test(type) || /^\s*<(?:!doctype|html)/i.test(text) ? titleOf(text) : (detailOf(text) ?? text);
  const words = message.replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, " ").trim();
  // The message continues after it.
  const line = words.replace(/(?<!\.)\.$/, "");
  // The key may have been in escapes of JSON.
  return shortened(apiKey ? apiKey.hide(line) : line, TEXT_LENGTH);
}

function titleOf(html: string): string {
  const title = /<title[^>]*>([^<]*)</i.exec(html)?.[1].trim();
  return title ? `a web page, "${title}"` : "a web page";
}

/** The members of JSON errors that hold a sentence, the most specific first. */
const SENTENCE_NAMES = ["detail", "message", "error", "title"];

/** The sentence in a JSON error. */
function detailOf(text: string): string | undefined {
  try {
    const document: unknown = JSON.parse(text);
    if (typeof document === "string") return document;
    if (typeof document !== "object" || document === null) return undefined;
    const members = new Map(Object.entries(document).map(([name, value]) => [name.toLowerCase(), value]));
    return SENTENCE_NAMES.map((name) => members.get(name)).find((value) => typeof value === "string");
  } catch {
    return undefined;
  }
}

/** A date in HTTP (RFC 9110, 5.6.7), without its two obsolete forms; engines parse others as they like. */
const HTTP_DATE = /^[A-Z][a-z]{2}, .* GMT$/;

/**
 * Reads a `Retry-After`, seconds or a date.
 * @param answered the response's own `Date`: the server's clock may differ from this one
 * @returns milliseconds from now; `undefined` if it is neither
 */
export function readRetryAfter(text: string, answered = ""): number | undefined {
  if (/^[0-9]+$/.test(text.trim())) return Number(text) * 1000;
  const date = readDate(text);
  return date === undefined ? undefined : Math.max(date - (readDate(answered) ?? Date.now()), 0);
}

/** An HTTP date in milliseconds; `undefined` if it is malformed. */
export function readDate(text: string): number | undefined {
  const date = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : date;
}
