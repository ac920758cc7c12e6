/** `urls --verify`: asks a site for each old address, and says where it leads. */
import { parseAddress, renamed, writeAddress } from "../analysis/urls/address.ts";
import type { MappedUrl } from "../analysis/urls/map-urls.ts";
import type { SiteUrl } from "../analysis/urls/site-urls.ts";
import { isLost, traceOutcome } from "../analysis/urls/trace-outcome.ts";
import { EXIT, UsageError } from "../errors.ts";
import { type Io, writeAllLines, writeError } from "../io.ts";
import { startLiveText } from "../output/live-text.ts";
import { chosenFormat, readLook, type URL_FORMATS } from "../output/style.ts";
import { printRows } from "../output/url-rows.ts";
import { type VerifiedUrl, verifiedLines, verifiedRow } from "../output/verified-view.ts";
import { createDispatcher } from "../sources/http-client.ts";
import { type TraceOptions, traceUrl } from "../sources/trace-url.ts";
import { counted } from "../text/counted.ts";
import type { Values } from "./flag.ts";
import { readConnection } from "./remote-place.ts";
import { type ASKING_FLAGS, DEFAULT_TIMEOUT } from "./shared-flags.ts";
import { interruptible } from "./signals.ts";

const DEFAULT_CONCURRENCY = 4;
const VERIFIED_FORMATS = ["plain", "json", "ndjson", "csv"] as const;

/** An address, where it is asked for, and where it is to lead. */
type Question = { url: SiteUrl; asked: string; expected?: string };

type VerifyFlags = Values<typeof ASKING_FLAGS> & {
  /** The origin of the site that is asked. */
  verify: string;
  /** From 0 to 1. Default: 1. */
  share?: number;
  /** Default: 4. */
  concurrency?: number;
  /** Milliseconds before each request. Default: 0. */
  delay?: number;
  host?: readonly (readonly [string, string])[];
  /** Default: none. */
  gone?: "ancestor" | "none" | { url: string };
  format?: (typeof URL_FORMATS)[number];
  color?: boolean;
  quiet?: boolean;
};

/**
 * @param mapped what has become of the addresses, where that is known
 * @returns the exit status: 1 where one is lost
 * @throws InterruptedError once what was found so far is printed
 */
export async function verifyUrls(
  urls: readonly SiteUrl[],
  mapped: readonly MappedUrl[] | undefined,
  flags: VerifyFlags,
  io: Io,
): Promise<number> {
  const format = formatOf(flags, io);
  const questions = someOf(questionsOn(urls, mapped, flags, io), flags.share ?? 1);
  const { timeout = DEFAULT_TIMEOUT } = flags;
  const dispatcher = createDispatcher(readConnection(flags, timeout, io));
  return interruptible(
    io,
    async (signal) => {
      const verified = await askAll(questions, { timeout, dispatcher, signal }, flags, io);
      // What is still under way when it is ended is waited for by nobody.
      void dispatcher.destroy();
      await print(verified, format, flags, io);
      signal.throwIfAborted();
      const lost = verified.filter(({ outcome }) => isLost(outcome)).length;
      return lost > 0 ? EXIT.no : EXIT.done;
    },
    "interrupted: what was asked for so far is told",
  );
}

function formatOf({ format }: VerifyFlags, io: Io) {
  if (format === "redirects" || format === "table") {
    throw new UsageError(`--format ${format} is not for --verify: take plain, json, ndjson or csv`);
  }
  return chosenFormat(format, VERIFIED_FORMATS, io, io.stdout.isTTY ? "plain" : "json");
}

function questionsOn(
  urls: readonly SiteUrl[],
  mapped: readonly MappedUrl[] | undefined,
  { verify, host = [], gone = "none", quiet }: VerifyFlags,
  io: Io,
): Question[] {
  const hosts = new Map(host);
  const leadsTo = new Map(mapped?.map((each) => [each.old, expectedOf(each, gone)]));
  const known = urls.filter((url) => mapped === undefined || leadsTo.get(url) !== undefined);
  if (known.length < urls.length && !quiet) {
    writeError(
      io,
      `${counted(urls.length - known.length, "address", "addresses")} of pages that are gone, not asked for`,
    );
  }
  return known.flatMap((url) => {
    const address = parseAddress(url.url);
    if (address === undefined) return [];
    const other = renamed(address, hosts);
    const origin = other === address ? verify : other.origin;
    return [{ url, asked: writeAddress({ ...address, origin }), expected: leadsTo.get(url) }];
  });
}

function expectedOf({ verdict, to }: MappedUrl, gone: NonNullable<VerifyFlags["gone"]>): string | undefined {
  if (verdict !== "gone" || gone === "ancestor") return to?.url;
  return gone === "none" ? undefined : gone.url;
}

/** @param share from 0 to 1; they are spread over all, the same ones each time */
function someOf<T>(all: readonly T[], share: number): T[] {
  return all.filter((_, i) => Math.ceil((i + 1) * share) > Math.ceil(i * share));
}

/** @returns those that have an answer, in their order, when all have one or it was ended */
async function askAll(
  questions: readonly Question[],
  options: TraceOptions,
  { concurrency = DEFAULT_CONCURRENCY, delay = 0, quiet }: VerifyFlags,
  io: Io,
): Promise<VerifiedUrl[]> {
  const verified: (VerifiedUrl | undefined)[] = questions.map(() => undefined);
  const state = { next: 0, done: 0 };
  const stop = quiet
    ? undefined
    : await startLiveText(() => `${state.done} of ${questions.length} asked for`, io);
  const worker = async () => {
    while (state.next < questions.length && !options.signal.aborted) {
      const at = state.next++;
      if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
      verified[at] = await ask(questions[at], options).catch(() => undefined);
      state.done++;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  stop?.();
  return verified.filter((each) => each !== undefined);
}

async function ask({ url, asked, expected }: Question, options: TraceOptions): Promise<VerifiedUrl> {
  const trace = await traceUrl(asked, options);
  const outcome = traceOutcome(trace, asked, expected);
  return { outcome, url: url.url, asked, expected, node: url.node, trace };
}

async function print(
  verified: readonly VerifiedUrl[],
  format: (typeof VERIFIED_FORMATS)[number],
  flags: VerifyFlags,
  io: Io,
): Promise<void> {
  if (format === "plain") {
    return writeAllLines(io.stdout, verifiedLines(verified, readLook(flags, io)));
  }
  await printRows(verified.map(verifiedRow), format, "verified", io);
}
