/** Classifies the result of requesting an old URL from a new site. */
import { entryIn } from "../../site/map-entries.ts";
import { parseAddress, sameAddress, writeAddress } from "../../site/urls/address.ts";
import type { AddressedNode, SiteUrl } from "../../site/urls/site-urls.ts";
import type { AcceptedLosses, LostNode } from "../accepted-losses.ts";
import type { MappedUrl } from "./map-urls.ts";

/** A request and its response. */
export type Hop = {
  url: string;
  /** Absent if there was no response. */
  status?: number;
  /** The target of the redirect, as an absolute URL. */
  location?: string;
};

/** The requests for a URL. */
export type Trace = {
  hops: readonly Hop[];
  /** Why the last request has no response, its redirect was not followed, or its response is no file though the URL is. */
  failure?: { is: "timeout" | "error" | "loop" | "elsewhere" | "missing"; reason: string };
};

/** From best to worst. */
export const OUTCOMES = [
  "there",
  "redirected",
  "chain",
  "elsewhere",
  "front-page",
  "missing",
  "loop",
  "error",
  "timeout",
] as const;
export type UrlOutcome = (typeof OUTCOMES)[number];

/** Outcomes in which visitors still find the page. */
const KEPT: readonly UrlOutcome[] = ["there", "redirected", "chain"];

export function isLost(outcome: UrlOutcome): boolean {
  return !KEPT.includes(outcome);
}

/** Whether a lost URL is an accepted loss: of a page by its key, id, type or path, of a file by its key, id or path. */
export function isAcceptedLoss({ outcome, url, node }: RequestedUrl, accepted: AcceptedLosses): boolean {
  return isLost(outcome) && accepted.hasNode(lostNodeOf({ url, node }));
}

/** What is known of the node of a URL. Types are those of pages. */
export function lostNodeOf({ url, node: { kind, id, key, type } }: Pick<SiteUrl, "url" | "node">): LostNode {
  return { id, key, url, ...(kind === "content" && { type }) };
}

/** An old URL, the URL to request, and the page that it should lead to, if known. */
export type UrlRequest = { url: SiteUrl; asked: string; expected: string | undefined };

/** An old URL, and the result of requesting it. */
export type RequestedUrl = {
  outcome: UrlOutcome;
  /** The old URL. */
  url: string;
  /** The requested URL. */
  asked: string;
  /** The URL that it should lead to, if known. */
  expected?: string;
  node: AddressedNode;
  trace: Trace;
};

/**
 * The requests for old URLs.
 * @param site the origin of the new site
 * @param mapped where old URLs lead, if that is known, without URLs of removed pages and URLs that were not compared
 */
export function urlRequests(
  urls: readonly SiteUrl[],
  site: string,
  mapped?: readonly MappedUrl[],
): UrlRequest[] {
  const leadsTo = new Map(
    mapped?.map(({ old, verdict, to }) => [old, verdict === "removed" ? undefined : to?.url]),
  );
  return urls.flatMap((url) => {
    const expected = leadsTo.get(url);
    if (mapped && expected === undefined) return [];
    const address = parseAddress(url.url) ?? { path: url.url, query: "" };
    return [{ url, asked: writeAddress({ ...address, origin: site }), expected }];
  });
}

/** The fewest URLs that lead to one page by no coincidence. */
const FEWEST_LED = 3;

/**
 * The URLs that are redirected to one page which is none of theirs, such as that of a login, if they are more than half of all.
 * @returns where they lead, and the URLs
 */
export function ledToOnePage(
  requested: readonly RequestedUrl[],
): { target: string; urls: ReadonlySet<RequestedUrl> } | undefined {
  const led = new Map<string, Set<RequestedUrl>>();
  for (const each of requested) {
    const target = unexpectedTarget(each);
    if (target !== undefined) entryIn(led, target, () => new Set()).add(each);
  }
  for (const [target, urls] of led) {
    if (urls.size < FEWEST_LED || urls.size * 2 <= requested.length) continue;
    const isOld = requested.some(({ asked }) => urlBelowHost(asked) === urlBelowHost(target));
    if (!isOld) return { target, urls };
  }
  return undefined;
}

/** Where the redirects of a URL end, if no other page is expected, without parameters that say where to return to. */
function unexpectedTarget({ outcome, asked, expected, trace }: RequestedUrl): string | undefined {
  const last = trace.hops.at(-1)?.url;
  if (last === undefined || expected !== undefined || isLost(outcome) || outcome === "there")
    return undefined;
  const target = new URL(last);
  const { pathname } = new URL(asked);
  for (const [name, value] of [...target.searchParams])
    if (value.includes(pathname)) target.searchParams.delete(name);
  return target.href;
}

/**
 * @param requested the requested URL, absolute
 * @param expected the expected page, a path or an absolute URL; `undefined` if unknown
 */
export function traceOutcome(
  { hops, failure }: Trace,
  requested: string,
  expected: string | undefined,
): UrlOutcome {
  if (failure) return failure.is;
  const last = hops.at(-1);
  if (last === undefined) return "error";
  const fault = faultOfStatus(last.status);
  if (fault) return fault;
  if (!isAtHome(last.url, [requested, expected])) return "elsewhere";
  return (
    arrival(urlBelowHost(requested), urlBelowHost(last.url), expected) ??
    (hops.length > 2 ? "chain" : "redirected")
  );
}

/** Returns the outcome for the final page; `undefined` if it may be the right one. */
function arrival(from: string, to: string, expected: string | undefined): UrlOutcome | undefined {
  const wanted = expected === undefined ? undefined : urlBelowHost(expected);
  if (to === (wanted ?? from)) return to === from ? "there" : undefined;
  if (to === "/" && from !== "/") return "front-page";
  return wanted === undefined ? undefined : "elsewhere";
}

/** Whether a URL is on one of the hosts, ignoring ports and a leading `www`. */
function isAtHome(url: string, others: readonly (string | undefined)[]): boolean {
  const host = hostOfUrl(url);
  return others.some((other) => other !== undefined && hostOfUrl(other) === host);
}

function hostOfUrl(url: string): string | undefined {
  const origin = parseAddress(url)?.origin;
  return origin && new URL(origin).hostname.replace(/^www\./, "");
}

/** @returns `undefined` for a status of success */
function faultOfStatus(status: number | undefined): UrlOutcome | undefined {
  if (status === 404 || status === 410) return "missing";
  return status !== undefined && status >= 200 && status < 300 ? undefined : "error";
}

/** Returns the comparable URL without its host, which usually changes between the sites. */
function urlBelowHost(url: string): string {
  const { path, query } = parseAddress(url) ?? { path: url, query: "" };
  return sameAddress({ path, query });
}
