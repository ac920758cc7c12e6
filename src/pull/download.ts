/** Downloads one file: streams it to disk, resumes after a cut, and checks its length and validators. */
import { rmSync, statSync, writeSync } from "node:fs";
import { open } from "node:fs/promises";
import { withPathOf } from "../errors.ts";
import {
  codingsOf,
  decodedChunks,
  header,
  type Opened,
  openAnswer,
  readDate,
  UnfitAnswerError,
} from "../sources/http-client.ts";
import { type Attempt, isRetried } from "../sources/retry.ts";
import type { SiteOptions } from "./options.ts";

/** The outcome of a download. */
export type Downloaded =
  | ({ state: "got"; bytes: number } & Validators)
  /** The copy's file is still good (304). */
  | { state: "unchanged" }
  | { state: "failed"; reason: string; status?: number };

type DownloadOptions = {
  site: SiteOptions;
  /** The file to write; it may hold the beginning of the file that `begun` describes. */
  path: string;
  begun?: Begun;
  /** The validators of the copy's file. */
  known?: Validators;
  /** Called before the first byte of a file is written. */
  onBegin: (begun: Begun) => void;
  onBytes: (count: number) => void;
};

/** A request: from which byte on, and whether it is conditional. */
type Request = { offset: number; conditional: boolean; headers: Record<string, string> };

/**
 * Makes one attempt.
 * @throws NoAnswerError if the file is cut: the beginning stays for the next attempt; the system's errors, with a path
 */
export async function download(url: URL, options: DownloadOptions): Promise<Attempt<Downloaded>> {
  const asked = requestFor(options);
  try {
    const opened = await openAnswer(url.href, options.site, asked.headers);
    return await take(url, opened, asked, options);
  } catch (error) {
    // An unfit answer is this file's own; no answer at all may pass.
    if (error instanceof UnfitAnswerError) return failed(error.message);
    throw error;
  }
}

function requestFor({ begun, known, path }: DownloadOptions): Request {
  const headers: Record<string, string> = { accept: "*/*", "accept-encoding": "identity" };
  const ifRange = begun && condition(begun);
  const offset = ifRange ? sizeOf(path) : 0;
  if (ifRange && offset > 0) {
    const range = { range: `bytes=${offset}-`, "if-range": ifRange };
    return { offset, conditional: false, headers: { ...headers, ...range } };
  }
  const conditions = known ? conditionsOf(known) : {};
  const conditional = Object.keys(conditions).length > 0;
  return { offset: 0, conditional, headers: { ...headers, ...conditions } };
}

function conditionsOf({ etag, lastModified }: Validators): Record<string, string> {
  if (etag) return { "if-none-match": etag };
  return lastModified ? { "if-modified-since": lastModified } : {};
}

async function take(
  url: URL,
  opened: Opened,
  { offset, conditional }: Request,
  options: DownloadOptions,
): Promise<Attempt<Downloaded>> {
  const { status } = opened;
  if (status === 200 && !isPage(opened, url)) return takeWhole(opened, options);
  if (status === 206 && offset > 0) return takePart(opened, offset, options);
  await opened.drain();
  if (status === 304 && conditional) return { value: { state: "unchanged" } };
  return noFile(url, opened, options);
}

/** The outcome of a response without the file. */
function noFile(url: URL, { status, headers }: Opened, options: DownloadOptions): Attempt<Downloaded> {
  if (status === 200) return failed(`${url.href} answered with a web page`);
  const reason = `${url.href} answered ${status}`;
  if (status === 206 || status === 416) return startOver(reason, options);
  if (!isRetried(status)) return failed(reason, isAbsent(status) ? status : undefined);
  return { retry: reason, retryAfter: header(headers, "retry-after"), date: header(headers, "date") };
}

/** Drops the beginning: the next attempt fetches the whole file. */
function startOver(reason: string, { path }: DownloadOptions): Attempt<Downloaded> {
  rmSync(path, { force: true });
  return { retry: reason };
}

