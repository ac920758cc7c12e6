/** `serve`: answers the operations over HTTP from a data directory. */

import { once } from "node:events";
import { basename, resolve } from "node:path";
import { isLoopbackAddress } from "../access/loopback.ts";
import { DEFAULT_RULES } from "../analysis/diff/compare-nodes.ts";
import { diffSites, type SiteDiff } from "../analysis/diff/site-diff.ts";
import { DELIVERY_ROOT } from "../delivery/delivery-paths.ts";
import { EXIT, UsageError } from "../errors.ts";
import { fingerprint } from "../formats/fingerprint.ts";
import { loadDirectory, reloadDirectory } from "../formats/load-directory.ts";
import { ANY_ORIGIN } from "../http/access.ts";
import { createApp } from "../http/app.ts";
import { BROKEN_REPLIES, faultInjection, type InjectedFailure } from "../http/fault-injection.ts";
import { type Listening, listen } from "../http/listen.ts";
import { LOG_FORMS, logStream, RequestLog } from "../http/request-log.ts";
import type { AnsweredRequest } from "../http/responder.ts";
import { servedData } from "../http/served-data.ts";
import { type Io, writeError, writeOut } from "../io.ts";
import { API_SEGMENT, KINDS } from "../operations.ts";
import { nodesOfFormat, servingLines } from "../output/serving-view.ts";
import { ofForm, wholeNumber } from "../parameter.ts";
import { isSameLanguage } from "../site/languages.ts";
import { requireDirectory } from "../site/media/media-folder.ts";
import { createSite, type Site } from "../site/site.ts";
import type { SiteData } from "../site/site-data.ts";
import { inWords } from "../text/counted.ts";
import { defineCommand, type FlagsIn, type Invocation } from "./command.ts";
import {
  choice,
  decimalNumber,
  type Flags,
  isSiteUrl,
  repeated,
  textOption,
  toggle,
  valued,
} from "./flag.ts";
import { withLoadProgress } from "./load-progress.ts";
import { AS_MIGRATED_FLAGS, migratedNames } from "./names-flag.ts";
import { openBrowser } from "./open-browser.ts";
import { loadWithWarnings, printLanguage, reportCopyLimits } from "./open-source.ts";
import { runCommand } from "./run-command.ts";
import {
  API_FLAGS,
  DATA_FLAGS,
  DIRECTORY_FLAGS,
  NO_SITE_FLAG,
  QUIET_FLAG,
  readingOf,
  URLS_READING_GROUP,
} from "./shared-flags.ts";
import { endAtOnce, stoppable } from "./signals.ts";
import { prefixPath, readApiKey, readDirectory, refuseSite } from "./source-options.ts";
import { refuseLiveSource } from "./two-sources.ts";

/** How long running requests may take when the server stops. */
const GRACE_MILLISECONDS = 5000;
/** In milliseconds: a minute. */
const LONGEST_LATENCY = 60_000;
/** In milliseconds: how long the process may take to end when all is done. */
const LAST_MILLISECONDS = 1000;

const FAILURE_FORM = `${inWords(["an error status", ...BROKEN_REPLIES])}, a colon and a percentage of requests, such as 503:10 or cut:2`;

/** For options of the explorer. */
const NEEDS_EXPLORER = { conflicts: ["explorer"] };

