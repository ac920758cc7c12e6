/** Downloads the media files that the nodes of a site name. */
import { mkdirSync } from "node:fs";
import { CopiedFiles, type FileOutcome } from "../copy/copied-files.ts";
import type { Staging } from "../copy/staging.ts";
import type { ManifestFiles } from "../formats/copy/manifest.ts";
import { FILES_FOLDER } from "../site/media/media-files.ts";
import { decodedPath, parseMediaUrl } from "../site/media/media-paths.ts";
import type { Client } from "./client.ts";
import { type Begun, download } from "./download.ts";
import type { Pull } from "./options.ts";
import { runPool } from "./pool.ts";
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
  /** Swaps in the files and the list of them; files that no node names are removed if all nodes were listed. */
  put: (isWhole: boolean) => Promise<ManifestFiles>;
};

/** What the log has of a file: what became of it, or with which validators its download began. */
type DownloadState = FileOutcome | { state: "begun"; validators: Begun };

/** Leaves nothing for the next run. */
export function forgetFiles(staging: Staging): void {
  staging.remove(LOG_NAME);
  staging.remove(FILES_FOLDER);
}

/**
 * Downloads files that are new or may have changed.
 * @param copy how the earlier copy is used: whether everything is fetched; `undefined` if it is of another source
 * @throws RemoteError if the site is down; the system's errors, with a path; the signal's reason
 */
export async function pullFiles(
  staging: Staging,
  { onEvent, concurrency, abort, signal }: Pull,
  media: KindPull,
  client: Client,
  copy: { fetchesAll: boolean } | undefined,
): Promise<PulledFiles> {
  const fetchesAll = copy?.fetchesAll ?? true;
  const { site, retry } = client;
  const wanted = wantedFiles(media, site.baseUrl);
  const files = new CopiedFiles(staging, wanted.keys(), {
    stagedIn: FILES_FOLDER,
    keeps: copy !== undefined,
  });
  mkdirSync(staging.file(FILES_FOLDER), { recursive: true });
  const outcomes = new Map<string, DownloadState>();
  const log = await ResponseLog.open(
    staging.file(LOG_NAME),
    (key, text) => {
      const outcome = readOutcome(text);
      if (outcome) outcomes.set(decodeURIComponent(key), outcome);
      return outcome !== undefined;
    },
    { signal, onDamage: (text) => onEvent({ type: "warning", text }) },
  );

  const settle = (path: string, outcome: DownloadState) => {
    log.append(encodeURIComponent(path), JSON.stringify(outcome));
    outcomes.set(path, outcome);
  };

  /** A file counts as downloaded only while it is there. */
  const isDone = (path: string): boolean => {
    const outcome = outcomes.get(path);
    if (outcome?.state === "failed") return true;
    if (outcome?.state === "unchanged") return files.earlier(path) !== undefined;
    return outcome?.state === "got" && files.isThere(path, outcome.bytes);
  };

  /** Whether the file need not be requested: its nodes are unchanged, and there are no validators for a conditional request. */
  const isKept = (path: string): boolean => {
    const earlier = fetchesAll || !wanted.get(path)?.isKept ? undefined : files.earlier(path);
    return earlier !== undefined && !earlier.isStale && !earlier.etag && !earlier.lastModified;
  };

  const attempt = async (path: string, url: URL) => {
    let bytes = 0;
    onEvent({ type: "request", url: url.href });
    const before = outcomes.get(path);
    try {
      return await download(url, {
        site,
        path: files.staged(path),
        begun: before?.state === "begun" ? before.validators : undefined,
        known: fetchesAll ? undefined : files.earlier(path),
        onBegin: (validators) => settle(path, { state: "begun", validators }),
        onBytes: (count) => {
          if (bytes % SUCCESS_BYTES > (bytes + count) % SUCCESS_BYTES) retry.succeeded();
          bytes += count;
        },
      });
    } finally {
      onEvent({ type: "response", url: url.href, bytes });
    }
  };

  const fetch = async (path: string, url: URL): Promise<FileOutcome> => {
    if (url.origin !== new URL(site.baseUrl).origin) {
      return { state: "failed", reason: `${url.href} is not on the host of the site` };
    }
    try {
      return await retry.run(url.href, () => attempt(path, url));
    } catch (error) {
      if (error instanceof RetriesExhaustedError) return { state: "failed", reason: error.message };
      throw error;
    }
  };

  try {
    const todo = [...wanted].filter(([path]) => !isDone(path) && !isKept(path));
    const done = wanted.size - todo.length;
    onEvent({ type: "listed", part: "files", count: wanted.size });
    if (done > 0) onEvent({ type: "fetched", part: "files", count: done, resumed: true });
    let next = 0;
    const work = async ([path, { url }]: (typeof todo)[number]) => {
      const outcome = await fetch(path, url);
      // A response may repeat the key, and failures are stored.
      if (outcome.state === "failed") outcome.reason = site.apiKey?.hide(outcome.reason) ?? outcome.reason;
      settle(path, outcome);
      if (outcome.state !== "failed") onEvent({ type: "fetched", part: "files", count: 1 });
    };
    await runPool(concurrency, () => todo[next++], work, abort);
  } finally {
    log.close();
  }
  const urlOf = (path: string) => wanted.get(path)?.url.href ?? path;
  return { expected: wanted.size, put: (isWhole) => files.put(outcomes, urlOf, isWhole) };
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

const STATES: readonly unknown[] = ["got", "unchanged", "failed", "begun"] satisfies DownloadState["state"][];

function readOutcome(text: Buffer): DownloadState | undefined {
  try {
    const outcome: DownloadState = JSON.parse(text.toString());
    return STATES.includes(outcome.state) ? outcome : undefined;
  } catch {
    return undefined;
  }
}
