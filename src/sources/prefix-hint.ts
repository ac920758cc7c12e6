/** What to try where the API is not where it was looked for. */
import { API_SEGMENT, OPERATIONS } from "../operations.ts";

const OPERATION_PATHS = new RegExp(
  `(?<![^\\s"'(])/([^\\s"'?#:]+)/${API_SEGMENT}/(?:${OPERATIONS.map(({ name }) => name).join("|")})\\b`,
  "gi",
);
/** What a prefix looks like that can be pasted. */
const PLAIN_PREFIX = /^[\p{L}\p{N}._~-]+(?:\/[\p{L}\p{N}._~-]+)*$/u;

/**
 * @param prefix where it was looked for
 * @param said what the site answered there, which may name the right place
 */
export function prefixHint(prefix: string, baseUrl: string, said: string): string {
  const { origin, pathname } = new URL(baseUrl);
  const base = pathname.replace(/^\/|\/$/g, "");
  const named = [...said.matchAll(OPERATION_PATHS)]
    .map(([, path]) => (base !== "" && path.startsWith(`${base}/`) ? path.slice(base.length + 1) : path))
    .find((path) => path.toLowerCase() !== prefix.toLowerCase() && PLAIN_PREFIX.test(path));
  // A base URL is often pasted with the prefix behind it.
  const above = pathAbove(base, named ?? prefix);
  const place = above === undefined ? "" : `--base-url ${origin}${above === "" ? "" : `/${above}`} `;
  const right = named ?? (above === undefined ? undefined : prefix);
  return `so the API is not at "${prefix}": try ${place}--prefix${right === undefined ? "" : ` ${right}`}`;
}

/** What is left of a path without these segments at its end; `undefined` where it does not end with them. */
function pathAbove(path: string, end: string): string | undefined {
  const [whole, last] = [`/${path}`, `/${end}`];
  if (!whole.toLowerCase().endsWith(last.toLowerCase())) return undefined;
  return whole.slice(1, -last.length);
}