const ADDRESS_FLAGS = {
  host: textOption("--host <host>", "address to listen on", { default: "127.0.0.1" }),
  port: valued(
    "--port <port>",
    "port to listen on; 0 selects a free one",
    ofForm("a number from 0 to 65535 (0 selects a free one)", (text) =>
      /^[0-9]{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined,
    ),
    { default: 3000, defaultText: "3000; with a command 0" },
  ),
  ...API_FLAGS,
  allowAnonymous: toggle("--allow-anonymous", "answer requests from other machines without a key", {
    conflicts: ["apiKeyFile"],
  }),
  cors: repeated(
    "--cors <origin>",
    "allow pages of this origin; can be repeated",
    ofForm("an origin such as https://importer.example, without a path, or * for all", (text) => {
      if (text === ANY_ORIGIN) return text;
      const url = URL.canParse(text) ? new URL(text) : undefined;
      if (!url || !/^https?:$/.test(url.protocol)) return undefined;
      return text.toLowerCase().replace(/\/$/, "") === url.origin ? url.origin : undefined;
    }),
  ),
} satisfies Flags;

const RUN_FLAGS = {
  watch: toggle("--watch", "reload the data when it changes"),
  log: choice("--log <form>", "request log on stderr", LOG_FORMS, {
    default: "plain",
    defaultText: "plain; with a command none",
  }),
  ...QUIET_FLAG,
} satisfies Flags;

const FAULT_FLAGS = {
  latency: valued(
    "--latency <ms>",
    "delay each response, by a number or range: 50-500",
    ofForm(`milliseconds such as 200, or a range such as 50-500, up to ${LONGEST_LATENCY}`, (text) => {
      const [from, to = from, ...more] = text.split("-").map(decimalNumber);
      return from <= to && to <= LONGEST_LATENCY && more.length === 0 ? { from, to } : undefined;
    }),
  ),
  fail: repeated(
    "--fail <way:percent>",
    "fail this share of requests: 503:10, reset:2, cut:2, html:1; can be repeated",
    ofForm(FAILURE_FORM, (text): InjectedFailure | undefined => {
      const [, way = "", share = ""] = /^(.+?):(.+)$/.exec(text) ?? [];
      const as = /^[45][0-9]{2}$/.test(way) ? Number(way) : BROKEN_REPLIES.find((each) => each === way);
      const percent = decimalNumber(share);
      return as !== undefined && percent <= 100 ? { as, percent } : undefined;
    }),
  ),
  seed: valued("--seed <n>", "selects which requests fail, and each delay", wholeNumber(0, 2 ** 32 - 1), {
    default: 1,
    needs: ["latency", "fail"],
  }),
} satisfies Flags;

const GROUPS = [
  {
    heading: "What to serve:",
    flags: {
      ...DATA_FLAGS,
      files: textOption("--files <directory>", "folder of media files to serve at their URLs"),
      publicFiles: toggle("--public-files", "serve media files without the API key"),
      ...NO_SITE_FLAG,
    },
  },
  {
    heading: "Address and access:",
    flags: ADDRESS_FLAGS,
  },
  {
    heading: "Explorer, the page in a browser:",
    flags: {
      explorer: toggle("--no-explorer", "do not serve the explorer"),
      open: toggle("--open", "open the explorer in the browser", NEEDS_EXPLORER),
      siteUrl: valued(
        "--site-url <url>",
        "address of the site, for links to its pages",
        ofForm("a URL such as https://example.com", (text) => (isSiteUrl(text) ? text : undefined)),
        NEEDS_EXPLORER,
      ),
      against: textOption("--against <path>", "mark changes since this earlier copy", NEEDS_EXPLORER),
      ...AS_MIGRATED_FLAGS,
      asMigrated: { ...AS_MIGRATED_FLAGS.asMigrated, needs: "against" },
      names: { ...AS_MIGRATED_FLAGS.names, needs: "against" },
    },
  },
  {
    heading: "While the server runs:",
    flags: RUN_FLAGS,
  },
  {
    heading: "Fault injection:",
    flags: FAULT_FLAGS,
  },
  URLS_READING_GROUP,
] as const;

type ServeFlags = FlagsIn<typeof GROUPS>;

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
  run: serve,
});

/**
 * The settings, with defaults.
 * @param hasCommand whether a command runs beside the server: then the request log is off, so that only the command prints
 * @throws UsageError if the shares of `--fail` add up to more than 100 %
 */
function serveSettings(flags: ServeFlags, hasCommand: boolean) {
  const { fail = [] } = flags;
  const sum = fail.reduce((total, { percent }) => total + percent, 0);
  if (sum > 100) throw new UsageError(`the shares of --fail must add up to at most 100 percent, not ${sum}`);
  return {
    host: flags.host ?? ADDRESS_FLAGS.host.default,
    port: flags.port ?? (hasCommand ? 0 : ADDRESS_FLAGS.port.default),
    log: flags.log ?? (hasCommand ? "none" : RUN_FLAGS.log.default),
    faults: {
      latency: flags.latency,
      failures: fail,
      seed: flags.seed ?? FAULT_FLAGS.seed.default,
    },
  };
}

