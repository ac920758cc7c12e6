/** `diff`: compares two sources and prints the changes. */

import { CHANGE_KINDS } from "../analysis/diff/change-kinds.ts";
import { ignorePatterns } from "../analysis/diff/compare-nodes.ts";
import { type Completeness, completenessOf } from "../analysis/diff/completeness.ts";
import { countAll, diffSites, type SiteDiff } from "../analysis/diff/site-diff.ts";
import { isListingPath } from "../completeness/import-listing.ts";
import { EXIT, UsageError } from "../errors.ts";
import { type Io, writeAll, writeAllLines, writeAllVisible } from "../io.ts";
import { kindsOf } from "../operations.ts";
import { type DIFF_FORMATS, REPORT_FORMATS, readViewOptions } from "../output/style.ts";
import { oneOf } from "../parameter.ts";
import { readAccepted, reportUnused } from "./accept.ts";
import { defineCommand, type FlagsIn, type Invocation } from "./command.ts";
import { aliases, type Flags, hidden, names, refuseGiven, toggle, valued } from "./flag.ts";
import { isImport, LOSS_FLAGS, LOSSES, reportImport } from "./import-report.ts";
import { LIST_FLAGS } from "./list-flags.ts";
import { printFieldHelp, printList, refuseFields } from "./list-output.ts";
import { MEANING_FLAGS, readTypeMap } from "./meaning-flags.ts";
import { printLanguage, reportRedacted } from "./open-source.ts";
import { KIND_FLAG, outputFlags, readNodeFlag, SITE_GROUP, SOURCE_GROUP } from "./shared-flags.ts";
import {
  declinesUrls,
  MATCH_FLAG,
  openTwoSources,
  readTwoSources,
  TWO_SOURCES_GROUP,
  throwWithoutUrls,
} from "./two-sources.ts";

const COMPARING_FLAGS = {
  ...KIND_FLAG,
  below: valued("--below <node>", "only this node and its descendants, old and new: id or key", readNodeFlag),
  ...MATCH_FLAG,
  dates: toggle("--dates", "also compare createDate and updateDate"),
  ignoreProperty: aliases(
    "--ignore-property <aliases>",
    "ignore these properties: ALIAS or TYPE.ALIAS, * matches anything",
    "the alias of a property",
  ),
  ...MEANING_FLAGS,
  only: names("--only <changes>", "list only these changes", CHANGE_KINDS),
} satisfies Flags;

const { format, ...otherFlags } = outputFlags(REPORT_FORMATS, "plain");

const OUTPUT_FLAGS = {
  keepSecrets: toggle("--keep-secrets", "print the values of properties that look like secrets"),
  report: valued(
    "--report <name>",
    "completeness: words, pictures, links, elements of each page",
    oneOf(["completeness"]),
    { conflicts: ["stat", "full", "only", "kind", "fields"] },
  ),
  ...LOSS_FLAGS,
  stat: toggle("--stat", "print only the number of changes by type", { conflicts: ["full", "fields"] }),
  full: toggle("--full", "print whole values: text line by line, JSON by pointer", { conflicts: ["fields"] }),
  format,
  ...LIST_FLAGS,
  failOn: names(
    "--fail-on <changes>",
    "changes that give exit status 1, as for --only, or fewer, missing, url",
    [...CHANGE_KINDS, ...LOSSES],
    { choices: undefined, defaultText: "all that are listed" },
  ),
  ...otherFlags,
} satisfies Flags;

/** Known, so that the error can say how to give the sources. */
const NO_SOURCE_FLAGS = hidden(SOURCE_GROUP.flags);

const GROUPS = [
  { heading: "What to compare:", flags: { ...COMPARING_FLAGS, ...NO_SOURCE_FLAGS } },
  { heading: "Output:", flags: OUTPUT_FLAGS },
  TWO_SOURCES_GROUP,
  { ...SITE_GROUP, heading: "Reading a Content Delivery API:" },
] as const;

type DiffFlags = FlagsIn<typeof GROUPS>;

