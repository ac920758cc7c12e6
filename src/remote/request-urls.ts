/** Requests old URLs from a new site, several at a time, follows their redirects, and says what became of each. Reads no body. */
import {
  type RequestedUrl,
  type Trace,
  traceOutcome,
  type UrlRequest,
} from "../analysis/urls/trace-outcome.ts";
import { isFilePath } from "../site/values/file-urls.ts";
import type { FetchOptions } from "./http-client.ts";
import { LOOKUP_PACE } from "./options.ts";
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
  const results: (RequestedUrl | undefined)[] = requests.map(() => undefined);
  const { signal } = options;
  const tracer = new UrlTracer({
    ...options,
    retryPolicy: () => new RetryPolicy({ ...LOOKUP_PACE, signal }),
  });
  let next = 0;
  const worker = async () => {
    while (next < requests.length && !signal.aborted) {
      const at = next++;
      if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
      const traceOf = (url: string) => (isFile(requests[at].url) ? tracer.file(url) : tracer.head(url));
      results[at] = await requestedUrl(requests[at], traceOf, signal);
      onDone();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
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
