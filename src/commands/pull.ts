/** `pull`: copies a site, or a data directory, into a data directory, and gives a receipt. */
import { IncompleteError, MigrationsError, UsageError } from "../errors.ts";
import type { Io } from "../io.ts";
import { KINDS, type Kind } from "../operations.ts";
import { receiptLines } from "../output/receipt.ts";
import { type PullOptions, pullSite } from "../pull/pull-site.ts";
import { type PullResult, Tally } from "../pull-events.ts";
import type { Target } from "../source.ts";
import { createDispatcher } from "../sources/dispatcher.ts";
import { DEFAULT_CONCURRENCY, DEFAULT_RETRIES } from "./defaults.ts";
import { loadWithNotes, warnOfClearKey } from "./open-source.ts";
import { readTarget } from "./query.ts";
import { type RemotePlace, readPlace, type WhereFlags } from "./where.ts";

export type PullFlags = WhereFlags & {
  out?: string;
  kind?: string;
  id?: string;
  key?: string;
  files?: boolean;
  fresh?: boolean;
  concurrency?: string;
  delay?: string;
  retries?: string;
  quiet?: boolean;
  color?: boolean;
};

const HIGHEST_CONCURRENCY = 64;
const LONGEST_DELAY = 60_000;
const MOST_RETRIES = 100;

/**
 * @param signal aborted when the pull is to stop; its reason is then thrown
 * @throws UsageError, DataError; whatever `pullSite` throws; IncompleteError where something is missing
 */
export async function pull(flags: PullFlags, io: Io, signal: AbortSignal): Promise<void> {
  const { out } = flags;
  if (!out) throw new UsageError("pull needs --out DIRECTORY, to write to");
  if (
    flags.baseUrl === undefined &&
    flags.data === undefined &&
    !flags.sample &&
    !io.env.MIGRATIONS_BASE_URL
  ) {
    throw new UsageError("pull needs --base-url URL, the site to copy; or --data DIRECTORY");
  }
  const what = readWhat(flags);
  if (flags.files && !what.kinds.includes("media")) {
    throw new UsageError("--files downloads what media nodes name: it does not go with --kind content");
  }
  const pace = {
    concurrency: readCount("--concurrency", flags.concurrency, 1, HIGHEST_CONCURRENCY, DEFAULT_CONCURRENCY),
    delay: readCount("--delay", flags.delay, 0, LONGEST_DELAY, 0),
    retries: readCount("--retries", flags.retries, 0, MOST_RETRIES, DEFAULT_RETRIES),
  };
  const place = await readPlace(flags, io);
  if ("directory" in place) {
    if (flags.files) throw new UsageError("--files downloads from a site: it needs --base-url");
    const { copyDirectory } = await import("../pull/copy-directory.ts");
    const result = await copyDirectory(await loadWithNotes(place, flags, io), { ...what, out });
    tell(result, undefined, flags, io);
    return;
  }
  warnOfClearKey(place, io);
  await pullRemote(place, flags, io, { ...what, ...pace, out, signal });
}

async function pullRemote(
  place: RemotePlace,
  flags: PullFlags,
  io: Io,
  options: Pick<PullOptions, "kinds" | "target" | "concurrency" | "delay" | "retries" | "out" | "signal">,
): Promise<void> {
  const started = performance.now();
  const tally = new Tally();
  const progress = await startProgress(tally, flags, io);
  try {
    const result = await pullSite({
      ...options,
      site: { ...place, dispatcher: createDispatcher(place.connection) },
      fresh: flags.fresh === true,
      files: flags.files === true,
      onEvent: (event) => {
        tally.add(event);
        progress?.add(event);
      },
    });
    progress?.stop();
    tell(result, { tally, seconds: (performance.now() - started) / 1000 }, flags, io);
  } catch (error) {
    progress?.stop();
    throw resumable(error, tally);
  }
}

async function startProgress(tally: Tally, flags: PullFlags, io: Io) {
  if (flags.quiet) return undefined;
  const { startProgress: start } = await import("../output/progress.ts");
  return start(tally, flags, io);
}

/** The receipt, on stdout: it is what a pull results in. */
function tell(
  result: PullResult,
  cost: { tally: Tally; seconds: number } | undefined,
  { out = "" }: PullFlags,
  io: Io,
): void {
  io.stdout.write(
    receiptLines(result, out, cost)
      .map((line) => `${line}\n`)
      .join(""),
  );
  const missing =
    result.kinds.reduce((sum, { failures }) => sum + failures.length, 0) +
    (result.files?.failures.length ?? 0);
  if (missing > 0) {
    throw new IncompleteError(
      `${missing} nodes or files could not be had: the same command asks for them again`,
    );
  }
}

/** What has been got is not lost: the error says so. */
function resumable(error: unknown, tally: Tally): unknown {
  const got = Object.values(tally.parts).reduce((sum, part) => sum + part.got, 0);
  if (!(error instanceof MigrationsError) || error instanceof UsageError || got === 0) return error;
  return new MigrationsError(
    error.exitStatus,
    `${error.message}; what has been got is kept: the same command goes on from there`,
    { cause: error },
  );
}

function readWhat(flags: PullFlags): { kinds: readonly Kind[]; target: Target } {
  const kind = readKind(flags);
  if (flags.id === undefined && flags.key === undefined) {
    return { kinds: kind === undefined ? KINDS : [kind], target: { by: "root" } };
  }
  if (kind === undefined) {
    throw new UsageError(
      `--${flags.id === undefined ? "key" : "id"} names one node: say --kind content or --kind media`,
    );
  }
  return { kinds: [kind], target: readTarget(kind, flags) };
}

/** A UDI tells its kind. */
function readKind({ kind, key }: PullFlags): Kind | undefined {
  if (kind === undefined && /^umb:\/\/document\//i.test(key ?? "")) return "content";
  if (kind === undefined && /^umb:\/\/media\//i.test(key ?? "")) return "media";
  const known = KINDS.find((candidate) => candidate === kind);
  if (kind !== undefined && known === undefined) {
    throw new UsageError(`--kind takes ${KINDS.join(" or ")}, not "${kind}"`);
  }
  return known;
}

function readCount(
  flag: string,
  text: string | undefined,
  lowest: number,
  highest: number,
  absent: number,
): number {
  if (text === undefined) return absent;
  const count = /^[0-9]+$/.test(text) ? Number(text) : Number.NaN;
  if (count >= lowest && count <= highest) return count;
  throw new UsageError(`${flag} takes a whole number from ${lowest} to ${highest}, not "${text}"`);
}
