/** `diff`: compares two places, prints what differs, and says whether anything does. */
import { ignoring, VERBS, type Verb } from "../analysis/compare-rules.ts";
import { type ComparedSite, countAll, diffSites, type SiteDiff } from "../analysis/site-diff.ts";
import { EXIT, UsageError } from "../errors.ts";
import type { LoadedData } from "../formats/load-directory.ts";
import { type Io, writeAll } from "../io.ts";
import { KINDS } from "../operations.ts";
import { DIFF_FORMATS, formatOfVariable, readLook } from "../output/style.ts";
import { visibleLines } from "../visible-text.ts";
import type { Invocation } from "./command.ts";
import type { DiffFlags } from "./diff-command.ts";
import { loadSides } from "./open-two-places.ts";
import { readTwoPlaces } from "./two-places.ts";

/**
 * @returns the exit status: 1 where something differs that counts
 * @throws UsageError for what makes no sense; DataError for a directory that does not load; NoSuchNodeError where the node
 * of `--below` is on neither side
 */
export async function diff(flags: DiffFlags, { io, words }: Invocation): Promise<number> {
  const [old, other] = words;
  if (old === undefined || other === undefined) {
    throw new UsageError("diff compares two places: migrations diff OLD NEW");
  }
  const format = flags.format ?? formatOfVariable(DIFF_FORMATS, io) ?? "plain";
  const places = await readTwoPlaces({ old, new: other }, flags, io);
  if (!("directory" in places.old) || !("directory" in places.new))
    throw new Error("sites are not compared yet");
  const [before, after] = await loadSides([places.old, places.new], flags, io);
  const found = diffSites(siteOf(before), siteOf(after), {
    kinds: flags.kind ? [flags.kind] : KINDS,
    matchedBy: flags.match ?? "key",
    below: flags.below,
    rules: {
      verbs: flags.only ?? new Set(VERBS),
      dates: flags.dates === true,
      isIgnored: ignoring(flags.ignoreProperty ?? []),
    },
  });
  await print(found, format, flags, io);
  return hasAny(found, flags.failOn ?? new Set(VERBS)) ? EXIT.no : EXIT.done;
}

function siteOf({ path, ...data }: LoadedData): ComparedSite {
  return { place: path, ...data };
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
    await writeAll(io.stdout, withLineFeeds(diffView(found, depth, readLook(flags, io))));
    return;
  }
  const { diffJson, diffLines, diffRows } = await import("../output/diff-data.ts");
  const parts = { json: diffJson, ndjson: diffLines, csv: diffRows }[format](found);
  await writeAll(io.stdout, io.stdout.isTTY ? visibleParts(parts) : parts);
}

function* withLineFeeds(lines: Iterable<string>): Generator<string> {
  for (const line of lines) yield `${line}\n`;
}

function* visibleParts(parts: Iterable<string>): Generator<string> {
  for (const part of parts) yield visibleLines(part);
}

function hasAny(found: SiteDiff, verbs: ReadonlySet<Verb>): boolean {
  const counts = countAll(found);
  return VERBS.some((verb) => verbs.has(verb) && counts[verb] > 0);
}
