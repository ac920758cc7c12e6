/** Reads a running site as visitors get it: the page at each old URL, and whether what these pages link to and show is there. */
import { isLost, type Trace, traceOutcome, type UrlOutcome } from "../analysis/urls/trace-outcome.ts";
import { type RenderedPage, readRenderedPage } from "../completeness/rendered-page.ts";
import {
  resolvedUrls,
  type SiteSnapshot,
  type VisitedLink,
  type VisitedPage,
} from "../completeness/site-snapshot.ts";
import { RefusedError, RemoteError } from "../errors.ts";
import { countIn } from "../site/map-entries.ts";
import { isFilePath } from "../site/values/file-urls.ts";
import { counted } from "../text/counted.ts";
import type { FetchOptions } from "./http-client.ts";
import { LOOKUP_PACE } from "./options.ts";
import { runAll } from "./pool.ts";
import { isRetried, RetryPolicy } from "./retry.ts";
import { type PageTrace, UrlTracer } from "./url-tracer.ts";

type RunningSiteOptions = Pick<FetchOptions, "timeout" | "dispatcher"> & {
  /** The URL of the site, with the path below which its pages are. */
  baseUrl: string;
  /** The absolute URLs of pages to request. */
  urls: readonly string[];
  /** As `readRenderedPage` takes it. */
  within?: string;
  headers?: { origin: string; headers: Readonly<Record<string, string>> };
  concurrency: number;
  /** The least time between two requests, in milliseconds. */
  delay: number;
  retries: number;
  signal: AbortSignal;
  /** Called with what is read now. */
  onProgress: (text: string) => void;
};

/** Redirects of a page to another page of the site. */
const MOST_REDIRECTS = 5;

/** Pages that are read first: a site that refuses these as well refuses all. */
const SAMPLES = 2;

/** @throws RefusedError, RemoteError if the site does not answer, refuses everything, or is elsewhere; the signal's reason */
export async function readRunningSite(options: RunningSiteOptions): Promise<SiteSnapshot> {
  const { baseUrl, urls, within, concurrency, delay, retries, signal, onProgress } = options;
  // All requests share the pauses that the site asks for.
  const policy = new RetryPolicy({ concurrency, delay, retries, signal, timeoutIsFinal: true });
  const origins = new Set([new URL(baseUrl).origin, ...urls.map((url) => new URL(url).origin)]);
  const hosts = new Set(Array.from(origins, (origin) => bareHost(new URL(origin))));
  const tracer = new UrlTracer<RenderedPage>({
    ...options,
    site: options.headers,
    retryPolicy: () => policy,
    failsIfDown: true,
    mostHops: MOST_REDIRECTS + 1,
    follows: (url) => hosts.has(bareHost(url)),
    readPage: (html) => readRenderedPage(html, within),
  });
  // What another host does costs the site nothing.
  const elsewhere = new UrlTracer({
    ...options,
    retryPolicy: () => new RetryPolicy({ ...LOOKUP_PACE, signal }),
  });
  const home = await tracer.page(baseUrl);
  const homeUrl = home.hops.at(-1)?.url ?? baseUrl;
  if (home.failure) throw new RemoteError(home.failure.reason);
  if (!hosts.has(bareHost(new URL(homeUrl)))) {
    throw new RemoteError(
      `${baseUrl} redirects to ${homeUrl}: give the URL of the site that it redirects to`,
    );
  }
  const samples = await Promise.all(urls.slice(0, SAMPLES).map((url) => tracer.page(url)));
  throwIfRefused([home, ...samples], baseUrl, options.headers !== undefined);
  const pages = new Map<string, VisitedPage>();
  let done = 0;
  await runAll(concurrency, urls, async (url) => {
    const trace = await tracer.page(url);
    pages.set(url, visitedPage(trace, url));
    for (const hop of trace.hops) origins.add(new URL(hop.url).origin);
    done++;
    onProgress(`${done} of ${counted(urls.length, "page")}`);
  });
  const own = new Set([...origins].filter((origin) => hosts.has(bareHost(new URL(origin)))));
  const asked = linkedUrls(pages.values(), own);
  const links = new Map<string, VisitedLink>();
  for (const [url, { isThere, finalUrl }] of pages)
    links.set(url, { finalUrl, fault: isThere ? undefined : NO_ANSWER });
  const others = [...asked].filter(([url]) => !links.has(url));
  done = 0;
  await runAll(concurrency, others, async ([url, isFile]) => {
    const from = own.has(new URL(url).origin) ? tracer : elsewhere;
    const trace = await (isFile ? from.file(url) : from.head(url));
    links.set(url, { finalUrl: trace.hops.at(-1)?.url ?? url, fault: faultOf(trace) });
    done++;
    onProgress(`${done} of ${counted(others.length, "link and image", "links and images")}`);
  });
  return { baseUrl, homeUrl, origins: own, pages, links, requests: tracer.requests + elsewhere.requests };
}

