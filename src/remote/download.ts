/** Downloads one file: streams it to disk, resumes after a cut, and checks its length and validators. */
import { closeSync, fsync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { promisify } from "node:util";
import type { FileOutcome, Validators } from "../copy/copied-files.ts";
import { withPathOf } from "../errors.ts";
import {
  codingOf,
  decodedChunks,
  header,
  type Opened,
  openAnswer,
  readDate,
  UnfitAnswerError,
} from "./http-client.ts";
import type { SiteOptions } from "./options.ts";
import { type Attempt, isRetried } from "./retry.ts";

/** What is known of a file whose download has begun. */
export type Begun = Validators & {
  /** The length of the whole file in bytes, if it is known. */
  total?: number;
  /** The length of the last download that had no known length. */
  bytesWithoutLength?: number;
};

export type DownloadOptions = {
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

/**
 * Makes one attempt.
 * @throws NoAnswerError if the file is cut: the beginning stays for the next attempt; the system's errors, with a path
 */
export async function download(url: URL, options: DownloadOptions): Promise<Attempt<FileOutcome>> {
  const { begun = {}, known, path } = options;
  const ifRange = rangeValidator(begun);
  const offset = ifRange ? fileSize(path) : 0;
  const conditions: Record<string, string> =
    offset > 0 && ifRange
      ? { range: `bytes=${offset}-`, "if-range": ifRange }
      : known?.etag
        ? { "if-none-match": known.etag }
        : known?.lastModified
          ? { "if-modified-since": known.lastModified }
          : {};
  const isConditional = offset === 0 && Object.keys(conditions).length > 0;
  /** Drops the beginning: the next attempt fetches the whole file. */
  const startOver = (reason: string): Attempt<FileOutcome> => {
    rmSync(path, { force: true });
    return { retry: reason };
  };

  const receive = async (opened: Opened): Promise<Attempt<FileOutcome>> => {
    const { status, headers } = opened;
    if (status === 200 && !isUnexpectedPage(opened, url)) {
      return await receiveWhole(opened, options, startOver);
    }
    if (status === 206 && offset > 0) {
      const range = rangeIn(opened);
      const misfit = misfitOf(opened, range, offset, begun);
      if (range && misfit === undefined) {
        const { last, total } = range;
        return await writeBody(opened, { start: offset, end: last + 1, total }, begun, options, startOver);
      }
      await opened.drain();
      return startOver(`${opened.url} answered with another part than requested: ${misfit}`);
    }
    await opened.drain();
    if (status === 304 && isConditional) return { value: { state: "unchanged" } };
    if (status === 200) return failedDownload(`${url.href} answered with a web page`);
    const reason = `${url.href} answered ${status}`;
    if (status === 206 || status === 416) return startOver(reason);
    // Only a missing file is final.
    if (!isRetried(status))
      return failedDownload(reason, status === 404 || status === 410 ? status : undefined);
    return { retry: reason, retryAfter: header(headers, "retry-after"), date: header(headers, "date") };
  };

  let opened: Opened | undefined;
  try {
    opened = await openAnswer(url.href, options.site, {
      accept: "*/*",
      "accept-encoding": "identity",
      ...conditions,
    });
    return await receive(opened);
  } catch (error) {
    // An unfit answer is this file's own; a retry may bring an answer if there was none.
    if (!(error instanceof UnfitAnswerError)) throw error;
    await opened?.drain();
    return failedDownload(error.message);
  }
}

async function receiveWhole(
  opened: Opened,
  options: DownloadOptions,
  startOver: StartOver,
): Promise<Attempt<FileOutcome>> {
  const { url, headers } = opened;
  const validators = validatorsOf(opened);
  const coding = codingOf(opened);
  if (coding !== undefined) {
    // A range of coded bytes does not fit decoded ones, so this cannot be resumed.
    options.onBegin({});
    const chunks = () => decodedChunks(url, opened.chunks(), coding);
    return await writeBody({ ...opened, chunks }, { start: 0 }, validators, options, startOver);
  }
  if (headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined) {
    const total = lengthOf(opened);
    options.onBegin({ ...validators, total });
    return await writeBody(opened, { start: 0, end: total, total }, validators, options, startOver);
  }
  // Only the end of the connection ends such a file, and a cut looks the same: two downloads must have the same length.
  const before = options.begun?.bytesWithoutLength;
  options.onBegin({ bytesWithoutLength: before });
  const outcome = await writeBody(opened, { start: 0 }, validators, options, startOver);
  if (!("value" in outcome) || outcome.value.state !== "got" || outcome.value.bytes === before)
    return outcome;
  const { bytes } = outcome.value;
  options.onBegin({ bytesWithoutLength: bytes });
  return { retry: `${url} sent ${bytes} bytes without a length: the file is downloaded again to compare` };
}

type StartOver = (reason: string) => Attempt<FileOutcome>;

/** Appends the body to the file, and checks whether the file is whole. */
async function writeBody(
  opened: Opened,
  { start, end: limit, total }: { start: number; end?: number; total?: number },
  { etag, lastModified }: Validators,
  { path, onBytes }: DownloadOptions,
  startOver: StartOver,
): Promise<Attempt<FileOutcome>> {
  return await withPathOf(path, async () => {
    // Synchronous, since what waits for a reader is lost if the connection is cut.
    const file = openSync(path, start === 0 ? "w" : "r+");
    try {
      let end = start;
      for await (const chunk of opened.chunks()) {
        onBytes(chunk.length);
        for (let written = 0; written < chunk.length; ) {
          written += writeSync(file, chunk, written, chunk.length - written, end + written);
        }
        end += chunk.length;
      }
      const reason = `${opened.url} sent ${end} bytes of a file of ${total}`;
      if (limit !== undefined && end > limit) return startOver(reason);
      if (total !== undefined && end < total) return { retry: reason };
      if (end === 0) return failedDownload(`${opened.url} answered 200 without a byte`);
      await promisify(fsync)(file);
      return { value: { state: "got", bytes: end, etag, lastModified } };
    } finally {
      closeSync(file);
    }
  });
}

/** Sites that require a login, or lack a file, often answer a page with status 200. */
function isUnexpectedPage({ headers }: Opened, url: URL): boolean {
  return /^text\/html/i.test(header(headers, "content-type") ?? "") && !/\.x?html?$/i.test(url.pathname);
}

function failedDownload(reason: string, status?: number): Attempt<FileOutcome> {
  return { value: { state: "failed", reason, status } };
}

function fileSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** A tag that can be sent back (RFC 9110, 8.8.3), without characters whose encoding is ambiguous. */
const ETAG = /^(?:W\/)?"[\x21\x23-\x7e]*"$/;

/** The value of If-Range: only a strong validator shows that two parts fit together (RFC 9110, 13.1.5). */
function rangeValidator({ etag, lastModified }: Validators): string | undefined {
  return isStrong(etag) ? etag : lastModified;
}

/**
 * A date is a strong validator only if the response is younger: within the same second the file may change again (RFC 9110,
 * 8.8.2.2).
 */
function validatorsOf({ headers }: Opened): Validators {
  const etag = header(headers, "etag");
  const lastModified = header(headers, "last-modified");
  const [answered, modified] = [header(headers, "date"), lastModified].map((text) => readDate(text ?? ""));
  const isOlder = answered !== undefined && modified !== undefined && answered - modified >= 1000;
  return { etag: ETAG.test(etag ?? "") ? etag : undefined, lastModified: isOlder ? lastModified : undefined };
}

function lengthOf({ headers }: Opened): number | undefined {
  const length = header(headers, "content-length");
  return length === undefined ? undefined : Number(length);
}

/** A Content-Range: its first and last byte, and the length of the whole. */
type Range = { text: string; first: number; last: number; total: number };

function rangeIn({ headers }: Opened): Range | undefined {
  const [text, ...numbers] =
    /^bytes ([0-9]+)-([0-9]+)\/([0-9]+)$/.exec(header(headers, "content-range") ?? "") ?? [];
  const [first, last, total] = numbers.map(Number);
  return text === undefined ? undefined : { text, first, last, total };
}

/** @returns why the response does not continue the file that was begun, in words; `undefined` if it does */
function misfitOf(
  opened: Opened,
  range: Range | undefined,
  offset: number,
  begun: Begun,
): string | undefined {
  if (range === undefined) return "its Content-Range is missing or incomplete";
  const { text, first, last, total } = range;
  if (first !== offset || last < first || last >= total) return `its Content-Range is ${text}`;
  if (begun.total !== undefined && total !== begun.total)
    return `it is of ${total} bytes, not ${begun.total}`;
  const length = lengthOf(opened);
  if (length !== undefined && length !== last + 1 - first) return `its Content-Length is ${length}`;
  if (opened.headers["content-encoding"] !== undefined) return "it has a Content-Encoding";
  // A server that honours If-Range repeats the validator in the part (RFC 9110, 15.3.7); others may send any.
  const etag = header(opened.headers, "etag");
  const lastModified = header(opened.headers, "last-modified");
  const isProven = isStrong(begun.etag) ? etag === begun.etag : lastModified === begun.lastModified;
  const isSame = isProven && !differ(etag, begun.etag) && !differ(lastModified, begun.lastModified);
  return isSame ? undefined : "its ETag or Last-Modified is another";
}

function differ(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && one !== other;
}

function isStrong(etag: string | undefined): boolean {
  return etag !== undefined && !etag.startsWith("W/");
}
