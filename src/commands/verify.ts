/** `verify`: checks whether a finished import has everything that the old site has, whatever the new system is. */
import type { NodeSelector } from "../analysis/find/criteria.ts";
import { checkImport, type ImportCheck } from "../completeness/check-import.ts";
import { hasLosses, PAGE_PARTS } from "../completeness/check-page.ts";
import {
  type FinishedImport,
  isListingPath,
  readImportListing,
  strangeKeysWarning,
} from "../completeness/import-listing.ts";
import type { OldSiteOptions } from "../completeness/old-site.ts";
import { FINDING_KINDS, LOSS_FINDINGS } from "../completeness/page-findings.ts";
import { umbracoImport } from "../completeness/umbraco-import.ts";
import { EXIT, NoSuchNodeError, UsageError } from "../errors.ts";
import { type Io, writeAll, writeAllLines, writeAllVisible, writeError } from "../io.ts";
import { REPORT_FORMATS, readViewOptions } from "../output/style.ts";
import type { CheckedImport } from "../output/verify-view.ts";
import type { Site } from "../site/site.ts";
import { siteNameOf } from "../site/site-name.ts";
import { describeTarget } from "../site/source.ts";
import type { Key } from "../site/tree/key.ts";
import { visible } from "../text/visible-text.ts";
import { ACCEPT_FLAG, readAccepted, reportUnused } from "./accept.ts";
import { defineCommand, type FlagsIn, type Invocation } from "./command.ts";
import { type Flags, isSiteUrl, names, refuseGiven, valued } from "./flag.ts";
import { NAMES_FLAG, readTypeMap } from "./names-flag.ts";
import { reportCopyLimits, reportRedacted } from "./open-source.ts";
import { PAGE_FLAGS, RUNNING_SITE_FLAGS } from "./page-flags.ts";
import { outputFlags, readNodeFlag } from "./shared-flags.ts";
import {
  NO_SOURCE_FLAGS,
  openOneSource,
  openTwoSources,
  refuseLiveSource,
  refuseSourceFlags,
  TWO_SOURCES_GROUP,
} from "./two-sources.ts";

/** What `--fail-on` names: pages that are not imported, parts of pages, and other names and URLs. */
const LOSSES = ["missing", ...PAGE_PARTS, ...FINDING_KINDS, "names", "urls"] as const;
type LossName = (typeof LOSSES)[number];

const { format, ...otherFlags } = outputFlags(REPORT_FORMATS, "plain");

const GROUPS = [
  {
    heading: "What to check:",
    flags: {
      below: valued("--below <node>", "only this node and its descendants: id or key", readNodeFlag),
      ...ACCEPT_FLAG,
      ...NAMES_FLAG,
      ...NO_SOURCE_FLAGS,
    },
  },
  {
    heading: "Output:",
    flags: {
      format,
      failOn: names("--fail-on <losses>", "losses that give exit status 1", LOSSES, {
        defaultText: `missing, ${[...PAGE_PARTS, ...LOSS_FINDINGS].join(", ")}, and empty names and urls`,
      }),
      ...otherFlags,
    } satisfies Flags,
  },
  TWO_SOURCES_GROUP,
  { heading: "Reading a running site:", flags: RUNNING_SITE_FLAGS },
] as const;

type VerifyFlags = FlagsIn<typeof GROUPS>;

export const verifyCommand = defineCommand({
  usage: "[options] OLD NEW",
  takesArgs: 2,
  examples: [
    "migrations verify ./old https://new.example",
    "migrations verify ./old ./imported.ndjson",
    "migrations verify ./old ./new.csv --accept lost.txt --format html > out.html",
    "migrations verify ./old https://new.example --api-key-file ./key",
    "migrations verify ./old ./new.db --culture en-US --fail-on missing,words",
  ],
  footer: [
    "OLD is a path. NEW is the URL of a running site of any system, Umbraco data, or",
    "an import listing (.ndjson, .csv): docs/verify.md. A site with a Content",
    "Delivery API is read through it, without --pages. The exit status is 1 if",
    "anything is lost.",
  ],
  groups: GROUPS,
  run: verify,
});

/**
 * @returns the exit status: 1 for a loss that counts
 * @throws UsageError for what makes no sense; DataError for a source that does not load; NoSuchNodeError if the old site
 * lacks the node of `--below`; RefusedError, RemoteError of the new site
 */
