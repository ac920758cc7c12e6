/** `pull`: copies a site, or a data directory, into a data directory, and gives a receipt. */

import { EXIT, explained, IncompleteError, MigrationsError, UsageError } from "../errors.ts";
import type { LoadedData } from "../formats/load-directory.ts";
import { type Io, writeError, writeJson, writeLines } from "../io.ts";
import type { MediaFiles } from "../media/media-files.ts";
import { type Kind, kindsOf } from "../operations.ts";
import { startProgress } from "../output/progress.ts";
import { receiptJson, receiptLines } from "../output/receipt.ts";
import { chosenFormat, FINDING_FORMATS } from "../output/style.ts";
import type { CopyOptions } from "../pull/copy-directory.ts";
import { missingCount, type PullResult, Tally } from "../pull/pull-events.ts";
import { type PullOptions, pullSite } from "../pull/pull-site.ts";
import type { Target } from "../source.ts";
import { createDispatcher } from "../sources/http-client.ts";
import { counted } from "../text/counted.ts";
import type { Invocation } from "./command.ts";
import { type Given, givenArguments } from "./flag.ts";
import { mediaFilesOf, refuseNoDirectory, warnOfRefusedFiles } from "./media-folder.ts";
import { readTarget } from "./node-flags.ts";
import { loadWithNotes, warnOfClearKey } from "./open-place.ts";
import { type DirectoryPlace, readPlace } from "./place.ts";
import {
  COPY_FLAGS,
  DEFAULT_CONCURRENCY,
  DEFAULT_RETRIES,
  OUTPUT_FLAGS,
  PACE_FLAGS,
  type PullFlags,
} from "./pull-command.ts";
import { emptiness, leftBehind } from "./pull-notes.ts";
import type { RemotePlace } from "./remote-place.ts";
import { ASKING_FLAGS } from "./shared-flags.ts";
import { interruptible } from "./signals.ts";

/**
 * @throws UsageError, DataError; whatever `pullSite` throws; IncompleteError where something is missing; InterruptedError
 */
export async function pull(flags: PullFlags, invocation: Invocation): Promise<number> {
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
  const { concurrency = DEFAULT_CONCURRENCY, delay = 0, retries = DEFAULT_RETRIES } = flags;
  const asked = { concurrency, delay, retries, args: argumentsToGoOn(invocation.given) };
  return interruptible(io, (signal) => pullRemote(place, flags, io, { ...what, out, signal, ...asked }));
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
  refuseNoDirectory(folder);
  const loaded = await loadWithNotes(place, flags, invocation, "all");
  const files = flags.files ? filesBeside(loaded, folder) : undefined;
  const left = leftBehind(loaded);
  if (left !== undefined && !flags.quiet) writeError(io, `note: ${left}`);
  warnOfRefusedFiles(files, flags, io);
  const { copyDirectory } = await import("../pull/copy-directory.ts");
  const { unpublishedReferences } = await import("../analysis/reference-index.ts");
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
  options: Pick<
    PullOptions,
    "kinds" | "target" | "concurrency" | "delay" | "retries" | "args" | "out" | "signal"
  >,
): Promise<number> {
  const started = performance.now();
  const tally = new Tally();
  const notes: string[] = [];
  const progress = flags.quiet ? undefined : await startProgress(tally, flags, io);
  const stopProgress = () => {
    progress?.stop();
    if (!flags.quiet) for (const note of notes) writeError(io, `note: ${note}`);
  };
  try {
    const result = await pullSite({
      ...options,
      site: { ...place, dispatcher: createDispatcher(place.connection) },
      fresh: flags.fresh === true,
      verify: flags.verify,
      allowShrink: flags.allowShrink === true,
      replace: flags.replace === true,
      files: flags.files !== undefined,
      onEvent: (event) => {
        tally.add(event);
        progress?.add(event);
        if (event.type === "note") notes.push(event.text);
      },
    });
    const empty = emptiness(result, place);
    if (empty !== undefined) notes.push(empty);
    stopProgress();
    return tell(result, { tally, seconds: (performance.now() - started) / 1000 }, flags, io);
  } catch (error) {
    stopProgress();
    throw resumable(error, tally, flags);
  }
}

/**
 * The arguments of a command that goes on with a pull. Source, kinds, node and directory are part of its state, as is --fresh,
 * which would drop what was fetched.
 */
function argumentsToGoOn(given: Given): string[] {
  const { files, replace } = COPY_FLAGS;
  const { verify, ...pace } = PACE_FLAGS;
  const flags = { files, replace, ...ASKING_FLAGS, ...pace, ...OUTPUT_FLAGS, verify };
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
  const got = Object.values(tally.parts).reduce((sum, part) => sum + part.got, 0);
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
