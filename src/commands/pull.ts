/** `pull`: copies a site, or a data directory, into a data directory, and gives a receipt. */

import { mediaFilesOf, requireDirectory, warnOfRefusedFiles } from "../analysis/media-folder.ts";
import { EXIT, explained, IncompleteError, MigrationsError, UsageError } from "../errors.ts";
import type { LoadedData } from "../formats/load-directory.ts";
import { type Io, writeError, writeJson, writeLines } from "../io.ts";
import type { MediaFiles } from "../media/media-files.ts";
import { API_SEGMENT, type Kind, kindsOf } from "../operations.ts";
import { startProgress } from "../output/progress.ts";
import { receiptJson, receiptLines } from "../output/receipt.ts";
import { chosenFormat, FINDING_FORMATS } from "../output/style.ts";
import type { CopyOptions } from "../pull/copy-directory.ts";
import { PULL_DEFAULTS, type PullOptions } from "../pull/options.ts";
import { missingCount, type PullResult, Tally } from "../pull/pull-events.ts";
import { pullSite } from "../pull/pull-site.ts";
import type { Target } from "../source.ts";
import { createDispatcher } from "../sources/http-client.ts";
import { counted, inWords } from "../text/counted.ts";
import { defineCommand, type FlagsIn, type Invocation } from "./command.ts";
import {
  type Flags,
  type Given,
  givenArguments,
  readShare,
  text,
  toggle,
  toggleOrText,
  valued,
  wholeNumber,
} from "./flag.ts";
import { type DirectoryPlace, loadWithWarnings, readPlace, warnOfClearKey } from "./place.ts";
import type { RemotePlace } from "./remote-place.ts";
import {
  ASKING_FLAGS,
  ASKING_GROUP,
  KIND_FLAG,
  NODE_CONFLICT,
  NODE_FLAGS,
  outputFlags,
  PLACE_GROUP,
  READING_GROUP,
  readTarget,
  TLS_CONFLICT,
} from "./shared-flags.ts";
import { interruptible } from "./signals.ts";

const HIGHEST_CONCURRENCY = 64;
const MOST_RETRIES = 100;
/** In milliseconds. */
const LONGEST_DELAY = 60_000;

const COPY_FLAGS = {
  out: text("--out <directory>", "data directory to write"),
  ...KIND_FLAG,
  id: { ...NODE_FLAGS.id, help: "only the node with this id, its ancestors and all below it" },
  key: { ...NODE_FLAGS.key, help: "the same by key: a GUID or a UDI" },
  files: toggleOrText(
    "--files [directory]",
    "also the media files; of a directory, those in its files/, in the site's own folder, or in the one named",
  ),
  replace: toggle("--replace", "replace a copy of another source"),
} satisfies Flags;

/** How a site is copied: of no use for a directory. */
const PACE_FLAGS = {
  fresh: toggle("--fresh", "ask for everything, and drop what an unfinished pull has left"),
  recheck: valued("--recheck <share>", "fetch this share of the unchanged nodes too, such as 5%", readShare),
  allowShrink: toggle("--allow-shrink", "accept that more than a fifth of the nodes was removed"),
  concurrency: valued(
    "--concurrency <n>",
    `requests under way at a time (default: ${PULL_DEFAULTS.concurrency})`,
    wholeNumber(1, HIGHEST_CONCURRENCY),
  ),
  delay: valued(
    "--delay <ms>",
    "least time between two requests (default: 0)",
    wholeNumber(0, LONGEST_DELAY),
  ),
  retries: valued(
    "--retries <n>",
    `how often one thing is asked for again (default: ${PULL_DEFAULTS.retries})`,
    wholeNumber(0, MOST_RETRIES),
  ),
} satisfies Flags;

const OUTPUT_FLAGS = outputFlags(FINDING_FORMATS, "plain", "the receipt: plain, or json for scripts");

/** In the order in which one meets them. */
const REFRESH_NOTES = [
  "Pulling again refreshes a copy: the site is listed, and only what is new or",
  "changed is asked for. --fresh asks for everything; --recheck 5% for a share of",
  "the rest, as not every change moves a date. What cannot be had again is kept and",
  "named (exit 1). A copy of another site, node or language is refused (exit 2)",
  "unless --replace is given: it then stays as DIRECTORY.previous until the new one",
  "is whole.",
];

const GROUPS = [
  { heading: "What is copied:", flags: COPY_FLAGS },
  PLACE_GROUP,
  { heading: "Copying a site:", flags: PACE_FLAGS },
  ASKING_GROUP,
  READING_GROUP,
  { heading: "Output:", flags: OUTPUT_FLAGS },
] as const;

type PullFlags = FlagsIn<typeof GROUPS>;

