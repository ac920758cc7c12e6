/** Downloads the media files that the nodes of a site name. */
import { mkdirSync } from "node:fs";
import { CopiedFiles, type FileOutcome } from "../copy/copied-files.ts";
import type { Staging } from "../copy/staging.ts";
import { FILES_FOLDER } from "../site/media/media-files.ts";
import { decodedPath, parseMediaUrl } from "../site/media/media-paths.ts";
import type { Client } from "./client.ts";
import { type Begun, type DownloadOptions, download } from "./download.ts";
import type { Pull } from "./options.ts";
import { runAll } from "./pool.ts";
import type { OnPullEvent } from "./pull-events.ts";
import type { KindPull } from "./pull-kind.ts";
import { inPreorder } from "./pulled-lines.ts";
import { ResponseLog } from "./response-log.ts";
import { RetriesExhaustedError } from "./retry.ts";

const LOG_NAME = "files.responses";

/** So many bytes of a file are as good as a response: the site is up. */
const SUCCESS_BYTES = 1_000_000;

type PulledFiles = {
  /** How many files the nodes name. */
  expected: number;
  /** Stages the list of the files, as `CopiedFiles.stage`; files that no node names stay unless all nodes were listed. */
  stage: (isWhole: boolean) => ReturnType<CopiedFiles["stage"]>;
};

/** Leaves nothing for the next run. */
export function forgetFiles(staging: Staging): void {
  staging.remove(LOG_NAME);
  staging.remove(FILES_FOLDER);
}

/**
 * Downloads files that are new or may have changed.
 * @param fetchesAll whether files are downloaded that have not changed
 * @throws RemoteError if the site is down; the system's errors, with a path; the signal's reason
 */
export async function pullFiles(
  staging: Staging,
  pull: Pull,
  media: KindPull,
  client: Client,
  fetchesAll: boolean,
): Promise<PulledFiles> {
  const { onEvent, concurrency, abort } = pull;
  const wanted = wantedFiles(media, client.site.baseUrl);
  const files = new CopiedFiles(staging, wanted.keys(), {
    stagedIn: FILES_FOLDER,
    keeps: true,
  });
  mkdirSync(staging.file(FILES_FOLDER), { recursive: true });
  const log = await DownloadLog.open(staging, pull);
  try {
    const todo = [...wanted].filter(([path, { isKept }]) => {
      const needsNoRequest = !fetchesAll && isKept && isCurrent(files.earlier(path));
      return !needsNoRequest && !isDone(log.outcomes.get(path), path, files);
    });
    onEvent({ type: "listed", part: "files", count: wanted.size });
    const done = wanted.size - todo.length;
    if (done > 0) onEvent({ type: "fetched", part: "files", count: done, resumed: true });
    const work = async ([path, { url }]: (typeof todo)[number]) => {
      const outcome = await fetchFile(url, client, onEvent, {
        path: files.staged(path),
        begun: () => log.begun(path),
        known: fetchesAll ? undefined : files.earlier(path),
        onBegin: (validators) => log.add(path, { state: "begun", validators }),
      });
      log.add(path, outcome);
      if (outcome.state !== "failed") onEvent({ type: "fetched", part: "files", count: 1 });
    };
    await runAll(concurrency, todo, work, abort);
  } finally {
    log.close();
  }
  const urlOf = (path: string) => wanted.get(path)?.url.href ?? path;
  return { expected: wanted.size, stage: (isWhole) => files.stage(log.outcomes, urlOf, isWhole) };
}

/** A file counts as downloaded only while it is there. */
function isDone(outcome: FileOutcome | undefined, path: string, files: CopiedFiles): boolean {
  if (outcome?.state === "failed") return true;
  if (outcome?.state === "unchanged") return files.earlier(path) !== undefined;
  return outcome?.state === "got" && files.isThere(path, outcome.bytes);
}

/** Whether a copied file of unchanged nodes need not be requested: without validators there is no conditional request. */
function isCurrent(earlier: ReturnType<CopiedFiles["earlier"]>): boolean {
  return earlier !== undefined && !earlier.isStale && !earlier.etag && !earlier.lastModified;
}

