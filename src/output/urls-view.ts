/** The columns of lists of URLs, and their views for people. */

import { Chalk } from "chalk";
import { type MappedUrl, VERDICTS, type Verdict } from "../analysis/urls/map-urls.ts";
import { isLost, OUTCOMES, type RequestedUrl, type UrlOutcome } from "../analysis/urls/trace-outcome.ts";
import type { AddressedNode, SiteUrl } from "../site/urls/site-urls.ts";
import { fit } from "./fit.ts";
import { type Columns, type TableColumn, tableColumns, tableLines } from "./rows.ts";
import type { ViewOptions } from "./style.ts";

export const LISTED_COLUMNS: Columns<SiteUrl> = {
  url: { about: "URL, or the path of the file", of: ({ url }) => url, table: { rank: 1, enough: 36 } },
  source: {
    about: "where the address is from: url, file, alias, legacy, redirect, value",
    of: ({ source }) => source,
    table: { rank: 2 },
  },
  ...nodeColumns(({ node }) => node),
};

const { language, ...MAPPED_NODE } = nodeColumns(mappedNode);

/** The node is the old one; for a new address, the new one. */
export const MAPPED_COLUMNS: Columns<MappedUrl> = {
  verdict: { about: "same, moved, removed or new", of: ({ verdict }) => verdict },
  url: { about: "old address", of: ({ old }) => old?.url },
  to: { about: "new address", of: ({ verdict, to }) => (verdict === "removed" ? undefined : to?.url) },
  source: { about: "where the old address is from", of: ({ old }) => old?.source },
  ...MAPPED_NODE,
  toKey: {
    about: "key of the new node",
    of: ({ verdict, old, to }) => (verdict === "removed" || !old ? undefined : to?.node?.key),
  },
  ancestor: {
    about: "address of the nearest ancestor that is left",
    of: ({ verdict, to }) => (verdict === "removed" ? to?.url : undefined),
  },
  language,
};

const { type: _, ...REQUESTED_NODE } = nodeColumns(({ node }: RequestedUrl) => node);

export const REQUESTED_COLUMNS: Columns<RequestedUrl> = {
  outcome: { about: "result of the request", of: ({ outcome }) => outcome },
  url: { about: "old address", of: ({ url }) => url },
  asked: { about: "URL that was requested", of: ({ asked }) => asked },
  expected: { about: "URL that it should lead to, if known", of: ({ expected }) => expected },
  status: { about: "status of the last response", of: ({ trace }) => trace.hops.at(-1)?.status },
  final: { about: "URL of the last response", of: ({ trace }) => trace.hops.at(-1)?.url },
  reason: {
    about: "what is wrong with the response, or why there is none",
    of: ({ trace }) => trace.failure?.reason,
  },
  ...REQUESTED_NODE,
};

function mappedNode({ verdict, old, to }: MappedUrl): AddressedNode | undefined {
  return verdict === "removed" || old ? old?.node : to?.node;
}

function nodeColumns<T>(nodeOf: (row: T) => AddressedNode | undefined): Columns<T> {
  return {
    kind: { about: "content or media", of: (row) => nodeOf(row)?.kind, table: { rank: 5 } },
    id: { about: "id", of: (row) => nodeOf(row)?.id, table: { rank: 2, isNumber: true } },
    key: { about: "key", of: (row) => nodeOf(row)?.key, table: { rank: 6 } },
    type: { about: "alias of the type", of: (row) => nodeOf(row)?.type, table: { rank: 4, enough: 12 } },
    name: { about: "name", of: (row) => nodeOf(row)?.name, table: { rank: 3, enough: 12 } },
    language: { about: "code of the language", of: (row) => nodeOf(row)?.language, table: { rank: 2 } },
  };
}

/** Yields the lines. */
export function urlLines(urls: readonly SiteUrl[], { color, columns }: ViewOptions): Generator<string> {
  const chalk = new Chalk({ level: color ? 1 : 0 });
  return tableLines(urls, tableColumns(LISTED_COLUMNS), { room: columns, kept: 1, paintHead: chalk.bold });
}

const SIGNS: Readonly<Record<Verdict, string>> = { same: "=", moved: ">", removed: "-", new: "+" };

/** `3 same`, `1 moved`: how many URLs have each verdict. */
export function verdictCounts(mapped: readonly MappedUrl[]): string[] {
  return VERDICTS.map((verdict) => {
    const count = mapped.filter((each) => each.verdict === verdict).length;
    return `${count} ${verdict}`;
  });
}

