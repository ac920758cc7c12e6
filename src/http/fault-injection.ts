/** Fault injection: latency and failures, to test clients. The same seed gives the same faults. */
import { setTimeout as delay } from "node:timers/promises";
import { failedOnPurpose, problemReply } from "./problem.ts";
import { BrokenOff, type Chunks, NO_ANSWER, type Reply } from "./reply.ts";

/** Failures other than an error status: a connection reset, half a body, an HTML page with status 500. */
export const BROKEN_REPLIES = ["reset", "cut", "html"] as const;

/** How requests fail, with an error status or otherwise, and the share of requests that do, in percent. */
export type InjectedFailure = { as: number | (typeof BROKEN_REPLIES)[number]; percent: number };

export type FaultOptions = {
  /** The delay of each operation, in milliseconds. Default: none. */
  latency?: { from: number; to: number };
  /** At most 100 percent in all. Default: none. */
  failures?: readonly InjectedFailure[];
  /** A 32-bit number. */
  seed: number;
};

/** Called for each request with the function that makes its reply. Waits, then returns that reply or a failure. */
type InjectFault = (makeReply: () => Reply | Promise<Reply>) => Reply | Promise<Reply>;

/** Injects faults into operations and into media files. */
export type FaultInjection = { operation: InjectFault; file: InjectFault };

/** Injects none. */
const NO_FAULT: InjectFault = (makeReply) => makeReply();

/** `Retry-After` in seconds, and the statuses that carry it. */
const RETRY_AFTER_SECONDS = 1;
const STATUSES_WITH_RETRY = [429, 503];

/** The page of a web server that failed. */
const WEB_PAGE =
  "<!DOCTYPE html>\n<html><head><title>Runtime Error</title></head>" +
  "<body><h1>Server Error in '/' Application.</h1><p>This server fails on purpose (--fail html).</p></body></html>\n";

export function faultInjection(options: FaultOptions): FaultInjection {
  const { latency, failures = [], seed } = options;
  if (!latency && failures.length === 0) return { operation: NO_FAULT, file: NO_FAULT };
  return {
    operation: injector(failures, seed, latency),
    // Separate random numbers, so that the same operations fail with and without files.
    file: failures.length === 0 ? NO_FAULT : injector(failures, seed),
  };
}

function injector(
  failures: readonly InjectedFailure[],
  seed: number,
  latency?: FaultOptions["latency"],
): InjectFault {
  // Separate random numbers, so that the same requests fail with and without latency.
  const delays = randomNumbers(seed);
  const faults = randomNumbers(seed);
  return async (makeReply) => {
    let point = faults() * 100;
    const failure = failures.find(({ percent }) => {
      point -= percent;
      return point < 0;
    });
    if (latency) {
      const milliseconds = latency.from + delays() * (latency.to - latency.from);
      // The connection keeps the process alive while its client waits.
      await delay(milliseconds, undefined, { ref: false });
    }
    return failure ? failed(failure, makeReply) : makeReply();
  };
}

async function failed(
  { as, percent }: InjectedFailure,
  makeReply: () => Reply | Promise<Reply>,
): Promise<Reply> {
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

/** Returns random numbers from 0 up to 1 (mulberry32), the same on each machine. */
function randomNumbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
