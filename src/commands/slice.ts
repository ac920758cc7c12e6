/** The work of `slice`: a small part of a data directory that hangs together, written as one of its own. */
import type { Criteria } from "../analysis/find/criteria.ts";
import type { LanguageReferences } from "../analysis/reference-index.ts";
import { UnpublishedNodes } from "../analysis/resolve-reference.ts";
import { NodeScrubber, type ScrubOptions } from "../analysis/scrub/node-scrubber.ts";
import type { ScrubCounts } from "../analysis/scrub/scrub-text.ts";
import { SecretRedactor } from "../analysis/secrets.ts";
import { chooseSeeds, type SeedName, type SeedWishes } from "../analysis/slice/choose-seeds.ts";
import { SiteGraph } from "../analysis/slice/site-graph.ts";
import { planSlice, type SliceExcess, type SlicePlan } from "../analysis/slice/slice-plan.ts";
import { EXIT, IncompleteError, NoSuchNodeError, UsageError } from "../errors.ts";
import type { ReadOptions } from "../formats/data-format.ts";
import type { LoadedData } from "../formats/load-directory.ts";
import { type Io, writeJson, writeLines } from "../io.ts";
import { sizeInWords } from "../output/receipt.ts";
import { excessJson, excessLines, sliceJson, sliceLines } from "../output/slice-view.ts";
import { chosenFormat, FINDING_FORMATS } from "../output/style.ts";
import { excessOf, type RewriteNode, type SliceContents } from "../pull/slice-contents.ts";
import { marksOfSlice, refuseOtherData, type SliceMarks } from "../pull/slice-marks.ts";
import { writeSlice } from "../pull/write-slice.ts";
import { counted } from "../text/counted.ts";
import { ElementTypes } from "../values/element-types.ts";
import type { Invocation } from "./command.ts";
import { mediaFilesOf, refuseNoDirectory, warnOfRefusedFiles } from "./media-folder.ts";
import { nothingFound, refuseUnknown, withoutUrls } from "./nothing-found.ts";
import { languageReferences, loadWithNotes, lookIn, reportRedacted } from "./open-place.ts";
import { readDirectory, refuseSite } from "./place.ts";
import { readKeyList } from "./read-key-list.ts";
import { interruptible } from "./signals.ts";
import type { SliceFlags } from "./slice-command.ts";

/** How many of the names that no node has are told. */
const TOLD_NAMES = 5;
/** Stands between aliases in a slice's marks. */
const SEPARATOR = ",";

/**
 * @throws UsageError for what makes no sense, or where `--out` holds other data; DataError for a directory that does not load;
 * NoSuchNodeError where a node that is named is not there, or nothing matches; IncompleteError where not all fits; OutputError, InterruptedError
 */
export function slice(flags: SliceFlags, invocation: Invocation): Promise<number> {
  return interruptible(invocation.io, (signal) => cutAndWrite(flags, invocation, signal));
}

async function cutAndWrite(flags: SliceFlags, invocation: Invocation, signal: AbortSignal): Promise<number> {
  const { io } = invocation;
  refuseSite("slice", flags, io.env);
  const { out } = flags;
  if (!out) throw new UsageError("slice needs --out DIRECTORY, to write to");
  refuseNoSeeds(flags);
  refuseNoDirectory(flags.files);
  const place = readDirectory(flags, io);
  const wishes = await wishesOf(flags, io);
  const data = await loadWithNotes(place, flags, invocation);
  refuseOtherData(data, out);
  const elsewhere = await languageReferences(data);
  const plan = await lookIn(data.notes, flags, invocation, () => planned(data, elsewhere, wishes, flags));
  const leftOut = new UnpublishedNodes(data.unpublished);
  const unpublished = plan.references.dead.flatMap((reference) => leftOut.find(reference) ?? []);
  const { options: made, marks } = scrubbingOf(flags, marksOfSlice(data.path));
  const contentsWith = (rewriting: Rewriting): SliceContents => ({
    data,
    plan,
    unpublished,
    files: mediaFilesOf(data, flags.files),
    rewrite: rewriting.rewrite,
  });
  const shown = { out, trees: data.trees, plan, unpublished, explains: flags.explain === true };
  const sizing = contentsWith(rewritingOf(made, data, flags));
  warnOfRefusedFiles(sizing.files, flags, io);
  const excess = excessOf(sizing, flags);
  const isJson = chosenFormat(flags.format, FINDING_FORMATS, io, "plain") === "json";
  if (excess) {
    if (isJson) writeJson(io, excessJson(shown, excess));
    else writeLines(io, excessLines(shown, excess));
    throw tooLarge(excess, flags);
  }
  const rewriting = rewritingOf(made, data, flags);
  const written = await writeSlice(contentsWith(rewriting), {
    out,
    marks: { ...marksOf(place.options), ...marks },
    signal,
  });
  const { scrubbed } = rewriting;
  if (isJson) writeJson(io, sliceJson(shown, { ...written, scrubbed }));
  else writeLines(io, sliceLines(shown, { ...written, scrubbed }));
  reportRedacted(rewriting.redacted(), flags, io);
  return EXIT.done;
}

