/** Makes text safe for a terminal, and fits it to a width. */
import stringWidth from "string-width";
import { once } from "../site/once.ts";
import { ELLIPSIS, visible } from "../text/visible-text.ts";

/**
 * Latin, Greek and Cyrillic letters, signs, and punctuation (dashes, quotes, "…", "›") that take a column each in any context:
 * most text has no others, breadcrumbs and cut text included.
 */
const PLAIN = /^[\x20-\x7e\xa0-\xac\xae-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u203a]*$/;
/** Created once, as creating one takes fifty times as long as cutting a short text; and not at the start, as the first one takes 10 ms. */
const graphemes = once(() => new Intl.Segmenter());
/** The segmenter takes quadratic time for a long text, 30 s for 80,000 Arabic letters, so it gets parts of so many UTF-16 units. */
const PART_LENGTH = 512;

/** Safe text cut to at most `columns` columns, which may be infinite. */
export function fit(text: string, columns: number): string {
  if (columns === Number.POSITIVE_INFINITY) return visible(text);
  // Cuts long text before measuring it, which takes time.
  const safe = visible(text.length > columns * 4 ? text.slice(0, columns * 4) : text);
  if (text.length <= columns * 4 && widthOf(safe) <= columns) return safe;
  const room = Math.max(columns - 1, 0);
  // A combining character after the cut could belong to the last character before it.
  if (PLAIN.test(safe.slice(0, room + 1))) return safe.slice(0, room) + ELLIPSIS;
  const [first] = pieces(safe, room);
  return first + ELLIPSIS;
}

/** Safe text, whole, in lines of at most `columns` columns. */
export function wrapped(text: string, columns: number): string[] {
  const safe = visible(text);
  return columns === Number.POSITIVE_INFINITY ? [safe] : [...pieces(safe, Math.max(columns, 1))];
}

/** Safe text in lines of at most `columns` columns, broken between words if possible; all but the first are indented. */
export function wordWrapped(text: string, columns: number, indent: string): string[] {
  const safe = visible(text);
  if (columns === Number.POSITIVE_INFINITY) return [safe];
  if (!safe.startsWith(" ") && widthOf(safe) <= columns) return [safe];
  const lines: { text: string; width: number }[] = [];
  let line = { text: "", width: 0 };
  let isBlank = true;
  for (const word of safe.split(" ")) {
    const width = widthOf(word);
    if (isBlank) line = { text: line.text + word, width: line.width + width };
    else if (line.width + 1 + width <= columns) {
      line = { text: `${line.text} ${word}`, width: line.width + 1 + width };
    } else {
      lines.push(line);
      line = { text: indent + word, width: indent.length + width };
      isBlank = true;
    }
    isBlank &&= word.trim() === "";
  }
  return [...lines, line].flatMap(({ text, width }) =>
    width <= columns ? [text] : [...pieces(text, Math.max(columns, 1))],
  );
}

/** A long text without spaces, such as a list of UDIs, in lines: broken after commas if possible. */
export function brokenUp(text: string, columns: number): string[] {
  const parts = text.match(/[^,]*,?/g)?.filter((part) => part !== "") ?? [];
  const lines: string[] = [];
  for (const piece of parts.flatMap((part) => wrapped(part, columns))) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(last + piece) <= columns) lines[lines.length - 1] = last + piece;
    else lines.push(piece);
  }
  return lines;
}

/** The columns that safe text takes. Plain text is measured by its length, which takes a fraction of the time. */
export function widthOf(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const part of graphemeParts(text)) width += stringWidth(part);
  return width;
}

/** The text in parts that end with a whole character as people see it (a grapheme cluster). */
function* graphemeParts(text: string): Generator<string> {
  let start = 0;
  while (text.length - start > PART_LENGTH) {
    const part = text.slice(start, start + PART_LENGTH);
    let last = 0;
    for (const { index } of graphemes().segment(part)) last = index;
    // The last character of the part may continue after it.
    const end = last > 0 ? start + last : start + PART_LENGTH;
    yield text.slice(start, end);
    start = end;
  }
  yield text.slice(start);
}

/** Safe text, padded with blanks to `columns` columns. */
export function padded(text: string, columns: number): string {
  return text + " ".repeat(Math.max(columns - widthOf(text), 0));
}

/** The text in pieces of at most `columns` columns; wider characters are left out. */
function* pieces(text: string, columns: number): Generator<string> {
  if (PLAIN.test(text) && columns > 0) {
    for (let start = 0; start === 0 || start < text.length; start += columns)
      yield text.slice(start, start + columns);
    return;
  }
  let piece = "";
  let used = 0;
  for (const part of graphemeParts(text)) {
    for (const { segment } of graphemes().segment(part)) {
      const width = widthOf(segment);
      if (used + width > columns && used > 0) {
        yield piece;
        piece = "";
        used = 0;
      }
      if (width > columns) continue;
      piece += segment;
      used += width;
    }
  }
  yield piece;
}