async function takePart(
  opened: Opened,
  offset: number,
  options: DownloadOptions,
): Promise<Attempt<Downloaded>> {
  const { begun = {} } = options;
  const part = partOf(opened, offset, begun);
  if (typeof part !== "string") return gather(opened, part, begun, options);
  await opened.drain();
  return startOver(`${opened.url} answered with another part than was asked for: ${part}`, options);
}

async function takeWhole(opened: Opened, options: DownloadOptions): Promise<Attempt<Downloaded>> {
  const validators = validatorsOf(opened);
  const codings = await codingsOrDrained(opened);
  if (codings.length > 0) {
    // A range of coded bytes does not fit decoded ones, so this cannot be resumed.
    options.onBegin({});
    const chunks = () => decodedChunks(opened.url, opened.chunks(), codings);
    return gather({ ...opened, chunks }, { start: 0 }, validators, options);
  }
  if (isLengthUnknown(opened)) return compare(opened, validators, options);
  const total = lengthOf(opened);
  options.onBegin({ ...validators, total });
  return gather(opened, { start: 0, end: total, total }, validators, options);
}

async function codingsOrDrained(opened: Opened): Promise<string[]> {
  try {
    return codingsOf(opened);
  } catch (error) {
    await opened.drain();
    throw error;
  }
}

/** A file without a known length is accepted if two downloads have the same length. */
async function compare(
  opened: Opened,
  validators: Validators,
  options: DownloadOptions,
): Promise<Attempt<Downloaded>> {
  const before = options.begun?.untold;
  options.onBegin({ untold: before });
  const outcome = await gather(opened, { start: 0 }, validators, options);
  if (!("value" in outcome) || outcome.value.state !== "got" || outcome.value.bytes === before)
    return outcome;
  const { bytes } = outcome.value;
  options.onBegin({ untold: bytes });
  return {
    retry: `${opened.url} sent ${bytes} bytes without telling how many there are, so they are compared`,
  };
}

/** Appends the body to the file, and checks whether the file is whole. */
async function gather(
  opened: Opened,
  { start, end, total }: FilePart,
  { etag, lastModified }: Validators,
  options: DownloadOptions,
): Promise<Attempt<Downloaded>> {
  return await withPathOf(options.path, async () => {
    const file = await open(options.path, start === 0 ? "w" : "r+");
    try {
      const reached = await writeChunks(file.fd, opened.chunks(), start, options.onBytes);
      const reason = `${opened.url} sent ${reached} bytes of a file of ${total}`;
      if (end !== undefined && reached > end) return startOver(reason, options);
      if (total !== undefined && reached < total) return { retry: reason };
      await file.sync();
      return { value: { state: "got", bytes: reached, etag, lastModified } };
    } finally {
      await file.close();
    }
  });
}

/** Writes synchronously, so that nothing waits in memory: not every server can be paused. */
async function writeChunks(
  file: number,
  chunks: AsyncIterable<Buffer>,
  offset: number,
  onBytes: (count: number) => void,
): Promise<number> {
  let end = offset;
  for await (const chunk of chunks) {
    onBytes(chunk.length);
    for (let written = 0; written < chunk.length; ) {
      written += writeSync(file, chunk, written, chunk.length - written, end + written);
    }
    end += chunk.length;
  }
  return end;
}

/** Sites that want a log-in, or lack a file, often answer a page with status 200. */
function isPage({ headers }: Opened, url: URL): boolean {
  return /^text\/html/i.test(header(headers, "content-type") ?? "") && !/\.x?html?$/i.test(url.pathname);
}

function failed(reason: string, status?: number): Attempt<Downloaded> {
  return { value: { state: "failed", reason, status } };
}