/** What is served, and how. */
type Serving = {
  flags: ServeFlags;
  settings: ReturnType<typeof serveSettings>;
  apiKey: Awaited<ReturnType<typeof readApiKey>>;
  prefix: string;
  served: ReturnType<typeof servedData>;
  compare: ((site: Site, culture: string | undefined) => Promise<SiteDiff>) | undefined;
};

/**
 * Serves until a signal stops it, or its command ends.
 * A command after `--` runs beside the server; then its URL goes to stderr.
 * @returns the exit status: the command's, or 0
 * @throws UsageError, CommandError, DataError; RemoteError if the port is not available
 */
async function serve(flags: ServeFlags, invocation: Invocation): Promise<number> {
  const { io, childCommand: command } = invocation;
  // --prefix and --api-key-file say how this server is reached, so they do not ask for a live site.
  refuseSite("serve", flags, {}, {});
  const settings = serveSettings(flags, command !== undefined);
  if (settings.log === "json") io.messages = "json";
  if (command?.length === 0) throw new UsageError("there is no command after --");
  const prefix = prefixPath(flags, io);
  if (`/${prefix}/`.toLowerCase().startsWith(`${DELIVERY_ROOT}/`)) {
    throw new UsageError(
      `the prefix ${JSON.stringify(prefix)} is where serve has the Content Delivery API: choose one outside of ${DELIVERY_ROOT.slice(1)}`,
    );
  }
  const apiKey = await readApiKey(flags, io);
  if (!apiKey && flags.publicFiles) {
    throw new UsageError(
      "--public-files can only be used with an API key: without one, media files need none",
    );
  }
  if (!apiKey && !flags.allowAnonymous && !isLoopbackAddress(settings.host)) {
    throw new UsageError(
      `--host ${settings.host} lets other machines connect: set an API key (--api-key-file), or add --allow-anonymous`,
    );
  }
  requireDirectory(flags.files);
  const served = await openServed(flags, invocation);
  reportCopyLimits([served.data()], flags, io);
  const compare = await openAgainst(flags, io, served.data());
  const serving: Serving = { flags, settings, apiKey, prefix, served, compare };
  return stoppable(io, (signal) => serveUntil(signal, serving, invocation));
}

async function serveUntil(signal: AbortSignal, serving: Serving, invocation: Invocation): Promise<number> {
  const { flags, settings, apiKey, prefix, served } = serving;
  const { io, childCommand: command } = invocation;
  const log = settings.log === "none" ? undefined : new RequestLog(logStream(io), settings.log, apiKey?.key);
  const onExchange = log && ((exchange: AnsweredRequest) => log.add(exchange));
  // Requests that were answered before a message are in the log before it.
  if (log) io.beforeMessage = () => log.flush();
  const app = createApp(served.source, { ...appOptions(serving, invocation), onExchange });
  const server = await listen(app, settings);
  if (flags.watch) served.watch();
  if (flags.explorer !== false) {
    const page = `${reachable(server)}/`;
    if (!flags.quiet) writeError(io, `open in a browser: ${page}`);
    if (flags.open)
      openBrowser(page, () => writeError(io, `warning: could not start a browser: open ${page}`));
  }
  if (!flags.quiet) {
    const { allowAnonymous = false, publicFiles = false } = flags;
    const access = { keyOrigin: apiKey?.origin, allowAnonymous, publicFiles };
    for (const line of servingLines({ data: served.data(), media: served.media(), ...access, ...settings }))
      writeError(io, line);
  }
  let status: number = EXIT.done;
  try {
    const url = `${server.url}/${prefix}/${API_SEGMENT}`;
    if (command) {
      if (!flags.quiet) writeError(io, `serving ${url}`);
      const target = { url: reachable(server), prefix, apiKey: apiKey?.key.text };
      status = await runCommand(command, target, io, signal);
    } else {
      await writeOut(io, [io.stdout.isTTY ? `serving ${url}` : url]);
      if (!signal.aborted) await once(signal, "abort");
    }
    return status;
  } finally {
    served.close();
    await server.stop(GRACE_MILLISECONDS);
    log?.flush();
    // A pending open of a file, or an unread stderr, would keep the process from ending by itself.
    setTimeout(() => endAtOnce(io, signal.reason ?? "SIGTERM", status), LAST_MILLISECONDS).unref();
  }
}

