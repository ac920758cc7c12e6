/** What of a slice is made up, as flags want it, and as the slice says so. */
import type { ScrubOptions } from "../analysis/scrub/node-scrubber.ts";
import type { SliceMarks } from "../pull/slice-marks.ts";

/** The flags that say it. */
type ScrubFlags = { scrub?: boolean; scrubProperty?: string[] };

/** Stands between aliases, which have none. */
const SEPARATOR = ",";

/**
 * @param before the marks of the slice that is sliced once more: what is made up in it already stays as it is
 * @returns what is still to be made up, if anything is, and what the slice says of all that is
 */
export function scrubbingOf(
  { scrub = false, scrubProperty = [] }: ScrubFlags,
  before: SliceMarks = {},
): { options: ScrubOptions | undefined; marks: SliceMarks } {
  const done = aliasesIn(before);
  const wanted = scrubProperty.map((alias) => alias.toLowerCase());
  const hadContacts = before.scrub === true;
  const contacts = scrub && !hadContacts;
  const properties = wanted.filter((alias) => !done.includes(alias));
  const all = [...new Set([...done, ...wanted])].sort();
  return {
    options: contacts || properties.length > 0 ? { contacts, properties } : undefined,
    marks: {
      ...((contacts || hadContacts) && { scrub: true }),
      ...(all.length > 0 && { scrubProperty: all.join(SEPARATOR) }),
    },
  };
}

/** The aliases whose values are made up in a slice. */
function aliasesIn({ scrubProperty }: SliceMarks): string[] {
  return typeof scrubProperty === "string" ? scrubProperty.split(SEPARATOR) : [];
}
