/** Paths of URLs and files as text: percent-encoding (RFC 3986, section 2.1), and characters at their ends. */

/** The base for parsing relative URLs; never part of the output. */
export const NO_ORIGIN = "http://site.invalid";

/**
 * Text with invalid escapes is returned unchanged.
 * @param decode `decodeURI` keeps escaped delimiters, such as slashes. Default: `decodeURIComponent`, which decodes all
 */
export function percentDecoded(text: string, decode = decodeURIComponent): string {
  if (!text.includes("%")) return text;
  try {
    return decode(text);
  } catch {
    return text;
  }
}

/** Returns the text without its last characters as far as they are among `characters`. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1])) end--;
  return text.slice(0, end);
}

/** Returns the text without its first and last characters as far as they are among `characters`. */
export function withoutEnds(text: string, characters: string): string {
  let start = 0;
  while (start < text.length && characters.includes(text[start])) start++;
  return withoutEnd(text.slice(start), characters);
}
