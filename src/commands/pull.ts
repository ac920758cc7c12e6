/** `pull`: copies a site or a data directory into a data directory, and prints a receipt. */

import type { AcceptedLosses } from "../analysis/accepted-losses.ts";
import type { CopyOptions } from "../copy/copy-directory.ts";
import { missingCount, type PullResult } from "../copy/copy-result.ts";
import { EXIT, explained, IncompleteError, MigrationsError, UsageError } from "../errors.ts";
import { type Io, writeError, writeJson, writeLines } from "../io.ts";
import { API_SEGMENT, type Kind, kindsOf } from "../operations.ts";
import { startProgress } from "../output/progress.ts";
import { receiptJson, receiptLines } from "../output/receipt.ts";
import { FINDING_FORMATS } from "../output/style.ts";
import { createDispatcher } from "../remote/http-client.ts";
import type { PullOptions } from "../remote/options.ts";
import { type PullEvent, Tally } from "../remote/pull-events.ts";
import { pullSite } from "../remote/pull-site.ts";
import { requireDirectory } from "../site/media/media-folder.ts";
import type { SiteData } from "../site/site-data.ts";
import type { Target } from "../site/source.ts";
import { counted, inWords } from "../text/counted.ts";
import { ACCEPT_FLAG, readAccepted, reportUnused } from "./accept.ts";
import { defineCommand, type FlagsIn, type Invocation } from "./command.ts";
import { filesFlag, filesFolder, filesToCopy, refuseFilesAlone } from "./copied-media.ts";
import { type Flags, type Given, givenArguments, textOption, toggle } from "./flag.ts";
import { loadWithWarnings } from "./open-source.ts";
import {
  KIND_FLAG,
  NODE_FLAGS,
  outputFlags,
  PACE_FLAGS,
  readTarget,
  SITE_FLAGS,
  SITE_GROUP,
  SOURCE_GROUP,
  URLS_READING_GROUP,
} from "./shared-flags.ts";
import { interruptible } from "./signals.ts";
import { type GivenDirectory, type GivenSite, readSource, warnOfClearKey } from "./source-options.ts";

const COPY_FLAGS = {
  out: textOption("--out <directory>", "data directory to write"),
  ...KIND_FLAG,
  id: { ...NODE_FLAGS.id, help: "only this node, its ancestors and its descendants" },
  key: { ...NODE_FLAGS.key, help: "the same, by key: a GUID or a UDI" },
  ...filesFlag("also copy media files; with --data, from this folder"),
  replace: toggle("--replace", "replace the copy of another source"),
  ...ACCEPT_FLAG,
} satisfies Flags;

/** How a site is copied: no use for a directory. */
const COPYING_FLAGS = {
  fresh: toggle("--fresh", "fetch everything again, and discard an unfinished pull"),
  allowShrink: toggle("--allow-shrink", "accept that more than a fifth of the nodes was removed"),
  ...PACE_FLAGS,
} satisfies Flags;

const OUTPUT_FLAGS = outputFlags(FINDING_FORMATS, "plain", "format of the receipt");

const GROUPS = [
  { heading: "What to copy:", flags: COPY_FLAGS },
  SOURCE_GROUP,
  { heading: "Copying a live site:", flags: COPYING_FLAGS },
  SITE_GROUP,
  URLS_READING_GROUP,
  { heading: "Output:", flags: OUTPUT_FLAGS },
] as const;

type PullFlags = FlagsIn<typeof GROUPS>;

export const pullCommand = defineCommand({
  examples: [
    "migrations pull --base-url https://old.example --out ./site",
    "migrations pull --base-url https://old.example --out ./site --files",
    "migrations pull --base-url https://old.example --out ./site --fresh",
    "migrations pull --base-url URL --out ./site --kind content --id 1050",
    "migrations pull --data ./uSync/v9 --out ./site",
  ],
  groups: GROUPS,
  footer: [
    "Run the same command again to refresh the copy: pull lists the site and fetches",
    "only new and changed nodes. Not every change updates a node's date: --fresh",
    "fetches everything. If a node fails, its earlier record stays, and the exit",
    "status is 1. A copy of another site, node or language is refused without",
    "--replace, which keeps the old copy as DIRECTORY.previous until the new one is",
    "complete.",
  ],
  run: pull,
});

/**
 * @throws UsageError, DataError; errors of `pullSite`; IncompleteError if something is missing; InterruptedError
 */
