/** `diff`: compares two places, prints what differs, and says whether anything does. */

import { CHANGE_KINDS } from "../analysis/change-kinds.ts";
import { TypeMap, type TypeNames } from "../analysis/compare-meanings.ts";
import { ignorePatterns } from "../analysis/compare-nodes.ts";
import { countAll, diffSites, type SiteDiff } from "../analysis/site-diff.ts";
import { EXIT, IncompleteError, UsageError } from "../errors.ts";
import { type Io, writeAllLines, writeAllVisible } from "../io.ts";
import { kindsOf, parseId } from "../operations.ts";
import { chosenFormat, DIFF_FORMATS, readLook } from "../output/style.ts";
import type { MissedNode } from "../pull/compared-sites.ts";
import { counted } from "../text/counted.ts";
import { defineCommand, type FlagsIn, type Invocation } from "./command.ts";
import {
  aliases,
  type Flags,
  hidden,
  names,
  notEmpty,
  readTextFile,
  refuseGiven,
  toggle,
  valued,
} from "./flag.ts";
import { reportRedacted, tellLanguage } from "./place.ts";
import { KIND_FLAG, NODE_FLAGS, outputFlags, PLACE_GROUP, TLS_CONFLICT } from "./shared-flags.ts";
import {
  declinesUrls,
  MATCH_FLAG,
  openTwoPlaces,
  readTwoPlaces,
  SIDES,
  TWO_PLACES_GROUPS,
  TWO_PLACES_NOTES,
  throwUnaddressed,
} from "./two-places.ts";

const REMARK = ", with commas between them";

const COMPARING_FLAGS = {
  ...KIND_FLAG,
  below: valued("--below <node>", "only this node and what is or was below it: an id or a key", readBelow),
  ...MATCH_FLAG,
  dates: toggle("--dates", "compare createDate and updateDate, too"),
  ignoreProperty: aliases(
    "--ignore-property <aliases>",
    "not these: ALIAS or TYPE.ALIAS, * being any part of a name",
    "names a property",
  ),
  asMigrated: toggle("--as-migrated", "compare what values mean: NEW is of another generation of the CMS"),
  map: valued(
    "--map <file>",
    'with --as-migrated, JSON: {"oldType": "newType", "oldType.alias": "newAlias", "oldType.removed": null}',
    notEmpty("names a file"),
  ),
  only: names("--only <verbs>", `tell these alone: ${CHANGE_KINDS.join(", ")}`, CHANGE_KINDS, REMARK),
} satisfies Flags;

const { format, ...lookFlags } = outputFlags(DIFF_FORMATS, "plain");

const OUTPUT_FLAGS = {
  keepSecrets: toggle("--keep-secrets", "print the values of properties that look like secrets"),
  stat: toggle("--stat", "only how many of what, by type"),
  full: toggle("--full", "values whole: text line by line, JSON by pointer"),
  format,
  failOn: names(
    "--fail-on <verbs>",
    "which differences give exit status 1 (default: all told)",
    CHANGE_KINDS,
    REMARK,
  ),
  ...lookFlags,
} satisfies Flags;

/** Known in order to say where places stand. */
const NO_PLACE_FLAGS = hidden(PLACE_GROUP.flags);

const GROUPS = [
  { heading: "What is compared:", flags: { ...COMPARING_FLAGS, ...NO_PLACE_FLAGS } },
  { heading: "Output:", flags: OUTPUT_FLAGS },
  ...TWO_PLACES_GROUPS,
] as const;

type DiffFlags = FlagsIn<typeof GROUPS>;

export const diffCommand = defineCommand({
  usage: "[options] OLD NEW",
  takesWords: 2,
  examples: [
    "migrations diff ./monday ./friday",
    "migrations diff ./monday ./friday --stat",
    "migrations diff ./monday ./friday --only added,removed --format csv > new.csv",
    "migrations diff ./rehearsal ./uSync/v13 --match name-path",
    "migrations diff ./old ./new --as-migrated --map ./types.json --stat",
    "migrations diff ./copy https://old.example --fail-on removed",
  ],
  footer: [
    "OLD and NEW are paths or base URLs. Nodes are matched by key.",
    "Exit status 0 says that nothing differs, 1 that something does. With --match url",
    "or path, urls that a format does not hold are made, unless --no-urls is given.",
    ...TWO_PLACES_NOTES,
  ],
  groups: GROUPS,
  conflicts: [
    { flags: ["stat", "full"], reason: "show the head alone, and everything: give one" },
    TLS_CONFLICT,
  ],
  run: async (flags, invocation) => {
    refuseGiven(NO_PLACE_FLAGS, flags, "is of no use here: places stand alone, as migrations diff OLD NEW");
    return diff(flags, invocation);
  },
});

