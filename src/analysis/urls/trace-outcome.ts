/** What following an old address on a new site has come to. */
import { parseAddress, sameAddress } from "./address.ts";

/** A request, and what came of it. */
export type Hop = {
  url: string;
  /** Absent where no answer came. */
  status?: number;
  /** Where it leads, as a whole URL. */
  location?: string;
};

/** How an address was followed. */
export type Trace = {
  hops: readonly Hop[];
  /** Why the last hop has no answer, or is not followed. */
  failure?: { is: "timeout" | "error" | "loop"; reason: string };
};

/** From what is best to what is worst. */
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
export type Outcome = (typeof OUTCOMES)[number];

/** Those by which visitors still find what they look for. */
const KEPT: readonly Outcome[] = ["there", "redirected", "chain"];

export function isLost(outcome: Outcome): boolean {
  return !KEPT.includes(outcome);
}

/**
 * @param asked the address that was asked for, as a whole URL
 * @param expected the page that it is to lead to, a path or a whole URL; `undefined` where that is not known
 */
export function traceOutcome({ hops, failure }: Trace, asked: string, expected: string | undefined): Outcome {
  if (failure) return failure.is;
  const last = hops.at(-1);
  if (last === undefined) return "error";
  const fault = faultOf(last.status);
  if (fault) return fault;
  if (!isAtHome(last.url, [asked, expected])) return "elsewhere";
  return arrival(below(asked), below(last.url), expected) ?? (hops.length > 2 ? "chain" : "redirected");
}

/** What is told of where it ends; `undefined` for a page that it may well lead to. */
function arrival(from: string, to: string, expected: string | undefined): Outcome | undefined {
  const wanted = expected === undefined ? undefined : below(expected);
  if (to === (wanted ?? from)) return to === from ? "there" : undefined;
  if (to === "/" && from !== "/") return "front-page";
  return wanted === undefined ? undefined : "elsewhere";
}

/** Whether a page is on one of the hosts, whatever their ports, and whether they are called `www` or not. */
function isAtHome(url: string, others: readonly (string | undefined)[]): boolean {
  const host = hostOf(url);
  return others.some((other) => other !== undefined && hostOf(other) === host);
}

function hostOf(url: string): string | undefined {
  const origin = parseAddress(url)?.origin;
  return origin && new URL(origin).hostname.replace(/^www\./, "");
}

/** @returns `undefined` for the status of a page */
function faultOf(status: number | undefined): Outcome | undefined {
  if (status === 404 || status === 410) return "missing";
  return status !== undefined && status >= 200 && status < 300 ? undefined : "error";
}

/** An address without its host, which on the way from an old site to a new one is another most often. */
function below(url: string): string {
  const { path, query } = parseAddress(url) ?? { path: url, query: "" };
  return sameAddress({ path, query });
}
