/** Text as a terminal may have it: nothing in it that a terminal would obey, hide or reorder. */

const SHORT_ESCAPES: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * Control characters (C0, DEL, C1), which a terminal obeys; separators of lines and paragraphs; and all that Unicode says
 * is not to be seen: zero-width characters, bidirectional controls, tags, fillers. Joiners and variation selectors stay where
 * they do their work: beside a letter, a mark or a picture. Made when it is first needed: the tables of Unicode take a
 * millisecond, which a look-up would notice.
 */
function unsafe(): RegExp {
  return /(?<!\p{L}|\p{M}|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)(?:\u200C|\u200D)|(?:\u200C|\u200D)(?!\p{L}|\p{M}|\p{Extended_Pictographic})|(?<!\p{L}|\p{Extended_Pictographic}|[0-9#*])(?:\uFE0E|\uFE0F)|(?!\u200C|\u200D|\uFE0E|\uFE0F)[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2028\u2029]/gu;
}

/** Text of one line that has none of that, as most has. */
const PLAIN = /^[\x20-\x7e]*$/;
/** Replaces what is left out of a text. */
export const ELLIPSIS = "…";
/** Replaces a value that there is not. */
export const NONE = "–";

/** The text on one line, with each unsafe character as the escape that JSON would write. */
export function visible(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(unsafe(), (character) => SHORT_ESCAPES[character] ?? escaped(character));
}

/** As `visible`, for text whose line feeds are its own, which JSON may be. */
export function visibleLines(text: string): string {
  return text.replace(unsafe(), (character) => (character === "\n" ? character : escaped(character)));
}

/** At most `length` characters of a text; where some are left out, the last one says so. */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  // Half a surrogate pair is no character.
  return text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, "") + ELLIPSIS;
}

/** A character beyond the first plane takes two, as in JSON. */
function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, i) => unitEscape(character.charCodeAt(i))).join("");
}

function unitEscape(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}
