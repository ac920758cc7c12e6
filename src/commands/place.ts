/** Where a command reads from: a data directory, the sample, or a remote; told by flags, else by variables. */

import { isLoopbackHost } from "../access/loopback.ts";
import { type LanguageReferences, readLanguageReferences } from "../analysis/reference-graph.ts";
import { DataError, NoSuchNodeError, UsageError } from "../errors.ts";
import type { ReadOptions } from "../formats/data-format.ts";
import { aboutTopic, type Warning } from "../formats/findings.ts";
import {
  type LoadedData,
  languagesBeside,
  loadDirectory,
  otherLanguages,
} from "../formats/load-directory.ts";
import { readManifest } from "../formats/manifest.ts";
import { type Io, SAMPLE_DIRECTORY, writeError } from "../io.ts";
import type { Source } from "../source.ts";
import { DirectorySource } from "../sources/directory.ts";
import { counted } from "../text/counted.ts";
import { shellQuoted } from "../text/shell-quoted.ts";
import { visible } from "../text/visible-text.ts";
import type { Invocation } from "./command.ts";
import {
  type Flags,
  givenOf,
  isSiteUrl,
  nameOfFlag,
  refuseGiven,
  spelledFlags,
  type Values,
} from "./flag.ts";
import { withLoadProgress } from "./load-progress.ts";
import type { RemotePlace } from "./remote-place.ts";
import {
  ASKING_FLAGS,
  DEFAULT_DIRECTORY,
  DIRECTORY_FLAGS,
  type DirectoryFlags,
  PLACE_GROUP,
  type PlaceFlags,
  type QUIET_FLAG,
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
    ...spelledFlags(asking, flags),
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

type Teller = Pick<Invocation, "io" | "spell">;

/** Opens the place, with the warnings on what was read of a directory. */
export async function openSource(
  place: DirectoryPlace | RemotePlace,
  flags: Values<typeof QUIET_FLAG>,
  teller: Teller,
): Promise<{ source: Source; warnings: readonly Warning[] }> {
  if ("directory" in place) {
    const data = await loadWithWarnings(place, flags, teller);
    return { source: new DirectorySource(data), warnings: data.warnings };
  }
  warnOfClearKey(place, teller.io);
  const { RemoteSource } = await import("../sources/remote.ts");
  const { createDispatcher } = await import("../sources/http-client.ts");
  const dispatcher = createDispatcher(place.connection);
  const onWarning = (text: string) => writeError(teller.io, `warning: ${text}`);
  const source = new RemoteSource({ ...place, dispatcher, onWarning: flags.quiet ? undefined : onWarning });
  return { source, warnings: [] };
}

/**
 * Loads a directory, and says on stderr what of its warnings concerns the result of the command.
 * @param told which warnings: all of them, where the command is about the data as such. Default: those that concern any result
 * @param isOfAll whether the command covers all languages: others say which of several is read. Default: no
 */
export async function loadWithWarnings(
  place: DirectoryPlace,
  flags: Values<typeof QUIET_FLAG>,
  teller: Teller,
  told: "all" | "concerning" = "concerning",
  isOfAll = false,
): Promise<LoadedData> {
  const data = await loadPlace(place, flags, teller.io);
  if (!flags.quiet && !isOfAll) tellLanguage(data, place.options.culture, teller.io);
  const warnings = told === "all" ? data.warnings : data.warnings.filter(concernsAnyResult);
  tellWarnings(warnings, "what was read", flags, teller);
  return data;
}

/** Whether a warning concerns whatever a command results in: data is missing, or other data may be meant. */
export function concernsAnyResult({ topic }: Warning): boolean {
  return aboutTopic(topic).concerns === "all";
}

/**
 * Looks for nodes. If they are not found, says on stderr how many warnings there are on nodes that were left out: they may be among these.
 * @throws whatever `look` throws
 */
export async function lookIn<T>(
  warnings: readonly Warning[],
  flags: Values<typeof QUIET_FLAG>,
  teller: Teller,
  look: () => T | Promise<T>,
): Promise<T> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof NoSuchNodeError) {
      const leftOut = warnings.filter(({ topic }) => aboutTopic(topic).concerns === "not-found");
      tellWarnings(leftOut, "nodes that were left out", flags, teller);
    }
    throw error;
  }
}