/** Whether the site does not have the file. */
function isAbsent(status: number): boolean {
  return status === 404 || status === 410;
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** The validators of a file (RFC 9110, 8.8). */
export type Validators = { etag?: string; lastModified?: string };

/** What is known of a file whose download has begun. */
export type Begun = Validators & {
  /** The length of the whole, in bytes, if it is known. */
  total?: number;
  /** The bytes of the last download without a known length. */
  untold?: number;
};

/** The bytes of a response: from `start` up to `end`, of a whole that has `total`, as far as they are known. */
type FilePart = { start: number; end?: number; total?: number };

/** A tag that can be sent back (RFC 9110, 8.8.3), but for characters whose coding is ambiguous. */
const ETAG = /^(?:W\/)?"[\x21\x23-\x7e]*"$/;

/** The value of If-Range: only a strong validator shows that two parts fit together (RFC 9110, 13.1.5). */
function condition({ etag, lastModified }: Validators): string | undefined {
  return isStrong(etag) ? etag : lastModified;
}

/**
 * A date is a strong validator only if the response is younger: within the same second the file may change again (RFC 9110,
 * 8.8.2.2).
 */
function validatorsOf({ headers }: Opened): Validators {
  const etag = header(headers, "etag");
  const lastModified = header(headers, "last-modified");
  const age = dateOf(header(headers, "date")) - dateOf(lastModified);
  return {
    etag: ETAG.test(etag ?? "") ? etag : undefined,
    lastModified: age >= 1000 ? lastModified : undefined,
  };
}

function lengthOf({ headers }: Opened): number | undefined {
  const length = header(headers, "content-length");
  return length === undefined ? undefined : Number(length);
}

/** Whether only the end of the connection ends the body: a cut then looks like an end. */
function isLengthUnknown({ headers }: Opened): boolean {
  return headers["content-length"] === undefined && headers["transfer-encoding"] === undefined;
}

/**
 * The part of a file in a response to a range request.
 * @param offset the first byte of the range
 * @returns the reason, in words, if it does not continue the file that was begun
 */
function partOf(opened: Opened, offset: number, begun: Begun): FilePart | string {
  const told = header(opened.headers, "content-range") ?? "";
  const range = /^bytes ([0-9]+)-([0-9]+)\/([0-9]+)$/.exec(told);
  if (range === null) return "its Content-Range does not tell which, of how many bytes";
  const [start, last, total] = range.slice(1).map(Number);
  if (start !== offset || last < start || last >= total) return `its Content-Range is ${range[0]}`;
  const part = { start, end: last + 1, total };
  return misfitOf(opened, part, begun) ?? part;
}

function misfitOf(
  opened: Opened,
  { start, end, total }: Required<FilePart>,
  begun: Begun,
): string | undefined {
  if (begun.total !== undefined && total !== begun.total) {
    return `it is of ${total} bytes, not ${begun.total}`;
  }
  const length = lengthOf(opened);
  if (length !== undefined && length !== end - start) return `its Content-Length is ${length}`;
  if (opened.headers["content-encoding"] !== undefined) return "it has a Content-Encoding";
  return isOfTheSame(opened, begun) ? undefined : "its ETag or Last-Modified is another";
}

/** A server that honours If-Range repeats the validator in the part (RFC 9110, 15.3.7); others may send any. */
function isOfTheSame({ headers }: Opened, begun: Begun): boolean {
  const etag = header(headers, "etag");
  const lastModified = header(headers, "last-modified");
  const isProven = isStrong(begun.etag) ? etag === begun.etag : lastModified === begun.lastModified;
  return isProven && !differ(etag, begun.etag) && !differ(lastModified, begun.lastModified);
}

function differ(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && one !== other;
}

function isStrong(etag: string | undefined): boolean {
  return etag !== undefined && !etag.startsWith("W/");
}

/** Milliseconds; NaN if it is no date. */
function dateOf(text: string | undefined): number {
  return readDate(text ?? "") ?? Number.NaN;
}
