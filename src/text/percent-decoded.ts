/** Decodes percent-encoded text (RFC 3986, section 2.1). */

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