async function pull(flags: PullFlags, invocation: Invocation): Promise<number> {
  const { io } = invocation;
  const { out } = flags;
  if (!out) throw new UsageError("pull needs --out DIRECTORY");
  refuseNoSource(flags, io);
  const what = readWhat(flags);
  const losses = readAccepted(flags);
  refuseFilesAlone(flags, what.kinds);
  const given = await readSource(flags, io, COPYING_FLAGS, { urls: true });
  if ("directory" in given) {
    return interruptible(io, (signal) =>
      pullDirectory(given, flags, invocation, { ...what, out, losses, signal }),
    );
  }
  if (filesFolder(flags) !== undefined) {
    throw new UsageError("--files takes a directory only with --data: a live site sends its own files");
  }
  warnOfClearKey(given, io);
  const args = resumeArguments(invocation.given);
  return interruptible(io, (signal) => pullRemote(given, flags, io, { ...what, out, losses, signal, args }));
}

/** @throws UsageError without a source: pull does not read the default directory */
function refuseNoSource({ data, sample, baseUrl }: PullFlags, { env }: Io): void {
  if (data !== undefined || sample || baseUrl || env.MIGRATIONS_BASE_URL) return;
  throw new UsageError("pull needs --base-url URL, the site to copy, or --data DIRECTORY");
}

/** Losses that are accepted. */
type Accepted = { losses: AcceptedLosses | undefined };

async function pullDirectory(
  given: GivenDirectory,
  flags: PullFlags,
  invocation: Invocation,
  { losses, ...options }: Pick<CopyOptions, "kinds" | "target" | "out" | "signal"> & Accepted,
): Promise<number> {
  const { io } = invocation;
  const { replace } = flags;
  requireDirectory(filesFolder(flags));
  const loaded = await loadWithWarnings(given, flags, invocation, "all");
  const left = leftBehind(loaded);
  if (left !== undefined && !flags.quiet) writeError(io, `warning: ${left}`);
  const files = filesToCopy(loaded, flags, io);
  const { copyDirectory } = await import("../copy/copy-directory.ts");
  const { createSite } = await import("../site/site.ts");
  const { unpublishedReferences } = await import("../site/references/reference-graph.ts");
  // The URLs of nodes are part of a copy, and do not make another source of it.
  const { urls: _, ...restrictions } = given.options;
  const result = await copyDirectory(loaded, {
    ...options,
    replace,
    files,
    options: Object.keys(restrictions).length > 0 ? restrictions : undefined,
    unpublished: unpublishedReferences(createSite(loaded)),
  });
  return printReceipt(result, losses, undefined, flags, io);
}

async function pullRemote(
  given: GivenSite,
  flags: PullFlags,
  io: Io,
  { losses, ...options }: Pick<PullOptions, "kinds" | "target" | "args" | "out" | "signal"> & Accepted,
): Promise<number> {
  const started = performance.now();
  const tally = new Tally();
  const warnings: string[] = [];
  const progress = flags.quiet ? undefined : await startProgress(tally, flags, io);
  const stopProgress = () => {
    progress?.stop();
    if (!flags.quiet) for (const warning of warnings) writeError(io, `warning: ${warning}`);
  };
  let result: PullResult;
  try {
    result = await pullSite({
      ...options,
      ...givenPace(flags),
      site: { ...given, dispatcher: createDispatcher(given.connection) },
      files: flags.files !== undefined,
      onEvent: (event) => {
        tally.add(event);
        progress?.add(event);
        if (event.type === "warning") warnings.push(event.text);
        if (event.type === "resumed") progress?.print(resumptionText(event));
      },
    });
  } catch (error) {
    stopProgress();
    throw resumable(error, tally, flags);
  }
  const empty = emptiness(result, given);
  if (empty !== undefined) warnings.push(empty);
  stopProgress();
  const cost = { tally, seconds: (performance.now() - started) / 1000 };
  return printReceipt(result, losses, cost, flags, io);
}

function resumptionText({ startedAt, nodes }: Extract<PullEvent, { type: "resumed" }>): string {
  const counts = Object.entries(nodes).flatMap(([kind, count]) =>
    count > 0 ? counted(count, `${kind} node`) : [],
  );
  return `resuming the pull that began on ${startedAt}, which had fetched ${counts.join(" and ") || "no node"}`;
}

