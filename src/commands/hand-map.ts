/** Reads what somebody has written by hand: which old address or key leads to which new one. */
import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import { parseAddress, sameAddress } from "../analysis/urls/address.ts";
import type { ByHand } from "../analysis/urls/map-urls.ts";
import { UsageError, whyUnread } from "../errors.ts";
import { withoutMark } from "../text/byte-order-mark.ts";
import { parseKey } from "../tree/key.ts";
import { rowsOf } from "./csv-rows.ts";

/** What stands between two cells, the likeliest first: spreadsheets write semicolons where a comma is part of numbers. */
const SEPARATORS = { ",": "a comma", ";": "a semicolon", "\t": "a tab" } as const;
type Separator = keyof typeof SEPARATORS;

/**
 * @param path a file of CSV with two columns, by commas, semicolons or tabs; empty lines, lines that begin with #, and a first line of headings count for nothing
 * @throws UsageError where it cannot be read, or a line is none
 */
export function readHandMap(path: string): ByHand {
  const map = new Map<string, string>();
  const text = textOf(path);
  const separator = separatorOf(text);
  let isFirst = true;
  for (const { cells, line } of rowsOf(text, separator, path)) {
    if (saysNothing(cells)) continue;
    const pair = pairOf(cells);
    const isAllowed = isFirst && isHead(cells);
    isFirst = false;
    if (pair) map.set(pair[0], pair[1]);
    else if (!isAllowed) {
      throw new UsageError(
        `${path}:${line}: is to be an old key or URL, ${SEPARATORS[separator]}, and a new key or URL: ${cells.join(separator)}`,
      );
    }
  }
  return map;
}

/** The first with which the first row is two headings or a pair: an address may hold any of them. */
function separatorOf(text: string): Separator {
  const separators = Object.keys(SEPARATORS) as Separator[];
  return separators.find((separator) => fits(text, separator)) ?? separators[0];
}

function fits(text: string, separator: Separator): boolean {
  try {
    for (const { cells } of rowsOf(text, separator, "")) {
      if (!saysNothing(cells)) return pairOf(cells) !== undefined || (cells.length === 2 && isHead(cells));
    }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
  }
  return false;
}

function isHead(cells: readonly string[]): boolean {
  return !cells.some((cell) => cell.includes("/"));
}

/** A spreadsheet can be told the separator in a line of its own: `sep=;`. */
function saysNothing(cells: readonly string[]): boolean {
  return /^(?:#|sep=)/.test(cells[0]) || cells.every((cell) => cell.trim() === "");
}

function pairOf([old, to, ...more]: readonly string[]): [string, string] | undefined {
  if (to === undefined || more.length > 0) return undefined;
  const [from, target] = [markOf(old.trim()), targetOf(to.trim())];
  return from === undefined || target === undefined ? undefined : [from, target];
}

function textOf(path: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new UsageError(`--by ${path} cannot be read: ${whyUnread(error)}`);
  }
  // Spreadsheets write other encodings where they are not told better.
  if (!isUtf8(bytes) || bytes.includes(0)) throw new UsageError(`${path} is not UTF-8: save it as CSV UTF-8`);
  return withoutMark(bytes.toString("utf8"));
}

function markOf(text: string): string | undefined {
  const address = parseAddress(text);
  return address ? sameAddress(address) : parseKey(text);
}

function targetOf(text: string): string | undefined {
  return parseAddress(text) ? text : parseKey(text);
}
