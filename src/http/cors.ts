/** Which pages of other origins may read the answers (CORS, as the Fetch standard has it). */

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

export type CorsRule = {
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
