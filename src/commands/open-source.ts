/** Opens the place that a command reads from. */

import { DataError } from "../errors.ts";
import { sumUpNotes } from "../formats/findings.ts";
import { type LoadedData, loadDirectory } from "../formats/load-directory.ts";
import { type Io, writeError } from "../io.ts";
import { isLoopbackHost } from "../loopback.ts";
import type { Source } from "../source.ts";
import { DirectorySource } from "../sources/directory.ts";
import { DEFAULT_DIRECTORY } from "./defaults.ts";
import type { DirectoryPlace, RemotePlace } from "./where.ts";

/** `quiet` keeps notes off stderr. */
export type NoteFlags = { quiet?: boolean };

export async function openSource(
  place: DirectoryPlace | RemotePlace,
  flags: NoteFlags,
  io: Io,
): Promise<Source> {
  if ("directory" in place) return new DirectorySource(await loadWithNotes(place, flags, io));
  warnOfClearKey(place, io);
  const { RemoteSource } = await import("../sources/remote.ts");
  const { createDispatcher } = await import("../sources/dispatcher.ts");
  return new RemoteSource({ ...place, dispatcher: createDispatcher(place.connection) });
}

/** Loads a directory, and sums up its notes on stderr. */
export async function loadWithNotes(
  place: DirectoryPlace,
  { quiet }: NoteFlags,
  io: Io,
): Promise<LoadedData> {
  const data = await load(place);
  if (!quiet && data.notes.length > 0) {
    const { visible } = await import("../output/visible.ts");
    for (const line of sumUpNotes(data.notes)) writeError(io, `note: ${visible(line)}`);
  }
  return data;
}

/** Warns of an API key that others can read on its way. */
export function warnOfClearKey({ apiKey, baseUrl }: RemotePlace, io: Io): void {
  if (apiKey === undefined || !isInTheClear(baseUrl)) return;
  writeError(io, "warning: the API key is sent over plain http, where others can read it: use https");
}

async function load({ directory, options }: DirectoryPlace): Promise<LoadedData> {
  try {
    return await loadDirectory(directory, options);
  } catch (error) {
    // Most likely nobody has said yet where the data is.
    if (directory !== DEFAULT_DIRECTORY || !(error instanceof DataError) || error.message.includes("\n"))
      throw error;
    throw new DataError(
      `${error.message}; try --data DIRECTORY, or --sample for the tree that comes with the program`,
    );
  }
}

function isInTheClear(baseUrl: string): boolean {
  const { protocol, host } = new URL(baseUrl);
  return protocol === "http:" && !isLoopbackHost(host);
}
