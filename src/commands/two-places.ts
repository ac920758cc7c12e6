/** Two places that are compared, an old one and a new one: each with options of its own, and with those that are for both. */
import { MATCHED_BY } from "../analysis/match-nodes.ts";
import type { ComparedSite } from "../analysis/site-diff.ts";
import { kindsWithoutUrls } from "../analysis/urls/site-urls.ts";
import { IncompleteError, UsageError } from "../errors.ts";
import type { ReadOptions } from "../formats/data-format.ts";
import { type LoadedData, loadDirectory } from "../formats/load-directory.ts";
import { type Io, writeError } from "../io.ts";
import { DEFAULT_PREFIX, type Kind } from "../operations.ts";
import { counted } from "../text/counted.ts";
import type { AskedOptions, GivenSide, OpenedPlaces } from "./ask-sites.ts";
import {
  type Flags,
  type Given,
  givenOf,
  isSiteUrl,
  nameOfFlag,
  oneOf,
  refuseGiven,
  spelledFlags,
  type Values,
  valued,
} from "./flag.ts";
import { withLoadProgress } from "./load-progress.ts";
import { concernsAnyResult, type DirectoryPlace, readDirectory } from "./place.ts";
import type { RemotePlace } from "./remote-place.ts";
import {
  API_FLAGS,
  ASKING_GROUP,
  DIRECTORY_FLAGS,
  type DirectoryFlags,
  NO_URLS_FLAG,
  READING_GROUP,
} from "./shared-flags.ts";

/** Which node of the one side is which of the other. */
export const MATCH_FLAG = {
  match: valued(
    "--match <what>",
    "which nodes are the same: those of one key, path, url or name-path (default: key)",
    oneOf(MATCHED_BY),
  ),
} satisfies Flags;

export const SIDES = ["old", "new"] as const;
export type Side = (typeof SIDES)[number];

/** A side that is a directory: `options` are for this side alone. */
type SidePath = Required<DirectoryPlace> & {
  /** What it was given as: a flag, or what help calls the word that it is. */
  givenAs: string;
  /** For both sides: they count where the format makes use of them. */
  shared: ReadOptions;
};

/** What names a place: what stands on the command line, and what it was given as. */
type NamedPlace = { word: string; givenAs: string };

/** The flags of asking a site, none of them given. */
const NOT_ASKED = Object.fromEntries(Object.keys(ASKING_GROUP.flags).map((name) => [name, undefined]));

/** No variable gives a key or a prefix to either side. */
const NO_VARIABLES = {};

const READING_FLAGS = { ...READING_GROUP.flags, ...NO_URLS_FLAG };
type ReadingFlags = typeof READING_FLAGS;
type AskingFlags = typeof ASKING_GROUP.flags;
type SidedFlags<F extends Flags, S extends Side = Side> = {
  [Name in keyof F & string as `${S}${Capitalize<Name>}`]: F[Name];
};

/** What help says of flags that elsewhere have a variable. */
const WITHOUT_VARIABLES = {
  prefix: { ...API_FLAGS.prefix, help: `path before /Migrations (default: ${DEFAULT_PREFIX})` },
  apiKeyFile: { ...API_FLAGS.apiKeyFile, help: "file that holds the API key; - is stdin" },
};

/** Flags of places, as they are for both sides and for each: the latter are told of in the footer of the command's help. */
export const TWO_PLACES_GROUPS = [
  { ...READING_GROUP, flags: { ...READING_FLAGS, ...bothSided(READING_FLAGS) } },
  {
    ...ASKING_GROUP,
    flags: { ...ASKING_GROUP.flags, ...WITHOUT_VARIABLES, ...bothSided(ASKING_GROUP.flags) },
  },
] as const;

/** The same for the old side alone, of commands whose new side is what they read anyway. */
export const OLD_PLACE_FLAGS: Flags = sided("old", { ...READING_GROUP.flags, ...ASKING_GROUP.flags });

/** What help says of them. */
export const TWO_PLACES_NOTES = [
  "How a directory is read and how a site is asked counts for the sides that know",
  "it; with --old- or --new- before its name, for one of them: --old-culture de-DE,",
  "--new-prefix umbraco/Limbo, --old-api-key-file ./key. No variable gives a key or",
  "a prefix.",
];

