/** Text made safe for a terminal and cut to fit. */
import stringWidth from "string-width";

/**
 * Control characters (C0, DEL, C1), which a terminal obeys, and the invisible ones that reorder or break a line.
 * Line and paragraph separators count among the latter.
 */
const UNSAFE = /[\p{Cc}\p{Bidi_Control}\u2028\u2029\uFEFF]/gu;
const SHORT_ESCAPES: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };
const ELLIPSIS = "…";

/** The text with each unsafe character as the escape that JSON would write. */
export function visible(text: string): string {
  return text.replace(UNSAFE, (character) => SHORT_ESCAPES[character] ?? escaped(character));
}

/** As `visible`, for text that is JSON already: its line feeds are its own. */
export function visibleJson(text: string): string {
  return text.replace(UNSAFE, (character) => (character === "\n" ? character : escaped(character)));
}

/** As `visibleJson`, for JSON that comes in chunks. */
export function* visibleChunks(chunks: Iterable<Uint8Array>): Generator<string> {
  const decoder = new TextDecoder();
  for (const chunk of chunks) yield visibleJson(decoder.decode(chunk, { stream: true }));
}

/** Safe text that takes at most `columns` columns. */
export function fit(text: string, columns: number): string {
  // Nothing takes less than no column, so what lies far behind can be left out before measuring.
  const safe = visible(text.length > columns * 4 ? text.slice(0, columns * 4) : text);
  if (text.length <= columns * 4 && stringWidth(safe) <= columns) return safe;
  let shown = "";
  let used = 0;
  for (const { segment } of new Intl.Segmenter().segment(safe)) {
    const width = stringWidth(segment);
    if (used + width > columns - 1) break;
    shown += segment;
    used += width;
  }
  return shown + ELLIPSIS;
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
