/** `--accept FILE`: accepted losses, and which lines of the file name nothing. */
import { AcceptedLosses } from "../analysis/accepted-losses.ts";
import type { Io } from "../io.ts";
import { type Flags, readTextFile, textOption } from "./flag.ts";
import { reportUnusedLines } from "./unused-lines.ts";

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

/** Prints on stderr the lines of `--accept` that match nothing. @param of as `AcceptedLosses.unused` takes it */
export function reportUnused(
  accepted: AcceptedLosses | undefined,
  flags: AcceptFlags,
  io: Io,
  of?: "nodes",
): void {
  reportUnusedLines("--accept", accepted?.unused(of) ?? [], flags, io);
}
