/** `serve`: answers the operations over HTTP from a data directory. */
import { once } from "node:events";
import { statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { EXIT, UsageError } from "../errors.ts";
import { fingerprint } from "../formats/fingerprint.ts";
import type { LoadedData } from "../formats/load-directory.ts";
import { loadInWorker } from "../formats/load-in-worker.ts";
import { type AppOptions, createApp } from "../http/app.ts";
import { type DisturbanceOptions, disturbance } from "../http/disturbance.ts";
import { type Listening, listen } from "../http/listen.ts";
import { RequestLog } from "../http/request-log.ts";
import { writeError, writeOut } from "../io.ts";
import { isLoopbackAddress } from "../loopback.ts";
import { FILES_FOLDER, MediaFiles } from "../media-files.ts";
import { API_SEGMENT, KINDS } from "../operations.ts";
import { directoryEdition } from "../sources/directory-edition.ts";
import { WatchedDirectory } from "../sources/watched-directory.ts";
import type { Invocation } from "./command.ts";
import { endByForce } from "./end-by-force.ts";
import { startedWith } from "./npm-script.ts";
import { loadWithNotes } from "./open-source.ts";
import { readDirectory } from "./place.ts";
import { readApiKey } from "./read-api-key.ts";
import { prefixPath } from "./remote-place.ts";
import { runCommand } from "./run-command.ts";
import { type ServeFlags, type ServeSettings, serveSettings } from "./serve-command.ts";

/** What changes while the server runs. */
type State = { isDraining: boolean; media: MediaFiles };
/** How long a process may take to end when all is done. */
const LAST_MILLISECONDS = 1000;

type ApiKey = Awaited<ReturnType<typeof readApiKey>>;

/**
 * Serves until it is told to stop, or until its command has ended.
 * With a command behind `--`, that runs beside the server, whose own ready line then goes to stderr.
 * @param untilStopped called once all is loaded: the signal is aborted when the server is to stop
 * @returns the exit status: the command's, or 0
 * @throws UsageError, DataError; RemoteError where the port cannot be had
 */
export async function serve(
  flags: ServeFlags,
  { io, behind: command, spell }: Invocation,
  untilStopped: () => AbortSignal,
): Promise<number> {
  const settings = serveSettings(flags, command !== undefined);
  const prefix = prefixPath(flags, io);
  const apiKey = await readApiKey(flags, io);
  if (command?.length === 0) throw new UsageError("there is no command behind --");
  if (!apiKey && !flags.allowAnonymous && !isLoopbackAddress(settings.host)) {
    throw new UsageError(
      `--host ${settings.host} lets others in: set an API key (--api-key-file), or say --allow-anonymous if all may read`,
    );
  }
  if (flags.files !== undefined && !isDirectory(flags.files)) {
    throw new UsageError(`--files ${flags.files} is no directory`);
  }
  const { data, watched, state } = await openWatched(flags, { io, spell });
  const signal = untilStopped();
  const log = settings.log === "none" ? undefined : new RequestLog(io.stderr, settings.log, apiKey?.key);
  const options: AppOptions = {
    prefix,
    media: () => state.media,
    publicFiles: flags.publicFiles,
    apiKey: apiKey?.key.text,
    allowAnonymous: flags.allowAnonymous,
    cors: settings.cors,
    dataName: flags.sample ? "sample" : basename(resolve(data.path)),
    disturbance: disturbance(settings.disturbance),
    isDraining: () => state.isDraining,
    onExchange: log && ((exchange) => log.add(exchange)),
    onFault: (error) =>
      writeError(io, error instanceof Error ? (error.stack ?? error.message) : String(error)),
  };
  const app = createApp(() => watched.source, options);
  const server = await listen(app, {
    ...settings,
    freePortHint: startedWith("--port 0", io.env),
    onExchange: options.onExchange,
  });
  const watching = flags.watch ? watched.run() : undefined;
  if (!flags.quiet) for (const line of summary(data, apiKey, flags, settings)) writeError(io, line);
  if (state.media.folder && !flags.quiet) writeError(io, `media files come from ${state.media.folder}`);
  const ready = `serving ${server.url}/${prefix}/${API_SEGMENT}`;
  try {
    if (command) writeError(io, ready);
    else await writeOut(io, [ready]);
    if (command) {
      return await runCommand(
        command,
        { url: reachable(server), prefix, apiKey: apiKey?.key.text },
        io,
        signal,
      );
    }
    if (!signal.aborted) await once(signal, "abort");
    return EXIT.done;
  } finally {
    state.isDraining = true;
    watched.close();
    await Promise.all([server.stop(settings.graceMilliseconds), watching]);
    log?.flush();
    // What waits for a file that does not open, on a mount that hangs, keeps a process from ending by itself.
    setTimeout(() => endByForce(signal.reason ?? "SIGTERM"), LAST_MILLISECONDS).unref();
  }
}

/** Loads the directory, ready to be watched. */
async function openWatched(
  flags: ServeFlags,
  { io, spell }: Pick<Invocation, "io" | "spell">,
): Promise<{ data: LoadedData; watched: WatchedDirectory; state: State }> {
  const place = readDirectory(flags, io);
  // Taken before the first byte is read, so that no change goes unseen.
  const known = flags.watch ? await fingerprint(place.directory) : "";
  const data = await loadWithNotes(place, flags, { io, spell });
  const state: State = { isDraining: false, media: mediaFiles(flags, data) };
  const watched = new WatchedDirectory(directoryEdition(data), known, {
    fingerprint: () => fingerprint(place.directory),
    load: (signal) => loadInWorker(place.directory, place.options, signal),
    onLoaded: (changed) => {
      state.media = mediaFiles(flags, changed);
      if (!flags.quiet) writeError(io, `reloaded ${counted(changed)} from ${changed.path}`);
    },
    onBroken: (error) => {
      const reason = error instanceof Error ? error.message : String(error);
      writeError(io, `warning: what was loaded before is still served: ${reason}`);
    },
  });
  return { data, watched, state };
}

/** The media files to be served: from the site's own folder, which may come and go, or what a pull has put beside the data. */
function mediaFiles({ files }: ServeFlags, { path, trees, mediaRoot }: LoadedData): MediaFiles {
  if (files !== undefined) return new MediaFiles(trees.media, files, "site");
  if (mediaRoot !== undefined) return new MediaFiles(trees.media, mediaRoot, "site");
  const pulled = join(path, FILES_FOLDER);
  return new MediaFiles(trees.media, isDirectory(pulled) ? pulled : undefined, "pulled");
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function summary(
  data: LoadedData,
  apiKey: ApiKey,
  flags: ServeFlags,
  { disturbance }: ServeSettings,
): string[] {
  const access = apiKey
    ? `an API key is needed, the one in ${apiKey.origin}`
    : flags.allowAnonymous
      ? "no API key is needed: anyone who reaches this server can read it"
      : "no API key is needed: only requests from this machine are answered";
  return [`loaded ${counted(data)} from ${data.path}`, access, ...disturbanceLines(disturbance)];
}

function counted({ format, version, trees }: LoadedData): string {
  const counts = KINDS.map((kind) => `${trees[kind].size} ${kind}`).join(" and ");
  return `${counts} nodes (${[format, version].filter(Boolean).join(" ")})`;
}

function disturbanceLines({ latency, failures = [], seed }: DisturbanceOptions): string[] {
  const said = [
    ...(latency ? [`answers wait ${latency.from} to ${latency.to} ms`] : []),
    ...failures.map(({ as, percent }) => `${percent} % of the requests fail with ${as}`),
  ];
  return said.length > 0 ? [`${said.join(", ")} (seed ${seed})`] : [];
}

/** The server's URL for a client on this machine: the address that means all of them is none to connect to. */
function reachable({ url }: Listening): string {
  return url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
}
