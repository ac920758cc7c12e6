/** Fault injection: latency and failures to test clients with. The same seed gives the same faults. */
import { setTimeout as delay } from "node:timers/promises";
import { failedOnPurpose, problemReply } from "./problem.ts";
import { BrokenOff, type Chunks, NO_ANSWER, type Reply } from "./reply.ts";

/** Failures beside an error status: a connection reset, a body that ends in its middle, a web page with status 500. */
export const BREAKAGES = ["reset", "cut", "html"] as const;

/** The share of the requests that fail, in percent, and how: with an error status or another failure. */
export type Failure = { as: number | (typeof BREAKAGES)[number]; percent: number };

export type DisturbanceOptions = {
  /** How long operations wait, in milliseconds. Default: not at all. */
  latency?: { from: number; to: number };
  /** Together at most 100 percent. Default: nothing fails. */
  failures?: readonly Failure[];
  /** Whether files never fail. Default: false. */
  sparesFiles?: boolean;
  /** A 32-bit number. */
  seed: number;
};

/** Called for each request with the function that makes its reply: waits, and returns that reply or a failure. */
export type Disturb = (makeReply: () => Reply | Promise<Reply>) => Promise<Reply>;

export type Disturbance = { operation?: Disturb; file?: Disturb };

/** `Retry-After` in seconds, and the statuses that carry it. */
const RETRY_AFTER_SECONDS = 1;
const STATUSES_WITH_RETRY = [429, 503];

/** The page of a server with a fault. */
const WEB_PAGE =
  "<!DOCTYPE html>\n<html><head><title>Runtime Error</title></head>" +
  "<body><h1>Server Error in '/' Application.</h1><p>This server was told to fail (--fail html).</p></body></html>\n";

export function disturbance(options: DisturbanceOptions): Disturbance {
  const { latency, failures = [], sparesFiles = false, seed } = options;
  if (!latency && failures.length === 0) return {};
  return {
    operation: disturb(failures, seed, latency),
    // A sequence of its own, so that the same operations fail with and without files.
    file: sparesFiles || failures.length === 0 ? undefined : disturb(failures, seed),
  };
}

function disturb(
  failures: readonly Failure[],
  seed: number,
  latency?: DisturbanceOptions["latency"],
): Disturb {
  // Two sequences, so that the same requests fail with and without latency.
  const waits = randomNumbers(seed);
  const fates = randomNumbers(seed);
  return async (makeReply) => {
    let point = fates() * 100;
    const failure = failures.find(({ percent }) => {
      point -= percent;
      return point < 0;
    });
    if (latency) {
      const milliseconds = latency.from + waits() * (latency.to - latency.from);
      // The connection keeps the process alive as long as anyone waits.
      await delay(milliseconds, undefined, { ref: false });
    }
    return failure ? failed(failure, makeReply) : makeReply();
  };
}

async function failed({ as, percent }: Failure, makeReply: () => Reply | Promise<Reply>): Promise<Reply> {
  if (as === "reset") return { status: NO_ANSWER, headers: {} };
  if (as === "html") {
    const headers = { "Content-Type": "text/html; charset=utf-8" };
    return { status: 500, headers, body: Buffer.from(WEB_PAGE) };
  }
  if (as === "cut") {
    const reply = await makeReply();
    const { status, headers, body, entityTag } = reply;
    if (body === undefined) return reply;
    const isWhole = body instanceof Uint8Array;
    if (isWhole) headers["Content-Length"] = String(body.length);
    return { status, headers, entityTag, body: firstPart(isWhole ? [body] : body) };
  }
  const reply = problemReply(failedOnPurpose(as, percent));
  if (STATUSES_WITH_RETRY.includes(as)) reply.headers["Retry-After"] = String(RETRY_AFTER_SECONDS);
  return reply;
}

async function* firstPart(chunks: Chunks): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of chunks) {
    yield chunk.subarray(0, Math.floor(chunk.length / 2));
    break;
  }
  throw new BrokenOff("cut short on purpose");
}

/** Numbers from 0 up to 1, by mulberry32: small, and the same everywhere. */
function randomNumbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
