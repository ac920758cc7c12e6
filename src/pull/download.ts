/** Downloads one file: streamed to disk, gone on with where it was cut, checked against all that was promised. */
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

/** What has come of asking for a file. */
export type Downloaded =
  | ({ state: "got"; bytes: number } & Validators)
  /** The copy that there is already is still good. */
  | { state: "unchanged" }
  | { state: "failed"; reason: string; status?: number };

type DownloadOptions = {
  site: SiteOptions;
  /** Where the file is gathered. What is there already is the beginning of the file that `begun` tells. */
  path: string;
  begun?: Begun;
  /** The validators of a copy that is there already, and need not be had again. */
  known?: Validators;
  /** Told when a file begins to come, before its first byte is written. */
  onBegin: (begun: Begun) => void;
  /** Told of bytes as they come. */
  onBytes: (count: number) => void;
};

/** A request for a file: from which byte on, and whether only if it has changed. */
type Asked = { offset: number; conditional: boolean; headers: Record<string, string> };

/**
 * Makes one attempt.
 * @throws NoAnswerError where the file is cut: what has come stays, for the next attempt; the system's errors, with a path
 */
export async function download(url: URL, options: DownloadOptions): Promise<Attempt<Downloaded>> {
  const asked = whatToAsk(options);
  try {
    const opened = await openAnswer(url.href, options.site, asked.headers);
    return await take(url, opened, asked, options);
  } catch (error) {
    // Such an answer is this file's own fault; no answer at all may be otherwise the next time.
    if (error instanceof UnfitAnswerError) return failed(error.message);
    throw error;
  }
}

function whatToAsk({ begun, known, path }: DownloadOptions): Asked {
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

/** What has an answer come only if the file is another by now. */
function conditionsOf({ etag, lastModified }: Validators): Record<string, string> {
  if (etag) return { "if-none-match": etag };
  return lastModified ? { "if-modified-since": lastModified } : {};
}

async function take(
  url: URL,
  opened: Opened,
  { offset, conditional }: Asked,
  options: DownloadOptions,
): Promise<Attempt<Downloaded>> {
  const { status } = opened;
  if (status === 200 && !isPage(opened, url)) return takeWhole(opened, options);
  if (status === 206 && offset > 0) return takePart(opened, offset, options);
  await opened.drain();
  if (status === 304 && conditional) return { value: { state: "unchanged" } };
  return noFile(url, opened, options);
}

/** What an answer comes to that brings nothing of the file. */
function noFile(url: URL, { status, headers }: Opened, options: DownloadOptions): Attempt<Downloaded> {
  if (status === 200) return failed(`${url.href} answered with a web page`);
  const reason = `${url.href} answered ${status}`;
  if (status === 206 || status === 416) return startOver(reason, options);
  if (!isRetried(status)) return failed(reason, isAbsent(status) ? status : undefined);
  return { retry: reason, retryAfter: header(headers, "retry-after"), date: header(headers, "date") };
}

/** The beginning that is there is of no use: the next attempt asks for the whole. */
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
    // A part of what is coded does not fit what was decoded, so this cannot be gone on with.
    options.onBegin({});
    const chunks = () => decodedChunks(opened.url, opened.chunks(), codings);
    return gather({ ...opened, chunks }, { start: 0 }, validators, options);
  }
  if (isUntold(opened)) return compare(opened, validators, options);
  const total = lengthOf(opened);
  options.onBegin({ ...validators, total });
  return gather(opened, { start: 0, end: total, total }, validators, options);
}

async function codingsOrDrained(opened: Opened): Promise<string[]> {
  try {
    return codingsOf(opened.url, opened.headers);
  } catch (error) {
    await opened.drain();
    throw error;
  }
}

/** A file whose end nothing tells is taken when it comes with the same length twice. */
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

/** Writes what comes behind what is there, and sees whether that is the whole. */
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

/** Writes at once what has come, so that nothing has to wait in memory: not every server can be made to wait. */
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

/** Sites that want a log-in, or miss a file, often answer a page and call it a success. */
function isPage({ headers }: Opened, url: URL): boolean {
  return /^text\/html/i.test(header(headers, "content-type") ?? "") && !/\.x?html?$/i.test(url.pathname);
}

function failed(reason: string, status?: number): Attempt<Downloaded> {
  return { value: { state: "failed", reason, status } };
}

/** Whether a status says that the site does not have the file: asking again would not help. */
function isAbsent(status: number): boolean {
  return status === 404 || status === 410;
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** What tells whether a file is still the same. */
export type Validators = { etag?: string; lastModified?: string };

/** What is known of a file that has begun to come. */
export type Begun = Validators & {
  /** The length of the whole, in bytes, where that was told. */
  total?: number;
  /** The bytes that came where it was not, not even by the way in which they came. */
  untold?: number;
};

/** Where the bytes of an answer belong: from `start` up to `end`, of a whole that has `total`; absent where untold. */
type FilePart = { start: number; end?: number; total?: number };

/** A tag that can be sent back (RFC 9110, 8.8.3), but for characters on whose coding the two sides may differ. */
const ETAG = /^(?:W\/)?"[\x21\x23-\x7e]*"$/;

/** What a range is asked for on condition of: only a strong validator tells that two parts fit together (RFC 9110, 13.1.5). */
function condition({ etag, lastModified }: Validators): string | undefined {
  return isStrong(etag) ? etag : lastModified;
}

/**
 * A date tells one file from another only where the answer is younger: within the same second it may change again (RFC
 * 9110, 8.8.2.2).
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

/** The length that an answer about a whole file promises, in bytes. */
function lengthOf({ headers }: Opened): number | undefined {
  const length = header(headers, "content-length");
  return length === undefined ? undefined : Number(length);
}

/** Whether nothing but the end of the connection tells where the body ends: a cut then looks like an end. */
function isUntold({ headers }: Opened): boolean {
  return headers["content-length"] === undefined && headers["transfer-encoding"] === undefined;
}

/**
 * The part of a file that an answer to a range brings.
 * @param offset the first byte that was asked for
 * @returns in words what tells that it does not belong behind what was begun
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

/** What else keeps a part from its place behind what was begun, if anything. */
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

/** A server that heeds conditions repeats the validator in the part (RFC 9110, 15.3.7); one that does not may send any. */
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

/** Milliseconds; not a number where it is no date. */
function dateOf(text: string | undefined): number {
  return readDate(text ?? "") ?? Number.NaN;
}
