/** Requests URLs and follows their redirects; each URL is requested once, however many lead to it. */
import type { Hop, Trace } from "../analysis/urls/trace-outcome.ts";
import { RemoteError } from "../errors.ts";
import { entryIn } from "../site/map-entries.ts";
import {
  type FetchOptions,
  header,
  NoAnswerError,
  type Opened,
  openOnce,
  readBody,
  redirectTarget,
  SilenceError,
  UnfitAnswerError,
} from "./http-client.ts";
import { isApplicationFailure, isRetried, RetriesExhaustedError, type RetryPolicy } from "./retry.ts";

type TracerOptions<P> = Pick<FetchOptions, "timeout" | "dispatcher"> & {
  /** Aborts the trace; its reason is then thrown. */
  signal: AbortSignal;
  /** Headers by name, sent to this origin alone. Default: none. */
  site?: { origin: string; headers: Readonly<Record<string, string>> };
  /** Makes the policy of a request. */
  retryPolicy: () => RetryPolicy;
  /** How many requests follow each other. Default: 10. */
  mostHops?: number;
  /** Whether a redirect to a URL is followed. Default: all are. */
  follows?: (url: URL) => boolean;
  /** Whether a site that is down ends the trace with an error. Default: that is a result, too. */
  failsIfDown?: boolean;
  /** Reads the HTML of a page. Default: no page is read. @throws RemoteError for a page that cannot be read */
  readPage?: (html: string) => P;
};

/** What a URL leads to that is no file: a page of HTML, or nothing. */
type NoFile = "page" | "nothing";

/** The requests for a URL, and the page that they lead to, if it is HTML. */
export type PageTrace<P> = Trace & { page?: P };

type Response<P> = Pick<Hop, "status"> & { target?: string; page?: P; noFile?: NoFile };

const NO_FILE: Readonly<Record<NoFile, Trace["failure"]>> = {
  page: { is: "elsewhere", reason: "is a page instead of a file" },
  nothing: { is: "missing", reason: "is an empty file" },
};

const MOST_HOPS = 10;
/** The statuses of servers that do not answer HEAD. */
const NO_HEAD = new Set([400, 403, 405, 501]);
const HEADERS = { accept: "text/html,*/*;q=0.8", "accept-encoding": "gzip, br" };
/** Longer pages take seconds and a hundred times their size in memory to parse. In bytes. */
const LONGEST_PAGE = 5_000_000;
/** Where a page may name its encoding, in bytes. */
const ENCODING_BYTES = 1024;

export class UrlTracer<P = never> {
  readonly #options: TracerOptions<P>;
  readonly #responses = new Map<string, Promise<Response<P>>>();
  /** How many requests were sent. */
  requests = 0;

  constructor(options: TracerOptions<P>) {
    this.#options = options;
  }

  /** Requests a URL without its body. A fault is a result. @throws the signal's reason; RemoteError if the site is down */
  head(url: string): Promise<Trace> {
    return this.#trace(url, "HEAD");
  }

  /** Requests a file without its body. A page or nothing in its place is a failure. @throws as `head` */
  async file(url: string): Promise<Trace> {
    let trace = await this.#trace(url, "HEAD");
    // Some servers answer HEAD with other headers than GET.
    if (trace.noFile) trace = await this.#trace(url, "GET");
    const { hops, noFile } = trace;
    return { hops, failure: noFile ? NO_FILE[noFile] : trace.failure };
  }

  /** Requests a page. A fault is a result. @throws as `head` */
  page(url: string): Promise<PageTrace<P>> {
    return this.#trace(url, "GET");
  }

