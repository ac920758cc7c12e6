/** Addresses: for people a line each, for machines as JSON and as rows of CSV. */

import { Chalk, type ChalkInstance } from "chalk";
import { type MappedUrl, VERDICTS, type Verdict } from "../analysis/urls/map-urls.ts";
import type { AddressedNode, SiteUrl } from "../analysis/urls/site-urls.ts";
import { isLost, OUTCOMES, type Outcome, type Trace } from "../analysis/urls/trace-outcome.ts";
import { type Io, writeAllVisible } from "../io.ts";
import { visible } from "../text/visible-text.ts";
import { csvLine } from "./csv.ts";
import { fit, padded, widthOf } from "./fit.ts";
import type { ViewLook } from "./style.ts";

/** What is told of an address; a member is absent where there is nothing to tell. */
type UrlRow = Readonly<Record<string, string | number | readonly object[]>>;

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

const ARROW = " → ";
const GAP = "  ";
/** The widest that a column of addresses gets. */
const WIDEST_URL = 60;
const NARROWEST = 16;
const KEY_COLUMNS = 36;

const SIGNS: Readonly<Record<Verdict, string>> = { same: "=", moved: ">", gone: "-", new: "+" };

function paint(verdict: Verdict, chalk: ChalkInstance): (text: string) => string {
  return { same: chalk.dim, moved: chalk.yellow, gone: chalk.red, new: chalk.green }[verdict];
}

/** Yields the lines. @param isWide whether keys and names are shown, too */
export function* urlLines(
  urls: readonly SiteUrl[],
  { color, columns = Number.POSITIVE_INFINITY }: ViewLook,
  isWide: boolean,
): Generator<string> {
  const chalk = new Chalk({ level: color ? 1 : 0 });
  const sources = urls.reduce((most, { source }) => Math.max(most, source.length), 0);
  const beside = sources + GAP.length + (isWide ? KEY_COLUMNS + GAP.length : 0);
  const room = columns - beside - GAP.length;
  const width = columnOf(
    urls.map(({ url }) => url),
    Math.max(NARROWEST, room / 2),
  );
  for (const { url, source, node } of urls) {
    const parts = [padded(fit(url, width), width), chalk.dim(source.padEnd(sources))];
    if (isWide) parts.push(node.key);
    parts.push(chalk.dim(nodeText(node, room - width)));
    yield parts.join(GAP).trimEnd();
  }
}

/** Yields the lines: how many of what, then all that is not what it was. */
export function* mappedLines(
  mapped: readonly MappedUrl[],
  { color, columns = Number.POSITIVE_INFINITY }: ViewLook,
): Generator<string> {
  const chalk = new Chalk({ level: color ? 1 : 0 });
  const counts = VERDICTS.map((verdict) => ({
    verdict,
    count: mapped.filter((each) => each.verdict === verdict).length,
  }));
  yield counts.map(({ verdict, count }) => `${chalk.bold(String(count))} ${verdict}`).join(", ");
  const different = mapped.filter(({ verdict }) => verdict !== "same");
  if (different.length > 0) yield "";
  for (const each of different) yield mappedLine(each, columns, chalk);
}

function mappedLine(mapped: MappedUrl, columns: number, chalk: ChalkInstance): string {
  const { verdict, old, to } = mapped;
  const room = columns - 2;
  const target = targetText(mapped);
  const shown = fit((old ?? to)?.url ?? "", Math.max(NARROWEST, target === "" ? room : Math.floor(room / 2)));
  const rest = target === "" ? "" : fit(target, Math.max(NARROWEST, room - widthOf(shown)));
  return `${paint(verdict, chalk)(SIGNS[verdict])} ${shown}${verdict === "gone" ? chalk.dim(rest) : rest}`;
}

/** Where an old address leads now, or what is left above it. */
function targetText({ verdict, to }: MappedUrl): string {
  if (to === undefined || verdict === "new") return "";
  return verdict === "gone" ? `${GAP}(below ${to.url})` : ARROW + to.url;
}