/** The options of the app; functions return what changes while it runs. */
function appOptions(
  { flags, settings, apiKey, prefix, served, compare }: Serving,
  { io, spell }: Invocation,
) {
  const { path } = served.data();
  // Commands with paths of this machine are of use only there, and without a key only this machine is let in.
  const isLocal = !apiKey && !flags.allowAnonymous;
  const inCulture = (culture: string | undefined) => (culture === undefined ? {} : { culture });
  let isFileReported = false;

  return {
    prefix,
    apiKey: apiKey?.key.text,
    dataName: flags.sample ? "sample" : basename(resolve(path)),
    explorer:
      flags.explorer === false
        ? undefined
        : {
            ...served.explored,
            siteUrl: flags.siteUrl,
            isWatched: flags.watch === true,
            dataFlags: isLocal
              ? (culture?: string) =>
                  spell("", DIRECTORY_FLAGS, inCulture(culture)).replace(/^migrations\s*/, "")
              : undefined,
            compare,
          },
    media: served.media,
    health: served.health,
    publicFiles: flags.publicFiles === true,
    // Reported for the first file only: the API's .NET client requests all files without the key.
    onFileWithoutKey: (file: string) => {
      if (!isFileReported && !flags.quiet) {
        writeError(
          io,
          `warning: ${file} was requested without the API key and refused, as other media files will be: ` +
            "to serve media files without the key, add --public-files",
        );
      }
      isFileReported = true;
    },
    allowAnonymous: flags.allowAnonymous === true,
    cors: flags.cors ?? [],
    faults: faultInjection(settings.faults),
    onFault: (error: unknown) =>
      writeError(io, error instanceof Error ? (error.stack ?? error.message) : String(error)),
  };
}

/** Loads the directory, ready to be watched. */
async function openServed(flags: ServeFlags, invocation: Invocation) {
  const { io } = invocation;
  const given = readDirectory(flags, io);
  // Taken before the first byte is read, so that no change goes unseen.
  const known = flags.watch ? await fingerprint(given.directory) : "";
  return servedData(await loadWithWarnings(given, flags, invocation, "all"), {
    known,
    fingerprint: () => fingerprint(given.directory),
    load: () => reloadDirectory(given.directory, given.options),
    files: flags.files,
    onReloaded: (data) => {
      if (!flags.quiet) writeError(io, `reloaded ${nodesOfFormat(data)} from ${data.path}`);
    },
    onBroken: (reason) =>
      writeError(io, `warning: reloading failed, so the earlier data is still served: ${reason}`),
  });
}

/**
 * Reads the earlier state that the data is compared with, once.
 * @param data the data that is served
 * @returns a function that compares a site with it, in the language of the site if both have it; `undefined` without `--against`
 * @throws UsageError for a live site; DataError
 */
async function openAgainst(flags: ServeFlags, io: Io, data: SiteData): Promise<Serving["compare"]> {
  const { against } = flags;
  if (against === undefined) return undefined;
  refuseLiveSource(against);
  const reading = readingOf(flags);
  const loaded = await withLoadProgress(flags, io, (onProgress) =>
    loadDirectory(against, { onProgress }, { urls: true, ...reading }, "--against"),
  );
  const old = createSite(loaded);
  if (!flags.quiet) printLanguage(old, reading.culture, io);
  const asMigrated = migratedNames(flags, [old, data]);
  const options = { kinds: KINDS, matchedBy: "key", rules: DEFAULT_RULES, asMigrated } as const;
  return async (site, culture) => {
    const code = old.otherLanguages.find((each) => isSameLanguage(each, culture));
    return diffSites(code === undefined ? old : await old.inLanguage(code), site, options);
  };
}

/** The server's URL for a client on this machine: clients cannot connect to a wildcard address. */
function reachable({ url }: Pick<Listening, "url">): string {
  return url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
}
