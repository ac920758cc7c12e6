/** `slice`: writes a small, consistent part of a data directory as a data directory. */

import type { Criteria } from "../analysis/find/criteria.ts";
import { nothingFound, refuseUnknown, withoutUrls } from "../analysis/find/nothing-found.ts";
import { nodePseudonymiser, type PseudonymOptions } from "../analysis/pseudonymise/node-pseudonymiser.ts";
import type { PseudonymCounts } from "../analysis/pseudonymise/pseudonymise-text.ts";
import { chooseSeeds, type NamedSeed, type SeedOptions } from "../analysis/slice/choose-seeds.ts";
import { SiteGraph } from "../analysis/slice/site-graph.ts";
import { planSlice, type SliceExcess, type SlicePlan } from "../analysis/slice/slice-plan.ts";
import {
  excessOf,
  type RewriteNode,
  recordedSliceOptions,
  refuseOtherData,
  type SliceContents,
  type SliceOptionsRecord,
  writeSlice,
} from "../copy/write-slice.ts";
import { EXIT, IncompleteError, NoSuchNodeError, UsageError } from "../errors.ts";
import { type Io, writeError, writeJson, writeLines } from "../io.ts";
import { KINDS } from "../operations.ts";
import { sizeInWords } from "../output/receipt.ts";
import { excessJson, excessLines, sliceJson, sliceLines } from "../output/slice-view.ts";
import { chosenFormat, FINDING_FORMATS } from "../output/style.ts";
import { anyText, ofForm, wholeNumber } from "../parameter.ts";
import { mediaFilesOf, requireDirectory } from "../site/media/media-folder.ts";
import type { LanguageReferences } from "../site/references/reference-graph.ts";
import { UnpublishedNodes } from "../site/references/resolve-reference.ts";
import type { TypeLists } from "../site/schema/site-types.ts";
import { SecretRedactor } from "../site/secrets.ts";
import type { Site } from "../site/site.ts";
import { counted, inWords } from "../text/counted.ts";
import { visible } from "../text/visible-text.ts";
import { defineCommand, type FlagsIn, type Invocation } from "./command.ts";
import { aliases, byteSize, type Flags, readInput, repeated, text, toggle, valued } from "./flag.ts";
import { loadWithWarnings, reportRedacted, searchIn, warnOfRefusedFiles } from "./open-source.ts";
import {
  kindFlag,
  outputFlags,
  READING_GROUP,
  readId,
  readKey,
  readNodeFlag,
  WHOLE_SITE_GROUP,
} from "./shared-flags.ts";
import { interruptible } from "./signals.ts";
import { readDirectory, refuseSite } from "./source-options.ts";

const MOST = 2 ** 31 - 1;
const LARGEST = 1e15;

const SEED_FLAGS = {
  key: repeated("--key <key>", "this node: a GUID or a UDI; can be repeated", readKey),
  id: repeated("--id <id>", "this node; can be repeated", readId),
  url: repeated(
    "--url <path>",
    "page by URL, media by file path; can be repeated",
    anyText("the URL of a page, or the path of a file"),
  ),
  type: aliases(
    "--type <aliases>",
    "nodes of these types: a,b; * matches anything",
    "an alias, or part of one with *",
  ),
  perType: valued("--per-type <n>", "at most n nodes of each type, lowest ids first", wholeNumber(1, MOST), {
    defaultText: "all",
  }),
  below: valued("--below <node>", "the descendants of this node: id or key", readNodeFlag),
  keysFrom: valued(
    "--keys-from <file>",
    "nodes listed by find, or keys; - is stdin",
    anyText("a file, or - for stdin"),
  ),
  cover: toggle(
    "--cover",
    "a small set of nodes in which every type, property editor, element type and value shape occurs",
  ),
  ...kindFlag("of which tree"),
} satisfies Flags;

