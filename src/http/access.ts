/** Access: the API key (HTTP Basic, RFC 7617, or the header `Api-Key` as for the Delivery API), without a key the rule for the `Host` header, and pages of other origins (CORS). */

import { createHash, timingSafeEqual } from "node:crypto";
import { API_USER } from "../access/api-key.ts";
import { isLoopbackHost } from "../access/loopback.ts";
import { type AppContext, headerOf, requestHost } from "./app-context.ts";
import { misdirected, type Problem, problemReply, unauthorized } from "./problem.ts";
import type { Step } from "./reply.ts";

export type AccessOptions = {
  /** The key that every request must carry. */
  apiKey: string | undefined;
  /** Answers any client without a key; else only requests to a loopback name are answered without one. */
  allowAnonymous: boolean;
};

/** The request headers that can carry the key: answers vary by both. */
export const CREDENTIAL_HEADERS = ["Authorization", "Api-Key"] as const;

/** Returns a problem for a request without access. */
type AccessRule = (context: AppContext) => Problem | undefined;

/**
 * Returns the step that refuses requests without access, and whether a request has it. Not Hono's `basicAuth`, which sends no
 * `charset` and knows neither the header `Api-Key` nor the rule for `Host`.
 */
export function accessTo({ apiKey, allowAnonymous }: AccessOptions): {
  access: Step;
  mayRead: (context: AppContext) => boolean;
} {
  const deny = apiKey !== undefined ? keyRule(apiKey) : allowAnonymous ? () => undefined : hostRule;
  return {
    access: (context, next) => {
      const problem = deny(context);
      return problem ? problemReply(problem) : next();
    },
    mayRead: (context) => deny(context) === undefined,
  };
}

/** Whether a request has credentials, right or wrong. */
export function hasCredentials(context: AppContext): boolean {
  return CREDENTIAL_HEADERS.some((name) => headerOf(context, name.toLowerCase()) !== undefined);
}

/** Only loopback names: a web page can send requests to loopback under its own host name (DNS rebinding). */
const hostRule: AccessRule = ({ req }) => (isLoopbackHost(requestHost(req.url)) ? undefined : misdirected());

function keyRule(apiKey: string): AccessRule {
  const expected = digest(`${API_USER}:${apiKey}`);
  return (context) => {
    const bare = headerOf(context, "api-key");
    const given =
      credentials(headerOf(context, "authorization")) ??
      (bare === undefined ? undefined : `${API_USER}:${bare}`);
    if (given !== undefined && timingSafeEqual(digest(given), expected)) return undefined;
    return unauthorized(given !== undefined);
  };
}

/** The text `user:password` of a Basic header; `undefined` for any other header. */
function credentials(authorization: string | undefined): string | undefined {
  const match = /^basic +([a-z0-9+/_-]+={0,2}) *$/i.exec(authorization ?? "");
  return match ? Buffer.from(match[1], "base64").toString("utf8") : undefined;
}

/** Digests have one length, so comparing them reveals nothing about the key. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** The value that allows pages of every origin. */
export const ANY_ORIGIN = "*";

/** What a preflight allows (Fetch standard, CORS protocol). */
const PREFLIGHT_HEADERS = {
  "Access-Control-Allow-Methods": "GET, HEAD",
  "Access-Control-Allow-Headers":
    "Authorization, Accept, If-None-Match, Api-Key, Accept-Language, Start-Item",
  "Access-Control-Max-Age": "600",
};
/** Headers that a page can read in addition to the CORS-safelisted ones. */
const EXPOSED_HEADERS = "ETag, WWW-Authenticate, Location-Start-Item-Path, Location-Start-Item-Id";

type CorsRule = {
  /** The request header that answers vary by. */
  vary: string | undefined;
  /** The headers that allow a page of this origin to read the answer; none if it is not allowed. */
  headersFor: (origin: string | undefined) => Record<string, string> | undefined;
  /** The headers of the answer to a preflight of this origin; none if it is not allowed. */
  preflightFor: (origin: string | undefined) => Record<string, string> | undefined;
};

/**
 * The rule for pages of other origins. Not Hono's `cors`, which answers the preflights of any origin, and adds no `Vary` to
 * responses of a route that has its own.
 * @param origins as browsers write them, `scheme://host[:port]`, or `*`
 */
export function corsRule(origins: readonly string[]): CorsRule {
  const isAny = origins.includes(ANY_ORIGIN);
  const headersFor = (origin: string | undefined): Record<string, string> | undefined => {
    if (origin === undefined || !(isAny || origins.includes(origin))) return undefined;
    return {
      "Access-Control-Allow-Origin": isAny ? ANY_ORIGIN : origin,
      "Access-Control-Expose-Headers": EXPOSED_HEADERS,
    };
  };
  return {
    vary: isAny ? undefined : "Origin",
    headersFor,
    preflightFor: (origin) => {
      const allowed = headersFor(origin);
      return allowed && { ...allowed, ...PREFLIGHT_HEADERS };
    },
  };
}
