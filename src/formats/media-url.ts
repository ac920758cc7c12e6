/** Where the files of media are served, as the CMS's own formats tell it. */

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
