/** `pull`: copies a live site into a data directory, and prints a receipt. */

import type { AcceptedLosses } from "../analysis/accepted-losses.ts";
import { EXIT, explained, IncompleteError, MigrationsError, UsageError } from "../errors.ts";
import { type Io, writeError, writeJson, writeLines } from "../io.ts";
import { API_SEGMENT, type Kind, kindsOf } from "../operations.ts";
import { startProgress } from "../output/progress.ts";
import { receiptJson, receiptLines } from "../output/receipt.ts";
import { FINDING_FORMATS } from "../output/style.ts";
import { createDispatcher } from "../remote/http-client.ts";
import type { PullOptions } from "../remote/options.ts";
import { type PullEvent, Tally } from "../remote/pull-events.ts";
import { missingCount, type PullResult } from "../remote/pull-result.ts";
import { pullSite } from "../remote/pull-site.ts";
import type { Target } from "../site/source.ts";
import { counted, inWords } from "../text/counted.ts";
import { ACCEPT_FLAG, readAccepted, reportUnused } from "./accept.ts";
import { defineCommand, type FlagsIn, type Invocation } from "./command.ts";
import { refuseFilesAlone } from "./copied-media.ts";
import { type Flags, type Given, givenArguments, hidden, refuseGiven, textOption, toggle } from "./flag.ts";
import {
  DATA_FLAGS,
  KIND_FLAG,
  NODE_FLAGS,
  outputFlags,
  PACE_FLAGS,
  readTarget,
  SITE_FLAGS,
  SITE_GROUP,
  SOURCE_GROUP,
} from "./shared-flags.ts";
import { interruptible } from "./signals.ts";
import { type GivenSite, readSite, warnOfClearKey } from "./source-options.ts";

const COPY_FLAGS = {
  out: textOption("--out <directory>", "data directory to write"),
  ...KIND_FLAG,
  id: { ...NODE_FLAGS.id, help: "only this node, its ancestors and its descendants" },
  key: { ...NODE_FLAGS.key, help: "the same, by key: a GUID or a UDI" },
  files: toggle("--files", "also copy media files"),
  ...ACCEPT_FLAG,
} satisfies Flags;

/** How a site is copied. */
const COPYING_FLAGS = {
  fresh: toggle("--fresh", "fetch everything again, and discard an unfinished pull"),
  allowShrink: toggle("--allow-shrink", "accept that more than a fifth of the nodes was removed"),
  ...PACE_FLAGS,
} satisfies Flags;

const OUTPUT_FLAGS = outputFlags(FINDING_FORMATS, "plain", "format of the receipt");

/** Known, so that the error can say that data on disk needs no copy. */
const NO_DIRECTORY_FLAGS = hidden(DATA_FLAGS);

const GROUPS = [
  { heading: "What to copy:", flags: COPY_FLAGS },
  {
    heading: SOURCE_GROUP.heading,
    flags: { baseUrl: { ...SOURCE_GROUP.flags.baseUrl, help: "the site to copy" }, ...NO_DIRECTORY_FLAGS },
  },
  { heading: "Copying a live site:", flags: COPYING_FLAGS },
  SITE_GROUP,
  { heading: "Output:", flags: OUTPUT_FLAGS },
] as const;

type PullFlags = FlagsIn<typeof GROUPS>;

export const pullCommand = defineCommand({
  examples: [
    "migrations pull --base-url https://old.example --out ./site",
    "migrations pull --base-url https://old.example --out ./site --files",
    "migrations pull --base-url https://old.example --out ./site --fresh",
    "migrations pull --base-url URL --out ./site --kind content --id 1050",
  ],
  groups: GROUPS,
  footer: [
    "Run the same command again to refresh the copy: pull lists the site and fetches",
    "only new and changed nodes. Not every change updates a node's date: --fresh",
    "fetches everything. If a node fails, its earlier record stays, and the exit",
    "status is 1. A copy of another site or node is refused. A copy has one language,",
    "the one that the API of the site gives.",
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
  refuseGiven(
    NO_DIRECTORY_FLAGS,
    flags,
    "cannot be used with pull, which copies a live site: data on disk is read as it is",
  );
  const url = flags.baseUrl ?? io.env.MIGRATIONS_BASE_URL;
  if (!url) throw new UsageError("pull needs --base-url URL, the site to copy");
  const what = readWhat(flags);
  const losses = readAccepted(flags);
  refuseFilesAlone(flags, what.kinds);
  const given = await readSite(url, flags, io);
  warnOfClearKey(given, io);
  const args = resumeArguments(invocation.given);
  return interruptible(io, (signal) => pullRemote(given, flags, io, { ...what, out, losses, signal, args }));
}

/** Losses that are accepted. */
type Accepted = { losses: AcceptedLosses | undefined };

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
      files: flags.files,
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
function givenPace({ concurrency, delay, retries, fresh, allowShrink }: PullFlags) {
  const given = { concurrency, delay, retries, fresh, allowShrink };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** The arguments that resume a pull. Its state holds source, kinds, node and directory; --fresh would discard it. */
function resumeArguments(given: Given): string[] {
  const { files, accept } = COPY_FLAGS;
  const flags = { files, accept, ...SITE_FLAGS, ...COPYING_FLAGS, ...OUTPUT_FLAGS };
  return givenArguments(flags, { ...given, prefix: undefined, fresh: undefined });
}

/**
 * Prints the receipt.
 * @throws IncompleteError if something is missing
 */
async function printReceipt(
  whole: PullResult,
  losses: AcceptedLosses | undefined,
  cost: { tally: Tally; seconds: number },
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

/** Why a site may have nothing to copy, in words; `undefined` if it has nodes. */
function emptiness({ kinds }: PullResult, { baseUrl, prefix }: GivenSite): string | undefined {
  if (kinds.some(({ expected, unlisted }) => expected > 0 || unlisted.length > 0)) return undefined;
  const what = inWords(kinds.map(({ kind }) => kind));
  return (
    `${baseUrl}/${prefix}/${API_SEGMENT} lists no ${what}, so the copy is empty: ` +
    "check that the site has published nodes, and check site, prefix and the start node of the API's user"
  );
}
