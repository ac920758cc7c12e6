/** Downloads one file: streamed to disk, gone on with where it was cut, checked against the length that was promised. */
import { rmSync, statSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { RemoteError } from "../errors.ts";
import { header, NoAnswerError, type Opened as OpenedOnce } from "../sources/exchange.ts";
import { openAnswer } from "../sources/fetch-answer.ts";
import { type Attempt, isRetried } from "./patience.ts";
import type { SiteOptions } from "./site.ts";

type Opened = OpenedOnce & { url: string };

/** What tells whether a file is still the same. */
export type Validators = { etag?: string; lastModified?: string };

/** What has come of asking for a file. */
export type Downloaded =
  | ({ state: "got"; bytes: number } & Validators)
  /** The copy that there is already is still good. */
  | { state: "unchanged" }
  | { state: "failed"; reason: string };

export type DownloadOptions = {
  site: SiteOptions;
  /** Where the file is gathered. What is there already is the beginning of the file that `begun` tells. */
  path: string;
  begun?: Validators;
  /** The validators of a copy that is there already, and need not be had again. */
  known?: Validators;
  /** Told when a file begins to come, before its first byte is written. */
  onBegin: (validators: Validators) => void;
  /** Told of bytes as they come. */
  onBytes: (count: number) => void;
};

/**
 * Makes one attempt.
 * @throws NoAnswerError where the file is cut: what has come stays, for the next attempt
 */
export async function download(url: URL, options: DownloadOptions): Promise<Attempt<Downloaded>> {
  const offset = options.begun && condition(options.begun) ? sizeOf(options.path) : 0;
  const opened = await openFile(url, offset, options);
  if ("state" in opened) return { value: opened };
  const { status } = opened;
  if (status === 200 && isPage(opened, url)) {
    return { value: await failed(opened, `${url.href} answered with a web page`) };
  }
  if (status === 200) return gather(opened, 0, options);
  if (status === 206 && rangeStart(opened) === offset && offset > 0) return gather(opened, offset, options);
  await opened.drain();
  if (status === 304) return { value: { state: "unchanged" } };
  const reason = `${url.href} answered ${status}`;
  if (status === 206 || status === 416) {
    // The beginning that is there is of no use: the next attempt asks for the whole.
    rmSync(options.path, { force: true });
    return { again: reason };
  }
  if (isRetried(status)) return { again: reason, retryAfter: header(opened.headers, "retry-after") };
  return { value: { state: "failed", reason } };
}

async function openFile(
  url: URL,
  offset: number,
  { site, begun, known }: DownloadOptions,
): Promise<Opened | Downloaded> {
  const headers: Record<string, string> = { accept: "*/*", "accept-encoding": "identity" };
  if (offset > 0 && begun) {
    headers.range = `bytes=${offset}-`;
    headers["if-range"] = condition(begun) ?? "";
  } else if (known?.etag) headers["if-none-match"] = known.etag;
  else if (known?.lastModified) headers["if-modified-since"] = known.lastModified;
  try {
    return await openAnswer(url.href, site, headers);
  } catch (error) {
    // A redirect that is not followed is this file's own fault; no answer at all may be otherwise the next time.
    if (!(error instanceof RemoteError) || error instanceof NoAnswerError) throw error;
    return { state: "failed", reason: error.message };
  }
}

async function gather(
  opened: Opened,
  offset: number,
  options: DownloadOptions,
): Promise<Attempt<Downloaded>> {
  const validators = {
    etag: header(opened.headers, "etag"),
    lastModified: header(opened.headers, "last-modified"),
  };
  const promised = header(opened.headers, "content-length");
  if (offset === 0) options.onBegin(validators);
  const file = await open(options.path, offset === 0 ? "w" : "r+");
  try {
    const end = await writeChunks(file, opened.chunks(), offset, options.onBytes);
    if (promised !== undefined && end - offset !== Number(promised)) {
      return { again: `${opened.url} sent ${end - offset} bytes where it promised ${promised}` };
    }
    await file.sync();
    return { value: { state: "got", bytes: end, ...validators } };
  } finally {
    await file.close();
  }
}

async function writeChunks(
  file: FileHandle,
  chunks: AsyncIterable<Buffer>,
  offset: number,
  onBytes: (count: number) => void,
): Promise<number> {
  let end = offset;
  for await (const chunk of chunks) {
    onBytes(chunk.length);
    for (let written = 0; written < chunk.length; ) {
      const { bytesWritten } = await file.write(chunk, written, chunk.length - written, end + written);
      written += bytesWritten;
    }
    end += chunk.length;
  }
  return end;
}

/** What a range is asked for on condition of: only a strong validator tells that two parts fit together (RFC 9110, 13.1.5). */
function condition({ etag, lastModified }: Validators): string | undefined {
  return etag && !etag.startsWith("W/") ? etag : lastModified;
}

function rangeStart({ headers }: Opened): number | undefined {
  const [, start] = /^bytes ([0-9]+)-/.exec(header(headers, "content-range") ?? "") ?? [];
  return start === undefined ? undefined : Number(start);
}

/** Sites that want a log-in, or miss a file, often answer a page and call it a success. */
function isPage({ headers }: Opened, url: URL): boolean {
  return /^text\/html/i.test(header(headers, "content-type") ?? "") && !/\.x?html?$/i.test(url.pathname);
}

async function failed(opened: Opened, reason: string): Promise<Downloaded> {
  await opened.drain();
  return { state: "failed", reason };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