export const diffCommand = defineCommand({
  usage: "[options] OLD NEW",
  takesArgs: 2,
  examples: [
    "migrations diff ./monday ./friday",
    "migrations diff ./monday ./friday --stat",
    "migrations diff ./monday ./friday --only added,removed --format csv > new.csv",
    "migrations diff ./rehearsal ./uSync/v13 --match name-path",
    "migrations diff ./old ./new --as-migrated --map ./types.json --stat",
    "migrations diff ./old ./new --as-migrated --report completeness",
    "migrations diff ./old ./imported.csv --report completeness --accept ./lost.txt",
    "migrations diff ./old https://new.example --delivery --report completeness",
  ],
  footer: [
    "OLD and NEW are paths. The exit status is 1 if they differ. With --match url",
    "or path, missing URLs are generated unless you add --no-urls. With --report,",
    "NEW can also be an import listing (.ndjson, .csv) of any system, or with",
    "--delivery a base URL: docs/completeness.md.",
  ],
  groups: GROUPS,
  run: async (flags, invocation) => {
    refuseGiven(
      NO_SOURCE_FLAGS,
      flags,
      "cannot be used with diff: give the sources as migrations diff OLD NEW",
    );
    return diff(flags, invocation);
  },
});

/**
 * @returns the exit status: 1 if something differs that counts
 * @throws UsageError for what makes no sense; DataError for a directory that does not load; NoSuchNodeError if the node
 * of `--below` is in neither source; IncompleteError if nodes are matched by url and a kind has nodes and no urls
 */
async function diff(flags: DiffFlags, { io, args }: Invocation): Promise<number> {
  const list = { columns: (await import("../output/diff-data.ts")).DIFF_COLUMNS };
  if (await printFieldHelp(list, flags, io)) return EXIT.done;
  const [old, other] = args;
  const given = flags.report ? undefined : formatOfDiff(flags);
  if (old === undefined || other === undefined) {
    throw new UsageError("diff needs two sources: migrations diff OLD NEW");
  }
  if (isListingPath(old)) throw new UsageError(`${old} is an import listing, which can only be NEW`);
  if (flags.report) return report(flags, [old, other], io);
  if (isImport(other, {})) throw new UsageError(`${other} is an import listing: add --report completeness`);
  const format = given ?? "plain";
  refuseFields(flags, format, list);
  const failOn: FailOn = flags.failOn ?? flags.only ?? CHANGE_KINDS;
  const { found, options, finish } = await compare(flags, [old, other], io);
  const isCounting = LOSSES.some((loss) => failOn.includes(loss));
  const completeness = isCounting ? completenessOf(found, options) : undefined;
  await print(found, format, flags, io);
  return finish(failOn, completeness);
}

/** @throws UsageError for a format that only reports have */
function formatOfDiff({ format }: DiffFlags): DiffFormat | undefined {
  if (format !== "table" && format !== "html") return format;
  throw new UsageError(`--format ${format} can only be used with --report`);
}

type DiffFormat = (typeof DIFF_FORMATS)[number];
type FailOn = readonly NonNullable<DiffFlags["failOn"]>[number][];

/** @returns the exit status: 1 if something is lost that counts */
async function report(flags: DiffFlags, args: readonly [string, string], io: Io): Promise<number> {
  const format = flags.format ?? "plain";
  const failOn: FailOn = flags.failOn ?? ["fewer"];
  if (isImport(args[1], flags)) {
    const useless = { ...COMPARING_FLAGS, keepSecrets: OUTPUT_FLAGS.keepSecrets };
    refuseGiven(useless, flags, "cannot be used with an import: --accept takes known losses");
    return reportImport(args, flags, { format, failOn, io });
  }
  const { found, options, finish } = await compare(flags, args, io);
  const completeness = completenessOf(found, options);
  await printReport(found, completeness, format, flags, io);
  return finish(failOn, completeness);
}

