/** Reads what somebody has written by hand: which old address or key leads to which new one. */
import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import { parseAddress, sameAddress } from "../analysis/urls/address.ts";
import type { ByHand } from "../analysis/urls/by-hand.ts";
import { withoutMark } from "../byte-order-mark.ts";
import { UsageError } from "../errors.ts";
import { reasonOf } from "../system-error.ts";
import { parseKey } from "../tree/key.ts";

/** What ends a cell without quotes. */
const LINE_OR_COMMA = /[,\r\n]/g;

/**
 * @param path a file of CSV with two columns; empty lines, lines that begin with #, and a first line of headings count for nothing
 * @throws UsageError where it cannot be read, or a line is none
 */
export function readHandMap(path: string): ByHand {
  const map = new Map<string, string>();
  let isFirst = true;
  for (const { cells, line } of rowsOf(textOf(path), path)) {
    if (saysNothing(cells)) continue;
    const pair = pairOf(cells);
    const isHead = isFirst && !cells.some((cell) => cell.includes("/"));
    isFirst = false;
    if (pair) map.set(...pair);
    else if (!isHead) {
      throw new UsageError(
        `${path}:${line}: is to be an old key or URL, a comma, and a new key or URL: ${cells.join(",")}`,
      );
    }
  }
  return map;
}

function saysNothing(cells: readonly string[]): boolean {
  return cells[0].startsWith("#") || cells.every((cell) => cell.trim() === "");
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
    const { code = "" } = error as NodeJS.ErrnoException;
    throw new UsageError(`--by ${path} cannot be read: ${reasonOf(code)}`);
  }
  // Spreadsheets write other encodings where they are not told better.
  if (!isUtf8(bytes) || bytes.includes(0)) throw new UsageError(`${path} is not UTF-8: save it as CSV UTF-8`);
  return withoutMark(bytes.toString("utf8"));
}

/** Yields rows of CSV (RFC 4180) with the lines on which they begin. */
function* rowsOf(text: string, path: string): Generator<{ cells: string[]; line: number }> {
  let cells: string[] = [];
  let line = 1;
  let started = 1;
  for (let at = 0; at < text.length; ) {
    const { cell, end } = cellAt(text, at, `${path}:${line}`);
    const stop = text.startsWith("\r\n", end) ? "\r\n" : text.slice(end, end + 1);
    cells.push(cell);
    line += cell.split("\n").length - 1;
    at = end + stop.length;
    // A row that ends with a comma ends with an empty cell.
    if (stop === "," && at < text.length) continue;
    if (stop === ",") cells.push("");
    yield { cells, line: started };
    cells = [];
    line++;
    started = line;
  }
}

/** @returns the cell that begins there, and where what ends it stands: a comma, a line end, or the end of the text */
function cellAt(text: string, at: number, where: string): { cell: string; end: number } {
  if (text[at] !== '"') {
    LINE_OR_COMMA.lastIndex = at;
    const end = LINE_OR_COMMA.exec(text)?.index ?? text.length;
    return { cell: text.slice(at, end), end };
  }
  let close = text.indexOf('"', at + 1);
  while (text[close + 1] === '"' && close >= 0) close = text.indexOf('"', close + 2);
  if (close < 0) throw new UsageError(`${where}: a quote is opened and not closed`);
  const end = close + 1;
  if (end < text.length && !/[,\r\n]/.test(text[end])) {
    throw new UsageError(`${where}: text stands behind a closing quote`);
  }
  return { cell: text.slice(at + 1, close).replaceAll('""', '"'), end };
}

function markOf(text: string): string | undefined {
  const address = parseAddress(text);
  return address ? sameAddress(address) : parseKey(text);
}

function targetOf(text: string): string | undefined {
  return parseAddress(text) ? text : parseKey(text);
}
