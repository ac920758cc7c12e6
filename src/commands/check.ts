/** `check`: validates a data directory and summarises it. */

import { AcceptedFailures } from "../analysis/accepted-failures.ts";
import type { AcceptedLosses } from "../analysis/accepted-losses.ts";
import { DataError, EXIT, IncompleteError, UsageError } from "../errors.ts";
import { failureCount, MANIFEST_NAME, readManifest } from "../formats/copy/manifest.ts";
import { type Io, writeAllLines, writeJson, writeLines } from "../io.ts";
import { KINDS } from "../operations.ts";
import { checkView } from "../output/check-view.ts";
import { FINDING_FORMATS, readViewOptions } from "../output/style.ts";
import {
  aboutTopic,
  countCategories,
  lossesInWords,
  WARNING_CATEGORIES,
  type WarningCategory,
} from "../site/findings.ts";
import { countProtectedPages } from "../site/protected-pages.ts";
import { missingTypes } from "../site/schema/find-type.ts";
import { createSite, type Site } from "../site/site.ts";
import { counted } from "../text/counted.ts";
import { shellQuoted, visible } from "../text/visible-text.ts";
import { ACCEPT_FLAG, readAccepted, reportUnused } from "./accept.ts";
import { defineCommand, type FlagsIn, type Invocation } from "./command.ts";
import { type Flags, hidden, names, textOption } from "./flag.ts";
import { loadGiven, printLanguage } from "./open-source.ts";
import {
  DATA_FLAGS,
  DIRECTORY_FLAGS,
  NO_SITE_FLAGS,
  outputFlags,
  QUIET_FLAG,
  READING_GROUP,
} from "./shared-flags.ts";
import { type GivenDirectory, readDirectory, refuseSite } from "./source-options.ts";

type FindingFormat = (typeof FINDING_FORMATS)[number];

const CATEGORIES = Object.keys(WARNING_CATEGORIES) as WarningCategory[];
/** Faults of the data; `decided` is about what the format lacks, such as ids. */
const SOUNDNESS = CATEGORIES.filter((category) => category !== "decided");
/** Selects all of `SOUNDNESS` in `--fail-on`. */
const ANY = "any";

const CHECK_FLAGS = {
  failOn: names("--fail-on <categories>", `exit with 1 for these warnings (${ANY}: all but decided)`, [
    ...CATEGORIES,
    ANY,
  ]),
  ...ACCEPT_FLAG,
  ...outputFlags(FINDING_FORMATS, "plain"),
  quiet: { ...QUIET_FLAG.quiet, help: "print the number of warnings only" },
} satisfies Flags;

/** Version 1 had it: known, so that the error can name `audit`. */
const NO_FILES_FLAG = hidden({ files: textOption("--files <directory>", "folder of media files") });

const GROUPS = [
  {
    heading: "What to check:",
    flags: { ...DATA_FLAGS, ...CHECK_FLAGS, ...NO_SITE_FLAGS, ...NO_FILES_FLAG },
  },
  READING_GROUP,
] as const;

type CheckFlags = FlagsIn<typeof GROUPS>;

export const checkCommand = defineCommand({
  examples: [
    "migrations check",
    "migrations check --data ./uSync/v13",
    "migrations check --data ./site --fail-on any --format json",
    "migrations check --data ./uSync/v13 --fail-on editors,missing",
    "migrations check --data ./site --accept ./lost.txt",
  ],
  footer: [
    "Categories of warnings:",
    ...Object.entries(WARNING_CATEGORIES).map(([name, of]) => `  ${name.padEnd(9)} ${of}`),
  ],
  groups: GROUPS,
  run: check,
});

/**
 * @throws UsageError if `--accept` cannot be read; DataError for a directory that does not
 * load; IncompleteError if a pull missed nodes or files, or for warnings that `--fail-on` selects
 */
async function check(flags: CheckFlags, { io, spell }: Invocation): Promise<number> {
  const { failOn = [], quiet, files } = flags;
  const format = flags.format ?? "plain";
  // Without MIGRATIONS_BASE_URL: check reads directories only.
  refuseSite("check", flags, {});
  const given = readDirectory(flags, io);
  if (files !== undefined) {
    const command = `${spell("audit", DIRECTORY_FLAGS)} --files ${shellQuoted(files)} --fail-on missing-file`;
    throw new UsageError(`check reads no media files: try ${command}`);
  }
  const losses = readAccepted(flags);
  const loaded = await loadWhole(given, flags, io).catch((error) => {
    throw error instanceof DataError ? reportErrors(error, given.directory, format, io) : error;
  });
  if (!quiet) printLanguage(loaded, given.options.culture, io);
  const { site, accepted } = losses ? await withoutAccepted(loaded, losses) : { site: loaded, accepted: 0 };
  if (format === "json") writeJson(io, { ...asJson(site), ...(losses && { accepted }) });
  else {
    const view = await checkView(site, { ...readViewOptions(flags, io), quiet, accepted });
    await writeAllLines(io.stdout, view);
  }
  reportUnused(losses, flags, io, "nodes");
  throwNo(
    site,
    failOn.flatMap((category) => (category === ANY ? SOUNDNESS : category)),
  );
  return EXIT.done;
}

