/** `serve`: answers the operations over HTTP from a data directory. */
import { once } from "node:events";
import { basename, resolve } from "node:path";
import { isLoopbackAddress } from "../access/loopback.ts";
import { EXIT, UsageError } from "../errors.ts";
import { fingerprint } from "../formats/fingerprint.ts";
import type { LoadedData } from "../formats/load-directory.ts";
import { loadInWorker } from "../formats/load-in-worker.ts";
import { createApp } from "../http/app.ts";
import { disturbance } from "../http/disturbance.ts";
import { type Listening, listen } from "../http/listen.ts";
import { RequestLog } from "../http/request-log.ts";
import type { AnsweredRequest } from "../http/responder.ts";
import { type Io, writeError, writeOut } from "../io.ts";
import type { MediaFiles } from "../media/media-files.ts";
import { API_SEGMENT } from "../operations.ts";
import { directoryEdition, WatchedDirectory } from "../sources/watched-directory.ts";
import { prefixPath, readApiKey } from "./api-access.ts";
import type { Invocation } from "./command.ts";
import { logStream } from "./log-stream.ts";
import { mediaFilesOf, refuseNoDirectory } from "./media-folder.ts";
import { loadWithNotes } from "./open-place.ts";
import { readDirectory, refuseSite } from "./place.ts";
import { refuseNoCommand, runCommand } from "./run-command.ts";
import { openAgainst } from "./serve-against.ts";
import { type ServeFlags, type ServeSettings, serveSettings } from "./serve-command.ts";
import { explorerOptions, reachable, showPage } from "./serve-explorer.ts";
import { nodeCounts, refusedFileNote, servingNotes, startedWith } from "./serve-notes.ts";
import { endAtOnce, stoppable } from "./signals.ts";

/** What changes while the server runs. */
type State = { isDraining: boolean; media: MediaFiles; data: LoadedData };
/** How long a process may take to end when all is done. */
const LAST_MILLISECONDS = 1000;

type GivenKey = Awaited<ReturnType<typeof readApiKey>>;

/** What is served, and how. */
type Serving = {
  flags: ServeFlags;
  settings: ServeSettings;
  apiKey: GivenKey;
  prefix: string;
  data: LoadedData;
  state: State;
  spell: Invocation["spell"];
  compare: Awaited<ReturnType<typeof openAgainst>>;
};

/**
 * Serves until it is told to stop, or until its command has ended.
 * With a command behind `--`, that runs beside the server, whose own ready line then goes to stderr.
 * @returns the exit status: the command's, or 0
 * @throws UsageError, CommandError, DataError; RemoteError where the port cannot be had
 */
export async function serve(flags: ServeFlags, invocation: Invocation): Promise<number> {
  const { io, behind: command, spell } = invocation;
  // How the API is reached is that of this server.
  refuseSite("serve", flags, {}, {});
  const settings = serveSettings(flags, command !== undefined);
  if (command?.length === 0) throw new UsageError("there is no command behind --");
  if (command) refuseNoCommand(command[0], io);
  const prefix = prefixPath(flags, io);
  const apiKey = await readApiKey(flags, io);
  refuseOpenHost(settings.host, flags, apiKey);
  refuseNoDirectory(flags.files);
  const { data, watched, state } = await openWatched(flags, invocation);
  const compare = await openAgainst(flags, io, () => state.data);
  const serving: Serving = { flags, settings, apiKey, prefix, data, state, spell, compare };
  return stoppable(io, (signal) => serveUntil(signal, serving, watched, invocation));
}

async function serveUntil(
  signal: AbortSignal,
  serving: Serving,
  watched: WatchedDirectory,
  { io, behind: command }: Invocation,
): Promise<number> {
  const { flags, settings, state } = serving;
  const log = requestLog(serving, io);
  const onExchange = log && ((exchange: AnsweredRequest) => log.add(exchange));
  const app = createApp(() => watched.source, { ...appOptions(serving, io), onExchange });
  const freePortHint = startedWith("--port 0", io.env);
  const server = await listen(app, { ...settings, freePortHint, onExchange });
  if (flags.watch) watched.run();
  showPage(server, flags, io);
  if (!flags.quiet) for (const note of notesOf(serving)) writeError(io, note);
  let status: number = EXIT.done;
  try {
    status = await untilDone(command, server, serving, io, signal);
    return status;
  } finally {
    state.isDraining = true;
    watched.close();
    await server.stop(settings.graceMilliseconds);
    log?.flush();
    // What waits for a file that does not open, or for a reader of stderr, keeps a process from ending by itself.
    setTimeout(() => endAtOnce(io, signal.reason ?? "SIGTERM", status), LAST_MILLISECONDS).unref();
  }
}

