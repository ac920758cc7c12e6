/** Removes characters from the ends of a text in linear time; a regular expression such as `/\/+$/` is quadratic. */

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