type TwoPlacesFlags = Values<ReadingFlags & AskingFlags & SidedFlags<ReadingFlags> & SidedFlags<AskingFlags>>;

/** The flags of one side, which --help leaves out: `--old-culture` for `--culture`. */
function sided<F extends Flags, S extends Side>(side: S, flags: F): SidedFlags<F, S> {
  const entries = Object.entries(flags).map(([name, flag]) => [
    sidedName(side, name),
    { ...flag, spelling: flag.spelling.replace(/^--/, `--${side}-`), isHidden: true },
  ]);
  return Object.fromEntries(entries);
}

function bothSided<F extends Flags>(flags: F): SidedFlags<F> {
  return { ...sided("old", flags), ...sided("new", flags) } as SidedFlags<F>;
}

/** What is given for one side alone, with `--old-` or `--new-` taken off. */
function givenFor(side: Side, flags: Flags, given: Values<Flags>): Values<Flags> {
  const own = Object.keys(flags).map((name) => [name, given[sidedName(side, name)]]);
  return givenOf(flags, Object.fromEntries(own));
}

function sidedName(side: Side, name: string): string {
  return side + name.charAt(0).toUpperCase() + name.slice(1);
}

/**
 * Reads what stands on the command line for both sides.
 * @param implied options that the command adds by itself. Default: none
 * @throws UsageError for options that none of the sides makes use of, or that contradict it
 */
export async function readTwoPlaces(
  places: Record<Side, NamedPlace>,
  flags: TwoPlacesFlags,
  io: Io,
  implied: ReadOptions = {},
): Promise<Record<Side, SidePath | RemotePlace>> {
  const areSites = SIDES.map((side) => isSiteUrl(places[side].word));
  if (areSites.every(Boolean))
    refuseGiven(READING_GROUP.flags, flags, "is of no use here: both places are sites");
  if (!areSites.some(Boolean))
    refuseGiven(ASKING_GROUP.flags, flags, "is of no use here: both places are directories");
  const old = await readSide("old", places.old, flags, io, implied);
  // What comes by way of standard input comes once.
  const { apiKeyFile, oldApiKeyFile, newApiKeyFile } = flags;
  const isForBoth = apiKeyFile === "-" && oldApiKeyFile === undefined && newApiKeyFile === undefined;
  const heard = isForBoth && "baseUrl" in old && areSites[1] ? old.apiKey : undefined;
  if (heard === undefined) return { old, new: await readSide("new", places.new, flags, io, implied) };
  const place = await readSide("new", places.new, { ...flags, apiKeyFile: undefined }, io, implied);
  return { old, new: { ...place, apiKey: heard } };
}

/**
 * The old side, where the new one is what the command reads anyway: how a directory is read counts for both.
 * @throws UsageError for options that it makes no use of
 */
export function readOldPlace(
  place: NamedPlace,
  flags: Values<Flags>,
  io: Io,
): Promise<SidePath | RemotePlace> {
  // How this command's own API is reached says nothing of a site that is asked.
  return readSide("old", place, { ...flags, ...NOT_ASKED }, io);
}

async function readSide(
  side: Side,
  { word, givenAs }: NamedPlace,
  flags: TwoPlacesFlags,
  io: Io,
  implied: ReadOptions = {},
): Promise<SidePath | RemotePlace> {
  if (isSiteUrl(word)) {
    refuseGiven(sided(side, READING_FLAGS), flags, `is of no use here: ${word} is a site`);
    const { readRemote } = await import("./remote-place.ts");
    const asked = { ...givenOf(ASKING_GROUP.flags, flags), ...givenFor(side, ASKING_GROUP.flags, flags) };
    return readRemote(word, asked, io, NO_VARIABLES);
  }
  refuseGiven(sided(side, ASKING_GROUP.flags), flags, `is of no use here: ${word} is a directory`);
  const shared: DirectoryFlags = givenOf(READING_GROUP.flags, flags);
  const { noUrls, ...options }: DirectoryFlags & { noUrls?: unknown } = givenFor(side, READING_FLAGS, flags);
  if (noUrls) options.urls = false;
  const { directory } = readDirectory({ ...shared, ...options, data: word }, io, implied);
  return { directory, givenAs, options, shared, implied };
}