/**
 * What is made up, as the flags want it.
 * @param before the marks of the slice that is sliced once more: what is made up in it already stays as it is
 * @returns what is still to be made up, if anything is, and what the slice says of all that is
 */
function scrubbingOf(
  { scrub = false, scrubProperty = [] }: SliceFlags,
  before: SliceMarks = {},
): { options: ScrubOptions | undefined; marks: SliceMarks } {
  const done = aliasesIn(before);
  const wanted = scrubProperty.map((alias) => alias.toLowerCase());
  const hadContacts = before.scrub === true;
  const contacts = scrub && !hadContacts;
  const properties = wanted.filter((alias) => !done.includes(alias));
  const all = [...new Set([...done, ...wanted])].sort();
  return {
    options: contacts || properties.length > 0 ? { contacts, properties } : undefined,
    marks: {
      ...((contacts || hadContacts) && { scrub: true }),
      ...(all.length > 0 && { scrubProperty: all.join(SEPARATOR) }),
    },
  };
}

/** The aliases whose values are made up in a slice. */
function aliasesIn({ scrubProperty }: SliceMarks): string[] {
  return typeof scrubProperty === "string" ? scrubProperty.split(SEPARATOR) : [];
}

/** What is done to each node that is written, and how much of it was done so far. */
type Rewriting = { rewrite: RewriteNode; redacted: () => number; scrubbed: ScrubCounts | undefined };

/** Secrets are redacted first: their placeholders stay as they are. */
function rewritingOf(
  made: ScrubOptions | undefined,
  data: LoadedData,
  { keepSecrets = false }: SliceFlags,
): Rewriting {
  const types = data.types();
  const scrubber = made && new NodeScrubber(made, new ElementTypes(types));
  const redactor = keepSecrets ? undefined : new SecretRedactor([types]);
  return {
    rewrite: (kind, text) => {
      const redacted = redactor ? redactor.node(kind, text) : text;
      return scrubber ? scrubber.scrub(redacted) : redacted;
    },
    redacted: () => redactor?.count ?? 0,
    scrubbed: scrubber?.counts,
  };
}

function refuseNoSeeds({ key, id, url, type, perType, below, keysFrom, cover }: SliceFlags): void {
  if ([key, id, url, type, perType, below, keysFrom, cover].some((given) => given !== undefined)) return;
  throw new UsageError(
    "slice needs something to grow from: --key, --id, --url, --type, --per-type, --below, --keys-from or --cover",
  );
}

async function wishesOf(flags: SliceFlags, io: Io): Promise<SeedWishes> {
  const { key = [], id = [], url = [], keysFrom, kind, type: types, perType, below, cover = false } = flags;
  const names: SeedName[] = [
    ...key.map((named) => ({ named: { by: "key", ...named } as const, said: `--key ${named.key}` })),
    ...id.map((each) => ({ named: { by: "id", id: each } as const, said: `--id ${each}` })),
    ...url.map((path) => ({ named: { by: "path", path } as const, said: `--url ${path}` })),
    ...(keysFrom === undefined ? [] : await readKeyList(keysFrom, io)),
  ];
  return { names, kind, types, perType, below, cover };
}

function planned(
  data: LoadedData,
  elsewhere: LanguageReferences | undefined,
  wishes: SeedWishes,
  flags: SliceFlags,
): SlicePlan {
  const { below, kind, types } = wishes;
  const criteria: Criteria = { below, kind, types };
  refuseUnknown(data.trees, criteria);
  const graph = new SiteGraph(data.trees, data.types(), elsewhere);
  const follow = { follow: flags.follow, stubs: flags.stubs !== false };
  const { seeds, unknown } = chooseSeeds(graph, wishes, follow);
  if (unknown.length > 0) throw noSuchNodes(unknown, data);
  if (seeds.size === 0) throw nothingFound(data, criteria);
  return planSlice(graph, seeds, follow);
}

function noSuchNodes(unknown: readonly SeedName[], data: LoadedData): NoSuchNodeError {
  const told = unknown.slice(0, TOLD_NAMES).map(({ said }) => said);
  const more = unknown.length > told.length ? `, and ${unknown.length - told.length} more` : "";
  const reason = `no node has what is named: ${told.join(", ")}${more}`;
  const isPath = unknown.some(({ named }) => named.by === "path");
  return (isPath ? withoutUrls(data, reason) : undefined) ?? new NoSuchNodeError(reason);
}

/** What the slice's manifest tells of how it was made. Where files of this machine lie is none of it. */
function marksOf({ editors: _, ...options }: ReadOptions): SliceMarks {
  return { ...options, slice: true };
}

function tooLarge({ nodes, bytes }: SliceExcess, { maxNodes, maxBytes }: SliceFlags): IncompleteError {
  const limits = [
    ...(maxNodes !== undefined && nodes > maxNodes
      ? [`${counted(nodes, "node")}, and --max-nodes is ${maxNodes}`]
      : []),
    ...(maxBytes !== undefined && bytes > maxBytes
      ? [`${sizeInWords(bytes)}, and --max-bytes is ${sizeInWords(maxBytes)}`]
      : []),
  ];
  return new IncompleteError(`nothing was written: it would be ${limits.join("; ")}`);
}