export const pullCommand = defineCommand({
  examples: [
    "migrations pull --base-url https://old.example --out ./site",
    "migrations pull --base-url https://old.example --out ./site --files",
    "migrations pull --base-url https://old.example --out ./site --recheck 5%",
    "migrations pull --base-url URL --out ./site --kind content --id 1050",
    "migrations pull --data ./uSync/v9 --out ./site",
  ],
  groups: GROUPS,
  conflicts: [NODE_CONFLICT, TLS_CONFLICT],
  footer: REFRESH_NOTES,
  run: pull,
});

/**
 * @throws UsageError, DataError; whatever `pullSite` throws; IncompleteError where something is missing; InterruptedError
 */
async function pull(flags: PullFlags, invocation: Invocation): Promise<number> {
  const { io } = invocation;
  const { out } = flags;
  if (!out) throw new UsageError("pull needs --out DIRECTORY, to write to");
  refuseNoPlace(flags, io);
  const what = readWhat(flags);
  if (flags.files && !what.kinds.includes("media")) {
    throw new UsageError("--files takes along what media nodes name: it does not go with --kind content");
  }
  const place = await readPlace(flags, io, PACE_FLAGS);
  if ("directory" in place) {
    return interruptible(io, (signal) => pullDirectory(place, flags, invocation, { ...what, out, signal }));
  }
  if (typeof flags.files === "string") {
    throw new UsageError("--files takes no directory here: a site is asked for its media files");
  }
  warnOfClearKey(place, io);
  const args = argumentsToGoOn(invocation.given);
  return interruptible(io, (signal) => pullRemote(place, flags, io, { ...what, out, signal, args }));
}

/** What is copied is named: no default directory is meant. */
function refuseNoPlace({ data, sample, baseUrl }: PullFlags, { env }: Io): void {
  if (data !== undefined || sample || baseUrl || env.MIGRATIONS_BASE_URL) return;
  throw new UsageError("pull needs --base-url URL, the site to copy; or --data DIRECTORY");
}

async function pullDirectory(
  place: DirectoryPlace,
  flags: PullFlags,
  invocation: Invocation,
  options: Pick<CopyOptions, "kinds" | "target" | "out" | "signal">,
): Promise<number> {
  const { io } = invocation;
  const { replace } = flags;
  const folder = typeof flags.files === "string" ? flags.files : undefined;
  requireDirectory(folder);
  const loaded = await loadWithWarnings(place, flags, invocation, "all");
  const files = flags.files ? filesBeside(loaded, folder) : undefined;
  const left = leftBehind(loaded);
  if (left !== undefined && !flags.quiet) writeError(io, `warning: ${left}`);
  warnOfRefusedFiles(files, flags, io);
  const { copyDirectory } = await import("../pull/copy-directory.ts");
  const { unpublishedReferences } = await import("../analysis/reference-graph.ts");
  const result = await copyDirectory(loaded, {
    ...options,
    replace,
    files,
    options: Object.keys(place.options).length > 0 ? place.options : undefined,
    unpublished: unpublishedReferences(loaded.trees, loaded.types(), loaded.unpublished),
  });
  return tell(result, undefined, flags, io);
}

/** @throws UsageError where nodes name files, and there is no folder of them */
function filesBeside(loaded: LoadedData, folder: string | undefined): MediaFiles {
  const files = mediaFilesOf(loaded, folder);
  if (files.folder !== undefined || files.all.size === 0) return files;
  throw new UsageError(
    `no media files lie with ${loaded.path}: --files DIRECTORY names the folder that they lie in`,
  );
}

async function pullRemote(
  place: RemotePlace,
  flags: PullFlags,
  io: Io,
  options: Pick<PullOptions, "kinds" | "target" | "args" | "out" | "signal">,
): Promise<number> {
  const started = performance.now();
  const tally = new Tally();
  const warnings: string[] = [];
  const progress = flags.quiet ? undefined : await startProgress(tally, flags, io);
  const stopProgress = () => {
    progress?.stop();
    if (!flags.quiet) for (const warning of warnings) writeError(io, `warning: ${warning}`);
  };
  try {
    const result = await pullSite({
      ...options,
      ...pacedBy(flags),
      site: { ...place, dispatcher: createDispatcher(place.connection) },
      files: flags.files !== undefined,
      onEvent: (event) => {
        tally.add(event);
        progress?.add(event);
        if (event.type === "warning") warnings.push(event.text);
      },
    });
    const empty = emptiness(result, place);
    if (empty !== undefined) warnings.push(empty);
    stopProgress();
    return tell(result, { tally, seconds: (performance.now() - started) / 1000 }, flags, io);
  } catch (error) {
    stopProgress();
    throw resumable(error, tally, flags);
  }
}

