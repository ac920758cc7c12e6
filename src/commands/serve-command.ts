/** The command `serve` as data: its flags and examples. What runs it is loaded when it runs. */
import { UsageError } from "../errors.ts";
import { ANY_ORIGIN } from "../http/access.ts";
import { LOG_FORMS } from "../http/request-log.ts";
import { defineCommand, type FlagsIn } from "./command.ts";
import { DISTURBANCE_FLAGS, readDisturbance } from "./disturbance-flags.ts";
import { type Flags, repeated, text, toggle, valued } from "./flag.ts";
import { decimalNumber, oneOf } from "./flag-values.ts";
import { API_FLAGS, DATA_FLAGS, NO_SITE_FLAG, QUIET_FLAG, READING_GROUP } from "./shared-flags.ts";
import { OLD_PLACE_FLAGS } from "./two-places.ts";

const DEFAULT_HOST = "127.0.0.1";
const DEFAULT_PORT = 3000;
const DEFAULT_GRACE_SECONDS = 5;
/** An hour. */
const LONGEST_GRACE_SECONDS = 3600;

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

const PAGE_FLAGS = {
  explorer: toggle("--no-explorer", "leave out the page that shows the data in a browser"),
  open: toggle("--open", "open that page in the browser"),
  against: text("--against <place>", "mark there what has changed since: a path, or the base URL of a site"),
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

const GROUPS = [
  { heading: "What is served:", flags: { ...DATA_FLAGS, ...FILE_FLAGS, ...NO_SITE_FLAG } },
  { heading: "Where, and to whom:", flags: LISTEN_FLAGS },
  { heading: "In a browser:", flags: { ...PAGE_FLAGS, ...OLD_PLACE_FLAGS } },
  { heading: "While it runs:", flags: RUNNING_FLAGS },
  { heading: "Trying an importer's patience:", flags: DISTURBANCE_FLAGS },
  READING_GROUP,
] as const;

export type ServeFlags = FlagsIn<typeof GROUPS>;

export const serveCommand = defineCommand({
  usage: "[options] [path] [-- command [argument...]]",
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
  run: async (flags, invocation) => (await import("./serve.ts")).serve(flags, invocation),
});

export type ServeSettings = ReturnType<typeof serveSettings>;

/**
 * What the flags ask for, with defaults.
 * @param hasCommand whether a command is to be run: its output is then to be its own
 * @throws UsageError for what makes no sense without the page
 */
export function serveSettings(flags: ServeFlags, hasCommand: boolean) {
  refuseNoPage(flags);
  return {
    host: flags.host ?? DEFAULT_HOST,
    port: flags.port ?? (hasCommand ? 0 : DEFAULT_PORT),
    log: flags.log ?? (hasCommand ? "none" : "plain"),
    cors: flags.cors ?? [],
    graceMilliseconds: (flags.grace ?? DEFAULT_GRACE_SECONDS) * 1000,
    disturbance: readDisturbance(flags),
  };
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

function refuseNoPage({ open, against, explorer }: ServeFlags): void {
  if (explorer !== false) return;
  if (open) throw new UsageError("--open opens the page that --no-explorer leaves out");
  if (against !== undefined)
    throw new UsageError("--against marks what the page shows that --no-explorer leaves out");
}
