/** `--accept FILE`: accepted losses, and which lines of the file name nothing. */
import { AcceptedLosses } from "../analysis/accepted-losses.ts";
import { type Io, writeError } from "../io.ts";
import { counted } from "../text/counted.ts";
import { visible } from "../text/visible-text.ts";
import { type Flags, readTextFile, textOption } from "./flag.ts";

export const ACCEPT_FLAG = {
  accept: textOption(
    "--accept <file>",
    "file of known losses, which do not count: keys, paths, types or TYPE.PROPERTY, one a line",
  ),
} satisfies Flags;

type AcceptFlags = { accept?: string; quiet?: boolean };

/** @throws UsageError if the file cannot be read, or a line names nothing */
export function readAccepted({ accept }: AcceptFlags): AcceptedLosses | undefined {
  if (accept === undefined) return undefined;
  return new AcceptedLosses(accept, readTextFile(accept, `--accept cannot be read from ${accept}`));
}

/** How many lines are named. */
const SHOWN_LINES = 5;

/** Prints on stderr the lines of `--accept` that match nothing. @param of as `AcceptedLosses.unused` takes it */
export function reportUnused(
  accepted: AcceptedLosses | undefined,
  { quiet }: AcceptFlags,
  io: Io,
  of?: "nodes",
): void {
  const unused = accepted?.unused(of) ?? [];
  if (unused.length === 0 || quiet) return;
  const more = unused.length > SHOWN_LINES ? ", ..." : "";
  const shown = unused.slice(0, SHOWN_LINES).join(", ") + more;
  const lines = counted(unused.length, "line of --accept matches", "lines of --accept match");
  writeError(io, visible(`${lines} nothing: ${shown}`));
}
