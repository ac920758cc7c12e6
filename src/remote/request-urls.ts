/** Requests old URLs from a new site, several at a time, follows their redirects, and says what became of each. Reads no body. */
import { setTimeout as sleep } from "node:timers/promises";
import {
  type RequestedUrl,
  type Trace,
  traceOutcome,
  type UrlRequest,
} from "../analysis/urls/trace-outcome.ts";
import { isFilePath } from "../site/values/file-urls.ts";
import type { FetchOptions } from "./http-client.ts";
import { LOOKUP_PACE } from "./options.ts";
import { runAll } from "./pool.ts";
import { RetryPolicy } from "./retry.ts";
import { UrlTracer } from "./url-tracer.ts";

type RequestOptions = Pick<FetchOptions, "timeout" | "dispatcher"> & {
  /** Ends all requests. */
  signal: AbortSignal;
  /** Headers by name, sent to this origin alone. Default: none. */
  site?: { origin: string; headers: Readonly<Record<string, string>> };
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
  const results: (RequestedUrl | undefined)[] = [];
  const { signal } = options;
  const tracer = new UrlTracer({
    ...options,
    retryPolicy: () => new RetryPolicy({ ...LOOKUP_PACE, signal }),
  });
  await runAll(concurrency, [...requests.entries()], async ([at, request]) => {
    if (signal.aborted) return;
    if (delay > 0) await sleep(delay);
    const traceOf = (url: string) => (isFile(request.url) ? tracer.file(url) : tracer.head(url));
    results[at] = await requestedUrl(request, traceOf, signal);
    onDone();
  });
  return results.filter((each) => each !== undefined);
}

function isFile({ url, node }: UrlRequest["url"]): boolean {
  return node.kind === "media" || isFilePath(url);
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
