/** Detects unresolved Git conflicts in files. */

/** The prefixes of lines that Git adds. */
const MARKERS = ["<<<<<<<", "|||||||", "=======", ">>>>>>>"];

/** The number of characters of a line that `conflictIn` needs. */
export const MARKER_LENGTH = 8;

const BEGIN = "<<<<<<< ";
const BEGINNING = /^<{7} /m;
const END = /^>{7} /m;

/** Whether a text has a line that starts a conflict, and one that ends it. */
export function holdsConflict(text: string): boolean {
  // A quick check first: this runs on every value.
  return text.includes(BEGIN) && BEGINNING.test(text) && END.test(text);
}

/**
 * Returns the error message for a conflict marker.
 * @param line at least its first `MARKER_LENGTH` characters
 */
export function conflictIn(line: string): string | undefined {
  const marker = MARKERS.find((each) => line.startsWith(each) && !/[^ \r\n]/.test(line[each.length] ?? ""));
  return marker && `unresolved Git conflict: the line begins with ${marker}`;
}
