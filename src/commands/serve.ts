/** `serve`: answers the six operations over HTTP from a data directory. */
import { once } from "node:events";
import { UsageError } from "../errors.ts";
import type { LoadedData } from "../formats/load-directory.ts";
import { type AppOptions, createApp } from "../http/app.ts";
import { listen } from "../http/listen.ts";
import { RequestLog } from "../http/request-log.ts";
import { type Io, writeError } from "../io.ts";
import { API_SEGMENT, KINDS } from "../operations.ts";
import { DirectorySource } from "../sources/directory.ts";
import { loadWithNotes } from "./open-source.ts";
import { readApiKey, readDirectory, readPrefix, type WhereFlags } from "./where.ts";

export type ServeFlags = Omit<WhereFlags, "baseUrl" | "timeout"> & {
  host?: string;
  port?: string;
  allowAnonymous?: boolean;
  log?: string;
  quiet?: boolean;
};

/** The forms that the request log takes. */
export const LOG_FORMS = ["plain", "none"] as const;

const DEFAULT_HOST = "127.0.0.1";
const DEFAULT_PORT = 3000;
const GRACE_MILLISECONDS = 5000;
const LOOPBACK = /^(?:localhost|127\.[0-9.]+|::1)$/i;

/**
 * Serves until it is told to stop.
 * @param signal aborted when it is to stop
 * @throws UsageError, DataError; RemoteError where the port cannot be had
 */
export async function serve(flags: ServeFlags, io: Io, signal: AbortSignal): Promise<void> {
  const host = flags.host ?? DEFAULT_HOST;
  const port = readPort(flags.port);
  const prefix = readPrefix(flags, io);
  const log = readLog(flags, io);
  const apiKey = await readApiKey(flags, io);
  if (!apiKey && !flags.allowAnonymous && !LOOPBACK.test(host)) {
    throw new UsageError(
      `--host ${host} lets others in: set an API key (--api-key-file), or say --allow-anonymous if all may read`,
    );
  }
  const data = loadWithNotes(readDirectory(flags, io), flags, io);
  const options: AppOptions = {
    prefix,
    apiKey: apiKey?.key,
    allowAnonymous: flags.allowAnonymous,
    onExchange: log && ((exchange) => log.add(exchange)),
    onFault: (error) =>
      writeError(io, error instanceof Error ? (error.stack ?? error.message) : String(error)),
  };
  const server = await listen(createApp(new DirectorySource(data), options), { host, port });
  if (!flags.quiet) for (const line of summary(data, apiKey?.origin, flags)) writeError(io, line);
  io.stdout.write(`serving ${server.url}/${prefix}/${API_SEGMENT}\n`);
  if (!signal.aborted) await once(signal, "abort");
  await server.stop(GRACE_MILLISECONDS);
  log?.flush();
}

function summary(
  { path, format, trees }: LoadedData,
  keyOrigin: string | undefined,
  flags: ServeFlags,
): string[] {
  const counts = KINDS.map((kind) => `${trees[kind].size} ${kind}`).join(" and ");
  const access = keyOrigin
    ? `an API key is needed, the one in ${keyOrigin}`
    : flags.allowAnonymous
      ? "no API key is needed: anyone who reaches this server can read it"
      : "no API key is needed: only requests from this machine are answered";
  return [`loaded ${counts} nodes (${format}) from ${path}`, access];
}

function readPort(text: string | undefined): number {
  if (text === undefined) return DEFAULT_PORT;
  const port = /^[0-9]{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new UsageError(`--port takes a number from 0 to 65535 (0 picks a free one), not "${text}"`);
}

function readLog({ log = "plain" }: ServeFlags, io: Io): RequestLog | undefined {
  if (log === "none") return undefined;
  if (log === "plain") return new RequestLog(io.stderr);
  throw new UsageError(`--log takes ${LOG_FORMS.join(" or ")}, not "${log}"`);
}