/** The pace that was given; `pullSite` has defaults for the rest. */
function givenPace({ concurrency, delay, retries, fresh, allowShrink, replace }: PullFlags) {
  const given = { concurrency, delay, retries, fresh, allowShrink, replace };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** The arguments that resume a pull. Its state holds source, kinds, node and directory; --fresh would discard it. */
function resumeArguments(given: Given): string[] {
  const { files, replace, accept } = COPY_FLAGS;
  const flags = { files, replace, accept, ...SITE_FLAGS, ...COPYING_FLAGS, ...OUTPUT_FLAGS };
  return givenArguments(flags, { ...given, prefix: undefined, fresh: undefined });
}

/**
 * Prints the receipt.
 * @throws IncompleteError if something is missing
 */
async function printReceipt(
  whole: PullResult,
  losses: AcceptedLosses | undefined,
  cost: { tally: Tally; seconds: number } | undefined,
  { out = "", ...flags }: PullFlags,
  io: Io,
): Promise<number> {
  const result = losses ? await withoutAccepted(whole, losses, out) : whole;
  reportUnused(losses, flags, io, "nodes");
  const format = flags.format ?? "plain";
  if (format === "json") writeJson(io, receiptJson(result, out, cost));
  else writeLines(io, receiptLines(result, out, cost));
  const missing = missingCount(result);
  if (missing > 0) throw new IncompleteError(whatIsMissing(result));
  return EXIT.done;
}

/** Leaves out nodes and files that could not be fetched, where that is accepted. */
async function withoutAccepted(result: PullResult, losses: AcceptedLosses, out: string): Promise<PullResult> {
  const { AcceptedFailures } = await import("../analysis/accepted-failures.ts");
  const { loadDirectory } = await import("../formats/load-directory.ts");
  const accepted = new AcceptedFailures(losses, (await loadDirectory(out)).trees);
  const { kinds, files } = result;
  const left = {
    ...result,
    kinds: kinds.map((each) => accepted.unacceptedIn(each.kind, each)),
    ...(files && { files: { ...files, failures: accepted.unacceptedFiles(files.failures) } }),
  };
  return { ...left, accepted: missingCount(result) - missingCount(left) };
}

function whatIsMissing(result: PullResult): string {
  const unlisted = result.kinds.flatMap((kind) => kind.unlisted);
  const absent = result.files?.failures.filter(({ status }) => status !== undefined).length ?? 0;
  const others = missingCount(result) - unlisted.length - absent;
  const nodes = unlisted.filter(({ id }) => id !== undefined).length;
  const parts = [
    ...(others > 0 ? [`${counted(others, "node or file", "nodes or files")} failed`] : []),
    ...(nodes < unlisted.length ? ["some roots could not be listed"] : []),
    ...(nodes > 0 ? [`the children of ${counted(nodes, "node")} could not be listed`] : []),
  ];
  // A retry does not help for files that the site lacks.
  const absence =
    absent > 0
      ? [`${counted(absent, "file")} of media nodes ${absent === 1 ? "does" : "do"} not exist on the site`]
      : [];
  const again = parts.length > 0 ? [`${parts.join(", and ")}: run the same command to retry`] : [];
  return [...again, ...absence].join("; ");
}

/** Adds to an error that the pull can be resumed, if it can. */
function resumable(cause: unknown, tally: Tally, { fresh }: PullFlags): unknown {
  const error = explained(cause);
  const got = Object.values(tally.parts).reduce((sum, part) => sum + part.fetched, 0);
  if (!(error instanceof MigrationsError) || got === 0) return error;
  // There is nothing to resume after a usage error, or once the copy is written.
  if (error instanceof UsageError || error instanceof IncompleteError) return error;
  return new MigrationsError(
    error.exitStatus,
    `${error.message}; to resume, run the same command${fresh ? " without --fresh" : ""}`,
    { cause: error },
  );
}

function readWhat(flags: PullFlags): { kinds: readonly Kind[]; target: Target } {
  // A UDI includes the kind.
  const kind = flags.kind ?? flags.key?.kind;
  if (flags.id === undefined && flags.key === undefined) {
    return { kinds: kindsOf(kind), target: { by: "root" } };
  }
  if (kind === undefined) {
    throw new UsageError(`--${flags.id === undefined ? "key" : "id"} needs --kind content or --kind media`);
  }
  return { kinds: [kind], target: readTarget(kind, flags, (other) => ({ flags: { kind: other } })) };
}

/** What a data directory cannot hold of the data, in words. */
function leftBehind(data: SiteData): string | undefined {
  const { languages = [], culture, domains, dictionary, redirectCount = 0, unread = [] } = data;
  const others = languages.filter(({ iso }) => iso !== culture).map(({ iso }) => iso);
  const parts = [
    [domains?.().length ?? 0, "domain"],
    [dictionary?.().length ?? 0, "dictionary item"],
    [redirectCount, "redirect"],
  ] as const;
  const left = [
    ...(others.length > 0 ? [`other languages (${others.join(", ")})`] : []),
    ...parts.filter(([count]) => count > 0).map(([count, one]) => counted(count, one)),
    ...unread.map(({ what, count }) => `${what} (${count})`),
  ];
  if (left.length === 0) return undefined;
  return `not copied, since a data directory cannot hold it: ${left.join(", ")}`;
}

/** Why a site may have nothing to copy, in words; `undefined` if it has nodes. */
function emptiness({ kinds }: PullResult, { baseUrl, prefix }: GivenSite): string | undefined {
  if (kinds.some(({ expected, unlisted }) => expected > 0 || unlisted.length > 0)) return undefined;
  const what = inWords(kinds.map(({ kind }) => kind));
  return (
    `${baseUrl}/${prefix}/${API_SEGMENT} lists no ${what}, so the copy is empty: ` +
    "check that the site has published nodes, and check site, prefix and the start node of the API's user"
  );
}
