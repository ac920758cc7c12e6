/** `diff --report completeness` with a finished import as the new side: a listing, or the Delivery API of a new site. */
import { checkImport, hasLosses } from "../completeness/check-import.ts";
import { isListingPath, readImportListing, strangeKeysWarning } from "../completeness/import-listing.ts";
import { EXIT, UsageError } from "../errors.ts";
import { type Io, writeAll, writeAllLines, writeAllVisible, writeError } from "../io.ts";
import type { CheckedImport } from "../output/import-check-view.ts";
import { type REPORT_FORMATS, readViewOptions } from "../output/style.ts";
import { siteNameOf } from "../site/site-name.ts";
import { visible } from "../text/visible-text.ts";
import { ACCEPT_FLAG, readAccepted, reportUnused } from "./accept.ts";
import type { DeliveryFlags } from "./delivery-import.ts";
import { type Flags, isSiteUrl, refuseGiven, toggle } from "./flag.ts";
import { SITE_GROUP } from "./shared-flags.ts";
import { openOneSource } from "./two-sources.ts";

/** The options of reports on what is lost. */
export const LOSS_FLAGS = {
  delivery: toggle("--delivery", "NEW is the base URL of a site with a Content Delivery API", {
    needs: "report",
  }),
  accept: { ...ACCEPT_FLAG.accept, needs: "report" },
} satisfies Flags;

/** What a loss is called in `--fail-on`. */
export const LOSSES = ["missing", "fewer", "url"] as const;
type LossName = (typeof LOSSES)[number];

type ReportFlags = DeliveryFlags & {
  delivery?: boolean;
  accept?: string;
  quiet?: boolean;
  color?: boolean;
};

type ReportFormat = (typeof REPORT_FORMATS)[number];

/** Whether the new side is a finished import. */
export function isImport(location: string, { delivery }: Pick<ReportFlags, "delivery">): boolean {
  return delivery === true || isListingPath(location);
}

/**
 * Prints the report.
 * @returns the exit status: 1 for a loss of `failOn`
 * @throws UsageError; DataError for a source or listing that does not load; RefusedError, RemoteError of the new site
 */
export async function reportImport(
  [old, location]: readonly [string, string],
  flags: ReportFlags,
  { format, failOn, io }: { format: ReportFormat; failOn: readonly string[]; io: Io },
): Promise<number> {
  const names = failOn.map(lossName);
  if (flags.delivery && !isSiteUrl(location)) {
    throw new UsageError(`--delivery takes the base URL of the new site, not ${location}`);
  }
  if (!flags.delivery) refuseGiven(SITE_GROUP.flags, flags, "cannot be used with an import listing");
  const accepted = readAccepted(flags);
  // A listing is read first, since its faults are found sooner.
  const listing = flags.delivery ? undefined : readImportListing(location);
  const data = await openOneSource({ location: old, givenAs: "OLD" }, flags, io, { urls: true });
  const imported =
    listing ?? (await (await import("./delivery-import.ts")).readNewSite(location, data, flags, io));
  const check = await checkImport(data, imported, accepted);
  const warning = strangeKeysWarning(imported, data.trees);
  if (warning !== undefined && !flags.quiet) writeError(io, visible(warning));
  await printReport({ old: data, imported, check }, format, flags, io);
  reportUnused(accepted, flags, io);
  const counts: Record<LossName, number> = {
    missing: check.pages.filter(({ state }) => state === "missing").length,
    fewer: check.pages.filter(hasLosses).length,
    url: check.pages.filter(({ url }) => url).length,
  };
  return names.some((name) => counts[name] > 0) ? EXIT.no : EXIT.done;
}

/** @throws UsageError for a change that an import does not show */
function lossName(name: string): LossName {
  const known = LOSSES.find((each) => each === name);
  if (known) return known;
  throw new UsageError(`--fail-on ${name} cannot be used with an import: use missing, fewer or url`);
}

async function printReport(
  checked: CheckedImport,
  format: ReportFormat,
  flags: ReportFlags,
  io: Io,
): Promise<void> {
  const { importCheckRows, importCheckView } = await import("../output/import-check-view.ts");
  if (format === "html") {
    const { importCheckHtml } = await import("../output/import-check-html.tsx");
    const { path, trees } = checked.old;
    await writeAll(io.stdout, [await importCheckHtml(siteNameOf(path, trees), checked)]);
  } else if (format === "plain" || format === "table") {
    const lines = importCheckView(checked, readViewOptions(flags, io), format === "plain");
    await writeAllLines(io.stdout, lines);
  } else await writeAllVisible(io.stdout, importCheckRows(checked, format));
}
