/** Opens the place that a command reads from. */

import { DataError } from "../errors.ts";
import { type LoadedData, loadDirectory } from "../formats/load-directory.ts";
import { type Io, writeError } from "../io.ts";
import { isLoopbackHost } from "../loopback.ts";
import type { Source } from "../source.ts";
import { DirectorySource } from "../sources/directory.ts";
import { visible } from "../visible-text.ts";
import type { Invocation } from "./command.ts";
import type { Values } from "./flag.ts";
import type { DirectoryPlace } from "./place.ts";
import type { RemotePlace } from "./remote-place.ts";
import { DEFAULT_DIRECTORY, DIRECTORY_FLAGS, type QUIET_FLAG } from "./shared-flags.ts";

type Teller = Pick<Invocation, "io" | "spell">;

export async function openSource(
  place: DirectoryPlace | RemotePlace,
  flags: Values<typeof QUIET_FLAG>,
  teller: Teller,
): Promise<Source> {
  if ("directory" in place) return new DirectorySource(await loadWithNotes(place, flags, teller));
  warnOfClearKey(place, teller.io);
  const { RemoteSource } = await import("../sources/remote.ts");
  const { createDispatcher } = await import("../sources/dispatcher.ts");
  const dispatcher = createDispatcher(place.connection);
  const onNote = (text: string) => writeError(teller.io, `note: ${text}`);
  return new RemoteSource({ ...place, dispatcher, onNote: flags.quiet ? undefined : onNote });
}

/** Loads a directory, and says in one line on stderr how many notes there are, and how to list them. */
export async function loadWithNotes(
  place: DirectoryPlace,
  { quiet }: Values<typeof QUIET_FLAG>,
  { io, spell }: Teller,
): Promise<LoadedData> {
  const data = await loadPlace(place);
  const [first, ...more] = data.notes;
  if (quiet || first === undefined) return data;
  writeError(
    io,
    more.length === 0
      ? visible(`note: ${first.file}: ${first.text}`)
      : `${data.notes.length} notes on what was read, listed by: ${spell("check", DIRECTORY_FLAGS)}`,
  );
  return data;
}

/** Warns of an API key that others can read on its way. */
export function warnOfClearKey({ apiKey, baseUrl }: RemotePlace, io: Io): void {
  if (apiKey === undefined || !isInTheClear(baseUrl)) return;
  writeError(io, "warning: the API key is sent over plain http, where others can read it: use https");
}

/** @throws DataError, which says where else to look where the default directory is not there */
export async function loadPlace({ directory, options, implied }: DirectoryPlace): Promise<LoadedData> {
  try {
    return await loadDirectory(directory, options, implied);
  } catch (error) {
    // Most likely nobody has said yet where the data is.
    if (directory !== DEFAULT_DIRECTORY || !(error instanceof DataError) || error.findings.length > 0)
      throw error;
    throw new DataError(
      `${error.message}; try --data DIRECTORY, --sample for the tree that comes with the program, or migrations pull to copy a site`,
    );
  }
}

function isInTheClear(baseUrl: string): boolean {
  const { protocol, host } = new URL(baseUrl);
  return protocol === "http:" && !isLoopbackHost(host);
}
