/** `usync`: writes a site of any version as files that uSync imports into Umbraco 17. */

import { refuseUsyncFolder, writeUsync17 } from "../copy/write-usync17.ts";
import { memoryStore } from "../decode/nodes-in-languages.ts";
import { EXIT, IncompleteError, UsageError } from "../errors.ts";
import { type Io, writeError, writeJson, writeLines } from "../io.ts";
import { withLiveText } from "../output/progress.ts";
import { FINDING_FORMATS } from "../output/style.ts";
import { usync17Lines, usync17Summary } from "../output/usync17-view.ts";
import { requireDirectory } from "../site/media/media-folder.ts";
import type { SiteData } from "../site/site-data.ts";
import { shellQuoted, visible } from "../text/visible-text.ts";
import { type MoveMap, parseMoveMap } from "../usync17/move-map.ts";
import { MOVE_PROBLEMS } from "../usync17/move-report.ts";
import { SiteMove } from "../usync17/move-site.ts";
import { defineCommand, type FlagsIn, type Invocation } from "./command.ts";
import { filesFlag, filesFolder, filesToCopy } from "./copied-media.ts";
import { type Flags, names, readTextFile, textOption, toggle } from "./flag.ts";
import { loadWithWarnings, reportCopyLimits, warner, warnOfSecrets } from "./open-source.ts";
import { outputFlags, URLS_READING_GROUP, WHOLE_SITE_GROUP } from "./shared-flags.ts";
import { interruptible } from "./signals.ts";
import { readDirectory, refuseSite } from "./source-options.ts";
import { reportUnusedLines } from "./unused-lines.ts";

const WRITE_FLAGS = {
  out: textOption("--out <directory>", "folder to write, to be copied over that of a new site", {
    conflicts: ["mapStub"],
  }),
  typesOnly: toggle("--types-only", "write only languages, types and data types"),
  map: textOption("--map <file>", "CSV of what data types, types and properties become, or drop"),
  mapStub: toggle("--map-stub", "print a draft for --map, and write nothing", {
    conflicts: ["typesOnly", "files", "failOn", "format"],
  }),
  ...filesFlag("also copy media files, from this folder or the one beside the data"),
  failOn: names("--fail-on <problems>", "exit with 1 if the report has one of these problems", MOVE_PROBLEMS),
} satisfies Flags;

const GROUPS = [
  { heading: "Write:", flags: WRITE_FLAGS },
  WHOLE_SITE_GROUP,
  URLS_READING_GROUP,
  { heading: "Output:", flags: outputFlags(FINDING_FORMATS, "plain", "format of the summary") },
] as const;

type UsyncFlags = FlagsIn<typeof GROUPS>;

export const usyncCommand = defineCommand({
  examples: [
    "migrations usync --sample --out ./new-site",
    "migrations usync --data ./site.bacpac --out ./new-site --files ./wwwroot",
    "migrations usync --data ./umbraco.config --map-stub > map.csv",
    "migrations usync --data ./umbraco.config --map map.csv --out ./new-site",
  ],
  about: [
    "Writes what uSync imports into a fresh Umbraco 17: languages, types, data types,",
    "content, media, dictionary and domains, with values as 17 stores them. The folder",
    "has the layout of a site: uSync/v17, Views, wwwroot/media with --files, and",
    "report.ndjson, which lists what changes and what is left behind.",
  ],
  footer: ["docs/usync.md has the steps of the import, and what every editor becomes."],
  groups: GROUPS,
  run: (flags, invocation) => interruptible(invocation.io, (signal) => runUsync(flags, invocation, signal)),
});

/**
 * @throws UsageError, also if `--out` holds other files; DataError for a directory that does not load; IncompleteError if the report
 * has a problem of `--fail-on`; OutputError, InterruptedError
 */
async function runUsync(flags: UsyncFlags, invocation: Invocation, signal: AbortSignal): Promise<number> {
  const { io } = invocation;
  const { out, typesOnly = false } = flags;
  refuseSite(out ? `usync --out ${shellQuoted(out)}` : "usync", flags, io.env);
  if (!out && !flags.mapStub) throw new UsageError("usync needs --out DIRECTORY");
  if (out) refuseUsyncFolder(out);
  requireDirectory(filesFolder(flags));
  const given = readDirectory(flags, io, { urls: true });
  const map = flags.map === undefined ? undefined : readMap(flags.map);
  const data = await loadWithWarnings(given, flags, invocation, "concerning", true);
  reportCopyLimits([data], flags, io);
  if (!out) return await printMapStub(data, map, flags, io);
  const files = filesToCopy(data, flags, io);
  const onWarning = warner(flags, io);
  const result = await withLiveText(flags, io, (onProgress) =>
    writeUsync17(data, { out, typesOnly, map, files, signal, onProgress, onWarning }),
  );
  if (flags.format === "json") {
    const { nodes, files: written, report } = result;
    writeJson(io, { out, nodes, files: written, report: Object.fromEntries(report) });
  } else writeLines(io, usync17Lines(result, out).map(visible));
  reportUnusedLines("--map", map?.unused ?? [], flags, io);
  warnOfSecrets(result.secrets, flags, io);
  if (!flags.quiet) for (const line of usync17Summary(result)) writeError(io, visible(line));
  const found = flags.failOn?.filter((problem) => result.report.has(problem)) ?? [];
  if (found.length === 0) return EXIT.done;
  const counts = found.map((problem) => `${result.report.get(problem)} ${problem}`);
  throw new IncompleteError(`the report has ${counts.join(", ")}`);
}

/** @throws UsageError if the file cannot be read, or one of its rows */
function readMap(path: string): MoveMap {
  return parseMoveMap(readTextFile(path, `--map cannot be read from ${path}`), path);
}

/** Prints the CSV of a map that changes nothing, or nothing beyond the map that is given. */
async function printMapStub(
  data: SiteData,
  map: MoveMap | undefined,
  flags: UsyncFlags,
  io: Io,
): Promise<number> {
  const move = await withLiveText(flags, io, (onProgress) =>
    SiteMove.read(data, { store: memoryStore(), typesOnly: true, map, onProgress }),
  );
  for (const line of move.mapLines()) io.stdout.write(line);
  reportUnusedLines("--map", map?.unused ?? [], flags, io);
  return EXIT.done;
}
