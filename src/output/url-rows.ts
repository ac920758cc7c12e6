/** Addresses for machines: the same members as JSON and as rows of CSV. */
import type { MappedUrl } from "../analysis/urls/map-urls.ts";
import type { AddressedNode, SiteUrl } from "../analysis/urls/site-urls.ts";
import { type Io, writeAllVisible } from "../io.ts";
import { csvLine } from "./csv.ts";

/** What is told of an address; a member is absent where there is nothing to tell. */
export type UrlRow = Readonly<Record<string, string | number | readonly object[]>>;

/** The columns of CSV, by what is told of addresses. */
const COLUMNS = {
  listed: ["url", "source", "kind", "id", "key", "type", "name", "language"],
  mapped: [
    "verdict",
    "url",
    "to",
    "source",
    "kind",
    "id",
    "key",
    "type",
    "name",
    "toKey",
    "ancestor",
    "language",
  ],
  verified: [
    "outcome",
    "url",
    "asked",
    "expected",
    "status",
    "final",
    "reason",
    "kind",
    "id",
    "key",
    "name",
    "language",
  ],
} as const;

export function listedRow({ url, source, node }: SiteUrl): UrlRow {
  return { url, source, ...nodeMembers(node) };
}

/** Of one that is new, the members beside `to` are those of the new node. */
export function mappedRow({ verdict, old, to }: MappedUrl): UrlRow {
  if (verdict === "gone") return { verdict, ...oldMembers(old), ...(to && { ancestor: to.url }) };
  if (old === undefined) return { verdict, ...(to && { to: to.url }), ...(to?.node && nodeMembers(to.node)) };
  const key = to?.node && { toKey: to.node.key };
  return {
    verdict,
    url: old.url,
    ...(to && { to: to.url }),
    source: old.source,
    ...nodeMembers(old.node),
    ...key,
  };
}

function oldMembers(old: SiteUrl | undefined): UrlRow {
  return old ? { url: old.url, source: old.source, ...nodeMembers(old.node) } : {};
}

function nodeMembers({ kind, id, key, type, name, language }: AddressedNode): UrlRow {
  return { kind, id, key, type, name, ...(language !== undefined && { language }) };
}

/** Prints them; on a terminal so that it obeys nothing of what they hold. */
export async function printRows(
  rows: readonly UrlRow[],
  format: "json" | "ndjson" | "csv",
  told: keyof typeof COLUMNS,
  { stdout }: Pick<Io, "stdout">,
): Promise<void> {
  await writeAllVisible(stdout, writeRows(rows, format, told));
}

/** Yields the document, or the lines, or the rows, which have what is text or a number. */
function* writeRows(
  rows: readonly UrlRow[],
  format: "json" | "ndjson" | "csv",
  told: keyof typeof COLUMNS,
): Generator<string> {
  if (format === "csv") {
    yield csvLine(COLUMNS[told]);
    for (const row of rows) yield csvLine(COLUMNS[told].map((column) => cellOf(row[column])));
    return;
  }
  if (format === "ndjson") {
    for (const row of rows) yield `${JSON.stringify(row)}\n`;
    return;
  }
  yield "[";
  for (const [index, row] of rows.entries()) yield (index === 0 ? "" : ",") + JSON.stringify(row);
  yield "]\n";
}

function cellOf(member: UrlRow[string] | undefined): string | number {
  return typeof member === "string" || typeof member === "number" ? member : "";
}
