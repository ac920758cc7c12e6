/** Makes text safe for a terminal and for a shell. */

const SHORT_ESCAPES: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * Matches control characters (C0, DEL, C1), line and paragraph separators, and everything Unicode calls invisible:
 * zero-width characters, bidirectional controls, tags, fillers. Joiners and variation selectors stay where they work:
 * next to a letter, a mark or a pictograph. Created on demand: compiling the Unicode tables takes a millisecond, which
 * a look-up would notice.
 */
function unsafe(): RegExp {
  return /(?<!\p{L}|\p{M}|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)(?:\u200C|\u200D)|(?:\u200C|\u200D)(?!\p{L}|\p{M}|\p{Extended_Pictographic})|(?<!\p{L}|\p{Extended_Pictographic}|[0-9#*])(?:\uFE0E|\uFE0F)|(?!\u200C|\u200D|\uFE0E|\uFE0F)[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2028\u2029]/gu;
}

/** Most text matches this quick check. */
const PLAIN = /^[\x20-\x7e]*$/;
/** Replaces omitted text. */
export const ELLIPSIS = "…";
/** Replaces a missing value. */
export const NONE = "–";

/** Returns the text on one line; unsafe characters become JSON escapes. */
export function visible(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(unsafe(), (character) => SHORT_ESCAPES[character] ?? escaped(character));
}

/** Like `visible`, but keeps line feeds, for JSON and other text with lines of its own. */
export function visibleLines(text: string): string {
  return text.replace(unsafe(), (character) => (character === "\n" ? character : escaped(character)));
}

/** Shortens a text to at most `length` characters, ending in an ellipsis. */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  // Drops half of a surrogate pair.
  return text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, "") + ELLIPSIS;
}

/** A character outside the basic plane becomes two escapes, as in JSON. */
function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, i) => unitEscape(character.charCodeAt(i))).join("");
}

function unitEscape(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}

export function shellQuoted(text: string, platform: NodeJS.Platform = process.platform): string {
  // zsh expands a word that starts with an equals sign.
  if (platform !== "win32")
    return /^(?!=)[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
  // In PowerShell, a comma makes a list, and @ splats.
  if (/^[\w+=:./\\~-]+$/.test(text)) return text;
  // PowerShell expands variables between quotation marks. The command prompt has no other quotes, and expands none of these.
  if (/[$`]/.test(text)) return `'${text.replaceAll("'", "''")}'`;
  // Windows programs read \" as a quotation mark, and halve the backslashes before one.
  return `"${text.replace(/(\\*)("|$)/g, (_, slashes: string, mark: string) => `${slashes}${slashes}${mark && `\\${mark}`}`)}"`;
}
