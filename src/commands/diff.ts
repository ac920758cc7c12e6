/** `diff`: compares two places, prints what differs, and says whether anything does. */

import { TypeMap, type TypeNames } from "../analysis/compare-meanings.ts";
import { ignoring, VERBS, type Verb } from "../analysis/compare-nodes.ts";
import { countAll, diffSites, type SiteDiff } from "../analysis/site-diff.ts";
import { EXIT, IncompleteError, UsageError } from "../errors.ts";
import { type Io, writeAllLines, writeAllVisible } from "../io.ts";
import { kindsOf } from "../operations.ts";
import { chosenFormat, DIFF_FORMATS, readLook } from "../output/style.ts";
import type { MissedNode } from "../pull/compared-sites.ts";
import { counted } from "../text/counted.ts";
import type { Invocation } from "./command.ts";
import type { DiffFlags } from "./diff-command.ts";
import { reportRedacted, tellLanguage } from "./open-place.ts";
import { openTwoPlaces } from "./open-two-places.ts";
import { readTextFile } from "./read-input.ts";
import { throwUnaddressed } from "./tell-urls.ts";
import { declinesUrls, readTwoPlaces, SIDES } from "./two-places.ts";

/**
 * @returns the exit status: 1 where something differs that counts
 * @throws UsageError for what makes no sense; DataError for a directory that does not load; NoSuchNodeError where the node
 * of `--below` is on neither side; IncompleteError where nodes are matched by url and a kind has nodes and no urls
 */
export async function diff(flags: DiffFlags, { io, words }: Invocation): Promise<number> {
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
      tellLanguage({ ...site, path: site.place }, asked[i], io);
    });
  }
  const found = diffSites(sites[0], sites[1], options);
  await print(found, format, flags, io);
  reportRedacted(found.redacted(), flags, io);
  if (missed.length > 0) throw notHad(missed);
  if (isByUrl) {
    const compared = sites.map((site, i) => ({ ...site, areDeclined: declinesUrls(SIDES[i], flags) }));
    throwUnaddressed(compared, options.kinds);
  }
  return hasAny(found, flags.failOn ?? new Set(VERBS)) ? EXIT.no : EXIT.done;
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
    rules: { verbs: only ?? new Set(VERBS), dates, isIgnored: ignoring(ignoreProperty) },
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
    `--map ${map} is no JSON object of names: it looks like {"oldType": "newType", "oldType.alias": "newAlias", "oldType.gone": null}`,
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

function hasAny(found: SiteDiff, verbs: ReadonlySet<Verb>): boolean {
  const counts = countAll(found);
  return VERBS.some((verb) => verbs.has(verb) && counts[verb] > 0);
}
