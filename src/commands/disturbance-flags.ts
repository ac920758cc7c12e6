/** How `serve` is told to try an importer's patience: its flags, and what they come to. */

import { UsageError } from "../errors.ts";
import { BREAKAGES, type DisturbanceOptions, type Failure } from "../http/disturbance.ts";
import { inWords } from "../text/counted.ts";
import { type Flags, repeated, type Values, valued } from "./flag.ts";
import { decimalNumber, oneOf, wholeNumber } from "./flag-values.ts";

const DEFAULT_SEED = 1;
/** A minute. */
const LONGEST_LATENCY = 60_000;
/** Whether files fail as operations do. */
const FAIL_FILES = ["all", "none"] as const;

export const DISTURBANCE_FLAGS = {
  latency: valued(
    "--latency <ms>",
    "let each operation wait so many milliseconds, or a range: 50-500",
    readLatency,
  ),
  fail: repeated(
    "--fail <way:percent>",
    "let this share of the requests fail: 503:10, reset:2, cut:2, html:1; may be given again",
    readFailure,
  ),
  failFiles: valued(
    "--fail-files <which>",
    `let media files fail too: ${FAIL_FILES.join(" or ")} (default: ${FAIL_FILES[0]})`,
    oneOf(FAIL_FILES),
  ),
  seed: valued(
    "--seed <n>",
    `which requests fail, and how long each waits (default: ${DEFAULT_SEED})`,
    wholeNumber(0, 2 ** 32 - 1),
  ),
} satisfies Flags;

/** @throws UsageError where more than all requests are to fail */
export function readDisturbance({
  latency,
  fail: failures = [],
  failFiles,
  seed = DEFAULT_SEED,
}: Values<typeof DISTURBANCE_FLAGS>): DisturbanceOptions {
  const sum = failures.reduce((total, { percent }) => total + percent, 0);
  if (sum > 100) {
    throw new UsageError(`--fail takes shares that are 100 percent together at most, not ${sum}`);
  }
  return { latency, failures, sparesFiles: failFiles === "none", seed };
}

function readLatency(text: string, spelled: string): { from: number; to: number } {
  const [from, to = from, ...more] = text.split("-").map(decimalNumber);
  if (from <= to && to <= LONGEST_LATENCY && more.length === 0) return { from, to };
  throw new UsageError(
    `${spelled} takes milliseconds such as 200, or a range such as 50-500, up to ${LONGEST_LATENCY}, not "${text}"`,
  );
}

function readFailure(text: string, spelled: string): Failure {
  const [, way = "", share = ""] = /^(.+?):(.+)$/.exec(text) ?? [];
  const as = /^[45][0-9]{2}$/.test(way) ? Number(way) : BREAKAGES.find((breakage) => breakage === way);
  const percent = decimalNumber(share);
  if (as !== undefined && percent <= 100) return { as, percent };
  throw new UsageError(
    `${spelled} takes ${inWords(["an error status", ...BREAKAGES])}, and the percentage of requests that meet it, ` +
      `such as 503:10 or cut:2, not "${text}"`,
  );
}
