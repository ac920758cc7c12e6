/** Paths of media files as they stand in text: `/media/1001/x.jpg`, `/media/k2q4m0pa/x.jpg`. */

/** A path, and where in the text it stands with its host, query and fragment. */
type FoundPath = { path: string; host: string | undefined; start: number; end: number };

/** What no path of a page looks like: a folder of digits, of eight characters, or of a GUID, or digits before a name. */
const BEGINS =
  /\/media\/(?:(?:\d{1,10}|[a-z0-9]{8}|[0-9a-f]{32}|[0-9a-f-]{36})\/(?=[^/\s"'<>?#])|\d{1,10}-)/iy;
/** What ends a path in running text, beside white space. */
const ENDS = Array.from("\"'<>\\`|{}\u00a0", (character) => character.charCodeAt(0));
const OPEN = 0x28;
const CLOSE = 0x29;
const COMMA = 0x2c;
const BEHIND = /[),.;:!?\]*_]+$/;
const HOST = /(?:https?:)?\/\/([a-z0-9.-]{1,253}(?::\d{1,5})?)$/i;
const LONGEST_HOST = 300;
/** What may stand before a path that begins at the root of a site. */
const BEFORE = /^[\s"'(=,:;>~[\\|]?$/;
const ENDS_IN_EXTENSION = /\.[a-z0-9]{1,8}$/i;
const LONGEST_TRAIL = 40;

/**
 * Reads a path of a media file.
 * @param at where `/media/` stands
 * @param isWhole whether the text is known to be a URL from beginning to end
 */
export function mediaPathAt(text: string, at: number, isWhole: boolean): FoundPath | undefined {
  BEGINS.lastIndex = at;
  if (!BEGINS.test(text)) return undefined;
  const before = text.slice(Math.max(0, at - LONGEST_HOST), at);
  const host = HOST.exec(before);
  if (!host && !BEFORE.test(before.slice(-1))) return undefined;
  const start = at - (host?.[0].length ?? 0);
  const isAlone = isAlongWhole(text, start, isWhole);
  const end = isAlone ? text.trimEnd().length : runEnd(text, at);
  const path = withoutQuery(text.slice(at, end));
  // Pages may stand below one that is called media, too.
  if (!path.includes(".", path.lastIndexOf("/"))) return undefined;
  return { path, host: host?.[1].toLowerCase(), start, end };
}

/** Whether the path is all that the text is: then blanks belong to it, and commas. */
function isAlongWhole(text: string, start: number, isWhole: boolean): boolean {
  const lead = text.slice(0, Math.min(start, 3)).trim();
  if (start > 3 || (lead !== "" && lead !== "~")) return false;
  if (isWhole) return true;
  const trimmed = text.trimEnd();
  if (/[\n"'<>{]/.test(trimmed) || trimmed.includes(",/media/")) return false;
  return ENDS_IN_EXTENSION.test(withoutQuery(trimmed).slice(-LONGEST_TRAIL));
}

/** Where a path ends that begins at a place in running text. No more of the text is looked at. */
function runEnd(text: string, start: number): number {
  let at = start;
  let open = 0;
  for (let code = text.charCodeAt(at); isOfPath(code); code = text.charCodeAt(++at)) {
    if (code === OPEN) open++;
    // A parenthesis that was not opened within the path is the one of `url(…)` or of a link in Markdown.
    else if (code === CLOSE && open-- === 0) break;
    else if (code === COMMA && text.startsWith("/media/", at + 1)) break;
  }
  const trail = BEHIND.exec(text.slice(Math.max(start, at - LONGEST_TRAIL), at))?.[0] ?? "";
  return at - (trail.endsWith(")") ? 0 : trail.length);
}

/** Whether a character may be one of a path: neither white space nor what commonly ends one. */
function isOfPath(code: number): boolean {
  return code > 0x20 && !ENDS.includes(code);
}

function withoutQuery(url: string): string {
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
}