/** A single warning is told itself; of several, how many there are, and the command that lists them. */
function tellWarnings(
  [first, ...more]: readonly Warning[],
  about: string,
  { quiet }: Values<typeof QUIET_FLAG>,
  { io, spell }: Teller,
): void {
  if (quiet || first === undefined) return;
  writeError(
    io,
    more.length === 0
      ? visible(`warning: ${first.file}: ${first.text}`)
      : `${more.length + 1} warnings on ${about}, listed by: ${spell("check", DIRECTORY_FLAGS)}`,
  );
}

/**
 * Says on stderr which of several languages is read, where no flag has named one.
 * @param culture the language that is asked for, if one is
 */
export function tellLanguage(
  data: Pick<LoadedData, "culture" | "heldLanguages"> & { path: string },
  culture: string | undefined,
  io: Io,
): void {
  const others = languagesBeside(data);
  if (culture !== undefined || others.length === 0) return;
  const read = data.culture === undefined ? "without a language" : `in ${data.culture}`;
  writeError(
    io,
    visible(
      `warning: ${data.path} is read ${read}; it also holds ${others.join(", ")}: --culture names the language to read`,
    ),
  );
}

/** Reports on stderr that a copy holds one language of its source, and no redirects. */
export function tellCopy(path: string, { quiet }: Values<typeof QUIET_FLAG>, io: Io): void {
  const manifest = quiet ? undefined : readManifest(path);
  if (manifest?.redirects !== false) return;
  const { language, otherLanguages = [] } = manifest;
  const others = otherLanguages.length > 0 ? `, not ${otherLanguages.join(", ")}` : "";
  const held = language === undefined ? "one language of the site" : `the language ${language}${others}`;
  writeError(io, visible(`warning: ${path} is a copy: it holds ${held}, and no redirects`));
}

/** Reads the references that stand in the other languages of a site; none where it holds no more than one. */
export async function languageReferences(data: LoadedData): Promise<LanguageReferences | undefined> {
  if (languagesBeside(data).length === 0) return undefined;
  return readLanguageReferences(data.trees, otherLanguages(data), data.types());
}

/** Reports on stderr how many values were redacted, if any were. */
export function reportRedacted(count: number, { quiet }: Values<typeof QUIET_FLAG>, io: Io): void {
  if (quiet || count === 0) return;
  writeError(
    io,
    `redacted ${counted(count, "value")} that ${count === 1 ? "looks like a secret" : "look like secrets"}: --keep-secrets keeps them`,
  );
}

/** Warns of an API key that others can read on its way. */
export function warnOfClearKey({ apiKey, baseUrl }: RemotePlace, io: Io): void {
  const { protocol, host } = new URL(baseUrl);
  if (apiKey === undefined || protocol !== "http:" || isLoopbackHost(host)) return;
  writeError(io, "warning: the API key is sent over plain http, where others can read it: use https");
}

/** @throws DataError, which says where else to look where the default directory is not there */
export async function loadPlace(
  { directory, options, implied }: DirectoryPlace,
  flags: Values<typeof QUIET_FLAG>,
  io: Io,
): Promise<LoadedData> {
  try {
    return await withLoadProgress(flags, io, (onProgress) =>
      loadDirectory(directory, { ...options, onProgress }, implied),
    );
  } catch (error) {
    // Most likely nobody has said yet where the data is.
    if (directory !== DEFAULT_DIRECTORY || !(error instanceof DataError) || error.findings.length > 0)
      throw error;
    throw new DataError(
      `${error.message}; try --data DIRECTORY, --sample for the tree that comes with the program, or migrations pull to copy a site`,
    );
  }
}
