/** Recognises what Git leaves in a file that it could not merge. */

/** What the lines begin with that Git puts between the two sides. */
const MARKERS = ["<<<<<<<", "|||||||", "=======", ">>>>>>>"];

/** So much of a line tells whether it is one of Git's. */
export const MARKER_LENGTH = 8;

const BEGIN = "<<<<<<< ";
const BEGINNING = /^<{7} /m;
const END = /^>{7} /m;

/** Whether some line of a text begins as a conflict does, and another as it ends. */
export function holdsConflict(text: string): boolean {
  // Every value is looked at, and hardly any has even this.
  return text.includes(BEGIN) && BEGINNING.test(text) && END.test(text);
}

/**
 * What is wrong with a line that is one of Git's.
 * @param line its first `MARKER_LENGTH` characters, or more of it
 */
export function conflictIn(line: string): string | undefined {
  const marker = MARKERS.find((each) => line.startsWith(each) && !/[^ \r\n]/.test(line[each.length] ?? ""));
  return marker && `unresolved Git conflict: the line begins with ${marker}`;
}
