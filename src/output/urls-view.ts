/** Addresses: for people a line each, for machines as JSON and as rows of CSV. */

import { Chalk, type ChalkInstance } from "chalk";
import { type MappedUrl, VERDICTS, type Verdict } from "../analysis/urls/map-urls.ts";
import type { AddressedNode, SiteUrl } from "../analysis/urls/site-urls.ts";
import { isLost, OUTCOMES, type Outcome, type Trace } from "../analysis/urls/trace-outcome.ts";
import { visible } from "../text/visible-text.ts";
import { fit, padded, widthOf } from "./fit.ts";
import type { Columns } from "./rows.ts";
import type { ViewLook } from "./style.ts";

export const LISTED_COLUMNS: Columns<SiteUrl> = {
  url: ({ url }) => url,
  source: ({ source }) => source,
  ...nodeColumns(({ node }) => node),
  type: ({ node }) => node.type,
  name: ({ node }) => node.name,
  language: ({ node }) => node.language,
};

/** Of an address that is new, the node is that of the new site. */
export const MAPPED_COLUMNS: Columns<MappedUrl> = {
  verdict: ({ verdict }) => verdict,
  url: ({ old }) => old?.url,
  to: ({ verdict, to }) => (verdict === "gone" ? undefined : to?.url),
  source: ({ old }) => old?.source,
  ...nodeColumns(mappedNode),
  type: (mapped) => mappedNode(mapped)?.type,
  name: (mapped) => mappedNode(mapped)?.name,
  toKey: ({ verdict, old, to }) => (verdict === "gone" || !old ? undefined : to?.node?.key),
  ancestor: ({ verdict, to }) => (verdict === "gone" ? to?.url : undefined),
  language: (mapped) => mappedNode(mapped)?.language,
};

export const VERIFIED_COLUMNS: Columns<VerifiedUrl> = {
  outcome: ({ outcome }) => outcome,
  url: ({ url }) => url,
  asked: ({ asked }) => asked,
  expected: ({ expected }) => expected,
  status: ({ trace }) => trace.hops.at(-1)?.status,
  final: ({ trace }) => trace.hops.at(-1)?.url,
  reason: ({ trace }) => trace.failure?.reason,
  ...nodeColumns(({ node }) => node),
  name: ({ node }) => node.name,
  language: ({ node }) => node.language,
};

function mappedNode({ verdict, old, to }: MappedUrl): AddressedNode | undefined {
  return verdict === "gone" || old ? old?.node : to?.node;
}

function nodeColumns<T>(nodeOf: (row: T) => AddressedNode | undefined): Columns<T> {
  return {
    kind: (row) => nodeOf(row)?.kind,
    id: (row) => nodeOf(row)?.id,
    key: (row) => nodeOf(row)?.key,
  };
}

const ARROW = " → ";
const GAP = "  ";
/** The widest that a column of addresses gets. */
const WIDEST_URL = 60;
const NARROWEST = 16;
const KEY_COLUMNS = 36;

const SIGNS: Readonly<Record<Verdict, string>> = { same: "=", moved: ">", gone: "-", new: "+" };

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
  const paint = { same: chalk.dim, moved: chalk.yellow, gone: chalk.red, new: chalk.green }[verdict];
  return `${paint(SIGNS[verdict])} ${shown}${verdict === "gone" ? chalk.dim(rest) : rest}`;
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
