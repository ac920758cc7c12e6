/** Paths of media files: read from Umbraco's own formats, and from the `url`s of media nodes. */
import { NO_ORIGIN } from "../../text/path-text.ts";

/**
 * Returns the path in a media node's `url`, decoded: `/media/a b.jpg`. `..` cannot leave the root.
 * @returns `undefined` if the URL is empty, invalid, or ends in a slash
 */
export function mediaPath(url: string): string | undefined {
  const parsed = parseMediaUrl(url, NO_ORIGIN);
  return parsed && decodedPath(parsed.pathname);
}

/** Resolves a media node's `url` against the site's; `undefined` if it is invalid or not HTTP. */
export function parseMediaUrl(url: string, base: string): URL | undefined {
  if (url === "" || url.startsWith("#") || !URL.canParse(url, base)) return undefined;
  const parsed = new URL(url, base);
  const isFile = /^https?:$/.test(parsed.protocol) && !parsed.pathname.endsWith("/");
  return isFile ? parsed : undefined;
}

/**
 * Decodes the path of a URL, except slashes within a segment and escaped escapes, so that different paths stay
 * different.
 */
export function decodedPath(pathname: string): string {
  return pathname
    .split("/")
    .map((segment) => {
      try {
        return decodeURIComponent(segment)
          .replace(/%(?=[0-9a-f]{2})/gi, "%25")
          .replaceAll("/", "%2F");
      } catch {
        return segment;
      }
    })
    .join("/");
}

/** Where a site has its media files. */
export type SiteMedia = {
  /** The path of their URLs, with a slash at both ends. Default: `/media/` */
  path?: string;
  /** Whether the folder corresponds to this path and not to the site's root. Default: whether it has the same name */
  isMediaFolder?: boolean;
};

/** The property with the path of the file. */
export const FILE_PROPERTY = "umbracoFile";

/** uSync 7 writes JavaScript object literals: `{src: '/media/1030/a.jpg', crops: []}`. */
const LOOSE_SOURCE = /^\{\s*src:\s*'([^'\\]+)'/;

/**
 * Returns the path of a media node's file.
 * @param text a path, or JSON with the path as `src`, or nothing
 * @returns `undefined` if there is no path
 */
export function mediaUrl(text: string | undefined): string | undefined {
  const path = text?.trim();
  if (!path) return undefined;
  return path.startsWith("{") ? sourceIn(path) : path;
}

function sourceIn(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const hasSource = typeof value === "object" && value !== null && "src" in value;
    return hasSource && typeof value.src === "string" && value.src !== "" ? value.src : undefined;
  } catch {
    return LOOSE_SOURCE.exec(text)?.[1];
  }
}
