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
  const paths = [...message.matchAll(OPERATION_PATHS)].map(([, path]) => path);
  const requested = base === "" ? prefix : `${base}/${prefix}`;
  // The request as the site saw it: a proxy may have removed the beginning of its path.
  const [seen] = paths
    .filter((path) => pathAbove(requested, path) !== undefined && pathAbove(path, prefix) !== undefined)
    .sort((a, b) => b.length - a.length);
  const named = paths.find((path) => !isSamePath(path, seen) && PLAIN_PREFIX.test(path));
  if (named === undefined) {
    // A base URL is often pasted with the prefix after it.
    const above = pathAbove(base, prefix);
    if (above !== undefined) return { flags: { baseUrl: urlAt(origin, above), prefix } };
    return { flags: { prefix: isSamePath(prefix, USUAL_PREFIX) ? DEFAULT_PREFIX : USUAL_PREFIX } };
  }
  const seenBase = seen === undefined ? base : pathAbove(seen, prefix);
  if (seenBase && named.startsWith(`${seenBase}/`))
    return { flags: { prefix: named.slice(seenBase.length + 1) } };
  const root = seen === undefined ? pathAbove(base, named) : pathAbove(requested, seen);
  return {
    flags: {
      ...(root !== undefined && root !== base && { baseUrl: urlAt(origin, root) }),
      prefix: isSamePath(named, prefix) ? prefix : named,
    },
  };
}

function urlAt(origin: string, path: string): string {
  return path === "" ? origin : `${origin}/${path}`;
}

function isSamePath(path: string, other: string | undefined): boolean {
  return path.toLowerCase() === other?.toLowerCase();
}

/** A path without these segments at its end; `undefined` if it does not end with them. */
function pathAbove(path: string, end: string): string | undefined {
  const [whole, last] = [`/${path}`, `/${end}`];
  if (!whole.toLowerCase().endsWith(last.toLowerCase())) return undefined;
  return whole.slice(1, -last.length);
}
