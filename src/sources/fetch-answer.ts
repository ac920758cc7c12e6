/** Fetches over HTTP: with patience for slow answers, none for silent ones, and every failure in one plain sentence. */

import { isLoopbackHost } from "../access/loopback.ts";
import { RefusedError, RemoteError } from "../errors.ts";
import { beyondBounds } from "../json/json-bounds.ts";
import { askOpen } from "./ask-open.ts";
import { codingsOf, decoded } from "./content-coding.ts";
import {
  type AnswerHead,
  exchange,
  type FetchOptions,
  header,
  isRedirect,
  LARGEST_ANSWER,
  type Opened,
  redirectTarget,
  tooLarge,
  UnfitAnswerError,
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
  const { maxAnswer = LARGEST_ANSWER, onSend } = options;
  return new Promise((resolve, reject) => {
    let head: AnswerHead = { url: url.href, status: 0, headers: {} };
    const chunks: Buffer[] = [];
    let size = 0;
    exchange(url, options, fields, {
      send: onSend,
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