const CLOSING_FLAGS = {
  follow: valued(
    "--follow <n>",
    "follow references of any kind up to n steps, or all",
    ofForm("a number of references, or all", (text) => {
      if (text === "all") return Number.POSITIVE_INFINITY;
      return /^[0-9]{1,9}$/.test(text) ? Number(text) : undefined;
    }),
    { defaultText: "1 step for links in texts, all for pickers and media" },
  ),
} satisfies Flags;

const WRITE_FLAGS = {
  out: text(
    "--out <directory>",
    "data directory to write; if it holds other data than a slice of this site, slice fails",
  ),
  files: text("--files <directory>", "read media files from this folder", {
    defaultText: "the one beside the data",
  }),
  maxNodes: valued("--max-nodes <n>", "fail if there are more than n nodes and stubs", wholeNumber(1, MOST)),
  maxBytes: valued(
    "--max-bytes <size>",
    "fail if the slice is larger, such as 2MB",
    byteSize(LARGEST, "2MB"),
  ),
} satisfies Flags;

const SCRUB_FLAGS = {
  scrub: toggle("--scrub", "pseudonymise e-mail addresses, phone numbers"),
  keepSecrets: toggle("--keep-secrets", "keep values that look secret (default: redacted)"),
  scrubProperty: aliases(
    "--scrub-property <aliases>",
    "pseudonymise all text of these properties",
    "the alias of a property",
  ),
} satisfies Flags;

const OUTPUT_FLAGS = {
  explain: toggle("--explain", "also print why each node is in the slice"),
  ...outputFlags(FINDING_FORMATS, "plain", "format of the receipt"),
} satisfies Flags;

const GROUPS = [
  { heading: "Select nodes:", flags: SEED_FLAGS },
  { heading: "References:", flags: CLOSING_FLAGS },
  { heading: "Write:", flags: WRITE_FLAGS },
  { heading: "Secrets and personal data:", flags: SCRUB_FLAGS },
  WHOLE_SITE_GROUP,
  READING_GROUP,
  { heading: "Output:", flags: OUTPUT_FLAGS },
] as const;

type SliceFlags = FlagsIn<typeof GROUPS>;

export const sliceCommand = defineCommand({
  examples: [
    "migrations slice --data ./site --out ./fixture --url /visit/kafe/",
    "migrations slice --data ./site --out ./fixture --type 'event*' --per-type 2",
    "migrations slice --data ./site --out ./fixture --cover --max-bytes 2MB",
    "migrations find --element quote | migrations slice --keys-from - --out ./piece",
    "migrations slice --data ./site --out ./fixture --id 1063 --explain",
    "migrations slice --data ./site --out ./fixture --per-type 1 --scrub",
  ],
  about: [
    "A slice contains the nodes you select, their ancestors, the nodes they refer to",
    "(see --follow), all types, and the media files. The other targets of references",
    "are written as stubs: nodes without properties. So no reference becomes dead.",
    "",
    "Select at least one node. --type, --per-type and --below narrow each other, and",
    "the other options add nodes. [path] is the same as --data [path].",
  ],
  groups: GROUPS,
  run: (flags, invocation) => interruptible(invocation.io, (signal) => slice(flags, invocation, signal)),
});

/** How many of the unknown nodes an error lists. */
const MOST_LISTED = 5;
/** Separates aliases in the recorded options of a slice. */
const SEPARATOR = ",";

/**
 * @throws UsageError, also if `--out` holds other data; DataError for a directory that does not load; NoSuchNodeError if
 * a selected node does not exist, or nothing matches; IncompleteError if the slice is too large; OutputError, InterruptedError
 */
