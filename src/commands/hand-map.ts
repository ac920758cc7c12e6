/** Reads what somebody has written by hand: which old address or key leads to which new one. */
import { readFileSync } from "node:fs";
import { parseAddress, sameAddress } from "../analysis/urls/address.ts";
import type { ByHand } from "../analysis/urls/map-urls.ts";
import { withoutMark } from "../byte-order-mark.ts";
import { UsageError } from "../errors.ts";
import { reasonOf } from "../system-error.ts";
import { parseKey } from "../tree/key.ts";

/** A cell of CSV (RFC 4180) with what ends it. */
const CELL = /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/y;

/**
 * @param path a file of CSV with two columns; empty lines, lines that begin with #, and a first line of headings count for nothing
 * @throws UsageError where it cannot be read, or a line is none
 */
export function readHandMap(path: string): ByHand {
  const map = new Map<string, string>();
  for (const { cells, line } of rowsOf(textOf(path))) {
    if (saysNothing(cells)) continue;
    const pair = pairOf(cells);
    if (pair) map.set(...pair);
    else if (line > 1) {
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
  try {
    return withoutMark(readFileSync(path, "utf8"));
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    throw new UsageError(`--by ${path} cannot be read: ${reasonOf(code)}`);
  }
}

function* rowsOf(text: string): Generator<{ cells: string[]; line: number }> {
  let cells: string[] = [];
  let line = 1;
  let started = 1;
  for (let at = 0; at < text.length; at = CELL.lastIndex) {
    CELL.lastIndex = at;
    const match = CELL.exec(text);
    // What stands behind a closing quote is no cell.
    if (!match) throw new UsageError(`line ${line} of what --by names is no CSV`);
    const [whole, quoted, plain, end] = match;
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    line += whole.split("\n").length - 1;
    if (end === ",") continue;
    yield { cells, line: started };
    cells = [];
    started = line;
  }
  if (cells.length > 0) yield { cells, line: started };
}

function markOf(text: string): string | undefined {
  const address = parseAddress(text);
  return address ? sameAddress(address) : parseKey(text);
}

function targetOf(text: string): string | undefined {
  return parseAddress(text) ? text : parseKey(text);
}
