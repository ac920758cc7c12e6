/** What an answer promises of a file: how long it is, what tells it from another, and whether a part fits what is there. */
import { header, type Opened } from "../sources/http-client.ts";
import { readDate } from "./patience.ts";

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
export type FilePart = { start: number; end?: number; total?: number };

/** A tag that can be sent back (RFC 9110, 8.8.3), but for characters on whose coding the two sides may differ. */
const ETAG = /^(?:W\/)?"[\x21\x23-\x7e]*"$/;

/** What a range is asked for on condition of: only a strong validator tells that two parts fit together (RFC 9110, 13.1.5). */
export function condition({ etag, lastModified }: Validators): string | undefined {
  return isStrong(etag) ? etag : lastModified;
}

/**
 * A date tells one file from another only where the answer is younger: within the same second it may change again (RFC
 * 9110, 8.8.2.2).
 */
export function validatorsOf({ headers }: Opened): Validators {
  const etag = header(headers, "etag");
  const lastModified = header(headers, "last-modified");
  const age = dateOf(header(headers, "date")) - dateOf(lastModified);
  return {
    etag: ETAG.test(etag ?? "") ? etag : undefined,
    lastModified: age >= 1000 ? lastModified : undefined,
  };
}

/** The length that an answer about a whole file promises, in bytes. */
export function lengthOf({ headers }: Opened): number | undefined {
  const length = header(headers, "content-length");
  return length === undefined ? undefined : Number(length);
}

/** Whether nothing but the end of the connection tells where the body ends: a cut then looks like an end. */
export function isUntold({ headers }: Opened): boolean {
  return headers["content-length"] === undefined && headers["transfer-encoding"] === undefined;
}

/**
 * The part of a file that an answer to a range brings.
 * @param offset the first byte that was asked for
 * @returns in words what tells that it does not belong behind what was begun
 */
export function partOf(opened: Opened, offset: number, begun: Begun): FilePart | string {
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
