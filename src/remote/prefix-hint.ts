/** The hint at the right base URL and prefix, for a site that does not have the API where it was looked for. */
import { API_SEGMENT, OPERATIONS } from "../operations.ts";

const OPERATION_PATHS = new RegExp(
  `(?<![^\\s"'(])/([^\\s"'?#:]+)/${API_SEGMENT}/(?:${OPERATIONS.map(({ name }) => name).join("|")})\\b`,
  "gi",
);
/** A prefix that needs no quotes in a shell. */
const PLAIN_PREFIX = /^[\p{L}\p{N}._~-]+(?:\/[\p{L}\p{N}._~-]+)*$/u;

/**
 * The hint that follows the failure of a root operation.
 * @param site `givenAs` is the argument that the base URL was given as. Default: `--base-url`
 * @param message the text of the site's answer, which may contain the right path
 */
export function prefixHint(
  { prefix, baseUrl, givenAs }: { prefix: string; baseUrl: string; givenAs?: string },
  message: string,
): string {
  const { origin, pathname } = new URL(baseUrl);
  const base = pathname.replace(/^\/|\/$/g, "");
  const named = [...message.matchAll(OPERATION_PATHS)]
    .map(([, path]) => (base !== "" && path.startsWith(`${base}/`) ? path.slice(base.length + 1) : path))
    .find((path) => path.toLowerCase() !== prefix.toLowerCase() && PLAIN_PREFIX.test(path));
  // A base URL is often pasted with the prefix after it.
  const above = pathAbove(base, named ?? prefix);
  const right = named ?? (above === undefined ? undefined : prefix);
  if (givenAs !== undefined && right !== undefined) {
    const path = [above ?? base, right, API_SEGMENT].filter((part) => part !== "").join("/");
    return `so the API is not at "${prefix}": try ${origin}/${path} as ${givenAs}`;
  }
  const baseOption = above === undefined ? "" : `--base-url ${origin}${above === "" ? "" : `/${above}`} `;
  return `so the API is not at "${prefix}": try ${baseOption}--prefix${right === undefined ? "" : ` ${right}`}`;
}

/** A path without these segments at its end; `undefined` if it does not end with them. */
function pathAbove(path: string, end: string): string | undefined {
  const [whole, last] = [`/${path}`, `/${end}`];
  if (!whole.toLowerCase().endsWith(last.toLowerCase())) return undefined;
  return whole.slice(1, -last.length);
}
