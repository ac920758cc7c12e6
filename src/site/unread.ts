/** What the source of a site has and the program does not read. */

/** Things of one sort. */
export type UnreadPart = {
  /** A noun in the plural, such as `members` or `files in Macros`. */
  what: string;
  /** At least 1. */
  count: number;
};

/** What there is of the parts, the highest count first. */
export function unreadParts(parts: readonly UnreadPart[]): UnreadPart[] {
  return parts
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.what < b.what ? -1 : 1));
}

/** `3 members`, `1 file in Macros`. @param inDigits writes the number. Default: without separators */
export function unreadInWords(
  { what, count }: UnreadPart,
  inDigits: (count: number) => string = String,
): string {
  const things = what.split(/ (?:in|of|with|left) /, 1)[0];
  const thing = count === 1 && things.endsWith("s") ? things.slice(0, -1) : things;
  return `${inDigits(count)} ${thing}${what.slice(things.length)}`;
}
