/** `slice`: writes a small, consistent part of a data directory as a data directory. */

import type { NamedSeed, SeedOptions } from "../analysis/slice/choose-seeds.ts";
import { seedsInList } from "../analysis/slice/key-list.ts";
import { planSlice } from "../analysis/slice/slice-plan.ts";
import { refuseOtherData, writeSlice } from "../copy/write-slice.ts";
import { EXIT, UsageError } from "../errors.ts";
import { type Io, writeJson, writeLines } from "../io.ts";
import { sliceJson, sliceLines } from "../output/slice-view.ts";
import { FINDING_FORMATS } from "../output/style.ts";
import { anyText, ofForm, wholeNumber } from "../parameter.ts";
import { mediaFilesOf, requireDirectory } from "../site/media/media-folder.ts";
import { UnpublishedNodes } from "../site/references/resolve-reference.ts";
import { SecretRedactor } from "../site/secrets.ts";
import { defineCommand, type FlagsIn, type Invocation } from "./command.ts";
import { aliases, type Flags, readInput, repeated, textOption, toggle, valued } from "./flag.ts";
import { loadWithWarnings, reportRedacted, searchIn, warnOfRefusedFiles } from "./open-source.ts";
import {
  kindFlag,
  outputFlags,
  readId,
  readKey,
  readNodeFlag,
  URLS_READING_GROUP,
  WHOLE_SITE_GROUP,
} from "./shared-flags.ts";
import { interruptible } from "./signals.ts";
import { readDirectory, refuseSite } from "./source-options.ts";

const MOST = 2 ** 31 - 1;

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
  kind: { ...kindFlag("of which tree").kind, needs: ["type", "perType", "below", "cover"] },
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
  out: textOption(
    "--out <directory>",
    "data directory to write; if it holds other data than a slice of this site, slice fails",
  ),
  files: textOption("--files <directory>", "read media files from this folder", {
    defaultText: "the one beside the data",
  }),
} satisfies Flags;

const OUTPUT_FLAGS = {
  keepSecrets: toggle("--keep-secrets", "keep values that look secret (default: redacted)"),
  ...outputFlags(FINDING_FORMATS, "plain", "format of the receipt"),
} satisfies Flags;

const GROUPS = [
  { heading: "Select nodes:", flags: SEED_FLAGS },
  { heading: "References:", flags: CLOSING_FLAGS },
  { heading: "Write:", flags: WRITE_FLAGS },
  WHOLE_SITE_GROUP,
  URLS_READING_GROUP,
  { heading: "Output:", flags: OUTPUT_FLAGS },
] as const;

type SliceFlags = FlagsIn<typeof GROUPS>;

export const sliceCommand = defineCommand({
  examples: [
    "migrations slice --data ./site --out ./fixture --url /visit/kafe/",
    'migrations slice --data ./site --out ./fixture --type "event*" --per-type 2',
    "migrations slice --data ./site --out ./fixture --cover",
    "migrations find --element quote | migrations slice --keys-from - --out ./piece",
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

/**
 * @throws UsageError, also if `--out` holds other data; DataError for a directory that does not load; NoSuchNodeError if
 * a selected node does not exist, or nothing matches; OutputError, InterruptedError
 */
async function slice(flags: SliceFlags, invocation: Invocation, signal: AbortSignal): Promise<number> {
  const { io } = invocation;
  refuseSite("slice", flags, io.env);
  const { out, keepSecrets = false } = flags;
  if (!out) throw new UsageError("slice needs --out DIRECTORY");
  refuseNoSeeds(flags);
  requireDirectory(flags.files);
  const given = readDirectory(flags, io, { urls: true });
  const seeding = await seedOptions(flags, io);
  const data = await loadWithWarnings(given, flags, invocation);
  refuseOtherData(data, out);
  const elsewhere = await data.languageReferences();
  const plan = await searchIn(data.warnings, flags, invocation, () =>
    planSlice(data, elsewhere, seeding, { follow: flags.follow }),
  );
  const leftOut = new UnpublishedNodes(data.unpublished);
  const unpublished = plan.references.dead.flatMap((reference) => leftOut.find(reference) ?? []);
  const files = mediaFilesOf(data, flags.files);
  warnOfRefusedFiles(files, flags, io);
  const types = data.types();
  const redactor = keepSecrets ? undefined : new SecretRedactor([types]);
  // Paths of this machine do not belong in the slice.
  const { editors: _, ...readAs } = given.options;
  const written = await writeSlice(
    {
      data,
      plan,
      types: redactor ? { ...types, data: types.data.map((type) => redactor.dataType(type)) } : types,
      unpublished,
      files,
      rewrite: redactor && ((kind, text) => redactor.node(kind, text)),
    },
    { out, recorded: { ...readAs, slice: true }, signal },
  );
  const shown = { out, plan, unpublished, written };
  if (flags.format === "json") writeJson(io, sliceJson(shown));
  else writeLines(io, sliceLines(shown));
  reportRedacted(redactor?.count ?? 0, flags, io);
  return EXIT.done;
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
    ...(keysFrom === undefined ? [] : await namedIn(keysFrom, io)),
  ];
  return { names, kind, types, perType, below, cover };
}

/** @throws UsageError if the list cannot be read */
async function namedIn(path: string, io: Io): Promise<NamedSeed[]> {
  const text = await readInput(path, io, `--keys-from ${path} cannot be read`);
  return seedsInList(text, `--keys-from ${path}`, readNodeFlag);
}