/** @throws RefusedError, RemoteError if a site answers all requests with refusals or failures */
function throwIfRefused(traces: readonly Trace[], baseUrl: string, haveHeaders: boolean): void {
  const statuses = traces.map(({ hops }) => hops.at(-1)?.status ?? 0);
  const [status] = statuses;
  if (!statuses.every((each) => each === 401 || each === 403 || isRetried(each))) return;
  const answer = `${baseUrl} answers ${status}`;
  if (isRetried(status)) throw new RemoteError(`${answer}: try again once it works`);
  throw new RefusedError(
    haveHeaders
      ? `${answer}: the headers of --header-file are no login`
      : `${answer}: if it needs a login, use --header-file`,
  );
}

/** A host without `www`, to and from which sites redirect. */
function bareHost({ host }: URL): string {
  return host.replace(/^www\./, "");
}

function visitedPage(trace: PageTrace<RenderedPage>, asked: string): VisitedPage {
  const last = trace.hops.at(-1);
  const finalUrl = last?.url ?? asked;
  const isElsewhere = !trace.failure && last?.status === undefined;
  const outcome: UrlOutcome = isElsewhere ? "elsewhere" : traceOutcome(trace, asked, undefined);
  const isFrontPage = outcome === "front-page";
  const { page } = trace;
  const isThere = page !== undefined && (isFrontPage || !isLost(outcome));
  return { finalUrl, status: statusOf(trace, outcome, isThere), isThere, isFrontPage, ...(page && { page }) };
}

const NO_ANSWER = "does not answer";

/** What is behind a redirect to another site exists as far as anybody can tell. */
function faultOf({ hops, failure }: Trace): string | undefined {
  if (failure) return failure.is === "elsewhere" || failure.is === "missing" ? failure.reason : NO_ANSWER;
  const { status = 200 } = hops.at(-1) ?? {};
  return status >= 200 && status < 300 ? undefined : NO_ANSWER;
}

/** The outcome, with the reason of an error. */
function statusOf({ failure, hops }: PageTrace<RenderedPage>, outcome: UrlOutcome, isThere: boolean): string {
  if (!isThere && !isLost(outcome)) return "no HTML";
  if (outcome !== "error") return outcome;
  const status = hops.at(-1)?.status;
  return failure ? `error: ${failure.reason}` : `error ${status}`;
}

/**
 * The URLs on the site to which pages link, or which they show, also those on the one other host that has most of the images, and
 * whether they are files.
 */
function linkedUrls(pages: Iterable<VisitedPage>, own: ReadonlySet<string>): Map<string, boolean> {
  const wanted = new Map<string, boolean>();
  const images = new Map<string, Set<string>>();
  const counts = new Map<string, number>();
  const seen = new Set<RenderedPage>();
  for (const { page, finalUrl } of pages) {
    if (page === undefined || seen.has(page)) continue;
    seen.add(page);
    for (const { use } of page.uses) {
      for (const url of resolvedUrls(use, page, finalUrl)) {
        const isFile = use.isImage || isFilePath(url.pathname) || wanted.get(url.href) === true;
        if (own.has(url.origin)) wanted.set(url.href, isFile);
        else if (use.isImage) {
          countIn(counts, url.origin);
          images.set(url.origin, (images.get(url.origin) ?? new Set()).add(url.href));
        }
      }
    }
  }
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a);
  for (const url of (most && images.get(most[0])) ?? []) wanted.set(url, true);
  return wanted;
}
