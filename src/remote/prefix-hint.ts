/** The hint at the right base URL and prefix, for a site that does not have the API where it was looked for. */
import type { Hint } from "../errors.ts";
import { API_SEGMENT, DEFAULT_PREFIX, OPERATIONS } from "../operations.ts";

const OPERATION_PATHS = new RegExp(
  `(?<![^\\s"'(])/([^\\s"'?#:]+)/${API_SEGMENT}/(?:${OPERATIONS.map(({ name }) => name).join("|")})\\b`,
  "gi",
);
/** A prefix that needs no quotes in a shell. */
const PLAIN_PREFIX = /^[\p{L}\p{N}._~-]+(?:\/[\p{L}\p{N}._~-]+)*$/u;

/** The prefix that most sites have instead of the default one. */
const USUAL_PREFIX = "umbraco/Limbo";

/**
 * The options to try after the failure of a root operation.
 * @param message the text of the site's answer, which may contain the right path
 */
export function prefixHint({ prefix, baseUrl }: { prefix: string; baseUrl: string }, message: string): Hint {
  const { origin, pathname } = new URL(baseUrl);
  const base = pathname.replace(/^\/|\/$/g, "");
  const named = [...message.matchAll(OPERATION_PATHS)]
    .map(([, path]) => (base !== "" && path.startsWith(`${base}/`) ? path.slice(base.length + 1) : path))
    .find((path) => path.toLowerCase() !== prefix.toLowerCase() && PLAIN_PREFIX.test(path));
  // A base URL is often pasted with the prefix after it.
  const above = pathAbove(base, named ?? prefix);
  const other = prefix.toLowerCase() === USUAL_PREFIX.toLowerCase() ? DEFAULT_PREFIX : USUAL_PREFIX;
  const right = named ?? (above === undefined ? other : prefix);
  return {
    flags: {
      ...(above !== undefined && { baseUrl: above === "" ? origin : `${origin}/${above}` }),
      prefix: right,
    },
  };
}

/** A path without these segments at its end; `undefined` if it does not end with them. */
function pathAbove(path: string, end: string): string | undefined {
  const [whole, last] = [`/${path}`, `/${end}`];
  if (!whole.toLowerCase().endsWith(last.toLowerCase())) return undefined;
  return whole.slice(1, -last.length);
}
