/** Where media files are served: as the CMS's own formats say, and from the `url`s of media nodes to paths on a site. */

/**
 * The path that a media node's `url` names, decoded: `/media/a b.jpg`. What `..` leads to stays below the root.
 * @returns `undefined` where it names no file: it is empty, no URL, or ends in a slash
 */
export function mediaPath(url: string): string | undefined {
  const parsed = parseMediaUrl(url, "http://site.invalid");
  return parsed && decodedPath(parsed.pathname);
}

/** A media node's `url` as a whole, relative to a site's; `undefined` where it is none, or not one of HTTP. */
export function parseMediaUrl(url: string, base: string): URL | undefined {
  if (url === "" || url.startsWith("#") || !URL.canParse(url, base)) return undefined;
  const parsed = new URL(url, base);
  const isFile = /^https?:$/.test(parsed.protocol) && !parsed.pathname.endsWith("/");
  return isFile ? parsed : undefined;
}

/** The path of a URL, decoded but for what would make two paths one: slashes within a segment, escapes that are escaped. */
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
  /** The path of their URLs, which begins and ends with a slash. Default: `/media/` */
  path?: string;
  /** Whether the folder itself stands for that path, and not for the site's root. Default: whether it is called so */
  isMediaFolder?: boolean;
};

/** The property that tells it. */
export const FILE_PROPERTY = "umbracoFile";

/** In what uSync 7 writes, which JavaScript reads and JSON does not: `{src: '/media/1030/a.jpg', crops: []}`. */
const LOOSE_SOURCE = /^\{\s*src:\s*'([^'\\]+)'/;

/**
 * Where a media node's file is served.
 * @param text a path, or JSON with the path as `src`, or nothing
 * @returns `undefined` where it tells no path
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
