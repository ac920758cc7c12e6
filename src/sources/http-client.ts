/** Asks sites over HTTP: one exchange at a time, whose body is taken as it comes or whole; whatever keeps an answer from coming is told in one plain sentence. */

import { pipeline, Readable, type Transform } from "node:stream";
import { rootCertificates } from "node:tls";
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";
import { Agent, type Dispatcher, EnvHttpProxyAgent } from "undici";
import type { ApiKey } from "../access/api-key.ts";
import { isLoopbackHost } from "../access/loopback.ts";
import { RefusedError, RemoteError, UsageError } from "../errors.ts";
import { beyondBounds } from "../json/json-bounds.ts";
import { shortened } from "../text/visible-text.ts";

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
};

/** What an answer begins with. */
type AnswerHead = {
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
const LARGEST_ANSWER = 256_000_000;

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
function tooLarge(url: string, limit: number): UnfitAnswerError {
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

/** The most that is read of a body that nobody wants, in bytes. */
const DRAINED_BYTES = 128 * 1024;
/** So much of a body waits for who takes it before the server has to wait. */
const HELD_BYTES = 1024 * 1024;
/** Where the server cannot be made to wait, so much. */
const MOST_HELD_BYTES = 256 * 1024 * 1024;

/** @throws NoAnswerError where no answer begins; RemoteError where the server's certificate is not trusted */
function askOpen(url: URL, options: FetchOptions, fields: Readonly<Record<string, string>>): Promise<Opened> {
  return new Promise((resolve, reject) => {
    const body = new Body(url);
    exchange(url, options, fields, {
      begin: (head, controller) => {
        body.begin(controller, head.headers);
        resolve({ ...head, chunks: () => body.chunks(), drain: () => drained(body.chunks()) });
      },
      take: (chunk) => body.push(chunk),
      end: () => body.end(),
      fail: (error) => {
        reject(error);
        body.end(error);
      },
    });
  });
}

/** A body between the connection, which brings it, and who takes it. */
class Body {
  readonly #url: URL;
  #controller: Dispatcher.DispatchController | undefined;
  #canPause = false;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #ending: { error?: Error } | undefined;
  #wake = () => {};

  constructor(url: URL) {
    this.#url = url;
  }

  begin(controller: Dispatcher.DispatchController, headers: AnswerHead["headers"]): void {
    this.#controller = controller;
    // Undici 7 ends the process where a paused answer's connection is closed, unless that was to be kept alive.
    const isFramed = headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
    this.#canPause = isFramed && /\bkeep-alive\b/i.test(String(headers.connection));
  }

  /** @throws NoAnswerError where more waits than memory should hold */
  push(chunk: Buffer): void {
    this.#held.push(chunk);
    this.#heldBytes += chunk.length;
    if (this.#canPause && this.#heldBytes > HELD_BYTES) this.#controller?.pause();
    else if (this.#heldBytes > MOST_HELD_BYTES) {
      throw new NoAnswerError(`${this.#url.href} sends faster than it can be written`);
    }
    this.#wake();
  }

  end(error?: Error): void {
    this.#ending ??= { error };
    this.#wake();
  }

  /** Each chunk; who takes no more ends the request. */
  async *chunks(): AsyncGenerator<Buffer> {
    try {
      for (;;) {
        const held = this.#held;
        this.#held = [];
        this.#heldBytes = 0;
        if (this.#controller?.paused) this.#controller.resume();
        yield* held;
        if (this.#held.length > 0) continue;
        if (this.#ending?.error) throw this.#ending.error;
        if (this.#ending) return;
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    } finally {
      if (!this.#ending) this.#controller?.abort(new Error("nobody takes the rest"));
    }
  }
}

async function drained(chunks: AsyncIterable<Buffer>): Promise<void> {
  let size = 0;
  try {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > DRAINED_BYTES) return;
    }
  } catch {
    // Nobody wants what is missing.
  }
}

/** Undoes a coding. @param begin the first bytes of the body */
type Decoder = (begin: Buffer) => Transform;

const GZIP: Decoder = () => createGunzip();
const CODINGS: Readonly<Record<string, Decoder>> = {
  gzip: GZIP,
  "x-gzip": GZIP,
  // Some servers send bare DEFLATE data under this name (RFC 9110, 8.4.1.2).
  deflate: (begin) => (isZlib(begin) ? createInflate() : createInflateRaw()),
  br: () => createBrotliDecompress(),
};

/** More than that, one over the other, is no honest server's. */
const MOST_CODINGS = 3;

/**
 * The codings to undo, the last applied first; none where the body is as it is.
 * @throws UnfitAnswerError where there is one that nobody asked for and that is not known
 */
export function codingsOf(url: string, headers: Opened["headers"]): string[] {
  // That of chunks is undone with the connection.
  const names = [...namesIn(headers["content-encoding"]), ...namesIn(headers["transfer-encoding"])].filter(
    (name) => name !== "chunked",
  );
  const unknown = names.find((name) => !Object.hasOwn(CODINGS, name));
  if (unknown === undefined && names.length <= MOST_CODINGS) return names.toReversed();
  // Its name is not repeated: a server may put anything there.
  throw new UnfitAnswerError(`${url} answered in a coding that was not asked for (Content-Encoding)`);
}

function namesIn(value: string | string[] | undefined): string[] {
  const names = [value ?? []].flat().join(",").toLowerCase().split(",");
  return names.map((name) => name.trim()).filter((name) => name !== "" && name !== "identity");
}

/**
 * Decodes a whole body.
 * @param limit the most bytes that it may come to; no more is ever made of it
 * @throws UnfitAnswerError beyond the limit; NoAnswerError where it is broken or cut
 */
async function decoded(
  url: string,
  body: Buffer,
  codings: readonly string[],
  limit: number,
): Promise<Buffer> {
  if (codings.length === 0) return body;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of decodedChunks(url, Readable.from([body]), codings)) {
    size += chunk.length;
    if (size > limit) throw tooLarge(url, limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Decodes a body as it comes.
 * @throws NoAnswerError where it is broken or cut
 */
export function decodedChunks(
  url: string,
  chunks: AsyncIterable<Buffer>,
  codings: readonly string[],
): AsyncIterable<Buffer> {
  return codings.reduce((coded, name) => undone(url, coded, name), chunks);
}

async function* undone(url: string, coded: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer> {
  const source = coded[Symbol.asyncIterator]();
  const first = await source.next();
  if (first.done || first.value.length === 0) return;
  const all = async function* () {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => source };
  };
  const decoder = CODINGS[name](first.value);
  // What goes wrong before the decoder is told by it.
  pipeline(Readable.from(all()), decoder, () => {});
  try {
    yield* decoder;
  } catch (error) {
    throw error instanceof NoAnswerError ? error : broken(url, name, error);
  }
}

/** Whether it begins with the head that RFC 1950 has. */
function isZlib(body: Buffer): boolean {
  return (body[0] & 0x0f) === 8 && (body.length < 2 || body.readUInt16BE(0) % 31 === 0);
}

function broken(url: string, name: string, cause: unknown): NoAnswerError {
  return new NoAnswerError(`${url} cannot be read: its ${name} coding is broken or cut`, { cause });
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
  /** The header of that name. */
  retryAfter?: string;
  /** The header `Date`: when the server says that it answered. */
  date?: string;
};

const REDIRECTS_FOLLOWED = 5;

const HEADERS = { accept: "application/json", "accept-encoding": "gzip, br" };
/** On the way to this very machine, compressing takes longer than what it saves. */
const HEADERS_WITHIN = { ...HEADERS, "accept-encoding": "identity" };

/**
 * @returns the answer, whatever its status is, but for 401 and 403
 * @throws RefusedError for those; NoAnswerError where no whole answer comes; UnfitAnswerError for one that is too large, in an
 * unknown coding, or nested too deeply, and for a redirect that is not followed
 */
export async function fetchAnswer(url: string, options: FetchOptions): Promise<Fetched> {
  const asked = await followed(url, options, (target) =>
    askWhole(target, options, isLoopbackHost(target.host) ? HEADERS_WITHIN : HEADERS),
  );
  const { status, headers } = asked;
  const answer = {
    url: asked.url,
    status,
    type: header(headers, "content-type") ?? "",
    body: await bodyOf(asked, options),
    size: asked.body.length,
    retryAfter: header(headers, "retry-after"),
    date: header(headers, "date"),
  };
  if (status === 401 || status === 403) throw refused(answer, options);
  refuseBeyondBounds(answer);
  return answer;
}

/**
 * One exchange whose body is wanted whole.
 * @throws NoAnswerError where no whole answer comes; RemoteError where the server's certificate is not trusted;
 * UnfitAnswerError as soon as the answer is larger than `maxAnswer`
 */
function askWhole(
  url: URL,
  options: FetchOptions,
  fields: Readonly<Record<string, string>>,
): Promise<AnswerHead & { body: Buffer }> {
  const { maxAnswer = LARGEST_ANSWER } = options;
  return new Promise((resolve, reject) => {
    let head: AnswerHead = { url: url.href, status: 0, headers: {} };
    const chunks: Buffer[] = [];
    let size = 0;
    exchange(url, options, fields, {
      begin: (begun) => {
        head = begun;
      },
      take: (chunk) => {
        size += chunk.length;
        if (size > maxAnswer) throw tooLarge(url.href, maxAnswer);
        chunks.push(chunk);
      },
      end: () => resolve({ ...head, body: chunks.length === 1 ? chunks[0] : Buffer.concat(chunks) }),
      fail: reject,
    });
  });
}

/** A web page is none of JSON: what reads it says so. */
function refuseBeyondBounds({ url, status, body }: Fetched): void {
  if (status !== 200 || /^\s*</.test(body.toString("latin1", 0, 64))) return;
  const beyond = beyondBounds(body);
  if (beyond !== undefined) throw new UnfitAnswerError(`${url} answered with ${beyond}`);
}

async function bodyOf(
  { url, status, headers, body }: AnswerHead & { body: Buffer },
  { maxAnswer = LARGEST_ANSWER }: FetchOptions,
): Promise<Buffer> {
  try {
    return await decoded(url, body, codingsOf(url, headers), maxAnswer);
  } catch (error) {
    // What a refusal says is less than that it is one.
    if (status >= 400) return Buffer.alloc(0);
    throw error;
  }
}

/**
 * As `fetchAnswer`, but gives every answer, and its body as it comes.
 * @throws NoAnswerError where no answer begins; UnfitAnswerError for a redirect that is not followed
 */
export function openAnswer(
  url: string,
  options: FetchOptions,
  headers: Record<string, string>,
): Promise<Opened> {
  return followed(url, options, async (target) => {
    const opened = await askOpen(target, options, headers);
    // The connection can be used again only when all has been read.
    if (isRedirect(opened.status)) await opened.drain();
    return opened;
  });
}

/** Asks, and follows redirects within the origin. What it throws is said without the API key. */
async function followed<T extends AnswerHead>(
  url: string,
  { apiKey }: FetchOptions,
  ask: (target: URL) => Promise<T>,
): Promise<T> {
  try {
    return await lastOf(url, ask);
  } catch (error) {
    if (apiKey && error instanceof RemoteError) error.message = apiKey.hide(error.message);
    throw error;
  }
}

async function lastOf<T extends AnswerHead>(url: string, ask: (target: URL) => Promise<T>): Promise<T> {
  let target = new URL(url);
  for (let redirects = 0; ; redirects++) {
    const answer = await ask(target);
    const location = isRedirect(answer.status) ? header(answer.headers, "location") : undefined;
    if (location === undefined) return answer;
    target = redirected(target, location);
    if (redirects === REDIRECTS_FOLLOWED) {
      throw new UnfitAnswerError(
        `${url} redirects more than ${REDIRECTS_FOLLOWED} times, last to ${target.pathname}`,
      );
    }
  }
}

/** Where a redirect leads, within the origin: beyond it the key must not go. */
function redirected(from: URL, location: string): URL {
  const next = redirectTarget(from, location);
  if (next === undefined) throw new UnfitAnswerError(`${from.href} redirects to what is no address`);
  if (next.origin !== from.origin) {
    throw new UnfitAnswerError(`${from.origin} redirects to ${next.origin}: use --base-url ${next.origin}`);
  }
  return next;
}

function refused(answer: Fetched, { apiKey }: FetchOptions): RefusedError {
  const said = saidBy(answer, apiKey);
  const hint = apiKey === undefined ? "try --api-key-file" : "it does not accept the API key that was sent";
  return new RefusedError(
    `${answer.url} refused access (${answer.status}${said ? `: ${said}` : ""}): ${hint}`,
  );
}

export type ConnectionOptions = {
  /** How long connecting may take, in seconds. */
  timeout: number;
  /** Certificates in PEM that are trusted beside those that come with Node. Default: none. */
  ca?: string;
  /** Takes any certificate. Default: false. */
  insecure?: boolean;
  /** Proxies for plain and for TLS connections, and the hosts that are reached without; as in the variables. */
  proxies?: { http?: string; https?: string; except?: string };
};

/** @throws UsageError where a proxy's URL is none */
export function createDispatcher({ timeout, ca, insecure, proxies }: ConnectionOptions): Dispatcher {
  const tls = {
    timeout: timeout * 1000,
    rejectUnauthorized: !insecure,
    ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
  };
  if (!proxies?.http && !proxies?.https) return new Agent({ connect: tls });
  try {
    return new EnvHttpProxyAgent({
      connect: tls,
      requestTls: tls,
      proxyTls: tls,
      // Many proxies refuse CONNECT to plain HTTP's port.
      proxyTunnel: false,
      httpProxy: proxies.http ?? "",
      httpsProxy: proxies.https ?? "",
      noProxy: proxies.except ?? "",
    });
  } catch {
    throw new UsageError("HTTP_PROXY or HTTPS_PROXY is no URL: it looks like http://proxy.example:3128");
  }
}

/** How much text of a remote is repeated, in characters. */
const TEXT_LENGTH = 256;
/** How much of an answer is looked at, in bytes. */
const READ_LENGTH = 64 * 1024;

/**
 * What an answer says in words: a problem's detail, a page's title, or its text.
 * @param apiKey left out, as error pages may show the request that they answer
 */
export function saidBy({ type, body }: { type: string; body: Buffer }, apiKey?: ApiKey): string {
  const sent = body.subarray(0, READ_LENGTH).toString("utf8");
  const text = apiKey ? apiKey.hide(sent) : sent;
  const said =
    /html/i.test(type) || /^\s*<(?:!doctype|html)/i.test(text) ? titleOf(text) : (detailOf(text) ?? text);
  const words = said.replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, " ").trim();
  // A sentence goes on behind it.
  const line = words.replace(/(?<!\.)\.$/, "");
  // Escapes of JSON have been undone meanwhile.
  return shortened(apiKey ? apiKey.hide(line) : line, TEXT_LENGTH);
}

function titleOf(html: string): string {
  const title = /<title[^>]*>([^<]*)</i.exec(html)?.[1].trim();
  return title ? `a web page, "${title}"` : "a web page";
}

/** Names under which errors that are JSON hold a sentence, the most telling first. */
const SENTENCE_NAMES = ["detail", "message", "error", "title"];

/** The sentence in an error that is JSON. */
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

/** The three forms that a date has in HTTP (RFC 9110, 5.6.7); others would be read as the engine sees fit. */
const HTTP_DATE =
  /^(?:[A-Z][a-z]{2}, .* GMT|[A-Z][a-z]+day, .* GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ 0-9]{2} [0-9:]{8} [0-9]{4})$/;

/**
 * Reads a `Retry-After`, seconds or a date.
 * @param answered the answer's own `Date`: its clock may not be this one's
 * @returns milliseconds from now; `undefined` where it is neither
 */
export function readRetryAfter(text: string, answered = ""): number | undefined {
  if (/^[0-9]+$/.test(text.trim())) return Number(text) * 1000;
  const date = readDate(text);
  return date === undefined ? undefined : Math.max(date - (readDate(answered) ?? Date.now()), 0);
}

/** A date of HTTP in milliseconds, or `undefined` where it is none. */
export function readDate(text: string): number | undefined {
  const trimmed = text.trim();
  if (!HTTP_DATE.test(trimmed)) return undefined;
  // The oldest form does not name its zone.
  const date = Date.parse(trimmed.endsWith("GMT") ? trimmed : `${trimmed} GMT`);
  return Number.isNaN(date) ? undefined : date;
}