type FileToFetch = Pick<DownloadOptions, "path" | "known" | "onBegin"> & {
  /** What is known of the file by now: attempts continue each other. */
  begun: () => Begun | undefined;
};

/** Downloads a file with retries. @throws RemoteError if the site is down; the system's errors; the signal's reason */
async function fetchFile(
  url: URL,
  { site, retry }: Client,
  onEvent: OnPullEvent,
  { path, begun, known, onBegin }: FileToFetch,
): Promise<FileOutcome> {
  if (url.origin !== new URL(site.baseUrl).origin) {
    return { state: "failed", reason: `${url.href} is not on the host of the site` };
  }
  const attempt = async () => {
    let bytes = 0;
    const onBytes = (count: number) => {
      if (bytes % SUCCESS_BYTES > (bytes + count) % SUCCESS_BYTES) retry.succeeded();
      bytes += count;
    };
    onEvent({ type: "request", url: url.href });
    try {
      return await download(url, { site, path, begun: begun(), known, onBegin, onBytes });
    } finally {
      onEvent({ type: "response", url: url.href, bytes });
    }
  };
  try {
    const outcome = await retry.run(url.href, attempt);
    if (outcome.state !== "failed") return outcome;
    // A response may repeat the key, and failures are stored.
    return { ...outcome, reason: site.apiKey?.hide(outcome.reason) ?? outcome.reason };
  } catch (error) {
    if (!(error instanceof RetriesExhaustedError)) throw error;
    return { state: "failed", reason: site.apiKey?.hide(error.message) ?? error.message };
  }
}

/** The files that nodes name, by path: the URL, and whether all these nodes are unchanged since the copy was made. */
function wantedFiles(media: KindPull, baseUrl: string): ReadonlyMap<string, { url: URL; isKept: boolean }> {
  const wanted = new Map<string, { url: URL; isKept: boolean }>();
  for (const { id } of inPreorder(media)) {
    const text = media.member(id, "url");
    const url = typeof text === "string" ? parseMediaUrl(text, baseUrl) : undefined;
    if (url === undefined) continue;
    const path = decodedPath(url.pathname);
    const known = wanted.get(path);
    const isKept = media.state(id)?.isKept === true && known?.isKept !== false;
    wanted.set(path, { url: known?.url ?? url, isKept });
  }
  return wanted;
}

/** An entry of the log: what became of a file, or with which validators its download began. */
type LogEntry = FileOutcome | { state: "begun"; validators: Begun };

const STATES: readonly unknown[] = ["got", "unchanged", "failed", "begun"] satisfies LogEntry["state"][];

/** The log of downloads, which the next run resumes from. */
class DownloadLog {
  readonly outcomes = new Map<string, FileOutcome>();
  readonly #begun = new Map<string, Begun>();
  #log: ResponseLog | undefined;

  /** @throws the system's errors, with a path; the signal's reason */
  static async open(staging: Staging, { signal, onEvent }: Pull): Promise<DownloadLog> {
    const downloads = new DownloadLog();
    downloads.#log = await ResponseLog.open(
      staging.file(LOG_NAME),
      (key, text) => {
        const entry = readLogEntry(text);
        if (entry) downloads.#set(decodeURIComponent(key), entry);
        return entry !== undefined;
      },
      { signal, onDamage: (text) => onEvent({ type: "warning", text }) },
    );
    return downloads;
  }

  /** What is known of a file whose download began and has no outcome yet. */
  begun(path: string): Begun | undefined {
    return this.#begun.get(path);
  }

  add(path: string, entry: LogEntry): void {
    this.#log?.append(encodeURIComponent(path), JSON.stringify(entry));
    this.#set(path, entry);
  }

  close(): void {
    this.#log?.close();
  }

  #set(path: string, entry: LogEntry): void {
    this.#begun.delete(path);
    this.outcomes.delete(path);
    if (entry.state === "begun") this.#begun.set(path, entry.validators);
    else this.outcomes.set(path, entry);
  }
}

function readLogEntry(text: Buffer): LogEntry | undefined {
  try {
    const entry: LogEntry = JSON.parse(text.toString());
    return STATES.includes(entry.state) ? entry : undefined;
  } catch {
    return undefined;
  }
}
