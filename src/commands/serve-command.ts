/** The command `serve` as data: its flags and examples. What runs it is loaded when it runs. */

import { inWords } from "../counted.ts";
import { UsageError } from "../errors.ts";
import { ANY_ORIGIN } from "../http/cors.ts";
import { BREAKAGES, type DisturbanceOptions, type Failure } from "../http/disturbance.ts";
import { LOG_FORMS, type LogForm } from "../http/request-log.ts";
import { defineCommand, type FlagsIn } from "./command.ts";
import { type Flags, repeated, text, toggle, valued } from "./flag.ts";
import { decimalNumber, oneOf, wholeNumber } from "./flag-values.ts";
import { PAGE_FLAGS, refuseNoPage } from "./page-flags.ts";
import { API_FLAGS, DATA_FLAGS, QUIET_FLAG, READING_GROUP } from "./shared-flags.ts";
import { OLD_PLACE_FLAGS } from "./two-places.ts";

const DEFAULT_HOST = "127.0.0.1";
const DEFAULT_PORT = 3000;
const DEFAULT_GRACE_SECONDS = 5;
const DEFAULT_SEED = 1;
/** An hour. */
const LONGEST_GRACE_SECONDS = 3600;
/** A minute. */
const LONGEST_LATENCY = 60_000;

const LISTEN_FLAGS = {
  host: text("--host <host>", `address to listen on (default: ${DEFAULT_HOST})`),
  port: valued(
    "--port <port>",
    `port to listen on; 0 picks a free one (default: ${DEFAULT_PORT}; with a command: 0)`,
    readPort,
  ),
  ...API_FLAGS,
  allowAnonymous: toggle("--allow-anonymous", "answer any client that reaches the server, without a key"),
  cors: repeated(
    "--cors <origin>",
    "let pages of this origin read the answers; may be given again",
    readOrigin,
  ),
} satisfies Flags;

const FILE_FLAGS = {
  files: text("--files <directory>", "the site's own folder of media files, served at their urls"),
  publicFiles: toggle("--public-files", "serve media files without the API key"),
} satisfies Flags;

const RUNNING_FLAGS = {
  watch: toggle("--watch", "load the directory again when it changes"),
  log: valued(
    "--log <form>",
    "request log on stderr: plain, json or none (default: plain; with a command: none)",
    oneOf(LOG_FORMS),
  ),
  grace: valued(
    "--grace <seconds>",
    `how long requests may still run when it is stopped (default: ${DEFAULT_GRACE_SECONDS})`,
    readGrace,
  ),
  ...QUIET_FLAG,
} satisfies Flags;

/** Whether files fail as operations do. */
const FAIL_FILES = ["all", "none"] as const;

const DISTURBANCE_FLAGS = {
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

/** What the flags ask for, with defaults. */
export type ServeSettings = {
  host: string;
  port: number;
  log: LogForm;
  cors: readonly string[];
  graceMilliseconds: number;
  disturbance: DisturbanceOptions;
};

const GROUPS = [
  { heading: "What is served:", flags: { ...DATA_FLAGS, ...FILE_FLAGS } },
  { heading: "Where, and to whom:", flags: LISTEN_FLAGS },
  { heading: "In a browser:", flags: { ...PAGE_FLAGS, ...OLD_PLACE_FLAGS } },
  { heading: "While it runs:", flags: RUNNING_FLAGS },
  { heading: "Trying an importer's patience:", flags: DISTURBANCE_FLAGS },
  READING_GROUP,
] as const;

export type ServeFlags = FlagsIn<typeof GROUPS>;

export const serveCommand = defineCommand({
  usage: "[options] [-- command [argument...]]",
  examples: [
    "migrations serve --sample --open",
    "migrations serve --data ./site --prefix umbraco/Limbo",
    "migrations serve --data ./uSync/v13 --culture da-DK",
    "migrations serve --data ./site --against ./monday",
    "migrations serve --data ./site --host 0.0.0.0 --api-key-file ./key",
    "migrations serve --data ./site --watch --log json",
    "migrations serve --data ./site --latency 50-500 --fail 503:10 --fail cut:2",
    "migrations serve --data ./site -- npm run import",
  ],
  groups: GROUPS,
  conflicts: [
    { flags: ["apiKeyFile", "allowAnonymous"], reason: "do not go together: with a key nobody is anonymous" },
  ],
  run: async (flags, invocation) => {
    const { serve } = await import("./serve.ts");
    return serve(flags, invocation);
  },
});

/** @param hasCommand whether a command is to be run: its output is then to be its own */
export function serveSettings(flags: ServeFlags, hasCommand: boolean): ServeSettings {
  refuseNoPage(flags);
  return {
    host: flags.host ?? DEFAULT_HOST,
    port: flags.port ?? (hasCommand ? 0 : DEFAULT_PORT),
    log: flags.log ?? (hasCommand ? "none" : "plain"),
    cors: flags.cors ?? [],
    graceMilliseconds: (flags.grace ?? DEFAULT_GRACE_SECONDS) * 1000,
    disturbance: {
      latency: flags.latency,
      failures: checkedSum(flags.fail ?? []),
      sparesFiles: flags.failFiles === "none",
      seed: flags.seed ?? DEFAULT_SEED,
    },
  };
}

function checkedSum(failures: readonly Failure[]): readonly Failure[] {
  const sum = failures.reduce((total, { percent }) => total + percent, 0);
  if (sum <= 100) return failures;
  throw new UsageError(`--fail takes shares that are 100 percent together at most, not ${sum}`);
}

function readPort(text: string, spelled: string): number {
  const port = /^[0-9]{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new UsageError(`${spelled} takes a number from 0 to 65535 (0 picks a free one), not "${text}"`);
}

function readOrigin(text: string, spelled: string): string {
  if (text === ANY_ORIGIN) return text;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && text.toLowerCase().replace(/\/$/, "") === url.origin)
    return url.origin;
  throw new UsageError(
    `${spelled} takes an origin such as https://importer.example, without a path, or * for all, not "${text}"`,
  );
}

function readGrace(text: string, spelled: string): number {
  const seconds = decimalNumber(text);
  if (seconds <= LONGEST_GRACE_SECONDS) return seconds;
  throw new UsageError(`${spelled} takes seconds, from 0 to ${LONGEST_GRACE_SECONDS}, not "${text}"`);
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
