/** Where a command reads from: a data directory, the sample, or a remote; told by flags, else by variables. */
import { UsageError } from "../errors.ts";
import type { ReadOptions } from "../formats/data-format.ts";
import { type Io, SAMPLE_DIRECTORY } from "../io.ts";
import { shellQuoted } from "../text/shell-quoted.ts";
import { type Flags, givenArguments, givenOf, nameOfFlag, refuseGiven, type Values } from "./flag.ts";
import { isSiteUrl } from "./flag-values.ts";
import type { RemotePlace } from "./remote-place.ts";
import {
  ASKING_FLAGS,
  DEFAULT_DIRECTORY,
  type DirectoryFlags,
  PLACE_GROUP,
  type PlaceFlags,
  READING_GROUP,
  type WHOLE_SITE_GROUP,
} from "./shared-flags.ts";

/** A directory to load, or a file that is loaded as one. */
export type DirectoryPlace = {
  directory: string;
  options: ReadOptions;
  /** What the command adds by itself: each counts where the format makes use of it. Default: nothing. */
  implied?: ReadOptions;
};

/**
 * @param ofSites flags of the command beside those that every site has
 * @throws UsageError where flags or variables contradict each other
 */
export async function readPlace(
  flags: PlaceFlags,
  io: Io,
  ofSites: Flags = {},
): Promise<DirectoryPlace | RemotePlace> {
  const { MIGRATIONS_DATA, MIGRATIONS_BASE_URL } = io.env;
  const [place, ...others] = namedPlaces(flags);
  if (place === undefined && MIGRATIONS_DATA && MIGRATIONS_BASE_URL) {
    throw new UsageError(
      "MIGRATIONS_DATA and MIGRATIONS_BASE_URL name two places to read from: unset one, or say --data or --base-url",
    );
  }
  if (others.length > 0) return readDirectory(flags, io);
  const baseUrl =
    flags.baseUrl ?? (place === undefined && MIGRATIONS_BASE_URL ? MIGRATIONS_BASE_URL : undefined);
  if (baseUrl !== undefined) return (await import("./remote-place.ts")).readRemote(baseUrl, flags, io);
  refuseGiven(
    { ...ASKING_FLAGS, ...ofSites },
    flags,
    "is of no use here: it is for a site, and a directory is read",
  );
  return readDirectory(flags, io);
}

/**
 * The directory that is to be loaded, for commands that know no remote.
 * @param implied options that the command adds by itself. Default: none
 */
export function readDirectory(flags: DirectoryFlags, { env }: Io, implied: ReadOptions = {}): DirectoryPlace {
  const places = namedPlaces(flags);
  if (places.length > 1) {
    throw new UsageError(`${places.join(" and ")} name two places to read from: give one`);
  }
  const { data, sample, urls, urlAscii } = flags;
  if (urlAscii !== undefined && !(urls ?? implied.urls)) {
    throw new UsageError("--url-ascii says how urls are made: say --urls too", { flags: { urls: true } });
  }
  return {
    directory: sample ? SAMPLE_DIRECTORY : (data ?? (env.MIGRATIONS_DATA || DEFAULT_DIRECTORY)),
    options: givenOf(READING_GROUP.flags, flags),
    implied,
  };
}

/**
 * For commands that read directories alone: a live site is to be pulled first.
 * @param asking flags that mean something for a site alone. Default: all that say how one is asked
 * @throws UsageError where a site is named, by a flag or, where no directory is, by the variable
 */
export function refuseSite(
  command: string,
  flags: Values<typeof WHOLE_SITE_GROUP.flags>,
  env: Io["env"],
  asking: Flags = ASKING_FLAGS,
): void {
  const { baseUrl, data, sample } = flags;
  const isNamed = data !== undefined || sample || env.MIGRATIONS_DATA;
  const pasted = data !== undefined && isSiteUrl(data) ? data : undefined;
  const url = baseUrl ?? pasted ?? (isNamed ? undefined : env.MIGRATIONS_BASE_URL);
  if (!url) {
    refuseGiven(asking, flags, `is of no use here: it is for a site, and ${command} reads a directory`);
    return;
  }
  const pull = [
    "migrations pull --base-url",
    shellQuoted(url),
    ...givenArguments(asking, flags).map((text) => shellQuoted(text)),
    "--out ./site",
  ];
  throw new UsageError(
    `${command} reads all of a site, which is to be pulled first: ${pull.join(" ")}, then migrations ${command} --data ./site`,
  );
}

/** The flags given that name a place to read from. */
function namedPlaces(flags: PlaceFlags): string[] {
  const names = Object.keys(givenOf(PLACE_GROUP.flags, flags)) as (keyof typeof PLACE_GROUP.flags)[];
  return names.map((name) => nameOfFlag(PLACE_GROUP.flags[name]));
}
