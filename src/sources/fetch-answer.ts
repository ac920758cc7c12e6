/** Fetches over HTTP: with patience for slow answers, none for silent ones, and every failure in one plain sentence. */
import { promisify } from "node:util";
import { brotliDecompress, gunzip } from "node:zlib";
import { RefusedError, RemoteError } from "../errors.ts";
import { isLoopbackHost } from "../loopback.ts";
import {
  type AnswerHead,
  askOpen,
  askWhole,
  type FetchOptions,
  header,
  NoAnswerError,
  type Opened,
} from "./exchange.ts";
import { saidBy } from "./said-by.ts";

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
};

const REDIRECTS_FOLLOWED = 5;

const HEADERS = { accept: "application/json", "accept-encoding": "gzip, br" };
/** On the way to this very machine, compressing takes longer than what it saves. */
const HEADERS_WITHIN = { ...HEADERS, "accept-encoding": "identity" };

const DECODERS: Readonly<Record<string, (body: Buffer) => Promise<Buffer>>> = {
  gzip: promisify<Buffer, Buffer>(gunzip),
  "x-gzip": promisify<Buffer, Buffer>(gunzip),
  br: promisify<Buffer, Buffer>(brotliDecompress),
};

/**
 * @returns the answer, whatever its status is, but for 401 and 403
 * @throws RefusedError for those; NoAnswerError where no whole answer comes; RemoteError for a redirect that is not followed
 */
export async function fetchAnswer(url: string, options: FetchOptions): Promise<Fetched> {
  const asked = await followed(url, options, (target) =>
    askWhole(target, options, isLoopbackHost(target.host) ? HEADERS_WITHIN : HEADERS),
  );
  const { status, headers, body: sent } = asked;
  const coding = header(headers, "content-encoding");
  const answer = {
    url: asked.url,
    status,
    type: header(headers, "content-type") ?? "",
    body: coding === undefined ? sent : await decoded(asked.url, sent, coding),
    size: sent.length,
    retryAfter: header(headers, "retry-after"),
  };
  if (status === 401 || status === 403) throw refused(answer, options);
  return answer;
}

/**
 * As `fetchAnswer`, but gives every answer, and its body as it comes.
 * @throws NoAnswerError where no answer begins; RemoteError for a redirect that is not followed
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
    const next = new URL(location, target);
    if (next.origin !== target.origin) {
      throw new RemoteError(`${target.origin} redirects to ${next.origin}: use --base-url ${next.origin}`);
    }
    if (redirects === REDIRECTS_FOLLOWED) {
      throw new RemoteError(
        `${url} redirects more than ${REDIRECTS_FOLLOWED} times, last to ${next.pathname}`,
      );
    }
    target = next;
  }
}

async function decoded(url: string, body: Buffer, coding: string): Promise<Buffer> {
  const decode = DECODERS[coding.trim().toLowerCase()];
  if (decode === undefined || body.length === 0) return body;
  try {
    return await decode(body);
  } catch (cause) {
    throw new NoAnswerError(`${url} cannot be read: its ${coding} coding is broken or cut`, { cause });
  }
}

function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

function refused(answer: Fetched, { apiKey }: FetchOptions): RefusedError {
  const said = saidBy(answer, apiKey);
  const hint = apiKey === undefined ? "try --api-key-file" : "it does not accept the API key that was sent";
  return new RefusedError(
    `${answer.url} refused access (${answer.status}${said ? `: ${said}` : ""}): ${hint}`,
  );
}
