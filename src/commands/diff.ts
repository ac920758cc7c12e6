/** `diff`: compares two sources and prints the changes. */

import { CHANGE_KINDS, type ChangeKind } from "../analysis/diff/change-kinds.ts";
import { ignorePatterns } from "../analysis/diff/compare-nodes.ts";
import { countAll, diffSites, type SiteDiff, withDictionary } from "../analysis/diff/site-diff.ts";
import { siteOfUnknownVersion } from "../analysis/diff/versions.ts";
import { isListingPath } from "../completeness/import-listing.ts";
import { EXIT, UsageError } from "../errors.ts";
import { type Io, writeAll, writeAllLines, writeAllVisible, writeError } from "../io.ts";
import { KINDS, kindsOf } from "../operations.ts";
import { REPORT_FORMATS, readViewOptions } from "../output/style.ts";
import { counted } from "../text/counted.ts";
import { visible } from "../text/visible-text.ts";
import { defineCommand, type FlagsIn, type Invocation } from "./command.ts";
import { aliases, type Flags, names, toggle, valued } from "./flag.ts";
import { printFieldHelp, printList, refuseFields } from "./list-output.ts";
import { AS_MIGRATED_FLAGS, migratedNames } from "./names-flag.ts";
import { printLanguage, reportCopyLimits, reportRedacted } from "./open-source.ts";
import { KIND_FLAG, LIST_FLAGS, outputFlags, readNodeFlag } from "./shared-flags.ts";
import {
  MATCH_FLAG,
  NO_SOURCE_FLAGS,
  openTwoSources,
  refuseSourceFlags,
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
  ...AS_MIGRATED_FLAGS,
  only: names("--only <changes>", "list only these changes", CHANGE_KINDS),
} satisfies Flags;

const { format, ...otherFlags } = outputFlags(REPORT_FORMATS, "plain");

const OUTPUT_FLAGS = {
  keepSecrets: toggle("--keep-secrets", "print the values of properties that look like secrets"),
  stat: toggle("--stat", "print only the number of changes by type", {
    conflicts: ["whole", "fields", "keepSecrets"],
  }),
  whole: toggle("--whole", "print whole values: text line by line, JSON by pointer", {
    conflicts: ["fields"],
  }),
  format,
  ...LIST_FLAGS,
  failOn: names("--fail-on <changes>", "changes that give exit status 1, as for --only", CHANGE_KINDS, {
    choices: undefined,
    defaultText: "all that are listed",
  }),
  ...otherFlags,
} satisfies Flags;

const GROUPS = [
  { heading: "What to compare:", flags: { ...COMPARING_FLAGS, ...NO_SOURCE_FLAGS } },
  { heading: "Output:", flags: OUTPUT_FLAGS },
  TWO_SOURCES_GROUP,
] as const;

type DiffFlags = FlagsIn<typeof GROUPS>;

export const diffCommand = defineCommand({
  usage: "[options] OLD NEW",
  takesArgs: 2,
  examples: [
    "migrations diff ./monday ./friday",
    "migrations diff ./monday ./friday --stat",
    "migrations diff ./monday ./friday --format html > changes.html",
    "migrations diff ./monday ./friday --only added,removed --format csv > new.csv",
    "migrations diff ./rehearsal ./uSync/v13 --match name-path",
    "migrations diff ./old.sqlite.db ./new/uSync/v17 --names ./types.json --stat",
  ],
  footer: [
    "OLD and NEW are paths. The exit status is 1 if they differ. Missing URLs are",
    "generated, unless you add --no-urls. migrations verify checks whether a finished",
    "import has everything.",
  ],
  groups: GROUPS,
  run: diff,
});

/**
 * @returns the exit status: 1 if something differs that counts
 * @throws UsageError for what makes no sense; DataError for a directory that does not load; NoSuchNodeError if the node
 * of `--below` is in neither source; IncompleteError if nodes are matched by url and a kind has nodes and no urls
 */