  async #trace(url: string, method: "GET" | "HEAD"): Promise<PageTrace<P> & { noFile?: NoFile }> {
    const { mostHops = MOST_HOPS, follows = () => true, signal } = this.#options;
    const hops: Hop[] = [];
    const seen = new Set<string>();
    let next: string | undefined = url;
    let last: Response<P> | undefined;
    while (next !== undefined) {
      if (seen.has(next)) return { hops, failure: { is: "loop", reason: `${next} redirects to itself` } };
      if (hops.length === mostHops) {
        return { hops, failure: { is: "loop", reason: `more than ${mostHops} redirects` } };
      }
      seen.add(next);
      const hop: Hop = { url: next };
      hops.push(hop);
      try {
        last = await this.#respond(next, method);
        hop.status = last.status;
        next = last.target;
        if (next === undefined) break;
        hop.location = next;
      } catch (error) {
        signal.throwIfAborted();
        if (this.#options.failsIfDown && isFinal(error)) throw error;
        const { message } = error as Error;
        return {
          hops,
          failure: { is: error instanceof SilenceError ? "timeout" : "error", reason: message },
        };
      }
      if (!follows(new URL(next))) {
        hops.push({ url: next });
        break;
      }
    }
    return { hops, page: last?.page, noFile: last?.noFile };
  }

  /** A page that was read needs no second request. */
  #respond(url: string, method: "GET" | "HEAD"): Promise<Response<P>> {
    const read = method === "HEAD" ? this.#responses.get(`GET ${url}`) : undefined;
    return read ?? entryIn(this.#responses, `${method} ${url}`, () => this.#request(url, method));
  }

  async #request(url: string, method: "GET" | "HEAD"): Promise<Response<P>> {
    const opened = await this.#open(url, method);
    const target = redirectTarget(new URL(url), opened);
    if (target) target.hash = "";
    const { status } = opened;
    const { readPage } = this.#options;
    const type = header(opened.headers, "content-type") ?? "";
    const isPage = status === 200 && /\bhtml\b/i.test(type);
    const isEmpty = status === 200 && header(opened.headers, "content-length") === "0";
    const noFile = isPage ? "page" : isEmpty ? "nothing" : undefined;
    if (method === "HEAD" || !isPage || !readPage) {
      // A page may be long, and is not needed; an unread body keeps its request open.
      void opened.drain(1);
      return { status, noFile, ...(target && { target: target.href }) };
    }
    const body = await readBody(opened, LONGEST_PAGE);
    try {
      return { status, noFile, page: readPage(decodedPage(body, type)) };
    } catch (error) {
      throw error instanceof RemoteError
        ? new UnfitAnswerError(`${url}: ${error.message}`, { cause: error })
        : error;
    }
  }

  #open(url: string, method: "GET" | "HEAD"): Promise<Opened> {
    const { site, retryPolicy, timeout, dispatcher, signal } = this.#options;
    const target = new URL(url);
    const headers = { ...HEADERS, ...(site?.origin === target.origin && site.headers) };
    const open = (own: "GET" | "HEAD") => {
      this.requests++;
      return openOnce(target, { timeout, dispatcher, signal, method: own }, headers);
    };
    return retryPolicy().run<Opened>(url, async () => {
      let opened = await open(method);
      if (method === "HEAD" && NO_HEAD.has(opened.status)) {
        void opened.drain(1);
        opened = await open("GET");
      }
      const { status } = opened;
      if (!isRetried(status) || isApplicationFailure(status)) return { value: opened };
      void opened.drain(1);
      const retryAfter = header(opened.headers, "retry-after");
      const date = header(opened.headers, "date");
      return { retry: `${url} answered ${status}`, retryAfter, date, last: opened };
    });
  }
}

/** Whether all other requests will fail as well: the site is down, or its certificate is not trusted. */
function isFinal(error: unknown): boolean {
  const isOfOne = [NoAnswerError, UnfitAnswerError, RetriesExhaustedError].some(
    (kind) => error instanceof kind,
  );
  return !(error instanceof RemoteError) || !isOfOne;
}

/** Decodes a page as browsers do: by its header, else by what it says itself, else as UTF-8, with U+FFFD for what is malformed. */
function decodedPage(body: Buffer, type: string): string {
  const start = body.toString("latin1", 0, ENCODING_BYTES);
  const [, name] =
    /charset\s*=\s*["']?([\w-]+)/i.exec(type) ?? /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(start) ?? [];
  try {
    return new TextDecoder(name ?? "utf-8").decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}
