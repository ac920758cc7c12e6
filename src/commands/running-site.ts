/** Reads a running site of any system, and checks an old site against its pages. Loaded only if one is compared. */
import { existsSync, writeFileSync } from "node:fs";
import type { ImportCheck } from "../completeness/check-import.ts";
import { checkRunningSite, isRenderedByScript } from "../completeness/check-site.ts";
import { type FinishedImport, type ImportRow, knownParts } from "../completeness/import-listing.ts";
import { comparablePath, type SitePage } from "../completeness/old-pages.ts";
import { OldSite, type OldSiteOptions } from "../completeness/old-site.ts";
import { RemoteError, reasonOf, UsageError } from "../errors.ts";
import { type Io, writeError } from "../io.ts";
import { withLiveText } from "../output/progress.ts";
import { createDispatcher } from "../remote/http-client.ts";
import { PACE_DEFAULTS } from "../remote/options.ts";
import { readRunningSite } from "../remote/running-site.ts";
import type { SiteData } from "../site/site-data.ts";
import { comparableUrl, parseAddress, renamed, writeAddress } from "../site/urls/address.ts";
import { counted } from "../text/counted.ts";
import { visible } from "../text/visible-text.ts";
import { readHeaderFile } from "./header-file.ts";
import type { PageFlags } from "./page-flags.ts";
import { SITE_FLAGS } from "./shared-flags.ts";
import { interruptible } from "./signals.ts";
import { readConnection } from "./source-options.ts";
import { readUrlPairs } from "./url-sources.ts";

type CheckedSite = { imported: FinishedImport; check: ImportCheck };

/**
 * @param location the URL of the site
 * @throws UsageError for files that cannot be read or written; RemoteError if the site does not answer, or its pages are rendered
 * by script
 */
export async function checkPagesOf(
  location: string,
  data: SiteData,
  flags: PageFlags & { quiet?: boolean },
  options: OldSiteOptions,
  io: Io,
): Promise<CheckedSite> {
  const { map, save, renameHost, within, quiet } = flags;
  if (save !== undefined && existsSync(save)) {
    throw new UsageError(`--save ${save} exists: remove it, or choose another file`);
  }
  const byHand = map === undefined ? new Map<string, string>() : readUrlPairs("--map", map);
  const baseUrl = new URL(location).href;
  const headers =
    flags.headerFile === undefined
      ? undefined
      : await readHeaderFile(flags.headerFile, new URL(baseUrl).origin, io);
  const old = await OldSite.read(data, options);
  const hosts = new Map(renameHost);
  const urlOf = (page: SitePage) => newUrlOf(page, { baseUrl, byHand, hosts });
  const urls = [
    ...new Set(old.pagesByUrl().flatMap((page) => (old.isAccepted(page.key) ? [] : (urlOf(page) ?? [])))),
  ];
  if (urls.length === 0)
    throw new UsageError(
      "the pages of the old site have no URLs: leave out --no-urls, or compare with a listing",
    );
  const timeout = flags.timeout ?? SITE_FLAGS.timeout.default;
  const dispatcher = createDispatcher(readConnection(flags, timeout, io));
  const {
    concurrency = PACE_DEFAULTS.concurrency,
    delay = PACE_DEFAULTS.delay,
    retries = PACE_DEFAULTS.retries,
  } = flags;
  const snapshot = await interruptible(io, (signal) =>
    withLiveText(flags, io, (onProgress) =>
      readRunningSite({
        ...{ baseUrl, urls, within, headers, concurrency, delay, retries, timeout, dispatcher },
        ...{ signal, onProgress },
      }),
    ),
  ).finally(() => void dispatcher.destroy());
  if (isRenderedByScript(snapshot)) {
    throw new RemoteError(
      `the pages of ${baseUrl} have no text without their scripts: give the URL of a copy that is rendered on the server, or write a listing`,
    );
  }
  if (!quiet)
    writeError(
      io,
      visible(`${counted(urls.length, "page")} read in ${counted(snapshot.requests, "request")}`),
    );
  const { check, rows } = checkRunningSite(old, snapshot, { urlOf, mapped: filesByHand(byHand) });
  if (save !== undefined) saveRows(save, rows);
  const imported = { path: baseUrl, format: "running site", rows, known: knownParts(rows) };
  return { imported, check };
}

type NewUrlOptions = {
  baseUrl: string;
  byHand: ReadonlyMap<string, string>;
  hosts: ReadonlyMap<string, string>;
};

/** The URL that is requested for a page: by hand, else its old one on the new host. */
function newUrlOf(
  { key, url, host }: SitePage,
  { baseUrl, byHand, hosts }: NewUrlOptions,
): string | undefined {
  const to = byHand.get(key) ?? (url === undefined ? undefined : byHand.get(comparableUrl(url) ?? url));
  if (to !== undefined && parseAddress(to)) return withoutHash(new URL(to, baseUrl));
  const address = url === undefined ? undefined : parseAddress(url);
  if (address === undefined) return undefined;
  const { origin, protocol } = new URL(baseUrl);
  const old = host === undefined ? address : { ...address, origin: `${protocol}//${host}` };
  const moved = renamed(old, hosts);
  return withoutHash(new URL(writeAddress({ ...address, origin: moved === old ? origin : moved.origin })));
}

function withoutHash(url: URL): string {
  url.hash = "";
  return url.href;
}

/** The new URLs of files, by key or the path of the old URL. */
function filesByHand(byHand: ReadonlyMap<string, string>): Map<string, string> {
  return new Map(Array.from(byHand, ([from, to]) => [comparablePath(from) ?? from, to]));
}

/** @throws UsageError if the file cannot be written */
function saveRows(path: string, rows: readonly ImportRow[]): void {
  const lines = rows.map(({ key, language, url, text, shown }) => {
    const references = [...new Set(shown?.uses.flat() ?? [])];
    return `${JSON.stringify({ key, language, url, text, references })}\n`;
  });
  try {
    writeFileSync(path, lines.join(""), { flag: "wx" });
  } catch (error) {
    throw new UsageError(`--save cannot write ${path}: ${reasonOf(error)}`);
  }
}