/** Loads the site with warnings about its types; parts that are loaded on demand are read for their errors. */
async function loadWhole(given: GivenDirectory, flags: CheckFlags, io: Io): Promise<Site> {
  const site = createSite(await loadGiven(given, flags, io));
  const types = site.types();
  // Errors in their files count, too.
  site.dictionary?.();
  site.domains?.();
  const missing = KINDS.flatMap((kind) => {
    if (types[kind].length === 0) return [];
    return missingTypes(types[kind], site.counts()[kind].types).map(({ alias, nodes }) => ({
      file: kind,
      text: `the type ${alias} is not among the ${kind} types: ${counted(nodes, "node has", "nodes have")} it`,
      topic: "typesOfNodes" as const,
      count: nodes,
      missingTypes: [alias],
    }));
  });
  return { ...site, warnings: [...site.warnings, ...types.warnings, ...missing] };
}

/** Leaves out accepted failures of a pull. */
async function withoutAccepted(
  site: Site,
  losses: AcceptedLosses,
): Promise<{ site: Site; accepted: number }> {
  const known = new AcceptedFailures(losses, site.trees);
  const manifest = readManifest(site.path) ?? { format: "" };
  const left = { ...manifest, files: manifest.files && { ...manifest.files } };
  for (const kind of KINDS) {
    const tree = manifest[kind];
    if (tree) left[kind] = known.unacceptedIn(kind, tree);
  }
  if (left.files) left.files.failures = known.unacceptedFiles(left.files.failures);
  const { failureWarnings } = await import("../formats/copy/manifest-check.ts");
  const warnings = site.warnings.filter(({ file, topic }) => file !== MANIFEST_NAME || topic !== "notPulled");
  return {
    site: { ...site, missing: failureCount(left), warnings: [...warnings, ...failureWarnings(left)] },
    accepted: failureCount(manifest) - failureCount(left),
  };
}

/**
 * @param failOn the categories whose warnings count
 * @throws IncompleteError if data is missing or a warning counts
 */
function throwNo({ path, missing, warnings }: Site, failOn: readonly WarningCategory[]): void {
  if (missing > 0) {
    throw new IncompleteError(
      `${path} is incomplete: ${counted(missing, "node or file is", "nodes or files are")} missing`,
    );
  }
  const counting = warnings.filter(({ topic }) => failOn.includes(aboutTopic(topic).category));
  if (counting.length > 0) {
    const sums = countCategories(counting).map(([category, count]) => `${count} ${category}`);
    throw new IncompleteError(`warnings that --fail-on selects: ${sums.join(", ")}`);
  }
}

/** Writes all errors, and returns an error with the headline only. */
function reportErrors(error: DataError, path: string, format: FindingFormat, io: Io): DataError {
  const errors = error.findings.length > 0 ? error.findings : [error.message];
  if (format === "json") writeJson(io, { path, sound: false, errors });
  else if (error.findings.length > 0)
    writeLines(
      io,
      errors.map((text) => visible(`error: ${text}`)),
    );
  return new DataError(error.headline, { cause: error });
}

function asJson(site: Site) {
  const { path, format, version, server, languages, culture, dictionary, unread, warnings, missing } = site;
  const counts = site.counts();
  const nodes = KINDS.map((kind) => {
    const { total, levels, types } = counts[kind];
    return [kind, { total, levels, types: Object.fromEntries(types) }];
  });
  return {
    path,
    sound: missing === 0 && lossesInWords(warnings).length === 0,
    format,
    version,
    server,
    languages: languages?.map(({ iso }) => iso),
    culture,
    nodes: Object.fromEntries(nodes),
    dictionary: dictionary?.().length,
    protected: countProtectedPages(site),
    unread: unread && Object.fromEntries(unread.map(({ what, count }) => [what, count])),
    ...(readManifest(path) && { notPulled: missing }),
    warnings: warnings.map(({ file, text, topic }) => ({
      file,
      text,
      category: aboutTopic(topic).category,
    })),
  };
}