function nodeText({ kind, id, type, name, language = "" }: AddressedNode, room: number): string {
  const text = [language, kind, type, id].filter((part) => part !== "").join(" ");
  const whole = name === "" ? text : `${text}${GAP}${name}`;
  return fit(whole, Math.max(1, room));
}

function columnOf(texts: readonly string[], most: number): number {
  let widest = 0;
  for (const text of texts) widest = Math.max(widest, widthOf(visible(text)));
  return most === Number.POSITIVE_INFINITY ? widest : Math.min(widest, WIDEST_URL, Math.floor(most));
}

/** An address that was asked for. */
export type VerifiedUrl = {
  outcome: Outcome;
  /** As the old site has it. */
  url: string;
  /** Where it was asked for. */
  asked: string;
  /** Where it is to lead, where that is known. */
  expected?: string;
  node: AddressedNode;
  trace: Trace;
};

/** What people read of each. */
const WORDS: Readonly<Record<Outcome, string>> = {
  there: "there",
  redirected: "redirected",
  chain: "redirected more than once",
  elsewhere: "redirected elsewhere",
  "front-page": "sent to the front page",
  missing: "missing",
  loop: "in a loop",
  error: "failed",
  timeout: "timed out",
};

/** Yields the lines. */
export function* verifiedLines(
  verified: readonly VerifiedUrl[],
  { color, columns = Number.POSITIVE_INFINITY }: ViewLook,
): Generator<string> {
  const chalk = new Chalk({ level: color ? 1 : 0 });
  const counts = OUTCOMES.map((outcome) => ({
    outcome,
    count: verified.filter((each) => each.outcome === outcome).length,
  })).filter(({ count }) => count > 0);
  const heads = counts.map(({ outcome, count }) => `${count} ${WORDS[outcome]}`);
  if (heads.length === 0) yield "none asked for";
  yield* listedIn(heads, columns).map((line) => line.replace(/[0-9]+/g, (count) => chalk.bold(count)));
  for (const { outcome } of counts.filter(isTold)) {
    yield "";
    yield (isLost(outcome) ? chalk.red : chalk.yellow)(WORDS[outcome]);
    for (const each of verified)
      if (each.outcome === outcome) yield fit(`  ${each.url}${wayOf(each)}`, columns);
  }
}

/** Whether each address of the kind is shown, and not their count alone. */
function isTold({ outcome }: { outcome: Outcome }): boolean {
  return outcome !== "there" && outcome !== "redirected";
}

/** Behind each other, with commas, in lines of at most so many columns. */
function listedIn(parts: readonly string[], columns: number): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    // A comma behind it has to have room, too.
    if (last !== undefined && `${last}, ${part},`.length <= columns) lines[lines.length - 1] += `, ${part}`;
    else lines.push(part);
  }
  return lines.map((line, i) => (i < lines.length - 1 ? `${line},` : line));
}

/** Each hop; of where one leads on the site that is asked, the path alone. */
function wayOf({ asked, trace: { hops, failure }, expected }: VerifiedUrl): string {
  const { origin } = new URL(asked);
  const shown = (url: string) => (url.startsWith(`${origin}/`) ? url.slice(origin.length) : url);
  const way = hops
    .map(({ status, location }) => (location ? ` ${status} → ${shown(location)}` : ` ${status ?? ""}`))
    .join("");
  const wanted = expected === undefined ? "" : ` (expected ${expected})`;
  return `${way.trimEnd()}${failure ? ` (${failure.reason})` : wanted}`;
}

export function verifiedRow({
  outcome,
  url,
  asked,
  expected,
  node,
  trace,
}: VerifiedUrl): UrlRow & { hops: Trace["hops"] } {
  const last = trace.hops.at(-1);
  return {
    outcome,
    url,
    asked,
    ...(expected === undefined ? {} : { expected }),
    ...(last?.status === undefined ? {} : { status: last.status }),
    ...(last && { final: last.url }),
    ...(trace.failure && { reason: trace.failure.reason }),
    kind: node.kind,
    id: node.id,
    key: node.key,
    name: node.name,
    hops: trace.hops,
  };
}
