/** Pages: what one answer of a tool may hold, and how the next one is requested. */
import { shortened } from "../text/visible-text.ts";

/** The most characters of one answer, so that it fits into an assistant's context. */
export const MOST_CHARACTERS = 40_000;
/** What a page may leave for its head and its last row. */
const RESERVE = 2000;
/** Longer texts are cut in a row that does not fit into a page by itself. */
const SHOWN_LENGTH = 400;

/** `from` is the number of the first row, from 0. */
export type RowRange = { from: number; limit: number };

/**
 * The rows of a page as JSON: `{...head,"total":…,"from":…,"items":[…],"nextCursor":"…"}`.
 * @param total how many rows there are in all
 * @param write gives the JSON of a row by its number
 */
export function pageOf(
  total: number,
  { from, limit }: RowRange,
  write: (at: number) => string,
  head = {},
): string {
  const start = JSON.stringify({ ...head, total, from });
  const items: string[] = [];
  let room = MOST_CHARACTERS - RESERVE - start.length;
  let at = from;
  for (; at < total && items.length < limit; at++) {
    let row = write(at);
    if (row.length > room && items.length === 0) row = cutRow(row);
    if (row.length > room) break;
    room -= row.length + 1;
    items.push(row);
  }
  const next = at < total ? `,"nextCursor":"${at}"` : "";
  return `${start.slice(0, -1)},"items":[${items.join(",")}]${next}}`;
}

/** A row with its long texts cut; `isCut` says so. */
export function cutRow(row: string): string {
  const cut = JSON.stringify(JSON.parse(row), (_name, value) =>
    typeof value === "string" ? shortened(value, SHOWN_LENGTH) : value,
  );
  if (cut.length <= MOST_CHARACTERS - 2 * RESERVE) return `{"isCut":true,${cut.slice(1)}`;
  return JSON.stringify({ isCut: true, beginning: shortened(row, SHOWN_LENGTH) });
}

/**
 * A part of a long text: `{...head,"characters":…,"from":…,"text":"…","nextCursor":"…"}`.
 * @param page its `limit` counts characters
 */
export function textPage(text: string, from: number, head: object): string {
  let end = Math.min(text.length, from + MOST_CHARACTERS / 2);
  // A surrogate pair is not divided.
  if (end < text.length && /[\ud800-\udbff]/.test(text[end - 1])) end--;
  let body = JSON.stringify({ ...head, characters: text.length, from, text: text.slice(from, end) });
  if (end < text.length) body = `${body.slice(0, -1)},"nextCursor":"${end}"}`;
  return body;
}
