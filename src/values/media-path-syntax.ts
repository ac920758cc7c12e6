/** Paths of media files as they stand in text: `/media/1001/x.jpg`, `/media/k2q4m0pa/x.jpg`. */

/** A path, and where in the text it stands with its host, query and fragment. */
type FoundPath = { path: string; host: string | undefined; start: number; end: number };

/** What no path of a page looks like: a folder of digits, of eight characters, or of a GUID, or digits before a name. */
const BEGINS =
  /\/media\/(?:(?:\d{1,10}|[a-z0-9]{8}|[0-9a-f]{32}|[0-9a-f-]{36})\/(?=[^/\s"'<>?#])|\d{1,10}-)/iy;
/** What ends a path in running text. */
const RUN = /[^\s"'<>\\`|{}]+/y;
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
  return { path: withoutQuery(text.slice(at, end)), host: host?.[1].toLowerCase(), start, end };
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

function runEnd(text: string, at: number): number {
  RUN.lastIndex = at;
  let run = RUN.exec(text)?.[0] ?? "";
  const next = run.indexOf(",/media/");
  if (next > 0) run = run.slice(0, next);
  // A parenthesis that was not opened within the path is the one of `url(…)` or of a link in Markdown.
  const closing = unopened(run);
  if (closing >= 0) run = run.slice(0, closing);
  const trail = BEHIND.exec(run.slice(-LONGEST_TRAIL))?.[0] ?? "";
  return at + run.length - (trail.endsWith(")") && run.includes("(") ? 0 : trail.length);
}

/** Where the first parenthesis closes that was not opened, or -1. */
function unopened(run: string): number {
  let open = 0;
  for (let at = 0; at < run.length; at++) {
    const code = run.charCodeAt(at);
    if (code === 0x28) open++;
    else if (code === 0x29 && open-- === 0) return at;
  }
  return -1;
}

function withoutQuery(url: string): string {
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
}
