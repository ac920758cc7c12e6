/** Recognises what Git leaves in a file that it could not merge. */

/** What values that hold one are summed up as. */
export const CONFLICT_TOPIC = "values with an unresolved Git conflict";

const BEGIN = "<<<<<<< ";
const BEGINNING = /^<{7} /m;
const END = /^>{7} /m;

/** Whether some line of a text begins as a conflict does, and another as it ends. */
export function holdsConflict(text: string): boolean {
  // Every value is looked at, and hardly any has even this.
  return text.includes(BEGIN) && BEGINNING.test(text) && END.test(text);
}

/**
 * Whether a conflict begins in a line of a text.
 * @param line from 1
 */
export function beginsConflict(text: string, line: number): boolean {
  return text.split("\n", line)[line - 1]?.startsWith(BEGIN) ?? false;
}