/** The options of a pull that flags give; the others have their defaults. */
function pacedBy({ concurrency, delay, retries, recheck, fresh, allowShrink, replace }: PullFlags) {
  const given = { concurrency, delay, retries, recheck, fresh, allowShrink, replace };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/**
 * The arguments of a command that goes on with a pull. Source, kinds, node and directory are part of its state, as is --fresh,
 * which would drop what was fetched.
 */
function argumentsToGoOn(given: Given): string[] {
  const { files, replace } = COPY_FLAGS;
  const { recheck, ...pace } = PACE_FLAGS;
  const flags = { files, replace, ...ASKING_FLAGS, ...pace, ...OUTPUT_FLAGS, recheck };
  return givenArguments(flags, { ...given, prefix: undefined, fresh: undefined });
}

/**
 * Prints the receipt, which is what a pull results in.
 * @throws IncompleteError where something is missing
 */
function tell(
  result: PullResult,
  cost: { tally: Tally; seconds: number } | undefined,
  { out = "", ...flags }: PullFlags,
  io: Io,
): number {
  const format = chosenFormat(flags.format, FINDING_FORMATS, io, "plain");
  if (format === "json") writeJson(io, receiptJson(result, out, cost));
  else writeLines(io, receiptLines(result, out, cost));
  const missing = missingCount(result);
  if (missing > 0) throw new IncompleteError(whatIsMissing(result));
  return EXIT.done;
}

function whatIsMissing(result: PullResult): string {
  const unlisted = result.kinds.flatMap((kind) => kind.unlisted);
  const absent = result.files?.failures.filter(({ status }) => status !== undefined).length ?? 0;
  const others = missingCount(result) - unlisted.length - absent;
  const nodes = unlisted.filter(({ id }) => id !== undefined).length;
  const parts = [
    ...(others > 0 ? [`${counted(others, "node or file", "nodes or files")} could not be had`] : []),
    ...(nodes < unlisted.length ? ["some roots could not be listed"] : []),
    ...(nodes > 0 ? [`the children of ${counted(nodes, "node")} could not be listed`] : []),
  ];
  // What the site does not have will hardly come by asking again.
  const absence = absent > 0 ? [`the site does not have ${counted(absent, "file")} that its nodes name`] : [];
  const again = parts.length > 0 ? [`${parts.join(", and ")}: the same command asks again`] : [];
  return [...again, ...absence].join("; ");
}

/** What has been got is not lost: the error says so. */
function resumable(cause: unknown, tally: Tally, { fresh }: PullFlags): unknown {
  const error = explained(cause);
  const got = Object.values(tally.parts).reduce((sum, part) => sum + part.fetched, 0);
  if (!(error instanceof MigrationsError) || got === 0) return error;
  // Nothing is left to go on with where the command line was wrong, or the copy is written.
  if (error instanceof UsageError || error instanceof IncompleteError) return error;
  return new MigrationsError(
    error.exitStatus,
    `${error.message}; what has been got is kept: the same command ${fresh ? "without --fresh " : ""}goes on from there`,
    { cause: error },
  );
}

function readWhat(flags: PullFlags): { kinds: readonly Kind[]; target: Target } {
  // A UDI tells its kind.
  const kind = flags.kind ?? flags.key?.kind;
  if (flags.id === undefined && flags.key === undefined) {
    return { kinds: kindsOf(kind), target: { by: "root" } };
  }
  if (kind === undefined) {
    throw new UsageError(
      `--${flags.id === undefined ? "key" : "id"} names one node: say --kind content or --kind media`,
    );
  }
  return { kinds: [kind], target: readTarget(kind, flags, (other) => ({ flags: { kind: other } })) };
}

/** What of the data has no place in a data directory, in words. */
function leftBehind({ languages = [], culture, aside }: LoadedData): string | undefined {
  const others = languages.filter((code) => code !== culture);
  const left = [
    ...(others.length > 0 ? [`what is in other languages (${others.join(", ")})`] : []),
    ...(aside?.domains ? [counted(aside.domains, "domain")] : []),
    ...(aside?.members ? [counted(aside.members, "member")] : []),
    ...(aside?.redirects ? [counted(aside.redirects, "redirect")] : []),
  ];
  if (left.length === 0) return undefined;
  return `left behind, since a data directory has no place for it: ${left.join(", ")}`;
}

/** Why a site may have nothing to copy, in words; `undefined` where it has something. */
function emptiness({ kinds }: PullResult, { baseUrl, prefix }: RemotePlace): string | undefined {
  if (kinds.some(({ expected, unlisted }) => expected > 0 || unlisted.length > 0)) return undefined;
  const what = inWords(kinds.map(({ kind }) => kind));
  return (
    `${baseUrl}/${prefix}/${API_SEGMENT} lists no ${what} at all, so that the copy is empty: ` +
    "is anything published there, and are site, prefix and the user's start node those that are meant?"
  );
}
