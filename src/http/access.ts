/** Who may ask: the API key (HTTP Basic, RFC 7617), without one the rule for the `Host` header, and pages of other origins (CORS). */

import { createHash, timingSafeEqual } from "node:crypto";
import { API_USER } from "../access/api-key.ts";
import { isLoopbackHost } from "../access/loopback.ts";
import { misdirected, type Problem, unauthorized } from "./problem.ts";

/** How access is granted. */
export type AccessOptions = {
  /** The key that every request must carry. Default: none. */
  apiKey?: string;
  /** Answers any client without a key. Default: only requests to a loopback name are answered without one. */
  allowAnonymous?: boolean;
};

/** What the rules look at. */
type AccessRequest = { host: string; authorization: string | undefined };

/** Makes the rule for a server: it gives the problem of a request that is not to be answered. */
export function accessRule({
  apiKey,
  allowAnonymous = false,
}: AccessOptions): (request: AccessRequest) => Problem | undefined {
  if (apiKey !== undefined) return keyRule(apiKey);
  // A page on the web can send requests to loopback under a name of its own (DNS rebinding): such names are turned away.
  return allowAnonymous ? () => undefined : ({ host }) => (isLoopbackHost(host) ? undefined : misdirected());
}

function keyRule(apiKey: string): (request: AccessRequest) => Problem | undefined {
  const expected = digest(`${API_USER}:${apiKey}`);
  return ({ authorization }) => {
    const given = credentials(authorization);
    if (given !== undefined && timingSafeEqual(digest(given), expected)) return undefined;
    return unauthorized(given !== undefined);
  };
}

/** The text `user:password` of a Basic header, or `undefined` where the header is another. */
function credentials(authorization: string | undefined): string | undefined {
  const match = /^basic +([a-z0-9+/_-]+={0,2}) *$/i.exec(authorization ?? "");
  return match ? Buffer.from(match[1], "base64").toString("utf8") : undefined;
}

/** Digests are of one length whatever was given, so comparing them tells nothing about the key. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** The value that lets pages of every origin in. */
export const ANY_ORIGIN = "*";

/** What a preflight may ask for: the methods there are, and the headers that mean something here. */
const PREFLIGHT_HEADERS = {
  "Access-Control-Allow-Methods": "GET, HEAD",
  "Access-Control-Allow-Headers": "Authorization, Accept, If-None-Match",
  "Access-Control-Max-Age": "600",
};
/** What a page may read of an answer besides what it always may. */
const EXPOSED_HEADERS = "ETag, WWW-Authenticate";

type CorsRule = {
  /** What a proxy or browser must compare before it gives an answer to another request. */
  vary: string | undefined;
  /** The headers that let a page of this origin read the answer; none where it may not. */
  headersFor: (origin: string | undefined) => Record<string, string> | undefined;
  /** The headers that answer a preflight of this origin; none where it is not let in. */
  preflightFor: (origin: string | undefined) => Record<string, string> | undefined;
};

/** @param origins as browsers write them, `scheme://host[:port]`, or `*` */
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