async function verify(flags: VerifyFlags, { io, args }: Invocation): Promise<number> {
  refuseSourceFlags("verify", flags);
  const [from, to] = args;
  if (from === undefined || to === undefined) {
    throw new UsageError("verify needs two sources: migrations verify OLD NEW");
  }
  refuseLiveSource(from);
  if (isListingPath(from)) throw new UsageError(`${from} is an import listing, which can only be NEW`);
  if (!isSiteUrl(to)) refuseGiven(RUNNING_SITE_FLAGS, flags, "can only be used if NEW is a URL");
  const format = flags.format ?? "plain";
  const accepted = readAccepted(flags);
  const map = readTypeMap(flags);
  const { old, imported, check } = await checkSides(from, to, flags, io, (site) => ({
    accepted,
    culture: flags.culture,
    below: flags.below && isNode(site, flags.below),
    names: map,
  }));
  reportCopyLimits([old], flags, io);
  if (check.languagesLeftOut.length > 0 && !flags.quiet) {
    writeError(
      io,
      visible(
        `warning: ${from} also has ${check.languagesLeftOut.join(", ")}: --culture leaves these out of the check`,
      ),
    );
  }
  const warning = strangeKeysWarning(imported, old.trees);
  if (warning !== undefined && !flags.quiet) writeError(io, visible(warning));
  await print({ old, imported, check }, format, flags, io);
  reportRedacted(check.secrets, flags, io, "");
  reportUnused(accepted, flags, io);
  return isFailed(check, flags.failOn) ? EXIT.no : EXIT.done;
}

/** @param optionsFor what is checked of the old site */
async function checkSides(
  from: string,
  to: string,
  flags: VerifyFlags,
  io: Io,
  optionsFor: (old: Site) => OldSiteOptions,
): Promise<CheckedImport & { old: Site }> {
  const OLD = { location: from, givenAs: "OLD" };
  const checked = async (old: Site, imported: FinishedImport) => ({
    ...{ old, imported },
    check: await checkImport(old, imported, optionsFor(old)),
  });
  if (isSiteUrl(to)) {
    const old = await openOneSource(OLD, flags, io);
    const { hasDeliveryApi, readNewSite } = await import("./delivery-import.ts");
    const isApi = !flags.pages && (await hasDeliveryApi(to, flags, io));
    if (!flags.quiet) {
      writeError(
        io,
        visible(
          isApi
            ? `reading the Content Delivery API of ${to}; --pages reads its pages`
            : `reading the pages of ${to}`,
        ),
      );
    }
    if (isApi) {
      const { retries, ...ofPages } = PAGE_FLAGS;
      refuseGiven(ofPages, flags, `has no effect on the Content Delivery API of ${to}: add --pages`);
      return checked(old, await readNewSite(to, old, flags, io));
    }
    if (flags.failOn?.includes("names")) {
      throw new UsageError(
        `--fail-on names cannot be used with the pages of ${to}, whose names are not compared`,
      );
    }
    const { checkPagesOf } = await import("./running-site.ts");
    return { old, ...(await checkPagesOf(to, old, flags, optionsFor(old), io)) };
  }
  if (isListingPath(to)) {
    // A listing is read first, since its faults are found sooner.
    const imported = readImportListing(to);
    return checked(await openOneSource(OLD, flags, io), imported);
  }
  const [old, other] = await openTwoSources([OLD, { location: to, givenAs: "NEW" }], flags, io);
  return checked(old, await umbracoImport(other, old));
}

/** @throws NoSuchNodeError if the site has no such content node */
function isNode({ trees: { content }, path }: Site, node: NodeSelector): (key: Key) => boolean {
  const index = node.by === "id" ? content.findId(node.id) : content.findKey(node.key);
  if (index < 0) throw new NoSuchNodeError(`there is no ${describeTarget("content", node)} in ${path}`);
  const wanted = content.keyAt(index);
  return (key) => key === wanted;
}

function isFailed({ pages }: ImportCheck, failOn: readonly LossName[] | undefined): boolean {
  if (failOn === undefined) return pages.some(hasLosses);
  return pages.some(
    (page) =>
      (page.state === "missing" && failOn.includes("missing")) ||
      (page.state !== "missing" &&
        PAGE_PARTS.some((part) => failOn.includes(part) && page.losses[part].lost > 0)) ||
      page.findings.some(({ is }) => failOn.includes(is)) ||
      (page.name !== undefined && failOn.includes("names")) ||
      (page.url !== undefined && failOn.includes("urls")),
  );
}

async function print(
  checked: CheckedImport,
  format: (typeof REPORT_FORMATS)[number],
  flags: VerifyFlags,
  io: Io,
): Promise<void> {
  const { importCheckRows, importCheckView } = await import("../output/verify-view.ts");
  if (format === "html") {
    const { importCheckHtml } = await import("../output/verify-html.tsx");
    const { path, trees } = checked.old;
    await writeAll(io.stdout, [await importCheckHtml(siteNameOf(path, trees), checked)]);
  } else if (format === "plain") {
    await writeAllLines(io.stdout, importCheckView(checked, readViewOptions(flags, io)));
  } else await writeAllVisible(io.stdout, importCheckRows(checked, format));
}
