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
  const base = new URL(baseUrl).pathname.replace(/^\/|\/$/g, "");
  const named = [...said.matchAll(OPERATION_PATHS)]
    .map(([, path]) => (base !== "" && path.startsWith(`${base}/`) ? path.slice(base.length + 1) : path))
    .find((path) => path.toLowerCase() !== prefix.toLowerCase() && PLAIN_PREFIX.test(path));
  return `so the API is not at "${prefix}": try --prefix${named === undefined ? "" : ` ${named}`}`;
}