async function diff(flags: DiffFlags, { io, args }: Invocation): Promise<number> {
  refuseSourceFlags("diff", flags);
  const list = { columns: (await import("../output/diff-data.ts")).DIFF_COLUMNS };
  if (await printFieldHelp(list, flags, io)) return EXIT.done;
  const [old, other] = args;
  if (old === undefined || other === undefined) {
    throw new UsageError("diff needs two sources: migrations diff OLD NEW");
  }
  const listing = [old, other].find((each) => isListingPath(each));
  if (listing !== undefined) {
    throw new UsageError(`${listing} is an import listing: compare it with migrations verify OLD LISTING`);
  }
  const format = flags.format ?? "plain";
  const ofPlain = (["stat", "whole"] as const).find((name) => flags[name]);
  if (ofPlain !== undefined && format !== "plain") {
    throw new UsageError(`--${ofPlain} is for --format plain, and this is ${format}`);
  }
  refuseFields(flags, format, list);
  const failOn = flags.failOn ?? flags.only ?? CHANGE_KINDS;
  const named = [
    { location: old, givenAs: "OLD" },
    { location: other, givenAs: "NEW" },
  ] as const;
  const sites = await openTwoSources(named, flags, io);
  const options = { ...optionsOf(flags), asMigrated: migratedNames(flags, sites) };
  if (!flags.quiet) {
    for (const site of sites) printLanguage(site, flags.culture, io);
  }
  reportCopyLimits(sites, flags, io);
  const { rules } = options;
  // Parts of a site have no dictionary of their own.
  const isWhole = options.kinds.length === KINDS.length && flags.below === undefined;
  const compare = (changeKinds: ReadonlySet<ChangeKind>) => {
    const diff = diffSites(sites[0], sites[1], { ...options, rules: { ...rules, changeKinds } });
    return isWhole ? withDictionary(diff, changeKinds) : diff;
  };
  const found = compare(rules.changeKinds);
  await print(found, format, flags, io);
  if (!flags.quiet) reportUnknownVersion(found, flags, io);
  reportRedacted(found.redacted(), flags, io);
  if (flags.match === "url" || flags.match === "path") throwWithoutUrls(sites, options.kinds, flags);
  // What --fail-on names counts, whether or not --only lists it.
  const isListed = failOn.every((name) => rules.changeKinds.has(name));
  const counts = countAll(isListed ? found : compare(new Set(failOn)));
  return failOn.some((name) => counts[name] > 0) ? EXIT.no : EXIT.done;
}

/** Reports on stderr that values may differ in form alone, since the version of one source is not known. */
function reportUnknownVersion(found: SiteDiff, flags: DiffFlags, io: Io): void {
  const unknown = siteOfUnknownVersion([found.old, found.new]);
  const changed = found.kinds.reduce((sum, { counts }) => sum + counts.changed, 0);
  if (flags.asMigrated !== undefined || unknown === undefined || changed === 0) return;
  const nodes = counted(changed, "node differs", "nodes differ");
  const reason = `${unknown.path} does not say its version`;
  writeError(
    io,
    visible(`values of ${nodes} as stored, and ${reason}: --as-migrated compares their meaning`),
  );
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

async function print(
  found: SiteDiff,
  format: (typeof REPORT_FORMATS)[number],
  flags: DiffFlags,
  io: Io,
): Promise<void> {
  const { DIFF_COLUMNS, diffJson, diffLines, diffRows } = await import("../output/diff-data.ts");
  const views = {
    plain: async () => {
      const { diffView } = await import("../output/diff-view.ts");
      const depth = flags.stat ? "stat" : flags.whole ? "full" : "short";
      await writeAllLines(io.stdout, diffView(found, depth, readViewOptions(flags, io)));
    },
    json: () => writeAllVisible(io.stdout, diffJson(found)),
    ndjson: () => writeAllVisible(io.stdout, diffLines(found)),
    html: async () => {
      const { diffHtml } = await import("../output/diff-html.tsx");
      await writeAll(io.stdout, [await diffHtml(found)]);
    },
  };
  await printList({ columns: DIFF_COLUMNS, rows: diffRows(found) }, { format, flags, io, views });
}