/** Yields the lines: a count of each verdict, then each address that is not the same. */
export function* mappedLines(
  mapped: readonly MappedUrl[],
  { color, columns }: ViewOptions,
): Generator<string> {
  const chalk = new Chalk({ level: color ? 1 : 0 });
  yield verdictCounts(mapped)
    .map((count) => count.replace(/[0-9]+/, (number) => chalk.bold(number)))
    .join(", ");
  const different = mapped.filter(({ verdict }) => verdict !== "same");
  if (different.length > 0) yield "";
  const colors = { same: chalk.dim, moved: chalk.yellow, removed: chalk.red, new: chalk.green };
  const table: TableColumn<MappedUrl>[] = [
    {
      text: ({ verdict, old, to }) => `${SIGNS[verdict]} ${(old ?? to)?.url}`,
      rank: 0,
      enough: 24,
      lines: ({ verdict, old, to }, width) => [
        `${colors[verdict](SIGNS[verdict])} ${fit((old ?? to)?.url ?? "", width - 2)}`,
      ],
    },
    {
      text: targetText,
      rank: 1,
      enough: 24,
      paint: ({ verdict }) => (verdict === "removed" ? chalk.dim : String),
    },
  ];
  yield* tableLines(different, table, { room: columns, kept: 1 });
}

/** The new address of an old one, or the address of the nearest ancestor that still exists. */
function targetText({ verdict, to }: MappedUrl): string {
  if (to === undefined || verdict === "new") return "";
  return verdict === "removed" ? `(below ${to.url})` : `→ ${to.url}`;
}

/** The outcomes as text. */
const WORDS: Readonly<Record<UrlOutcome, string>> = {
  there: "there",
  redirected: "redirected",
  chain: "redirected more than once",
  elsewhere: "on another page",
  "front-page": "on the front page",
  missing: "missing",
  loop: "in a loop",
  error: "failed",
  timeout: "timed out",
};

function countsByOutcome(requested: readonly RequestedUrl[]): { outcome: UrlOutcome; count: number }[] {
  return OUTCOMES.map((outcome) => ({
    outcome,
    count: requested.filter((each) => each.outcome === outcome).length,
  })).filter(({ count }) => count > 0);
}

/** `3 there`, `1 accepted`, `2 lost: 1 missing`, `1 failed`: how many URLs have each outcome, the lost ones last. */
export function outcomeCounts(requested: readonly RequestedUrl[], accepted: number): string[] {
  const counts = countsByOutcome(requested);
  if (counts.length === 0 && accepted === 0) return ["no URLs requested"];
  const inWords = (isIn: boolean) =>
    counts
      .filter(({ outcome }) => isLost(outcome) === isIn)
      .map(({ outcome, count }) => `${count} ${WORDS[outcome]}`);
  const [firstLost, ...others] = inWords(true);
  const lost = requested.filter(({ outcome }) => isLost(outcome)).length;
  return [
    ...inWords(false),
    ...(accepted > 0 ? [`${accepted} accepted`] : []),
    ...(lost > 0 ? [`${lost} lost: ${firstLost}`, ...others] : []),
  ];
}

/**
 * Yields the lines.
 * @param accepted how many lost URLs are left out, since their loss is accepted
 */
export function* requestedLines(
  requested: readonly RequestedUrl[],
  accepted: number,
  { color, columns = Number.POSITIVE_INFINITY }: ViewOptions,
): Generator<string> {
  const chalk = new Chalk({ level: color ? 1 : 0 });
  const counts = countsByOutcome(requested);
  yield* listedIn(outcomeCounts(requested, accepted), columns).map((line) =>
    line.replace(/[0-9]+/g, (count) => chalk.bold(count)),
  );
  for (const { outcome } of counts.filter(isListed)) {
    yield "";
    yield isLost(outcome) ? chalk.red(`lost: ${WORDS[outcome]}`) : chalk.yellow(WORDS[outcome]);
    for (const each of requested)
      if (each.outcome === outcome) yield fit(`  ${each.url}${hopsText(each)}`, columns);
  }
}

/** Whether each address with the outcome is listed, not only counted. */
function isListed({ outcome }: { outcome: UrlOutcome }): boolean {
  return outcome !== "there" && outcome !== "redirected";
}

/** The parts, separated by commas, in lines of at most `columns` columns. */
function listedIn(parts: readonly string[], columns: number): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    // The comma at the end of the line needs room, too.
    if (last !== undefined && `${last}, ${part},`.length <= columns) lines[lines.length - 1] += `, ${part}`;
    else lines.push(part);
  }
  return lines.map((line, i) => (i < lines.length - 1 ? `${line},` : line));
}

/** Each hop; URLs on the requested site without their origin. */
function hopsText({ asked, trace: { hops, failure }, expected }: RequestedUrl): string {
  const { origin } = new URL(asked);
  const shown = (url: string) => (url.startsWith(`${origin}/`) ? url.slice(origin.length) : url);
  const text = hops
    .map(({ status, location }) => (location ? ` ${status} → ${shown(location)}` : ` ${status ?? ""}`))
    .join("");
  // The URL that failed is in the line already, as the address or as the last target.
  const last = hops.at(-1);
  const reason = [last?.url, last?.location].reduce(
    (rest, url) => (url !== undefined && rest?.startsWith(`${url} `) ? rest.slice(url.length + 1) : rest),
    failure?.reason,
  );
  const expectation = expected === undefined ? "" : ` (expected ${expected})`;
  return `${text.trimEnd()}${reason === undefined ? expectation : ` (${reason})`}`;
}
