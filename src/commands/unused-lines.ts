/** The lines of a file that an option names, if they match nothing: they may be misspelt. */
import { type Io, writeError } from "../io.ts";
import { counted } from "../text/counted.ts";
import { visible } from "../text/visible-text.ts";

/** How many lines are named. */
const SHOWN_LINES = 5;

/** Prints them on stderr. @param option the option that names the file @param unused the lines, with what says where they are */
export function reportUnusedLines(
  option: string,
  unused: readonly string[],
  { quiet }: { quiet?: boolean },
  io: Io,
): void {
  if (unused.length === 0 || quiet) return;
  const more = unused.length > SHOWN_LINES ? ", ..." : "";
  const shown = unused.slice(0, SHOWN_LINES).join(", ") + more;
  const lines = counted(unused.length, `line of ${option} matches`, `lines of ${option} match`);
  writeError(io, visible(`${lines} nothing: ${shown}`));
}
