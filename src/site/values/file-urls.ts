/** Recognises files and pictures by their extensions, and finds the URLs of files in texts: `/files/price-list.pdf` in attributes and in running text. */

/** Extensions of pictures. */
const IMAGES = ["apng", "avif", "bmp", "gif", "ico", "jpe?g", "png", "svg", "tiff?", "webp"];
/** Extensions of files that sites hand out; URLs of pages, styles and scripts have others. */
const EXTENSIONS = [
  ...IMAGES,
  ...["eps", "ai", "psd", "pdf", "docx?", "docm", "dotx?", "xlsx?", "xlsm", "pptx?", "pps[xm]?"],
  ...["odt", "ods", "odp", "rtf", "txt", "csv", "epub", "ics", "vcf", "kmz?", "kml", "gpx", "dwg", "dxf"],
  ...["zip", "rar", "7z", "t?gz", "msi", "exe"],
  ...["mp3", "mp4", "m4[av]", "mov", "avi", "wmv", "webm", "og[agv]", "wav", "flac", "flv", "swf"],
].join("|");
/** The extension at the end of a path. */
const ENDING = new RegExp(`\\.(?:${EXTENSIONS})(?![\\w/-]|\\.[a-z0-9])`, "iy");
const ENDS_IN_IMAGE = new RegExp(`\\.(?:${IMAGES.join("|")})$`, "i");
const ENDS_IN_EXTENSION = new RegExp(`\\.(?:${EXTENSIONS})$`, "i");
const LONGEST_URL = 500;
/** A root-relative path, or an absolute URL. */
const ROOTED = /^(?:~?\/(?!\/)|(?:https?:)?\/\/[\w.-])/i;
/** White space before a second URL, as in `srcset`. */
const SEVERAL = /[\s,](?:~?\/|https?:)/i;
const QUOTED = /["'<>\n]/;
const BETWEEN = /[\s"'<>()[\]{}|\\`,;]/;

/** Whether a path is that of a file by its extension. */
export function isFilePath(path: string): boolean {
  return ENDS_IN_EXTENSION.test(path);
}

/** Whether a path or URL is that of a picture, by its extension. */
export function isImagePath(path: string): boolean {
  return ENDS_IN_IMAGE.test(path.replace(/[?#].*$/s, ""));
}

/** Returns the root-relative and absolute URLs of files in a text or HTML, without query and fragment, as written. */
export function fileUrlsIn(text: string): string[] {
  const found: string[] = [];
  for (let index = text.indexOf("."); index >= 0; index = text.indexOf(".", index + 1)) {
    ENDING.lastIndex = index;
    const [extension] = ENDING.exec(text) ?? [];
    if (extension === undefined) continue;
    const before = text.slice(Math.max(0, index - LONGEST_URL), index);
    // In quotes, a URL may have blanks.
    const url = [QUOTED, BETWEEN].map((end) => afterLast(before, end)).find(isUrl);
    if (url !== undefined) found.push(url + extension);
  }
  return found;
}

function isUrl(text: string): boolean {
  return ROOTED.test(text) && !SEVERAL.test(text) && !/[?#]/.test(text);
}

/** The end of a text after the last character that matches. */
function afterLast(text: string, pattern: RegExp): string {
  for (let at = text.length - 1; at >= 0; at--) if (pattern.test(text[at])) return text.slice(at + 1);
  return text;
}
