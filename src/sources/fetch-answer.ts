/** Fetches over HTTP: with patience for slow answers, none for silent ones, and every failure in one plain sentence. */
import { RefusedError, RemoteError } from "../errors.ts";

/** How a remote is asked. */
export type FetchOptions = {
  /** Sent as HTTP Basic with the user `api`. Default: none. */
  apiKey?: string;
  /** How long a server may be silent, in seconds. */
  timeout: number;
};

/** A whole answer. */
export type Fetched = { url: string; status: number; type: string; body: Buffer };

const REDIRECTS_FOLLOWED = 5;
/** How much text of a remote is repeated, in characters. */
const TEXT_LENGTH = 256;

/**
 * @returns the answer, whatever its status is, but for 401 and 403
 * @throws RefusedError for those; RemoteError where no whole answer comes
 */
export async function fetchAnswer(url: string, options: FetchOptions): Promise<Fetched> {
  let target = new URL(url);
  for (let redirects = 0; ; redirects++) {
    const answer = await fetchOnce(target, options);
    if (answer.redirect === undefined) {
      if (answer.status === 401 || answer.status === 403) throw refused(answer, options);
      return answer;
    }
    const next = new URL(answer.redirect, target);
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

async function fetchOnce(
  url: URL,
  { apiKey, timeout }: FetchOptions,
): Promise<Fetched & { redirect?: string }> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), timeout * 1000);
  try {
    const response = await fetch(url, {
      headers: requestHeaders(apiKey),
      redirect: "manual",
      signal: silence.signal,
    });
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body ?? []) {
      timer.refresh();
      chunks.push(chunk);
    }
    return {
      url: url.href,
      status: response.status,
      type: response.headers.get("content-type") ?? "",
      body: Buffer.concat(chunks),
      redirect: isRedirect(response.status) ? (response.headers.get("location") ?? undefined) : undefined,
    };
  } catch (error) {
    throw new RemoteError(
      silence.signal.aborted
        ? `${url.href} was silent for ${timeout} s: try a larger --timeout`
        : failure(url, error),
      { cause: error },
    );
  } finally {
    clearTimeout(timer);
  }
}

function requestHeaders(apiKey: string | undefined): Record<string, string> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (apiKey !== undefined)
    headers.Authorization = `Basic ${Buffer.from(`api:${apiKey}`).toString("base64")}`;
  return headers;
}

function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

function refused(answer: Fetched, { apiKey }: FetchOptions): RefusedError {
  const said = saidBy(answer);
  const hint = apiKey === undefined ? "try --api-key-file" : "it does not accept the API key that was sent";
  return new RefusedError(
    `${answer.url} refused access (${answer.status}${said ? `: ${said}` : ""}): ${hint}`,
  );
}

/** What Node's fetch met, told by the cause that it hides. */
function failure(url: URL, error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const { code, message } = cause as NodeJS.ErrnoException;
  const reasons: Record<string, string> = {
    ECONNREFUSED: "nothing listens there",
    ENOTFOUND: "the host is not known",
    EAI_AGAIN: "the host's name cannot be looked up now",
    ECONNRESET: "the connection was cut",
    UND_ERR_SOCKET: "the connection was cut before the answer was whole",
  };
  return `${url.href} cannot be read: ${reasons[code ?? ""] ?? (message || code)}`;
}

/** What an answer says in words: a problem's detail, a page's title, or its text. */
export function saidBy({ type, body }: Pick<Fetched, "type" | "body">): string {
  const text = body.subarray(0, 64 * 1024).toString("utf8");
  const said =
    /html/i.test(type) || /^\s*<(?:!doctype|html)/i.test(text) ? titleOf(text) : (detailOf(text) ?? text);
  const line = said.replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, " ").trim();
  return line.length > TEXT_LENGTH ? `${line.slice(0, TEXT_LENGTH - 1)}…` : line;
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