function readBelow(text: string, spelled: string) {
  const id = parseId(text);
  if (id !== undefined) return { by: "id", id } as const;
  const read = NODE_FLAGS.key.read;
  return { by: "key", key: read ? read(text, spelled).key : text } as const;
}

/**
 * @returns the exit status: 1 where something differs that counts
 * @throws UsageError for what makes no sense; DataError for a directory that does not load; NoSuchNodeError where the node
 * of `--below` is on neither side; IncompleteError where nodes are matched by url and a kind has nodes and no urls
 */
async function diff(flags: DiffFlags, { io, words }: Invocation): Promise<number> {
  const [old, other] = words;
  if (old === undefined || other === undefined) {
    throw new UsageError("diff compares two places: migrations diff OLD NEW");
  }
  const format = chosenFormat(flags.format, DIFF_FORMATS, io, "plain");
  const named = { old: { word: old, givenAs: "OLD" }, new: { word: other, givenAs: "NEW" } };
  const isByUrl = flags.match === "url" || flags.match === "path";
  const places = await readTwoPlaces(named, flags, io, isByUrl ? { urls: true } : {});
  const options = { ...optionsOf(flags), asMigrated: readTypeMap(flags) };
  const { sites, missed } = await openTwoPlaces(places, options, flags, io);
  if (!flags.quiet) {
    const asked = [flags.oldCulture ?? flags.culture, flags.newCulture ?? flags.culture];
    sites.forEach((site, i) => {
      tellLanguage(site, asked[i], io);
    });
  }
  const found = diffSites(sites[0], sites[1], options);
  await print(found, format, flags, io);
  reportRedacted(found.redacted(), flags, io);
  if (missed.length > 0) throw notHad(missed);
  if (isByUrl) {
    const compared = sites.map((site, i) => ({ ...site, areDeclined: declinesUrls(places[SIDES[i]]) }));
    throwUnaddressed(compared, options.kinds);
  }
  const counts = countAll(found);
  return (flags.failOn ?? CHANGE_KINDS).some((verb) => counts[verb] > 0) ? EXIT.no : EXIT.done;
}

function optionsOf({
  kind,
  match = "key",
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

/**
 * What types and properties of the old site are called on the new one.
 * @returns `undefined` where generations are not compared
 * @throws UsageError where the file cannot be read, or is none
 */
function readTypeMap({ map, asMigrated }: DiffFlags): TypeMap | undefined {
  if (map === undefined) return asMigrated ? new TypeMap() : undefined;
  if (!asMigrated) throw new UsageError("--map says what became of types: say --as-migrated too");
  const failure = `--map cannot be read from ${map}`;
  const text = readTextFile(map, failure);
  let names: unknown;
  try {
    names = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${failure}: ${(error as Error).message}`);
  }
  if (areNames(names)) return new TypeMap(names);
  throw new UsageError(
    `--map ${map} is no JSON object of names: it looks like {"oldType": "newType", "oldType.alias": "newAlias", "oldType.removed": null}`,
  );
}

function areNames(value: unknown): value is TypeNames {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((name) => name === null || (typeof name === "string" && name !== ""));
}

/** What could not be had may differ or not, so that the answer cannot be that nothing does. */
function notHad(missed: readonly MissedNode[]): IncompleteError {
  const [{ kind, id, reason }] = missed;
  const count = counted(missed.length, "node", "nodes");
  return new IncompleteError(
    `the properties of ${count} could not be had, and are not compared: ${kind} ${id}: ${reason}`,
  );
}

async function print(
  found: SiteDiff,
  format: (typeof DIFF_FORMATS)[number],
  flags: DiffFlags,
  io: Io,
): Promise<void> {
  if (format === "plain") {
    const { diffView } = await import("../output/diff-view.ts");
    const depth = flags.stat ? "stat" : flags.full ? "full" : "short";
    await writeAllLines(io.stdout, diffView(found, depth, readLook(flags, io)));
    return;
  }
  const { diffJson, diffLines, diffRows } = await import("../output/diff-data.ts");
  const parts = { json: diffJson, ndjson: diffLines, csv: diffRows }[format](found);
  await writeAllVisible(io.stdout, parts);
}
