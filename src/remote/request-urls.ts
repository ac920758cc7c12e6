/** Requests old URLs from a new site, several at a time, follows their redirects, and says what became of each. Reads no body. */
import {
  type Hop,
  type RequestedUrl,
  type Trace,
  traceOutcome,
  type UrlRequest,
} from "../analysis/urls/trace-outcome.ts";
import {
  type FetchOptions,
  header,
  type Opened,
  openOnce,
  redirectTarget,
  SilenceError,
} from "./http-client.ts";
import { LOOKUP_PACE } from "./options.ts";
import { isApplicationFailure, isRetried, RetryPolicy } from "./retry.ts";

type RequestOptions = TraceOptions & {
  /** How many requests run at a time. */
  concurrency: number;
  /** The pause before each request, in milliseconds. */
  delay: number;
  /** Called after each request. */
  onDone: () => void;
};

/** @returns the results in order, once all are known or `signal` aborts */
export async function requestUrls(
  requests: readonly UrlRequest[],
  { concurrency, delay, onDone, ...options }: RequestOptions,
): Promise<RequestedUrl[]> {
  const results: (RequestedUrl | undefined)[] = requests.map(() => undefined);
  let next = 0;
  const worker = async () => {
    while (next < requests.length && !options.signal.aborted) {
      const at = next++;
      if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
      results[at] = await requestedUrl(requests[at], (url) => traceUrl(url, options), options.signal);
      onDone();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return results.filter((each) => each !== undefined);
}

/**
 * Requests one URL. A fault is a result as well, so that each URL is in the report.
 * @returns `undefined` if `signal` aborts
 */
export async function requestedUrl(
  { url: { url, node }, asked, expected }: UrlRequest,
  traceOf: (url: string) => Promise<Trace>,
  signal: AbortSignal,
): Promise<RequestedUrl | undefined> {
  try {
    const trace = await traceOf(asked);
    return { outcome: traceOutcome(trace, asked, expected), url, asked, expected, node, trace };
  } catch (error) {
    if (signal.aborted) return undefined;
    const trace = { hops: [{ url: asked }], failure: { is: "error", reason: String(error) } } as const;
    return { outcome: "error", url, asked, expected, node, trace };
  }
}

const MOST_HOPS = 10;
/** The statuses of servers that do not answer HEAD. */
const NO_HEAD = new Set([400, 403, 405, 501]);
const HEADERS = { accept: "text/html,*/*;q=0.8" };

type TraceOptions = Pick<FetchOptions, "timeout" | "dispatcher"> & {
  /** Aborts the trace; its reason is then thrown. */
  signal: AbortSignal;
  /** Headers by name, sent to this origin alone. Default: none. */
  site?: { origin: string; headers: Readonly<Record<string, string>> };
};

async function traceUrl(url: string, options: TraceOptions): Promise<Trace> {
  const hops: Hop[] = [];
  const seen = new Set<string>();
  let next: string | undefined = url;
  while (next !== undefined) {
    if (seen.has(next)) return { hops, failure: { is: "loop", reason: `${next} redirects to itself` } };
    if (hops.length === MOST_HOPS) {
      return { hops, failure: { is: "loop", reason: `more than ${MOST_HOPS} redirects` } };
    }
    seen.add(next);
    const hop: Hop = { url: next };
    hops.push(hop);
    try {
      const head: Opened = await retriedHead(next, options);
      hop.status = head.status;
      const target: URL | undefined = redirectTarget(new URL(next), head);
      if (target) target.hash = "";
      next = target?.href;
      if (next !== undefined) hop.location = next;
    } catch (error) {
      options.signal.throwIfAborted();
      const { message } = error as Error;
      return { hops, failure: { is: error instanceof SilenceError ? "timeout" : "error", reason: message } };
    }
  }
  return { hops };
}

function retriedHead(url: string, options: TraceOptions): Promise<Opened> {
  const { signal, site } = options;
  const target = new URL(url);
  const headers = { ...HEADERS, ...(site?.origin === target.origin && site.headers) };
  const policy = new RetryPolicy({ ...LOOKUP_PACE, signal });
  return policy.run<Opened>(url, async () => {
    const open = async (method: "HEAD" | "GET") => {
      const opened = await openOnce(target, { ...options, method }, headers);
      // A page may be long, and is not needed; an unread body keeps its request open.
      void opened.drain(1);
      return opened;
    };
    let head = await open("HEAD");
    if (NO_HEAD.has(head.status)) head = await open("GET");
    const { status } = head;
    if (!isRetried(status) || isApplicationFailure(status)) return { value: head };
    const retryAfter = header(head.headers, "retry-after");
    return { retry: `${url} answered ${status}`, retryAfter, date: header(head.headers, "date"), last: head };
  });
}
