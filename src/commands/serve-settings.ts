/** What the flags of `serve` ask for, checked. */
import { UsageError } from "../errors.ts";
import { ANY_ORIGIN } from "../http/cors.ts";
import type { DisturbanceOptions } from "../http/disturbance.ts";
import { LOG_FORMS, type LogForm } from "../http/request-log.ts";
import type { WhereFlags } from "./where.ts";

export type ServeFlags = Omit<WhereFlags, "baseUrl" | "timeout"> & {
  host?: string;
  port?: string;
  allowAnonymous?: boolean;
  log?: string;
  quiet?: boolean;
  cors?: string[];
  watch?: boolean;
  grace?: string;
  latency?: string;
  fail?: string;
  seed?: string;
  files?: string;
  publicFiles?: boolean;
};

export type ServeSettings = {
  host: string;
  port: number;
  log: LogForm;
  cors: readonly string[];
  graceMilliseconds: number;
  disturbance: DisturbanceOptions;
};

const DEFAULT_HOST = "127.0.0.1";
const DEFAULT_PORT = 3000;
const DEFAULT_GRACE_SECONDS = 5;
const DEFAULT_SEED = 1;
/** An hour. */
const LONGEST_GRACE_SECONDS = 3600;
/** A minute. */
const LONGEST_LATENCY = 60_000;

/**
 * @param hasCommand whether a command is to be run: its output is then to be its own
 * @throws UsageError for a value that makes no sense
 */
export function readServeSettings(flags: ServeFlags, hasCommand: boolean): ServeSettings {
  return {
    host: flags.host ?? DEFAULT_HOST,
    port: readPort(flags.port, hasCommand ? 0 : DEFAULT_PORT),
    log: readLog(flags.log ?? (hasCommand ? "none" : "plain")),
    cors: (flags.cors ?? []).map(readOrigin),
    graceMilliseconds: readGrace(flags.grace) * 1000,
    disturbance: {
      latency: flags.latency === undefined ? undefined : readLatency(flags.latency),
      failure: flags.fail === undefined ? undefined : readFailure(flags.fail),
      seed: readSeed(flags.seed),
    },
  };
}

function readPort(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  const port = /^[0-9]{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new UsageError(`--port takes a number from 0 to 65535 (0 picks a free one), not "${text}"`);
}

function readLog(text: string): LogForm {
  const form = LOG_FORMS.find((candidate) => candidate === text);
  if (form) return form;
  throw new UsageError(
    `--log takes ${LOG_FORMS.slice(0, -1).join(", ")} or ${LOG_FORMS.at(-1)}, not "${text}"`,
  );
}

function readOrigin(text: string): string {
  if (text === ANY_ORIGIN) return text;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && text.toLowerCase().replace(/\/$/, "") === url.origin)
    return url.origin;
  throw new UsageError(
    `--cors takes an origin such as https://importer.example, without a path, or * for all, not "${text}"`,
  );
}

function readGrace(text: string | undefined): number {
  if (text === undefined) return DEFAULT_GRACE_SECONDS;
  const seconds = readNumber(text);
  if (seconds <= LONGEST_GRACE_SECONDS) return seconds;
  throw new UsageError(`--grace takes seconds, from 0 to ${LONGEST_GRACE_SECONDS}, not "${text}"`);
}

function readLatency(text: string): { from: number; to: number } {
  const [from, to = from, ...more] = text.split("-").map(readNumber);
  if (from <= to && to <= LONGEST_LATENCY && more.length === 0) return { from, to };
  throw new UsageError(
    `--latency takes milliseconds such as 200, or a range such as 50-500, up to ${LONGEST_LATENCY}, not "${text}"`,
  );
}

function readFailure(text: string): { status: number; percent: number } {
  const match = /^([45][0-9]{2}):(.+)$/.exec(text);
  const percent = readNumber(match?.[2] ?? "");
  if (match && percent <= 100) return { status: Number(match[1]), percent };
  throw new UsageError(
    `--fail takes an error status and the percentage of requests that get it, such as 503:10, not "${text}"`,
  );
}

function readSeed(text: string | undefined): number {
  if (text === undefined) return DEFAULT_SEED;
  const seed = /^[0-9]{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (seed < 2 ** 32) return seed;
  throw new UsageError(`--seed takes a whole number from 0 to ${2 ** 32 - 1}, not "${text}"`);
}

/** A decimal number that is not negative; else not a number. */
function readNumber(text: string): number {
  return /^[0-9]+(?:\.[0-9]+)?$/.test(text) ? Number(text) : Number.NaN;
}
