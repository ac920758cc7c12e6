/** Reads matches by hand: a CSV file with an old key or URL and a new one in each line. */
import { UsageError } from "../../errors.ts";
import { csvRows, SEPARATORS, type Separator } from "../../formats/read-csv.ts";
import { parseKey } from "../../site/tree/key.ts";
import { comparableUrl, parseAddress } from "../../site/urls/address.ts";
import type { ManualMappings } from "./map-urls.ts";

/**
 * @param text two columns, by commas, semicolons or tabs; empty lines, lines that begin with #, and a first line of headings are skipped
 * @param path the file, for errors
 * @throws UsageError if a line is not a pair of URLs or keys
 */
export function readHandMap(text: string, path: string): ManualMappings {
  const map = new Map<string, string>();
  const separators = Object.keys(SEPARATORS) as Separator[];
  // A URL may contain any separator, so the first row decides: it must be two headings or a pair.
  const separator = separators.find((each) => fits(text, each)) ?? separators[0];
  let isFirst = true;
  for (const { cells, line } of csvRows(text, separator, path)) {
    if (isCommentOrBlank(cells)) continue;
    const pair = pairOf(cells);
    const isAllowed = isFirst && isHead(cells);
    isFirst = false;
    if (pair) {
      const [old, to] = pair;
      if ((map.get(old) ?? to) !== to)
        throw new UsageError(
          `${path}:${line}: ${cells[0].trim()} has another new key or URL above: remove one of the lines`,
        );
      map.set(old, to);
    } else if (!isAllowed) {
      throw new UsageError(
        `${path}:${line}: must be an old key or URL, ${SEPARATORS[separator]}, and a new key or URL: ${cells.join(separator)}`,
      );
    }
  }
  return map;
}

function fits(text: string, separator: Separator): boolean {
  try {
    for (const { cells } of csvRows(text, separator, "")) {
      if (!isCommentOrBlank(cells))
        return pairOf(cells) !== undefined || (cells.length === 2 && isHead(cells));
    }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
  }
  return false;
}

function isHead(cells: readonly string[]): boolean {
  return !cells.some((cell) => cell.includes("/"));
}

/** A line `sep=;` sets the separator in spreadsheets. */
function isCommentOrBlank(cells: readonly string[]): boolean {
  return /^(?:#|sep=)/.test(cells[0]) || cells.every((cell) => cell.trim() === "");
}

function pairOf([old, to, ...more]: readonly string[]): [string, string] | undefined {
  if (to === undefined || more.length > 0) return undefined;
  const from = comparableUrl(old) ?? parseKey(old.trim());
  const target = parseAddress(to) ? to.trim() : parseKey(to.trim());
  return from === undefined || target === undefined ? undefined : [from, target];
}