/** Whether no urls are to be made on a side, for commands that make them without being asked. */
export function declinesUrls(side: SidePath | RemotePlace): boolean {
  return "directory" in side && (side.options.urls ?? side.shared.urls) === false;
}

/**
 * @returns the old site and the new one
 * @throws DataError for a directory that does not load; UsageError for options for both sides that none makes use of;
 * RefusedError, RemoteError for a site that does not answer
 */
export async function openTwoPlaces(
  places: Record<Side, SidePath | RemotePlace>,
  options: AskedOptions,
  flags: { quiet?: boolean; color?: boolean },
  io: Io,
): Promise<OpenedPlaces> {
  const both = [places.old, places.new];
  const read: { side: SidePath; data: LoadedData }[] = [];
  const sides: GivenSide[] = [];
  for (const place of both) {
    if (!("directory" in place)) {
      sides.push(place);
      continue;
    }
    const { directory, options: own, shared, implied, givenAs } = place;
    const data = await withLoadProgress(flags, io, (onProgress) =>
      loadDirectory(directory, { ...own, onProgress }, { ...implied, ...shared }, givenAs),
    );
    read.push({ side: place, data });
    sides.push(data);
  }
  refuseUseless(read);
  if (!flags.quiet) tellWarnings(read, io);
  if (read.length === both.length) return { sites: read.map(({ data }) => data), missed: [] };
  return (await import("./ask-sites.ts")).askSites(sides, options, flags, io);
}

type ReadSides = readonly { side: SidePath; data: LoadedData }[];

function refuseUseless([first, ...others]: ReadSides): void {
  const useless = first?.data.passedOver?.find(
    (name) => first.side.shared[name] && others.every(({ data }) => data.passedOver?.includes(name)),
  );
  if (useless === undefined) return;
  const formats = [first, ...others].map(({ data: { path, format } }) => `${path} is ${format}`).join(", ");
  throw new UsageError(`${nameOfFlag(DIRECTORY_FLAGS[useless])} is of no use here: ${formats}`);
}

/** Says in one line how many warnings there are on what was read, and what lists them. */
function tellWarnings(read: ReadSides, io: Io): void {
  const warned = read.flatMap(({ side, data: { warnings, passedOver = [] } }) => {
    const count = warnings.filter(concernsAnyResult).length;
    if (count === 0) return [];
    const { directory, options, shared, implied } = side;
    const taken = Object.entries({ ...implied, ...shared }).filter(
      ([name]) => !passedOver.includes(name as keyof ReadOptions),
    );
    const given: Given = { data: directory, ...Object.fromEntries(taken), ...options };
    return {
      count: `${counted(count, "warning")} on ${directory}`,
      check: `migrations check ${spelledFlags(DIRECTORY_FLAGS, given).join(" ")}`,
    };
  });
  if (warned.length === 0) return;
  const counts = warned.map(({ count }) => count).join(" and ");
  writeError(io, `${counts}, listed by: ${warned.map(({ check }) => check).join(" && ")}`);
}

/**
 * Refuses to call a result whole that says nothing of a kind, since none of its nodes has an address.
 * @param sources each with whether it was asked for that no urls be made
 * @throws IncompleteError, once the result is printed
 */
export function throwUnaddressed(
  sources: readonly (Pick<ComparedSite, "path" | "trees" | "fields"> & { areDeclined: boolean })[],
  kinds: readonly Kind[],
): void {
  const reasons = sources.flatMap(({ path, trees, fields, areDeclined }) =>
    kindsWithoutUrls(trees, kinds).map(({ kind, nodes }) => {
      // Data that somebody has written by hand is never given urls.
      const hint = areDeclined && fields !== undefined ? ": without --no-urls they are made" : "";
      return `none of the ${counted(nodes, `${kind} node`)} of ${path} has a url${hint}`;
    }),
  );
  if (reasons.length > 0) throw new IncompleteError(reasons.join("; "));
}