/** Compares two sources; call `finish` once the result is printed: it returns the exit status. */
async function compare(flags: DiffFlags, [old, other]: readonly [string, string], io: Io) {
  const named = [
    { location: old, givenAs: "OLD" },
    { location: other, givenAs: "NEW" },
  ] as const;
  const isByUrl = flags.match === "url" || flags.match === "path";
  const accepted = readAccepted(flags);
  const given = readTwoSources(named, flags, io, isByUrl ? { urls: true } : {});
  refuseGiven(SITE_GROUP.flags, flags, "can only be used with --delivery");
  const options = { ...optionsOf(flags), asMigrated: readTypeMap(flags), accepted };
  const sites = await openTwoSources(given, flags, io);
  if (!flags.quiet) {
    for (const site of sites) printLanguage(site, flags.culture, io);
  }
  const found = diffSites(sites[0], sites[1], options);
  // What --fail-on names counts, whether or not --only lists it.
  const ofKinds = (failOn: FailOn) => {
    const { rules } = options;
    const changeKinds = CHANGE_KINDS.filter((name) => failOn.includes(name));
    if (changeKinds.every((name) => rules.changeKinds.has(name))) return found;
    return diffSites(sites[0], sites[1], {
      ...options,
      rules: { ...rules, changeKinds: new Set(changeKinds) },
    });
  };
  const finish = (failOn: FailOn, completeness?: Completeness): number => {
    reportRedacted(found.redacted(), flags, io);
    reportUnused(accepted, flags, io);
    if (isByUrl) {
      const compared = sites.map((site, i) => ({ ...site, areDeclined: declinesUrls(given[i]) }));
      throwWithoutUrls(compared, options.kinds);
    }
    const { fewer = [], pages = [] } = completeness ?? {};
    const counts = {
      ...countAll(ofKinds(failOn)),
      fewer: fewer.length,
      missing: fewer.filter(({ after }) => !after).length,
      url: pages.filter(({ isMoved }) => isMoved).length,
    };
    return failOn.some((name) => counts[name] > 0) ? EXIT.no : EXIT.done;
  };
  return { found, options, finish };
}

async function printReport(
  found: SiteDiff,
  completeness: Completeness,
  format: (typeof REPORT_FORMATS)[number],
  flags: DiffFlags,
  io: Io,
): Promise<void> {
  const { completenessRows, completenessView } = await import("../output/completeness-view.ts");
  if (format === "html") {
    const { completenessHtml } = await import("../output/completeness-html.tsx");
    await writeAll(io.stdout, [await completenessHtml(found, completeness)]);
  } else if (format === "plain" || format === "table") {
    await writeAllLines(io.stdout, completenessView(found, completeness, readViewOptions(flags, io)));
  } else await writeAllVisible(io.stdout, completenessRows(found, completeness, format));
}

function optionsOf({
  kind,
  match = MATCH_FLAG.match.default,
  below,
  only,
  dates = false,
  ignoreProperty = [],
  keepSecrets,
}: DiffFlags) {
  return {
    kinds: kindsOf(kind),
    matchedBy: match,
    below,
    keepSecrets,
    rules: { changeKinds: new Set(only ?? CHANGE_KINDS), dates, isIgnored: ignorePatterns(ignoreProperty) },
  };
}

async function print(found: SiteDiff, format: DiffFormat, flags: DiffFlags, io: Io): Promise<void> {
  const { DIFF_COLUMNS, diffJson, diffLines, diffRows } = await import("../output/diff-data.ts");
  const views = {
    plain: async () => {
      const { diffView } = await import("../output/diff-view.ts");
      const depth = flags.stat ? "stat" : flags.full ? "full" : "short";
      await writeAllLines(io.stdout, diffView(found, depth, readViewOptions(flags, io)));
    },
    json: () => writeAllVisible(io.stdout, diffJson(found)),
    ndjson: () => writeAllVisible(io.stdout, diffLines(found)),
  };
  await printList({ columns: DIFF_COLUMNS, rows: diffRows(found) }, { format, flags, io, views });
}
