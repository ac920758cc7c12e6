/** Compares the rows of `audit` with what `find` lists for them. */
import { expect } from "vitest";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { directorySource } from "../../src/formats/watched-directory.ts";
import type { AuditAnswer, FoundNodes } from "../../src/http/explorer/explorer-api.ts";
import { countIn } from "../../src/site/map-entries.ts";
import { parseLines } from "../support/ndjson.ts";
import { appOf } from "../support/site.ts";
import { piped, shellWords } from "../support/terminal.ts";

export type Row = {
  section: string;
  find?: string | null;
  kind: string | null;
  in: "node" | "element" | null;
  finding?: string;
  layout?: string | null;
  id?: number | null;
  nodes?: number;
  always?: "empty" | "the same";
  values?: number;
  filled?: number;
  of?: number;
};

/** The number of nodes in a row; the row of an element type counts elements, several of which may be in one node. */
function countOf(row: Row, rows: readonly Row[]): number {
  if (row.section === "references") {
    return new Set(rows.filter(({ find }) => find === row.find).map(({ kind, id }) => `${kind} ${id}`)).size;
  }
  const ofProperty = row.always === "empty" ? row.of : (row.filled ?? row.values);
  return row.nodes ?? ofProperty ?? Number.NaN;
}

function expectCount(row: Row, rows: readonly Row[], found: number): void {
  const count = countOf(row, rows);
  const isOfElements = row.in === "element" && row.nodes === undefined;
  const isEqual = isOfElements ? found >= Math.min(count, 1) && found <= count : found === count;
  if (!isEqual) expect([row, found]).toEqual([row, count]);
}

export async function rowsOf(data: string, section?: string): Promise<Row[]> {
  const sections = section ? ["--section", section] : [];
  const { stdout } = await piped(["audit", "--data", data, ...sections, "--format", "ndjson", "--quiet"]);
  return parseLines(stdout);
}

/** Runs the find command of each row. */
export async function expectShellCounts(rows: readonly Row[]): Promise<void> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    if (!row.find) continue;
    const found =
      counts.get(row.find) ?? Number((await piped([...shellWords(row.find).slice(1), "--count"])).stdout);
    counts.set(row.find, found);
    expectCount(row, rows, found);
  }
}

/** Of the rows of one form in a section, so many are followed. */
const FOLLOWED = 6;

/** Follows rows of each form in the explorer's audit to the nodes that their links list. */
export async function expectExplorerCounts(data: string, rows: readonly Row[]): Promise<void> {
  const app = appOf({ explorer: {} }, directorySource(await loadDirectory(data)));
  const counts = new Map<string, number>();
  for (const section of new Set(rows.map((row) => row.section))) {
    const answer = await app.request(`/explorer/audit?section=${section}`);
    const { section: shown } = (await answer.json()) as AuditAnswer;
    if (!shown) throw new Error(`the audit has no section ${section}`);
    const own = rows.filter((row) => row.section === section);
    expect([section, shown.total]).toEqual([section, own.length]);
    const followed = new Map<string, number>();
    for (const [i, { query }] of shown.rows.entries()) {
      expect([own[i], query !== undefined]).toEqual([own[i], typeof own[i].find === "string"]);
      const { kind, in: owner, always, finding, layout } = own[i];
      const form = [kind, owner, always, finding, layout, ...Object.keys(query ?? {})].join();
      countIn(followed, form);
      if (!query || (followed.get(form) ?? 0) > FOLLOWED) continue;
      const address = `/explorer/find?${new URLSearchParams({ ...query, count: "1000" })}`;
      const found = counts.get(address) ?? (await foundCount(await app.request(address)));
      counts.set(address, found);
      expectCount(own[i], rows, found);
    }
  }
}

async function foundCount(response: Response): Promise<number> {
  const { nodes, isMore } = (await response.json()) as FoundNodes;
  expect([response.status, isMore]).toEqual([200, false]);
  return nodes.length;
}