async function slice(flags: SliceFlags, invocation: Invocation, signal: AbortSignal): Promise<number> {
  const { io } = invocation;
  refuseSite("slice", flags, io.env);
  const { out } = flags;
  if (!out) throw new UsageError("slice needs --out DIRECTORY");
  refuseNoSeeds(flags);
  requireDirectory(flags.files);
  const given = readDirectory(flags, io);
  const seeding = await seedOptions(flags, io);
  const data = await loadWithWarnings(given, flags, invocation);
  refuseOtherData(data, out);
  const elsewhere = await data.languageReferences();
  const plan = await searchIn(data.warnings, flags, invocation, () =>
    planned(data, elsewhere, seeding, flags),
  );
  const leftOut = new UnpublishedNodes(data.unpublished);
  const unpublished = plan.references.dead.flatMap((reference) => leftOut.find(reference) ?? []);
  const { options: made, recorded } = scrubbingOf(flags, recordedSliceOptions(data.path));
  const contentsWith = (rewriting: Rewriting): SliceContents => ({
    data,
    plan,
    types: rewriting.types,
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
  // Paths of this machine do not belong in the slice.
  const { editors: _, ...readAs } = given.options;
  const written = await writeSlice(contentsWith(rewriting), {
    out,
    recorded: { ...readAs, slice: true, ...recorded },
    signal,
  });
  const { scrubbed } = rewriting;
  if (isJson) writeJson(io, sliceJson(shown, { ...written, scrubbed }));
  else writeLines(io, sliceLines(shown, { ...written, scrubbed }));
  if (rewriting.unmet.size > 0 && !flags.quiet) {
    const aliases = visible(inWords([...rewriting.unmet]));
    writeError(
      io,
      `warning: no node or element in the slice has the property ${aliases} of --scrub-property`,
    );
  }
  reportRedacted(rewriting.redacted(), flags, io);
  return EXIT.done;
}

/**
 * Which personal data is replaced.
 * @param before the recorded options of the source, if it is a slice: what was replaced in it stays as it is
 * @returns what remains to be replaced, if anything, and the options to record for everything that is replaced
 */
function scrubbingOf(
  { scrub = false, scrubProperty = [] }: SliceFlags,
  before: SliceOptionsRecord = {},
): { options: PseudonymOptions | undefined; recorded: SliceOptionsRecord } {
  const { scrubProperty: made } = before;
  const done = typeof made === "string" ? made.split(SEPARATOR) : [];
  const wanted = scrubProperty.map((alias) => alias.toLowerCase());
  const hadContacts = before.scrub === true;
  const contacts = scrub && !hadContacts;
  const properties = wanted.filter((alias) => !done.includes(alias));
  const all = [...new Set([...done, ...wanted])].sort();
  return {
    options: contacts || properties.length > 0 ? { contacts, properties } : undefined,
    recorded: {
      ...((contacts || hadContacts) && { scrub: true }),
      ...(all.length > 0 && { scrubProperty: all.join(SEPARATOR) }),
    },
  };
}

/** Rewrites each node before it is written, and counts the changes; with the types to write. */
type Rewriting = {
  rewrite: RewriteNode;
  types: TypeLists;
  redacted: () => number;
  scrubbed: PseudonymCounts | undefined;
  /** Properties of `--scrub-property` that no rewritten node has. */
  unmet: ReadonlySet<string>;
};

/** Secrets are redacted first: their placeholders are not rewritten. */
function rewritingOf(
  made: PseudonymOptions | undefined,
  data: Site,
  { keepSecrets = false }: SliceFlags,
): Rewriting {
  const types = data.types();
  const scrubber = made && nodePseudonymiser(made, data);
  const redactor = keepSecrets ? undefined : new SecretRedactor([types]);
  return {
    rewrite: (kind, text) => {
      const redacted = redactor ? redactor.node(kind, text) : text;
      return scrubber ? scrubber.scrub(redacted) : redacted;
    },
    types: redactor ? { ...types, data: types.data.map((type) => redactor.dataType(type)) } : types,
    redacted: () => redactor?.count ?? 0,
    scrubbed: scrubber?.counts,
    unmet: scrubber?.unmet ?? new Set(),
  };
}

function refuseNoSeeds({ key, id, url, type, perType, below, keysFrom, cover }: SliceFlags): void {
  if ([key, id, url, type, perType, below, keysFrom, cover].some((given) => given !== undefined)) return;
  throw new UsageError(
    "slice needs nodes to start with: --key, --id, --url, --type, --per-type, --below, --keys-from or --cover",
  );
}

async function seedOptions(flags: SliceFlags, io: Io): Promise<SeedOptions> {
  const { key = [], id = [], url = [], keysFrom, kind, type: types, perType, below, cover = false } = flags;
  const names: NamedSeed[] = [
    ...key.map((named) => ({ named: { by: "key", ...named } as const, label: `--key ${named.key}` })),
    ...id.map((each) => ({ named: { by: "id", id: each } as const, label: `--id ${each}` })),
    ...url.map((path) => ({ named: { by: "path", path } as const, label: `--url ${path}` })),
    ...(keysFrom === undefined ? [] : await readKeyList(keysFrom, io)),
  ];
  return { names, kind, types, perType, below, cover };
}

function planned(
  data: Site,
  elsewhere: LanguageReferences | undefined,
  seeding: SeedOptions,
  flags: SliceFlags,
): SlicePlan {
  const { below, kind, types } = seeding;
  const criteria: Criteria = { below, kind, type: types };
  refuseUnknown(data, criteria);
  const graph = new SiteGraph(data, elsewhere);
  const follow = { follow: flags.follow };
  const { seeds, unknown } = chooseSeeds(graph, seeding, follow);
  if (unknown.length > 0) throw noSuchNodes(unknown, data);
  if (seeds.size === 0) throw nothingFound(data, criteria);
  return planSlice(graph, seeds, follow);
}

function noSuchNodes(unknown: readonly NamedSeed[], data: Site): NoSuchNodeError {
  const listed = unknown.slice(0, MOST_LISTED).map(({ label }) => label);
  const more = unknown.length > listed.length ? `, and ${unknown.length - listed.length} more` : "";
  const reason = `no node matches ${listed.join(", ")}${more}`;
  const isPath = unknown.some(({ named }) => named.by === "path");
  return (isPath ? withoutUrls(data, reason) : undefined) ?? new NoSuchNodeError(reason);
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
  return new IncompleteError(`nothing was written, the slice is too large: ${limits.join("; ")}`);
}

/**
 * @param path `-` is standard input
 * @returns the nodes, none for an empty list
 * @throws UsageError if the list cannot be read
 */
async function readKeyList(path: string, io: Io): Promise<NamedSeed[]> {
  const text = (await readInput(path, io, `--keys-from ${path} cannot be read`)).trim();
  const label = `--keys-from ${path}`;
  if (text.startsWith("[")) {
    const list = parsed(text, label);
    if (!Array.isArray(list)) throw new UsageError(`${label} is not an array of nodes`);
    return list.map((item, i) => seedOf(item, `${label}, item ${i + 1}`));
  }
  return text.split("\n").flatMap((raw, i) => {
    const line = raw.trim();
    if (line === "") return [];
    const where = `${label}, line ${i + 1}`;
    return seedOf(line.startsWith("{") ? parsed(line, where) : line, where);
  });
}

function parsed(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${where} is not valid JSON: ${(error as Error).message}`);
  }
}

/** An object selects its node by `key`, or by `id` if it has no key, in the tree of `kind`. */
function seedOf(item: unknown, where: string): NamedSeed {
  if (typeof item === "string" || typeof item === "number") return named(String(item), where);
  if (typeof item === "object" && item !== null) {
    const { key, id, kind: given }: { key?: unknown; id?: unknown; kind?: unknown } = item;
    const kind = KINDS.find((each) => each === given);
    const name = key ?? id;
    if (typeof name === "string" || typeof name === "number") {
      const seed = named(String(name), where);
      return { ...seed, named: { ...seed.named, ...(kind && { kind }) } };
    }
  }
  throw new UsageError(`${where} has no key`);
}

function named(text: string, where: string): NamedSeed {
  return { named: readNodeFlag(text, `${where},`), label: `--keys-from ${text}` };
}
