/** `export`: writes the nodes of a site with decoded values, for importers, or the folder that uSync imports into Umbraco 17. */

import pkg from "../../package.json" with { type: "json" };
import { type ExportResult, writeExport } from "../copy/write-export.ts";
import { writeUsync17 } from "../copy/write-usync17.ts";
import { PROBLEMS, type Problem } from "../decode/decoding.ts";
import { memoryStore } from "../decode/site-lines.ts";
import { EXIT, IncompleteError, UsageError } from "../errors.ts";
import { type Io, writeError, writeJson, writeLines } from "../io.ts";
import { kindsOf } from "../operations.ts";
import { withLiveText } from "../output/progress.ts";
import { sizeInWords } from "../output/receipt.ts";
import { chosenFormat, FINDING_FORMATS } from "../output/style.ts";
import { usync17Lines, usync17Summary } from "../output/usync17-view.ts";
import type { MediaFiles } from "../site/media/media-files.ts";
import { requireDirectory } from "../site/media/media-folder.ts";
import type { SiteData } from "../site/site-data.ts";
import { counted } from "../text/counted.ts";
import { shellQuoted } from "../text/shell-quoted.ts";
import { visible } from "../text/visible-text.ts";
import { type MoveMap, parseMoveMap } from "../usync17/move-map.ts";
import { MOVE_PROBLEMS } from "../usync17/move-report.ts";
import { SiteMove } from "../usync17/move-site.ts";
import { defineCommand, type FlagsIn, type Invocation } from "./command.ts";
import { filesFlag, filesFolder, filesToCopy, refuseFilesAlone } from "./copied-media.ts";
import { choice, type Flags, names, readTextFile, text, toggle } from "./flag.ts";
import { loadWithWarnings } from "./open-source.ts";
import { KIND_FLAG, NO_URLS_FLAG, outputFlags, READING_GROUP, WHOLE_SITE_GROUP } from "./shared-flags.ts";
import { interruptible } from "./signals.ts";
import { readDirectory, refuseSite } from "./source-options.ts";

/** What is written. */
const FORMS = ["lines", "usync"] as const;

const WRITE_FLAGS = {
  out: text("--out <directory>", "directory to write; an earlier export there is replaced"),
  as: choice("--as <form>", "what to write: lines with decoded values, or a folder for uSync 17", FORMS, {
    default: "lines",
  }),
  typesOnly: toggle("--types-only", "with --as usync: only languages, types and data types"),
  map: text("--map <file>", "with --as usync: CSV of what data types and types become, or drop"),
  mapStub: toggle("--map-stub", "with --as usync: print a draft for --map, and write nothing"),
  relaxMandatory: toggle("--relax-mandatory", "with --as usync: make no property mandatory"),
  ...KIND_FLAG,
  ...filesFlag("also copy media files, from this folder or the one beside the data"),
  failOn: names("--fail-on <problems>", "exit with 1 if the report has one of these problems", MOVE_PROBLEMS),
} satisfies Flags;

const GROUPS = [
  { heading: "Write:", flags: WRITE_FLAGS },
  WHOLE_SITE_GROUP,
  { ...READING_GROUP, flags: { ...READING_GROUP.flags, ...NO_URLS_FLAG } },
  { heading: "Output:", flags: outputFlags(FINDING_FORMATS, "plain", "format of the summary") },
] as const;

type ExportFlags = FlagsIn<typeof GROUPS>;

export const exportCommand = defineCommand({
  examples: [
    "migrations export --sample --out ./export",
    "migrations export --data ./uSync/v13 --out ./export --files ./wwwroot",
    "migrations export --data ./umbraco.sqlite.db --out ./export --kind content",
    "migrations export --data ./site --out ./export --fail-on dead-reference",
    "migrations export --data ./site --as usync --out ./uSync/v17",
  ],
  about: [
    "Writes content.ndjson and media.ndjson, a node a line, with values as Umbraco's",
    "Content Delivery API gives them and all languages in one line; report.ndjson,",
    "with each value that could not be decoded or resolved; and export.json.",
  ],
  footer: [
    "Export from the original source: a copy (pull) has one language. Other files in",
    "the directory stay. docs/export.md describes the lines.",
  ],
  groups: GROUPS,
  run: (flags, invocation) => interruptible(invocation.io, (signal) => runExport(flags, invocation, signal)),
});

/**
 * @throws UsageError, also if `--out` holds other files; DataError for a directory that does not load; IncompleteError if the report
 * has a problem of `--fail-on`; OutputError, InterruptedError
 */
