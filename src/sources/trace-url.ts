/** Follows a URL from redirect to redirect, and keeps every hop. No key goes along, and no body is read. */
import type { Hop, Trace } from "../analysis/urls/trace-outcome.ts";
import {
  exchange,
  type FetchOptions,
  header,
  isRedirect,
  redirectTarget,
  SilenceError,
} from "./http-client.ts";
import { isApplicationFailure, isRetried, RETRIES_OF_A_LOOKUP, RetryPolicy } from "./retry.ts";

const MOST_HOPS = 10;
/** Statuses by which a server says that it does not answer HEAD. */
const NO_HEAD = new Set([400, 403, 405, 501]);

type Head = { status: number; location?: string; retryAfter?: string; date?: string };

export type TraceOptions = Pick<FetchOptions, "timeout" | "dispatcher"> & {
  /** Ends it; what it throws then is the reason. */
  signal: AbortSignal;
};

export async function traceUrl(url: string, options: TraceOptions): Promise<Trace> {
  const hops: Hop[] = [];
  const seen = new Set<string>();
  let next: string | undefined = url;
  while (next !== undefined) {
    if (seen.has(next)) return { hops, failure: { is: "loop", reason: `${next} leads back to itself` } };
    if (hops.length === MOST_HOPS)
      return { hops, failure: { is: "loop", reason: `more than ${MOST_HOPS} redirects` } };
    seen.add(next);
    const hop: Hop = { url: next };
    hops.push(hop);
    try {
      const head: Head = await retriedHead(next, options);
      hop.status = head.status;
      next = targetOf(next, head);
      if (next !== undefined) hop.location = next;
    } catch (error) {
      options.signal.throwIfAborted();
      const { message } = error as Error;
      return { hops, failure: { is: error instanceof SilenceError ? "timeout" : "error", reason: message } };
    }
  }
  return { hops };
}

/** Retries what may pass, as far as the policy goes. */
function retriedHead(url: string, options: TraceOptions): Promise<Head> {
  const { signal } = options;
  const policy = new RetryPolicy({ retries: RETRIES_OF_A_LOOKUP, timeoutIsFinal: true, signal });
  return policy.run<Head>(url, async () => {
    const head = await headOf(url, options);
    const { status, retryAfter, date } = head;
    if (!isRetried(status) || isApplicationFailure(status)) return { value: head };
    return { retry: `${url} answered ${status}`, retryAfter, date, last: head };
  });
}

/** Asks by HEAD, and by GET where that is refused. */
async function headOf(url: string, options: TraceOptions): Promise<Head> {
  const head = await headBy("HEAD", url, options);
  return NO_HEAD.has(head.status) ? headBy("GET", url, options) : head;
}

function headBy(method: "HEAD" | "GET", url: string, { signal, ...options }: TraceOptions): Promise<Head> {
  return new Promise((resolve, reject) => {
    let stop = () => {};
    const settle = <T>(tell: (told: T) => void, told: T) => {
      signal.removeEventListener("abort", stop);
      tell(told);
    };
    exchange(
      new URL(url),
      { ...options, method },
      { accept: "text/html,*/*;q=0.8" },
      {
        send: (controller) => {
          signal.throwIfAborted();
          stop = () => controller.abort(signal.reason);
          signal.addEventListener("abort", stop, { once: true });
        },
        begin: ({ status, headers }, controller) => {
          const location = header(headers, "location");
          const retryAfter = header(headers, "retry-after");
          settle(resolve, { status, location, retryAfter, date: header(headers, "date") });
          // What a page says is of no matter here, and may be long.
          if (method === "GET") controller.abort(new Error("enough"));
        },
        take: () => {},
        end: () => {},
        // Where the head has come this tells nothing new.
        fail: (error) => settle(reject, error),
      },
    );
  });
}

/** Where a redirect leads; `undefined` for what is none. @throws Error where it leads to what is no address */
function targetOf(url: string, { status, location }: Head): string | undefined {
  if (!isRedirect(status) || location === undefined) return undefined;
  const target = redirectTarget(new URL(url), location);
  if (!target) throw new Error(`redirects to what is no address: ${location}`);
  target.hash = "";
  return target.href;
}
