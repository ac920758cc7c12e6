/** `export`: writes the nodes of a site with decoded values, for importers. */

import pkg from "../../package.json" with { type: "json" };
import { type ExportResult, writeExport } from "../copy/write-export.ts";
import { DECODING_PROBLEMS, type DecodingProblem } from "../decode/decoding.ts";
import { EXIT, IncompleteError, UsageError } from "../errors.ts";
import { type Io, writeJson, writeLines } from "../io.ts";
import { kindsOf } from "../operations.ts";
import { withLiveText } from "../output/progress.ts";
import { sizeInWords } from "../output/receipt.ts";
import { FINDING_FORMATS } from "../output/style.ts";
import { requireDirectory } from "../site/media/media-folder.ts";
import { unreadInWords } from "../site/unread.ts";
import { counted } from "../text/counted.ts";
import { shellQuoted, visible } from "../text/visible-text.ts";
import { defineCommand, type FlagsIn, type Invocation } from "./command.ts";
import { filesFlag, filesFolder, filesToCopy, refuseFilesAlone } from "./copied-media.ts";
import { type Flags, names, textOption } from "./flag.ts";
import { loadWithWarnings, reportCopyLimits, warner, warnOfSecrets } from "./open-source.ts";
import { KIND_FLAG, outputFlags, URLS_READING_GROUP, WHOLE_SITE_GROUP } from "./shared-flags.ts";
import { interruptible } from "./signals.ts";
import { readDirectory, refuseSite } from "./source-options.ts";

const WRITE_FLAGS = {
  out: textOption("--out <directory>", "directory to write; an earlier export there is replaced"),
  ...KIND_FLAG,
  ...filesFlag("also copy media files, from this folder or the one beside the data"),
  failOn: names(
    "--fail-on <problems>",
    "exit with 1 if the report has one of these problems",
    DECODING_PROBLEMS,
  ),
} satisfies Flags;

const GROUPS = [
  { heading: "Write:", flags: WRITE_FLAGS },
  WHOLE_SITE_GROUP,
  URLS_READING_GROUP,
  { heading: "Output:", flags: outputFlags(FINDING_FORMATS, "plain", "format of the summary") },
] as const;

type ExportFlags = FlagsIn<typeof GROUPS>;

export const exportCommand = defineCommand({
  examples: [
    "migrations export --sample --out ./export",
    "migrations export --data ./uSync/v13 --out ./export --files ./wwwroot",
    "migrations export --data ./umbraco.sqlite.db --out ./export --kind content",
    "migrations export --data ./site --out ./export --fail-on dead-reference",
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
  if (!out) throw new UsageError("export needs --out DIRECTORY");
  const kinds = kindsOf(flags.kind);
  refuseFilesAlone(flags, kinds);
  requireDirectory(filesFolder(flags));
  const given = readDirectory(flags, io, { urls: true });
  const data = await loadWithWarnings(given, flags, invocation, "concerning", true);
  reportCopyLimits([data], flags, io);
  const files = filesToCopy(data, flags, io);
  const onWarning = warner(flags, io);
  const result = await withLiveText(flags, io, (onProgress) =>
    writeExport(data, { out, kinds, files, version: pkg.version, signal, onProgress, onWarning }),
  );
  printSummary(result, out, flags, io);
  warnOfSecrets(result.secrets, flags, io);
  const found = DECODING_PROBLEMS.filter(
    (problem) => flags.failOn?.includes(problem) && result.report.has(problem),
  );
  if (found.length === 0) return EXIT.done;
  throw new IncompleteError(`the report has ${found.map((name) => problemCount(result, name)).join(", ")}`);
}

function printSummary(result: ExportResult, out: string, flags: ExportFlags, io: Io): void {
  const { nodes, elements, resolvedReferences, report, languages = [], files, notExported, copy } = result;
  if (flags.format === "json") {
    const objects = { report: Object.fromEntries(report), notExported: Object.fromEntries(notExported) };
    writeJson(io, {
      out,
      nodes,
      elements,
      resolvedReferences,
      languages: result.languages,
      files,
      ...objects,
      copy,
    });
    return;
  }
  const kinds = kindsOf(flags.kind).map((kind) => counted(nodes[kind], `${kind} node`));
  const parts = [counted(elements, "element"), counted(resolvedReferences, "resolved reference")];
  const scope = languages.length > 1 ? " in all languages" : "";
  const lines = [
    `exported ${kinds.join(" and ")} to ${out}: ${parts.join(", ")}${scope}`,
    ...(languages.length > 0 ? [`languages: ${languages.join(", ")}`] : []),
    ...(copy === undefined ? [] : [`of a copy: ${copy}`]),
    ...(files ? [`${counted(files.count, "media file")}, ${sizeInWords(files.bytes)}`] : []),
    ...(notExported.size > 0
      ? [
          `not exported: ${Array.from(notExported, ([what, count]) => unreadInWords({ what, count })).join(", ")}`,
        ]
      : []),
    report.size === 0
      ? "report.ndjson is empty: every value was decoded and resolved"
      : `report.ndjson: ${Array.from(report.keys(), (problem) => problemCount(result, problem)).join(", ")}`,
  ];
  writeLines(io, lines.map(visible));
}

function problemCount({ report }: ExportResult, problem: DecodingProblem): string {
  return `${report.get(problem)} ${problem}`;
}