async function runExport(flags: ExportFlags, invocation: Invocation, signal: AbortSignal): Promise<number> {
  const { io } = invocation;
  const { out } = flags;
  refuseSite(out ? `export --out ${shellQuoted(out)}` : "export", flags, io.env);
  refuseOtherForm(flags);
  if (!out && !flags.mapStub) throw new UsageError("export needs --out DIRECTORY");
  const kinds = kindsOf(flags.kind);
  refuseFilesAlone(flags, kinds);
  requireDirectory(filesFolder(flags));
  const given = readDirectory(flags, io, { urls: true });
  const map = flags.map === undefined ? undefined : readMap(flags.map);
  const data = await loadWithWarnings(given, flags, invocation, "concerning", true);
  if (!out) return await printMapStub(data, map, flags, io);
  const files = filesToCopy(data, flags, io);
  if (flags.as === "usync") return await runUsync(data, out, { flags, files, map, io, signal });
  const result = await withLiveText(flags, io, (onProgress) =>
    writeExport(data, { out, kinds, files, version: pkg.version, signal, onProgress }),
  );
  printSummary(result, out, flags, io);
  if (result.secrets > 0 && !flags.quiet) {
    const values = counted(result.secrets, "value");
    writeError(io, `warning: wrote ${values} of properties that look like secrets, as importers need them`);
  }
  const found = PROBLEMS.filter((problem) => flags.failOn?.includes(problem) && result.report.has(problem));
  if (found.length === 0) return EXIT.done;
  throw new IncompleteError(`the report has ${found.map((name) => problemCount(result, name)).join(", ")}`);
}

/** @throws UsageError for options that the form has no use for */
function refuseOtherForm({
  as,
  out,
  kind,
  typesOnly,
  relaxMandatory,
  map,
  mapStub,
  failOn,
}: ExportFlags): void {
  if (as === "usync") {
    if (mapStub && out) throw new UsageError("--map-stub and --out cannot be used together");
    if (kind !== undefined) throw new UsageError("--kind and --as usync cannot be used together");
    return;
  }
  if (typesOnly) throw new UsageError("--types-only needs --as usync");
  if (relaxMandatory) throw new UsageError("--relax-mandatory needs --as usync");
  if (map !== undefined) throw new UsageError("--map needs --as usync");
  if (mapStub) throw new UsageError("--map-stub needs --as usync");
  const other = failOn?.find((name) => !PROBLEMS.some((problem) => problem === name));
  if (other !== undefined) throw new UsageError(`--fail-on ${other} needs --as usync`);
}

/** @throws UsageError if the file cannot be read, or one of its rows */
function readMap(path: string): MoveMap {
  return parseMoveMap(readTextFile(path, `--map cannot be read from ${path}`), path);
}

/** Prints the CSV of a map that changes nothing, or nothing beyond the map that is given. */
async function printMapStub(
  data: SiteData,
  map: MoveMap | undefined,
  flags: ExportFlags,
  io: Io,
): Promise<number> {
  const move = await withLiveText(flags, io, (onProgress) =>
    SiteMove.read(data, { store: memoryStore(), typesOnly: true, relaxesMandatory: false, map, onProgress }),
  );
  for (const line of move.mapLines()) io.stdout.write(line);
  return EXIT.done;
}

/** @throws as `runExport` */
async function runUsync(
  data: SiteData,
  out: string,
  run: {
    flags: ExportFlags;
    files: MediaFiles | undefined;
    map: MoveMap | undefined;
    io: Io;
    signal: AbortSignal;
  },
): Promise<number> {
  const { flags, files, map, io, signal } = run;
  const { typesOnly = false, relaxMandatory: relaxesMandatory = false } = flags;
  const result = await withLiveText(flags, io, (onProgress) =>
    writeUsync17(data, { out, typesOnly, relaxesMandatory, map, files, signal, onProgress }),
  );
  if (chosenFormat(flags.format, FINDING_FORMATS, io, "plain") === "json") {
    const { nodes, files: written, report } = result;
    writeJson(io, { out, nodes, files: written, report: Object.fromEntries(report) });
  } else writeLines(io, usync17Lines(result, out).map(visible));
  if (!flags.quiet) for (const line of usync17Summary(result)) writeError(io, visible(line));
  const found = flags.failOn?.filter((problem) => result.report.has(problem)) ?? [];
  if (found.length === 0) return EXIT.done;
  const counts = found.map((problem) => `${result.report.get(problem)} ${problem}`);
  throw new IncompleteError(`the report has ${counts.join(", ")}`);
}

function printSummary(result: ExportResult, out: string, flags: ExportFlags, io: Io): void {
  const { nodes, elements, references, report, languages, files, notExported } = result;
  if (chosenFormat(flags.format, FINDING_FORMATS, io, "plain") === "json") {
    const objects = { report: Object.fromEntries(report), notExported: Object.fromEntries(notExported) };
    writeJson(io, { out, nodes, elements, references, languages, files, ...objects });
    return;
  }
  const kinds = kindsOf(flags.kind).map((kind) => counted(nodes[kind], `${kind} node`));
  const parts = [counted(elements, "element"), counted(references, "reference")];
  const lines = [
    `exported ${kinds.join(" and ")} to ${out}: ${parts.join(", ")}`,
    ...(languages.length > 0 ? [`languages: ${languages.join(", ")}`] : []),
    ...(files ? [`${counted(files.count, "media file")}, ${sizeInWords(files.bytes)}`] : []),
    ...(notExported.size > 0
      ? [`not exported: ${Array.from(notExported, ([what, count]) => `${count} ${what}`).join(", ")}`]
      : []),
    report.size === 0
      ? "report.ndjson is empty: every value was decoded and resolved"
      : `report.ndjson: ${Array.from(report.keys(), (problem) => problemCount(result, problem)).join(", ")}`,
  ];
  writeLines(io, lines.map(visible));
}

function problemCount({ report }: ExportResult, problem: Problem): string {
  return `${report.get(problem)} ${problem}`;
}