/** Says that it is ready, and waits until the command has ended, or until the server is to stop. */
async function untilDone(
  command: readonly string[] | undefined,
  server: Listening,
  { prefix, apiKey }: Serving,
  io: Io,
  signal: AbortSignal,
): Promise<number> {
  const ready = `serving ${server.url}/${prefix}/${API_SEGMENT}`;
  if (command) {
    writeError(io, ready);
    const target = { url: reachable(server), prefix, apiKey: apiKey?.key.text };
    return runCommand(command, target, io, signal);
  }
  await writeOut(io, [ready]);
  if (!signal.aborted) await once(signal, "abort");
  return EXIT.done;
}

/** @throws UsageError where others could read without a key, and nobody said that they may */
function refuseOpenHost(host: string, { allowAnonymous }: ServeFlags, apiKey: GivenKey): void {
  if (apiKey || allowAnonymous || isLoopbackAddress(host)) return;
  throw new UsageError(
    `--host ${host} lets others in: set an API key (--api-key-file), or say --allow-anonymous if all may read`,
  );
}

function requestLog({ settings, apiKey }: Serving, io: Io): RequestLog | undefined {
  return settings.log === "none" ? undefined : new RequestLog(logStream(io), settings.log, apiKey?.key);
}

/** What the app is told of what it serves, and of what changes while it runs. */
function appOptions({ flags, settings, apiKey, prefix, data, state, ...others }: Serving, io: Io) {
  const media = () => state.media;
  return {
    prefix,
    apiKey: apiKey?.key.text,
    dataName: flags.sample ? "sample" : basename(resolve(data.path)),
    explorer: explorerOptions({ flags, ...others, hasKey: apiKey !== undefined, dataPath: data.path, media }),
    media,
    isDraining: () => state.isDraining,
    publicFiles: flags.publicFiles,
    onFileWithoutKey: flags.quiet ? undefined : tellOnce(io),
    allowAnonymous: flags.allowAnonymous,
    cors: settings.cors,
    disturbance: disturbance(settings.disturbance),
    onFault: (error: unknown) =>
      writeError(io, error instanceof Error ? (error.stack ?? error.message) : String(error)),
  };
}

function notesOf({ flags, settings, apiKey, data, state }: Serving): string[] {
  return servingNotes({ ...flags, ...settings, data, media: state.media, keyOrigin: apiKey?.origin });
}

/** Tells of the first media file that is refused: what mends it mends it for all. */
function tellOnce(io: Io): (path: string) => void {
  let isTold = false;
  return (path) => {
    if (!isTold) writeError(io, refusedFileNote(path));
    isTold = true;
  };
}

/** Loads the directory, ready to be watched. */
async function openWatched(
  flags: ServeFlags,
  invocation: Invocation,
): Promise<{ data: LoadedData; watched: WatchedDirectory; state: State }> {
  const { io } = invocation;
  const place = readDirectory(flags, io);
  // Taken before the first byte is read, so that no change goes unseen.
  const known = flags.watch ? await fingerprint(place.directory) : "";
  const data = await loadWithNotes(place, flags, invocation, "all");
  const state: State = { isDraining: false, media: mediaFilesOf(data, flags.files), data };
  const watched = new WatchedDirectory(directoryEdition(data), known, {
    fingerprint: () => fingerprint(place.directory),
    load: (signal) => loadInWorker(place.directory, place.options, signal),
    onLoaded: (changed) => {
      state.media = mediaFilesOf(changed, flags.files);
      state.data = changed;
      if (!flags.quiet) writeError(io, `reloaded ${nodeCounts(changed)} from ${changed.path}`);
    },
    onBroken: (error) => {
      const reason = error instanceof Error ? error.message : String(error);
      writeError(io, `warning: what was loaded before is still served: ${reason}`);
    },
  });
  return { data, watched, state };
}
